import type { Answer } from "../../api/delivery/reports/evidence/answers.ts";
import type { ReportEvidence } from "../../api/delivery/reports/evidence/report-evidence.ts";
import type { SiteDigest } from "../../api/land/site-digest/site-digest.model.ts";

/** States of layers by name; `ready` where none is given. */
export type LayerStates = Readonly<Record<string, string>>;

const at = "2026-11-20T10:00:00.000Z";
const layerNames = [
  "parcels",
  "zoning",
  "flood",
  "wetlands",
  "soils",
  "contours",
  "roads",
  "utilities",
  "buildings",
  "environmental",
  "adjacency",
];
const half = { area_acres: 0.5, area_square_feet: 21_780, share_of_site: 0.5 };
const none = { area_acres: 0, area_square_feet: 0, share_of_site: 0 };

function originOf(layer: string, states: LayerStates) {
  const state = states[layer] ?? "ready";
  const isRead = state === "ready" || state === "empty";
  return {
    ...{ state, detail: null, attribution: null, is_synthetic: false },
    ...{ source: isRead ? `Agency of ${layer}` : null, retrieved_at: isRead ? at : null },
  };
}

/** No mapped building, or nothing known of any. */
function noBuildings(states: LayerStates) {
  const origin = originOf("buildings", states);
  const isKnown = origin.source !== null;
  return { ...origin, total: isKnown ? 0 : null, covered: isKnown ? none : null, buildings: [] };
}

function digestOf(states: LayerStates): SiteDigest {
  const origin = (layer: string) => originOf(layer, states);
  const isReady = (layer: string) => origin(layer).state === "ready";
  const near = { distance_feet: 12, direction: "N" };
  const item = { ...near, name: "Main", operator: null };
  return {
    ...{ project_id: "prj_1", generated_at: at, sections_available: [], sections_returned: [] },
    zoning: { ...origin("zoning"), parcels: [], districts: [] },
    flood: {
      ...{ ...origin("flood"), is_mapped: isReady("flood"), panel: null },
      ...{ floodway: none, special_flood_hazard_area: none },
      zones: isReady("flood")
        ? [
            {
              ...half,
              zone: "X",
              subtype: null,
              is_floodway: false,
              is_special_flood_hazard_area: false,
              base_flood_elevation_ft: null,
            },
          ]
        : [],
      ...{ unmapped: none, nearest_special_flood_hazard_area_feet: null },
    },
    wetlands: { ...origin("wetlands"), areas: [], total: none, nearest_feet: null },
    soils: { ...origin("soils"), map_units: [] },
    terrain: {
      ...{
        ...origin("contours"),
        elevation_min_ft: isReady("contours") ? 100 : null,
        elevation_max_ft: isReady("contours") ? 110 : null,
      },
      ...{
        relief_ft: isReady("contours") ? 10 : null,
        slope_mean_percent: null,
        slope_max_percent: null,
        vertical_datum: null,
      },
      slope_classes: isReady("contours") ? [{ from_percent: 0, to_percent: 3, ...half }] : [],
    },
    utilities: {
      ...origin("utilities"),
      total: isReady("utilities") ? 1 : 0,
      items: isReady("utilities") ? [{ kind: "water_main", ...item }] : [],
    },
    roads: {
      ...origin("roads"),
      total: isReady("roads") ? 1 : 0,
      items: isReady("roads") ? [{ name: "Mill Street", class: "residential", ...near }] : [],
    },
    adjacency: { ...origin("adjacency"), total: 0, parcels: [] },
    environmental: { ...origin("environmental"), total: 0, on_site: 0, sites: [], listings: [] },
    feasibility: {
      site_area: { acres: 1, square_feet: 43_560 },
      constraints: ["special_flood_hazard_area", "floodway", "wetlands", "steep_slope"].map((constraint) => {
        return { ...none, constraint, state: "ready", source: null, retrieved_at: at };
      }),
      unconstrained_area: { acres: 1, square_feet: 43_560 },
      existing_buildings: noBuildings(states),
      not_known: [],
    },
    regulatory_layers: [],
    spatial_layers: layerNames.map((layer) => ({ ...origin(layer), layer, title: layer, features: 0 })),
    knowledge_base: { documents: 1, chunks: 10, corpora: [] },
    source_readiness: [],
  };
}

