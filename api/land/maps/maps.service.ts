import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { Artifacts, LinkedArtifact } from "../../delivery/artifacts/artifacts.service.ts";
import type { DocumentRenderer } from "../../drawing/typst-renderer.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { GetVisibleProject } from "../../knowledge/project-gate.ts";
import type { Providers } from "../../providers/providers.ts";
import { findSiteName, listSiteParcels, type SiteParcel } from "../parcels/site-parcels.repository.ts";
import { readSiteLayerTexts } from "../site-layers/site-layers.repository.ts";
import { fetchImagery, georeferenceOf } from "./aerial-picture.ts";
import { drawSheet } from "./draw-sheet.ts";
import { type FrameFault, type MapSubject, sheetMap } from "./frame-map.ts";
import type * as work from "./map-sheet.task.ts";
import type { MapBody, MapFacts, MapView } from "./maps.model.ts";

/** Draws maps of projects. */
export interface Maps {
  /**
   * Draws a map, stores it and mints a link to it. `onStored` is called with the id of the file before the link is minted.
   *
   * @throws Problem not_found, map_layer_unavailable, upstream_unavailable, export_render_failed, validation_failed
   */
  create(
    principal: Principal,
    projectId: string,
    body: MapBody,
    options: { onStored(artifactId: string): Promise<void>; readonly signal: AbortSignal },
  ): Promise<MapView>;
  /** Mints a fresh link to a map that was drawn before. */
  get(principal: Principal, projectId: string, artifactId: string): Promise<MapView>;
}

/** What maps are made of. */
export interface MapsDeps {
  readonly db: Database;
  readonly compute: Compute;
  readonly renderer: DocumentRenderer;
  readonly providers: Pick<Providers, "imagery">;
  readonly artifacts: Pick<Artifacts, "store" | "withLink">;
  readonly getVisibleProject: GetVisibleProject;
}

/** A map before it is stored. */
interface DrawnMap {
  readonly bytes: Uint8Array;
  readonly label: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly facts: MapFacts;
}

/** What a map is drawn of. */
interface Site {
  readonly projectId: string;
  readonly name: string;
  readonly parcels: readonly SiteParcel[];
  readonly subject: MapSubject;
}

const module = join(import.meta.dirname, "map-sheet.task.ts");
const frameSheetTask = computeTask<typeof work, "frameSheet">({
  ...{ module, name: "frameSheet", lane: "interactive", deadlineMs: 10_000 },
});
const framePictureTask = computeTask<typeof work, "framePicture">({
  ...{ module, name: "framePicture", lane: "interactive", deadlineMs: 10_000 },
});
const docType = "map";
const sheetPixelsPerPoint = 200 / 72;
const displayOnly =
  "For display only: a screening exhibit, not a survey. Print the attribution with it. Do not scale dimensions off it, do not present traced linework as survey data, and do not give the imagery to an image or vision model.";

/** Makes the maps of the service. */
export function makeMaps(deps: MapsDeps): Maps {
  const { db, artifacts } = deps;
  return {
    async create(principal, projectId, body, { onStored, signal }) {
      const { orgId } = await deps.getVisibleProject(principal, projectId);
      const site = await readSite(db, projectId, body);
      const drawn =
        body.kind === "aerial" ? await drawAerial(deps, site, signal) : await drawSiteMap(deps, site, signal);
      const { bytes, facts, ...file } = drawn;
      const artifact = await artifacts.store(
        { ...file, orgId, projectId, docType, metadata: facts, tool: "render_map" },
        once(bytes),
      );
      await onStored(artifact.id);
      return viewOf(await artifacts.withLink(principal, projectId, artifact.id));
    },
    async get(principal, projectId, artifactId) {
      const linked = await artifacts.withLink(principal, projectId, artifactId);
      if (linked.docType !== docType) throw problem("not_found", { detail: "The project has no such map." });
      return viewOf(linked);
    },
  };
}

async function readSite(db: Database, projectId: string, body: MapBody): Promise<Site> {
  const { latitude, longitude, buffer_meters: buffer } = body;
  if ((latitude === undefined) !== (longitude === undefined)) {
    const field = latitude === undefined ? "latitude" : "longitude";
    throw validationProblem([{ field, code: "required", message: "must be given where the other one is" }]);
  }
  const [name, parcels] = await Promise.all([findSiteName(db, projectId), listSiteParcels(db, projectId)]);
  const center = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  const areas = parcels.flatMap(({ geometry }) => (geometry === null ? [] : [geometry]));
  return { projectId, name, parcels, subject: { parcels: areas, center, bufferMeters: buffer ?? null } };
}

