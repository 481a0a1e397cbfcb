import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Compute, computeTask } from "../../../ingest/index.ts";
import type { DocumentRenderer } from "../../drawing/typst-renderer.ts";
import { acresFrom } from "../../geometry/ellipsoid-area.ts";
import { problem } from "../../http/problem.ts";
import type { SiteParcel } from "../parcels/site-parcels.repository.ts";
import { scaleBar } from "../scale-bar.ts";
import { overlayColors } from "./draw-overlay.ts";
import { sheetMap } from "./frame-map.ts";
import type { SheetData, SheetInput, SheetMap } from "./map-sheet.model.ts";
import type * as work from "./map-sheet.task.ts";

/** A sheet as it is asked for: its map, and the words around it. */
export interface SheetOrder {
  readonly map: SheetInput;
  readonly title: string;
  readonly project: string;
  readonly parcels: readonly SiteParcel[];
  readonly legend: SheetData["legend"];
  /** Titles of the overlays of the map. */
  readonly overlayTitles: readonly string[];
  readonly feetPerInch: number;
  readonly credits: readonly string[];
  readonly isSynthetic: boolean;
  readonly usage: string;
  /** Describes the picture to those who cannot see it. */
  readonly alt: string;
  readonly at: Date;
}

/** What sheets are drawn with. */
export interface SheetTools {
  readonly compute: Compute;
  readonly renderer: DocumentRenderer;
}

const drawTask = computeTask<typeof work, "drawSheetMap">({
  module: join(import.meta.dirname, "map-sheet.task.ts"),
  name: "drawSheetMap",
  lane: "interactive",
  deadlineMs: 20_000,
});
const template = await readFile(join(import.meta.dirname, "map-sheet.typ"), "utf8");
const mostRows = 16;
const widestBar = 126;
const retrySeconds = 5;

/**
 * Returns a map sheet as PDF, and whether streets are named on it.
 *
 * @throws Problem export_render_failed
 */
export async function drawSheet(
  { compute, renderer }: SheetTools,
  order: SheetOrder,
  signal: AbortSignal,
): Promise<{ readonly pdf: Uint8Array; readonly hasStreets: boolean }> {
  const map = await compute.run(drawTask, order.map, { signal });
  const files = {
    "lines.svg": Buffer.from(map.linesSvg),
    ...(map.pictureJpeg ? { "aerial.jpg": map.pictureJpeg } : {}),
  };
  const data: SheetData = {
    ...{ title: order.title, project: shortened(order.project, 90), language: "en", usage: order.usage },
    ...{ place: placeOf(order), notice: order.isSynthetic ? "SYNTHETIC: an invented town, not a real place" : null },
    ...{ parcels: parcelRows(order.parcels), has_picture: map.pictureJpeg !== null },
    legend: [...order.legend, ...overlayLegend(order.overlayTitles, map.overlays)],
    ...{ map: { ...sheetMap, alt: order.alt }, labels: map.labels, scale: scaleOf(order.feetPerInch) },
    credits: order.credits.map((credit) => shortened(credit, 300)),
    drawn_on: order.at.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" }),
  };
  const createdAt = Math.floor(order.at.getTime() / 1000);
  try {
    const { pdf } = await renderer.render({ template, data, files, createdAt }, signal);
    return { pdf, hasStreets: map.hasStreets };
  } catch (error) {
    if (!isRenderFailure(error)) throw error;
    throw problem("export_render_failed", { retry_after_seconds: retrySeconds });
  }
}

/** Names overlays without a feature on the map too, so that their absence does not look like a fault. */
function overlayLegend(titles: readonly string[], shown: SheetMap["overlays"]): SheetData["legend"] {
  const notes = { all: "", part: " (in part: too detailed for the sheet)", none: " (nothing within this map)" };
  return titles.map((title, at) => {
    const { shown: share, isPoints } = shown[at] ?? { shown: "none", isPoints: false };
    return {
      mark: isPoints ? "overlay_point" : "overlay",
      text: `${shortened(title, 60)}${notes[share]}`,
      color: overlayColors[at % overlayColors.length] ?? overlayColors[0],
    };
  });
}

const isRenderFailure = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "drawing.render-failed";

function placeOf({ parcels, project }: SheetOrder): string[] {
  const [first] = parcels;
  const { municipality, county, state } = first?.jurisdiction ?? {};
  const address = first?.address ?? null;
  const region = [municipality, county, state].filter((name) => typeof name === "string" && name !== "").join(", ");
  return [parcels.length === 1 && address !== null && address !== project ? address : "", region]
    .filter((line) => line !== "")
    .map((line) => shortened(line, 120));
}

function parcelRows(parcels: readonly SiteParcel[]): SheetData["parcels"] {
  const rows = parcels.slice(0, mostRows).map(({ address, apn, area_square_feet: area }, at) => ({
    number: parcels.length > 1 ? String(at + 1) : "",
    name: shortened(address ?? apn ?? `Parcel ${at + 1}`, 70),
    facts: [
      address !== null && apn !== null ? `APN ${shortened(apn, 40)}` : "",
      area === null ? "" : `${acresFrom(area).toFixed(2)} acres (${Math.round(area).toLocaleString("en-US")} sq ft)`,
    ]
      .filter((fact) => fact !== "")
      .join(" · "),
  }));
  const more = parcels.length - rows.length;
  return more > 0 ? [...rows, { number: "", name: `and ${more} more`, facts: "" }] : rows;
}

/** The longest round number of feet that fits the scale bar. */
function scaleOf(feetPerInch: number): SheetData["scale"] {
  const { feet, points } = scaleBar(feetPerInch, widestBar);
  const told = (value: number) => value.toLocaleString("en-US");
  return {
    points,
    ticks: ["0", told(feet / 2), `${told(feet)} ft`],
    text: `1 inch = ${told(feetPerInch)} feet on letter paper`,
  };
}

const shortened = (text: string, most: number) => {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
};
