import type { Compute } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { Artifacts } from "../../delivery/artifacts/artifacts.service.ts";
import type { DocumentRenderer } from "../../drawing/typst-renderer.ts";
import { problem, validationProblem } from "../../http/problem.ts";
import type { Providers } from "../../providers/providers.ts";
import { oneChunk } from "../../storage/one-chunk.ts";
import { findSiteName, listSiteParcels, type SiteParcel } from "../parcels/site-parcels.repository.ts";
import { siteFilename } from "../site-filename.ts";
import type { DrawnImagery } from "./aerial-picture.ts";
import { drawSheet } from "./draw-sheet.ts";
import { type FrameFault, type MapFrame, type MapSubject, sheetMap } from "./frame-map.ts";
import type { SheetData, SheetInput } from "./map-sheet.model.ts";
import type { MapFacts, MapKind } from "./maps.model.ts";

/** What maps are drawn with. */
export interface DrawingDeps {
  readonly db: Database;
  readonly compute: Compute;
  readonly renderer: DocumentRenderer;
  readonly providers: Pick<Providers, "imagery" | "agencyMaps">;
  readonly artifacts: Pick<Artifacts, "store">;
}

/** A map before it is stored. */
export interface DrawnMap {
  readonly bytes: Uint8Array;
  readonly label: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly facts: MapFacts;
}

/** What a map is drawn of. */
export interface Site {
  readonly projectId: string;
  readonly name: string;
  readonly parcels: readonly SiteParcel[];
  readonly subject: MapSubject;
}

/** Kind of the files that are maps. */
export const mapDocType = "map";

/** What maps with imagery may be used for. */
export const displayOnly =
  "For display only: a screening exhibit, not a survey. Print the attribution with it. Do not scale dimensions off it, do not present traced linework as survey data, and do not give the imagery to an image or vision model.";

const pixelsPerPoint = 200 / 72;
/** Size of the pictures of a sheet: 200 pixels for an inch. */
export const sheetPixels = {
  widthPx: Math.round(sheetMap.width * pixelsPerPoint),
  heightPx: Math.round(sheetMap.height * pixelsPerPoint),
};

/** Reads what maps of a project are drawn of. */
export async function readSite(
  db: Database,
  projectId: string,
  around: Pick<MapSubject, "center" | "bufferMeters"> = { center: null, bufferMeters: null },
): Promise<Site> {
  const [name, parcels] = await Promise.all([findSiteName(db, projectId), listSiteParcels(db, projectId)]);
  const areas = parcels.flatMap(({ geometry }) => (geometry === null ? [] : [geometry]));
  return { projectId, name, parcels, subject: { ...around, parcels: areas } };
}

/** @throws Problem map_layer_unavailable where there is no boundary; validation_failed where the ground is too large */
export function framed<Frame extends object>(frame: Frame | FrameFault): Frame {
  if (typeof frame === "object") return frame;
  if (frame === "nothing_to_show") throw noBoundary();
  throw validationProblem([
    { field: "buffer_meters", code: "too_large", message: "covers more ground than one map can show" },
  ]);
}

/** The refusal of a map of a site without boundaries. */
export const noBoundary = () =>
  problem("map_layer_unavailable", { detail: "No parcel of the project has a boundary to draw." });

/** A sheet to be drawn. */
export interface SheetRequest {
  readonly kind: Extract<MapKind, SheetInput["kind"]>;
  readonly title: string;
  readonly frame: MapFrame & { readonly feetPerInch: number };
  readonly pictures: SheetInput["pictures"];
  readonly roadsJson?: string | null;
  readonly contoursJson?: string | null;
  /** Further layers to draw over the picture. */
  readonly overlays?: readonly { readonly title: string; readonly featuresJson: string }[];
  readonly legend: SheetData["legend"];
  readonly credits: readonly string[];
  readonly usage?: string;
  readonly isSynthetic: boolean;
}

/** Draws a sheet of a site. */
export async function drawSiteSheet(
  deps: DrawingDeps,
  { name, parcels, subject }: Site,
  request: SheetRequest,
  signal: AbortSignal,
): Promise<DrawnMap> {
  const { kind, title, frame, pictures, legend, credits, isSynthetic, usage = displayOnly } = request;
  const { roadsJson = null, contoursJson = null, overlays = [] } = request;
  const overlaysJson = overlays.map(({ featuresJson }) => featuresJson);
  const { pdf, hasStreets } = await drawSheet(
    deps,
    {
      map: { kind, box: frame.box, parcels: subject.parcels, pictures, roadsJson, contoursJson, overlaysJson },
      overlayTitles: overlays.map((overlay) => overlay.title),
      ...{ title, project: name, parcels, feetPerInch: frame.feetPerInch, credits, isSynthetic, legend, usage },
      ...{ alt: `${title} of the ground around ${name}`, at: new Date() },
    },
    signal,
  );
  const facts: MapFacts = {
    ...{ kind, parcels_drawn: subject.parcels.length, road_labels: hasStreets, usage },
    extent_feet: { width: tenths(frame.widthFeet), height: tenths(frame.heightFeet) },
    ...{ attribution: credits.join("; "), is_synthetic: isSynthetic },
  };
  const filename = `${siteFilename(name)}-${kind.replace("_", "-")}.pdf`;
  return { bytes: pdf, label: title, filename, mimeType: "application/pdf", facts };
}

/** Imagery as a picture of a sheet. */
export const picturesOf = (drawn: DrawnImagery | null): SheetInput["pictures"] =>
  drawn === null ? [] : [{ png: shared(drawn.image.png), box: drawn.image.bboxWebMercator }];

/** The credit of imagery. */
export const imageryCredit = (drawn: DrawnImagery | null) =>
  drawn === null ? "No aerial imagery is published for this place" : `Imagery: ${drawn.image.attribution}`;

/** Stores a map as a file of its project; returns the id of the file. */
export async function storeMap(
  { artifacts }: DrawingDeps,
  owner: { readonly orgId: string; readonly projectId: string },
  { bytes, facts, ...file }: DrawnMap,
): Promise<string> {
  const named = { ...file, ...owner, docType: mapDocType, metadata: facts, tool: "render_map" };
  return (await artifacts.store(named, oneChunk(bytes))).id;
}

/** Rounds to tenths. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Puts bytes where a worker thread reads them without a copy. */
export function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