async function drawAerial(deps: MapsDeps, { name, subject }: Site, signal: AbortSignal): Promise<DrawnMap> {
  const frame = framed(await deps.compute.run(framePictureTask, subject, { signal }));
  const drawn = await fetchImagery(deps.providers.imagery, frame, signal);
  if (drawn === null) throw problem("not_found", { detail: "No aerial imagery is published for this place." });
  const { image, isSynthetic } = drawn;
  const [left, bottom, right, top] = image.bboxWebMercator;
  const filename = `${plainName(name)}-aerial.png`;
  const facts: MapFacts = {
    ...{ kind: "aerial", parcels_drawn: 0, road_labels: false, attribution: image.attribution, usage: displayOnly },
    extent_feet: {
      width: tenths((right - left) * frame.feet.perMeterX),
      height: tenths((top - bottom) * frame.feet.perMeterY),
    },
    is_synthetic: isSynthetic,
    georeference: georeferenceOf(image, filename),
  };
  return { bytes: image.png, label: "Aerial imagery", filename, mimeType: "image/png", facts };
}

async function drawSiteMap(deps: MapsDeps, site: Site, signal: AbortSignal): Promise<DrawnMap> {
  const { name, parcels, subject } = site;
  const frame = framed(await deps.compute.run(frameSheetTask, subject, { signal }));
  const size = { widthPx: sheetMap.width * sheetPixelsPerPoint, heightPx: sheetMap.height * sheetPixelsPerPoint };
  const [drawn, layers] = await Promise.all([
    fetchImagery(deps.providers.imagery, { box: frame.box, ...rounded(size) }, signal),
    readSiteLayerTexts(deps.db, site.projectId, ["roads"]),
  ]);
  const roads = layers.find(({ state }) => state === "ready");
  const at = new Date();
  const pictures = drawn === null ? [] : [{ png: shared(drawn.image.png), box: drawn.image.bboxWebMercator }];
  const imageryCredit = drawn?.image.attribution ?? "No aerial imagery is published for this place";
  const roadCredit = roads?.provenance?.attribution ?? roads?.provenance?.name ?? null;
  const credits = [imageryCredit, ...(roadCredit === null ? [] : [`Streets: ${roadCredit}`])];
  const isSynthetic = drawn?.isSynthetic === true || roads?.provenance?.isSynthetic === true;
  const { pdf, hasStreets } = await drawSheet(
    deps,
    {
      map: {
        ...{ kind: "site_map", box: frame.box, parcels: subject.parcels, pictures },
        ...{ roadsJson: roads?.featuresJson ?? null, contoursJson: null },
      },
      ...{ title: "Site map", project: name, parcels, feetPerInch: frame.feetPerInch, credits, isSynthetic, at },
      legend: [{ mark: "parcel", text: "Parcel boundary" }],
      usage: displayOnly,
      alt: `Aerial imagery of the ground around ${name}`,
    },
    signal,
  );
  const facts: MapFacts = {
    ...{ kind: "site_map", parcels_drawn: subject.parcels.length, road_labels: hasStreets, usage: displayOnly },
    extent_feet: { width: tenths(frame.widthFeet), height: tenths(frame.heightFeet) },
    attribution: credits.join("; "),
    is_synthetic: isSynthetic,
  };
  const filename = `${plainName(name)}-site-map.pdf`;
  return { bytes: pdf, label: "Site map", filename, mimeType: "application/pdf", facts };
}

/** @throws Problem map_layer_unavailable where there is no boundary; validation_failed where the ground is too large */
function framed<Frame extends object>(frame: Frame | FrameFault): Frame {
  if (typeof frame === "object") return frame;
  if (frame === "nothing_to_show") {
    throw problem("map_layer_unavailable", { detail: "No parcel of the project has a boundary to draw." });
  }
  throw validationProblem([
    { field: "buffer_meters", code: "too_large", message: "shows more ground than fits a map" },
  ]);
}

function viewOf({ artifactId, filename, mimeType, downloadUrl, expiresAt, metadata }: LinkedArtifact): MapView {
  return {
    ...(metadata as MapFacts),
    ...{ artifact_id: artifactId, filename, mime_type: mimeType },
    ...{ download_url: downloadUrl, expires_at: expiresAt.toISOString() },
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
const rounded = (size: { readonly widthPx: number; readonly heightPx: number }) => ({
  widthPx: Math.round(size.widthPx),
  heightPx: Math.round(size.heightPx),
});

const plainName = (name: string) =>
  name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 80) || "site";

/** Puts bytes where a worker thread reads them without a copy. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
