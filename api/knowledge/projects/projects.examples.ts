const projectId = "prj_0193e0a37c117a3c9d3e0a1b2c3d4e5f";

/** A lot, as GeoJSON. */
export const geometryExample = {
  type: "Polygon",
  coordinates: [
    [
      [-72.6001, 42.3001],
      [-72.5996, 42.3001],
      [-72.5996, 42.3005],
      [-72.6001, 42.3005],
      [-72.6001, 42.3001],
    ],
  ],
};

const parcelExample = {
  parcel_index: 0,
  ll_uuid: null,
  address: "12 Mill Street",
  apn: null,
  size: { acres: 0.45, square_feet: 19_690 },
  geometry: geometryExample,
  zoning: {
    code: "R-2",
    description: "Two-family residential",
    verified: true,
    verified_by: "sources",
    candidates: ["R-2"],
    evidence: [{ code: "R-2", description: "Two-family residential", source: "Alder County parcels" }],
  },
};

const slimExample = {
  project_id: projectId,
  name: "12 Mill Street",
  status: "ready",
  chat_ready: true,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:01:12.000Z",
};

const corpusExample = {
  corpus_id: "corp_0193e0a37c117a3c9d3e0a1b2c3d4e5f",
  kind: "ordinance",
  title: "Zoning Ordinance of the Town of Alder Falls (sample)",
  revision: 1,
  chunks: 412,
  indexed_at: "2026-11-21T09:01:12.000Z",
};

/** A project whose municipal ordinance was uploaded, as the documentation shows it. */
export const projectExample = {
  ...slimExample,
  chat_blockers: [],
  zoning_verification_required: false,
  goal_text: "Build a two-family house",
  project_goal_context: { unit_count: { value: 2, provenance: "user_confirmed" } },
  user_goal_revision: 1,
  user_goal_hash: "9b1f0c6d2a7e4b5f8c3d1e0a6b9f2c4d7e8a5b3c1d0f9e2a4b6c8d7e5f3a1b0c",
  setup_mode: "provided",
  jurisdiction: { municipality: "Alder Falls", county: "Hampden", state: "Massachusetts" },
  parcels: [parcelExample],
  readiness: {
    ordinances: {
      municipal: {
        status: "ready",
        title: corpusExample.title,
        url: null,
        corpus_id: corpusExample.corpus_id,
        sections: 96,
        chunks: 412,
        indexed_at: corpusExample.indexed_at,
      },
      county: {
        status: "not_found",
        title: null,
        url: null,
        corpus_id: null,
        sections: 0,
        chunks: 0,
        indexed_at: null,
      },
    },
    gis_layers: {},
    supplemental_sources: [],
    advisories: [],
  },
  knowledge_base: {
    documents: 1,
    chunks: 412,
    corpora: [corpusExample],
    embedding_model: "embedded-static-v4/256",
  },
  bootstrap: {
    percent: 100,
    stage: "ready",
    started_at: "2026-11-21T09:00:00.000Z",
    finished_at: "2026-11-21T09:00:01.000Z",
    steps: [{ name: "parcels", state: "done", detail: null }],
  },
  credits: { reserved: 0, charged: 0 },
  shared_with: [],
};

/** One page of projects. */
export const projectListExample = { data: [slimExample], limit: 20, offset: 0, next_cursor: null };

/** A project that was just created. */
export const projectCreatedExample = {
  project_id: projectId,
  status: "bootstrapping",
  chat_ready: false,
  poll: `/v1/projects/${projectId}`,
  retry_after_seconds: 5,
  credits: { reserved: 0 },
};

/** What creating the same project would take. */
export const dryRunExample = {
  dry_run: true,
  estimate: { credits: 0, breakdown: [{ item: "Parcels as provided", credits: 0 }], duration_seconds: 2 },
  prep_summary: {
    parcels: [{ address: "12 Mill Street", apn: null, size: parcelExample.size, zoning_code: "R-2" }],
    jurisdiction: projectExample.jurisdiction,
    sources: [{ target: "municipal", title: null, url: null, status: "not_found" }],
  },
  gaps: [{ code: "ordinance_missing", detail: "No governing ordinance is known yet.", field: "ordinance_url" }],
};

/** A parcel whose zoning was corrected. */
export const zoningSettledExample = {
  ...parcelExample,
  zoning: { ...parcelExample.zoning, verified_by: "usr_0193e0a37c117a3c9d3e0a1b2c3d4e5f" },
  chat_ready: true,
  zoning_verification_required: false,
};
