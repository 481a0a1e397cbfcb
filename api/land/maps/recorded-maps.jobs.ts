import { Type } from "@sinclair/typebox";
import { boxOf } from "../../geometry/box.ts";
import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import { defineJob, growingBackoff, type JobHandler, type PayloadOf } from "../../jobs/job.ts";
import type { ProviderResult } from "../../providers/provider-result.ts";
import { siteFilename } from "../site-filename.ts";
import { fetchImagery } from "./aerial-picture.ts";
import { centroidOf } from "./centroid.ts";
import {
  type DrawingDeps,
  type DrawnMap,
  displayOnly,
  drawSiteSheet,
  framed,
  imageryCredit,
  picturesOf,
  readSite,
  type Site,
  shared,
  sheetPixels,
  storeMap,
} from "./drawn-map.ts";
import { frameSheetTask } from "./frame-sheet.ts";
import * as repository from "./recorded-maps.repository.ts";

/** Has an agency draw an official map of a project. */
export const mapRecordJob = defineJob({
  name: "map-record",
  lane: "interactive",
  payload: Type.Object({
    project_id: Type.String(),
    org_id: Type.String(),
    kind: Type.Union([Type.Literal("flood"), Type.Literal("wetlands")]),
  }),
  maxAttempts: 3,
  backoffMs: growingBackoff(1_000),
  isForgotten: true,
});

type Payload = PayloadOf<typeof mapRecordJob>;

/** What came of asking an agency. */
export type OfficialMap =
  | { readonly map: DrawnMap }
  | { readonly state: "failed" | "not_published"; readonly detail: string; readonly retryAfterSeconds: number | null };

const usualRetrySeconds = 30;
const officialUsage =
  "Official product of the agency, as it was published. It is for information: not a survey and no determination for a building. Print the attribution with it.";

/** Makes the handler of {@link mapRecordJob}. An agency that gives no map is an outcome, which callers are told of. */
export function makeMapRecordHandler(deps: DrawingDeps): JobHandler<Payload> {
  const { db } = deps;
  return {
    async process(context) {
      const { project_id: projectId, org_id: orgId, kind } = context.payload;
      const site = await readSite(db, projectId);
      const outcome = await askOfficialMap(deps, site, { kind, signal: context.signal });
      const artifactId = "map" in outcome ? await storeMap(deps, { orgId, projectId }, outcome.map) : null;
      await db.transaction(async (transaction) => {
        await context.isStillMine(transaction);
        if (artifactId !== null) {
          await repository.saveKeptMap(transaction, projectId, { kind, artifactId, drawnFrom: null });
        } else if ("state" in outcome) await repository.markWithoutMap(transaction, projectId, { kind, ...outcome });
        await context.complete(transaction);
      });
    },
    async onEnd(transaction, { payload: { project_id: projectId, kind }, error }) {
      const failure = { kind, state: "failed", detail: error.detail, retryAfterSeconds: usualRetrySeconds } as const;
      await repository.markWithoutMap(transaction, projectId, failure);
    },
  };
}

/** Asks an agency for its map of a site. */
export function askOfficialMap(
  deps: DrawingDeps,
  site: Site,
  { kind, signal }: { readonly kind: Payload["kind"]; readonly signal: AbortSignal },
): Promise<OfficialMap> {
  return kind === "flood" ? askFlood(deps, site, signal) : askWetlands(deps, site, signal);
}

async function askFlood(deps: DrawingDeps, site: Site, signal: AbortSignal): Promise<OfficialMap> {
  const parcels = site.subject.parcels as readonly AreaGeometry[];
  const asked = {
    ...centroidOf(parcels),
    siteBox: boxOf({ type: "MultiPolygon", coordinates: parcels.flatMap(polygonsOf) }),
  };
  const told = await deps.providers.agencyMaps.floodMap(asked, signal);
  if (told.state !== "ready") return withoutMap(told);
  const { bytes, mimeType, filename } = told.value;
  const { attribution, name, vintage, isSynthetic } = told.provenance;
  const facts = {
    ...{ kind: "flood", extent_feet: null, parcels_drawn: null, road_labels: false, usage: officialUsage },
    attribution: [attribution ?? name, ...(vintage === null ? [] : [vintage])].join(", "),
    is_synthetic: isSynthetic,
  };
  const named = `${siteFilename(site.name)}-${filename}`;
  return { map: { bytes, label: "Flood map", filename: named, mimeType, facts } };
}

/** The legend of the inventory. @see https://www.fws.gov/program/national-wetlands-inventory */
const wetlandKinds = [
  ["Estuarine and Marine Deepwater", "#007c88"],
  ["Estuarine and Marine Wetland", "#66c2a5"],
  ["Freshwater Emergent Wetland", "#7fc31c"],
  ["Freshwater Forested/Shrub Wetland", "#008837"],
  ["Freshwater Pond", "#688cc0"],
  ["Lake", "#13007c"],
  ["Riverine", "#0190bf"],
  ["Other", "#b28653"],
] as const;

async function askWetlands(deps: DrawingDeps, site: Site, signal: AbortSignal): Promise<OfficialMap> {
  const frame = framed(await deps.compute.run(frameSheetTask, site.subject, { signal }));
  const asked = { bboxWebMercator: frame.box, ...sheetPixels };
  const [told, drawn] = await Promise.all([
    deps.providers.agencyMaps.wetlandsMap(asked, signal),
    // The official picture counts; without imagery below it, it is drawn on plain paper.
    fetchImagery(deps.providers.imagery, { box: frame.box, ...sheetPixels }, signal).catch(() => null),
  ]);
  if (told.state !== "ready") return withoutMap(told);
  const wetlands = { png: shared(told.value.png), box: told.value.bboxWebMercator };
  const map = await drawSiteSheet(
    deps,
    site,
    {
      ...{ kind: "wetlands", title: "National Wetlands Inventory", frame, pictures: [...picturesOf(drawn), wetlands] },
      legend: [
        { mark: "parcel", text: "Parcel boundary" },
        ...wetlandKinds.map(([text, color]) => ({ mark: "wetland" as const, text, color })),
      ],
      credits: [`Wetlands: ${told.value.attribution}`, ...(drawn === null ? [] : [imageryCredit(drawn)])],
      usage: `A map of the inventory is not a delineation of wetlands; where none is drawn, none is mapped. ${displayOnly}`,
      isSynthetic: told.provenance.isSynthetic,
    },
    signal,
  );
  return { map };
}

function withoutMap(told: Exclude<ProviderResult<unknown>, { readonly state: "ready" }>): OfficialMap {
  if (told.state === "not_published") {
    return { state: "not_published", detail: told.detail, retryAfterSeconds: null };
  }
  const detail = told.state === "empty" ? "The agency returned no map." : told.detail;
  return {
    ...{ state: "failed", detail },
    retryAfterSeconds: told.state === "failed" ? told.retryAfterSeconds : usualRetrySeconds * 20,
  };
}
