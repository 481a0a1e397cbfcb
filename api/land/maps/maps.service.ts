import type { Artifacts, LinkedArtifact } from "../../delivery/artifacts/artifacts.service.ts";
import type { Principal } from "../../http/principal.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { GetVisibleProject } from "../../knowledge/project-gate.ts";
import { siteFilename } from "../site-filename.ts";
import { listSiteLayers, readSiteLayerTexts } from "../site-layers/site-layers.repository.ts";
import { fetchImagery, georeferenceOf } from "./aerial-picture.ts";
import { contourSheet } from "./draw-contours.ts";
import { overlayColors } from "./draw-overlay.ts";
import {
  type DrawingDeps,
  type DrawnMap,
  displayOnly,
  drawSiteSheet,
  framed,
  imageryCredit,
  mapDocType,
  picturesOf,
  readSite,
  type Site,
  sheetPixels,
  storeMap,
  tenths,
} from "./drawn-map.ts";
import type { MapSubject } from "./frame-map.ts";
import { framePictureTask, frameSheetTask } from "./frame-sheet.ts";
import type { MapBody, MapFacts, MapView } from "./maps.model.ts";
import { type RecordedMap, type RecordedMapsDeps, recordedMap } from "./recorded-maps.service.ts";

/** A map that a worker draws, and after how many seconds to ask for it again. */
export interface MapInWork {
  readonly renderingSeconds: number;
}

/** Draws maps of projects. */
export interface Maps {
  /**
   * Draws a map, or finds the one that is kept, and mints a link to it. `onStored` is called with the id of the file
   * before the link is minted.
   *
   * @throws Problem not_found, invalid_map_request, bootstrap_not_ready, map_layer_unavailable, upstream_unavailable,
   *   export_render_failed, validation_failed, and those of official maps
   */
  create(
    principal: Principal,
    projectId: string,
    body: MapBody,
    options: { onStored(artifactId: string): Promise<void>; readonly signal: AbortSignal },
  ): Promise<MapView | MapInWork>;
  /** Mints a fresh link to a map that was drawn before. */
  get(principal: Principal, projectId: string, artifactId: string): Promise<MapView>;
}

/** What maps are made of. */
export interface MapsDeps extends DrawingDeps, RecordedMapsDeps {
  readonly artifacts: Pick<Artifacts, "store" | "withLink">;
  readonly getVisibleProject: GetVisibleProject;
}

/** Layers of map files that one sheet can tell apart. */
const mostOverlays = overlayColors.length;

type Owner = { readonly orgId: string; readonly projectId: string };

/** Makes the maps of the service. */
export function makeMaps(deps: MapsDeps): Maps {
  const { artifacts } = deps;
  return {
    async create(principal, projectId, body, { onStored, signal }) {
      const owner = { orgId: (await deps.getVisibleProject(principal, projectId)).orgId, projectId };
      const made = await mapOf(deps, owner, body, signal);
      if ("renderingSeconds" in made) return made;
      await onStored(made.artifactId);
      return viewOf(await artifacts.withLink(principal, projectId, made.artifactId, mapDocType));
    },
    async get(principal, projectId, artifactId) {
      return viewOf(await artifacts.withLink(principal, projectId, artifactId, mapDocType));
    },
  };
}

async function mapOf(deps: MapsDeps, owner: Owner, body: MapBody, signal: AbortSignal): Promise<RecordedMap> {
  const around = surroundings(body);
  const { kind } = body;
  if (kind === "flood" || kind === "wetlands") return recordedMap(deps, owner, kind);
  if (kind === "contours") return { artifactId: await contourSheet(deps, owner, signal) };
  const site = await readSite(deps.db, owner.projectId, around);
  const drawn = kind === "aerial" ? await drawAerial(deps, site, signal) : await drawSiteMap(deps, site, signal);
  return { artifactId: await storeMap(deps, owner, drawn) };
}

/** @throws Problem invalid_map_request, validation_failed */
function surroundings(body: MapBody): Pick<MapSubject, "center" | "bufferMeters"> {
  const { kind, latitude, longitude, buffer_meters: buffer } = body;
  const isPlaced = latitude !== undefined || longitude !== undefined || buffer !== undefined;
  if (isPlaced && kind !== "site_map" && kind !== "aerial") throw problem("invalid_map_request");
  if ((latitude === undefined) !== (longitude === undefined)) {
    const field = latitude === undefined ? "latitude" : "longitude";
    throw validationProblem([{ field, code: "required", message: "is required beside the other coordinate" }]);
  }
  const center = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  return { center, bufferMeters: buffer ?? null };
}

/** Draws the bare imagery of a site. @throws Problem not_found, upstream_unavailable */
export async function drawAerial(deps: DrawingDeps, { name, subject }: Site, signal: AbortSignal): Promise<DrawnMap> {
  const frame = framed(await deps.compute.run(framePictureTask, subject, { signal }));
  const drawn = await fetchImagery(deps.providers.imagery, frame, signal);
  if (drawn === null) throw problem("not_found", { detail: "No aerial imagery is published for this place." });
  const { image, isSynthetic } = drawn;
  const [left, bottom, right, top] = image.bboxWebMercator;
  const filename = `${siteFilename(name)}-aerial.png`;
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

/** Draws the parcels of a site over imagery, with the layers of its map files. @throws Problem upstream_unavailable, export_render_failed */
export async function drawSiteMap(deps: DrawingDeps, site: Site, signal: AbortSignal): Promise<DrawnMap> {
  const frame = framed(await deps.compute.run(frameSheetTask, site.subject, { signal }));
  const stored = listSiteLayers(deps.db, site.projectId).then((layers) => {
    const uploads = layers.filter(({ kind }) => kind === "upload").slice(0, mostOverlays);
    return readSiteLayerTexts(deps.db, site.projectId, ["roads", ...uploads.map(({ layer }) => layer)]);
  });
  const [drawn, layers] = await Promise.all([
    fetchImagery(deps.providers.imagery, { box: frame.box, ...sheetPixels }, signal),
    stored,
  ]);
  const roads = layers.find(({ layer, state }) => layer === "roads" && state === "ready");
  const overlays = layers.filter(({ kind }) => kind === "upload");
  const roadCredit = roads?.provenance?.attribution ?? roads?.provenance?.name ?? null;
  return drawSiteSheet(
    deps,
    site,
    {
      ...{ kind: "site_map", title: "Site map", frame, pictures: picturesOf(drawn) },
      roadsJson: roads?.featuresJson ?? null,
      legend: [{ mark: "parcel", text: "Parcel boundary" }],
      overlays: overlays.map(({ title, featuresJson }) => ({ title, featuresJson: featuresJson ?? "[]" })),
      credits: [
        imageryCredit(drawn),
        ...(roadCredit === null ? [] : [`Streets: ${roadCredit}`]),
        ...overlays.map(({ title, provenance }) => `${title}: ${provenance?.name ?? "uploaded by the user"}`),
      ],
      isSynthetic: drawn?.isSynthetic === true || roads?.provenance?.isSynthetic === true,
    },
    signal,
  );
}

function viewOf({ artifactId, filename, mimeType, downloadUrl, expiresAt, metadata }: LinkedArtifact): MapView {
  return {
    ...(metadata as MapFacts),
    ...{ artifact_id: artifactId, filename, mime_type: mimeType },
    ...{ download_url: downloadUrl, expires_at: expiresAt.toISOString() },
  };
}
