/** The CPU-bound work of map sheets: frames, linework, texts and pictures. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import sharp from "sharp";
import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import { innerPoint } from "../../geometry/inner-point.ts";
import type { SiteFeature } from "../../providers/site-features.ts";
import { drawOverlay, overlayColors } from "./draw-overlay.ts";
import { framePicture, frameSheet, sheetMap } from "./frame-map.ts";
import type { SheetInput, SheetMap } from "./map-sheet.model.ts";
import { type LabelledLine, LabelPlacer, type LabelStyle } from "./place-labels.ts";
import { linesOnSheet, pathOf, sheetTransform, type ToSheet } from "./sheet-lines.ts";

export { framePicture, frameSheet };

/** Pixels of a picture for a point of paper: 200 for an inch. */
const pixelsPerPoint = 200 / 72;
const jpegQuality = 80;
const streetStyle: LabelStyle = { kind: "street", size: 8.5, mostBend: 0.05, apart: 260, mostPerText: 2 };
const contourStyle: LabelStyle = { kind: "contour", size: 7, mostBend: 0.12, apart: 170, mostPerText: 4 };
const leastContourLabels = 3;
const parcelStyle: LabelStyle = { kind: "parcel", size: 11, mostBend: 0, apart: 0, mostPerText: 1 };

/** Draws the map of a sheet. */
export async function drawSheetMap(input: SheetInput): Promise<SheetMap> {
  const onSheet = sheetTransform(input.box);
  const placer = new LabelPlacer(sheetMap);
  if (input.parcels.length > 1) {
    input.parcels.forEach((parcel, at) => {
      placer.placeAt(String(at + 1), onSheet(innerPoint(parcel)), parcelStyle);
    });
  }
  const contours = featuresIn(input.contoursJson);
  const ofIndex = (isIndex: boolean) => contours.filter(({ properties }) => (properties.is_index === true) === isIndex);
  const labelled = placer.placeAlong(contourTexts(ofIndex(true), onSheet), contourStyle);
  // On nearly level land hardly an index contour crosses the sheet, and no height could be read off it.
  if (labelled < leastContourLabels) placer.placeAlong(contourTexts(ofIndex(false), onSheet), contourStyle);
  const streets = placer.placeAlong(streetTexts(featuresIn(input.roadsJson), onSheet), streetStyle);
  const overlays = input.overlaysJson.map((json, at) =>
    drawOverlay(featuresIn(json), overlayColors[at % overlayColors.length] ?? overlayColors[0], onSheet),
  );
  const inner = [
    ...contours.map((feature) => contourPath(feature, onSheet)),
    ...overlays.map(({ svg }) => svg),
    parcelPaths(input.parcels, onSheet),
  ];
  const { width, height } = sheetMap;
  return {
    pictureJpeg: input.pictures.length === 0 ? null : await drawPictures(input),
    linesSvg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner.join("")}</svg>`,
    labels: placer.labels,
    hasStreets: streets > 0,
    overlays: overlays.map(({ shown, isPoints }) => ({ shown, isPoints })),
  };
}

const featuresIn = (json: string | null): readonly SiteFeature[] => (json === null ? [] : JSON.parse(json));

function streetTexts(roads: readonly SiteFeature[], onSheet: ToSheet): LabelledLine[] {
  return roads.flatMap((road) => {
    const { name } = road.properties;
    if (typeof name !== "string" || name.trim() === "") return [];
    return linesOnSheet(road, onSheet).map((points) => ({ text: name.trim(), points }));
  });
}

function contourTexts(contours: readonly SiteFeature[], onSheet: ToSheet): LabelledLine[] {
  return contours.flatMap((contour) => {
    const { elevation_ft: elevation } = contour.properties;
    if (typeof elevation !== "number") return [];
    return linesOnSheet(contour, onSheet).map((points) => ({ text: String(Math.round(elevation * 10) / 10), points }));
  });
}

function contourPath(contour: SiteFeature, onSheet: ToSheet): string {
  const path = linesOnSheet(contour, onSheet).map((points) => pathOf(points, ""));
  if (path.length === 0) return "";
  const isIndex = contour.properties.is_index === true;
  const stroke = `stroke="#f0d9a8" stroke-width="${isIndex ? 1.3 : 0.55}" stroke-opacity="${isIndex ? 1 : 0.9}"`;
  return `<path d="${path.join("")}" fill="none" ${stroke} stroke-linejoin="round"/>`;
}

/** A light line with a dark edge is seen on every ground. */
function parcelPaths(parcels: readonly AreaGeometry[], onSheet: ToSheet): string {
  const path = parcels
    .flatMap((parcel) => polygonsOf(parcel).flat())
    .map((ring) => pathOf(ring.slice(0, -1).map(onSheet), "Z"))
    .join("");
  const common = `d="${path}" stroke-linejoin="round"`;
  return `<path ${common} fill="#ffd60a" fill-opacity="0.1" fill-rule="evenodd" stroke="#141414" stroke-opacity="0.85" stroke-width="3.4"/><path ${common} fill="none" stroke="#ffd60a" stroke-width="1.7"/>`;
}

async function drawPictures({ kind, pictures, box }: SheetInput): Promise<Uint8Array> {
  const [width, height] = [sheetMap.width, sheetMap.height].map((points) => Math.round(points * pixelsPerPoint));
  const canvas = createCanvas(width ?? 0, height ?? 0);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  const [left, bottom, right, top] = box;
  for (const picture of pictures) {
    const image = await loadImage(Buffer.from(picture.png));
    const x = ((picture.box[0] - left) / (right - left)) * canvas.width;
    const y = ((top - picture.box[3]) / (top - bottom)) * canvas.height;
    const wide = ((picture.box[2] - picture.box[0]) / (right - left)) * canvas.width;
    const high = ((picture.box[3] - picture.box[1]) / (top - bottom)) * canvas.height;
    context.drawImage(image, x, y, wide, high);
  }
  if (kind === "contours") {
    // Fine light lines are seen on a darker ground.
    context.fillStyle = "rgba(10,16,12,0.38)";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  const pixels = sharp(canvas.data(), { raw: { width: canvas.width, height: canvas.height, channels: 4 } });
  return pixels.removeAlpha().jpeg({ quality: jpegQuality }).toBuffer();
}