/** A project of one parcel whose ordinance is indexed. */
function project(): ReportEvidence["project"] {
  const ordinance = {
    status: "ready",
    title: "Zoning Ordinance",
    url: null,
    corpus_id: "corp_1",
    sections: 5,
    chunks: 10,
    indexed_at: at,
  } as const;
  return {
    ...{ project_id: "prj_1", name: "Site A", created_at: at, updated_at: at, status: "ready", chat_ready: true },
    ...{ chat_blockers: [], zoning_verification_required: false, goal_text: "Build", project_goal_context: {} },
    ...{
      user_goal_revision: 1,
      user_goal_hash: "ab",
      setup_mode: "wizard",
      shared_with: [],
      credits: { reserved: 0, charged: 0 },
    },
    jurisdiction: { municipality: "Town", county: null, state: "CT" },
    parcels: [
      {
        ...{
          parcel_index: 0,
          ll_uuid: null,
          address: "1 Mill Street",
          apn: "01-02",
          size: { acres: 1, square_feet: 43_560 },
        },
        zoning: {
          ...{ code: "R-2", description: null, verified: true, verified_by: "sources", candidates: ["R-2"] },
          evidence: [{ code: "R-2", description: null, source: "Map" }],
        },
      },
    ],
    readiness: {
      ordinances: { municipal: ordinance, county: { ...ordinance, status: "skipped" } },
      gis_layers: {},
      supplemental_sources: [],
      advisories: [],
    },
    knowledge_base: {
      ...{ documents: 1, chunks: 10, embedding_model: "m" },
      corpora: [
        {
          corpus_id: "corp_1",
          kind: "ordinance",
          title: "Zoning Ordinance",
          revision: 1,
          chunks: 10,
          indexed_at: at,
        },
      ],
    },
    bootstrap: { percent: 100, stage: "done", started_at: at, finished_at: at, steps: [] },
  };
}

/** Returns evidence for a report of a one-acre site, with the layers in the given states and the given answers. */
export function reportEvidence(
  states: LayerStates = {},
  answers: Readonly<Record<string, Answer>> = {},
  more: Partial<ReportEvidence> = {},
): ReportEvidence {
  return {
    ...{ run_id: "run_1", report_type: "due_diligence", title: null, report_time: "2026-11-21T09:00:00.000Z" },
    project: project(),
    digest: digestOf(states),
    ...{
      use: null,
      answers,
      law: {
        use_rows: {},
        use_standards: { parking: [], sections: [] },
        overlay_rules: {},
        district_buffers: {},
        wetland_buffers: [],
        wetland_reviews: [],
        wetland_agency: null,
        floor_rules: [],
        procedures: {},
      },
      previous: null,
      exhibits: [],
      writer: null,
      concept: null,
      yields: null,
      records: { layers: {}, documents: {}, recorded_areas: [] },
      interview: [],
      districts: [],
    },
    ...more,
  };
}

/** Returns an answer of one sentence on one passage. */
export function answerOf(text: string, quote: string, isNarrative = false): Answer {
  const passage = {
    ...{
      source_document: "Zoning Ordinance",
      document_id: "doc_1",
      document_revision: 1,
      source_url: null,
      section: "5.1",
    },
    ...{ heading_path: ["Standards"], page: null, printed_page: null, char_start: 0, char_end: quote.length, quote },
  };
  return { question: "?", status: "answered", sentences: [{ text, passages: [passage] }], is_narrative: isNarrative };
}
