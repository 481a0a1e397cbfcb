/** The CPU-bound work of previews: checking boundaries, and drawing them over a picture. */
import { createCanvas, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import sharp from "sharp";
import type { Box } from "../../geometry/box.ts";
import { innerPoint } from "../../geometry/inner-point.ts";
import { readArea } from "../../geometry/read-area.ts";
import { loadPictureFonts, pictureFont } from "../../pictures/fonts.ts";
import { type FramedParcel, type Framing, type FramingInput, framed, type MercatorPoint } from "./frame-parcels.ts";

const mostFaults = 20;

/** Reads the boundaries of parcels and frames them. */
export function frameParcels({ parcels, ...size }: FramingInput): Framing {
  const read = parcels.map(({ geometry, label }) => ({ area: readArea(geometry), label }));
  const faults = read.flatMap(({ area }, parcel) =>
    "faults" in area ? area.faults.map((fault) => ({ ...fault, parcel })) : [],
  );
  if (faults.length > 0) return { faults: faults.slice(0, mostFaults) };
  return framed(
    read.flatMap(({ area, label }) => ("geometry" in area ? [{ geometry: area.geometry, label }] : [])),
    size,
  );
}

/** What is drawn. */
export interface PreviewDrawing {
  /** Null draws on plain paper. */
  readonly picture: { readonly png: Uint8Array; readonly box: Box } | null;
  readonly parcels: readonly FramedParcel[];
  readonly box: Box;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly attribution: string;
}

/** Draws parcels over a picture; returns PNG as base64. */
export async function drawPreview(drawing: PreviewDrawing): Promise<string> {
  const { picture, parcels, box, widthPx, heightPx } = drawing;
  loadPictureFonts();
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext("2d");
  context.fillStyle = "#f1efe9";
  context.fillRect(0, 0, widthPx, heightPx);
  const toPixel = ([x, y]: MercatorPoint): MercatorPoint => [
    ((x - box[0]) / (box[2] - box[0])) * widthPx,
    ((box[3] - y) / (box[3] - box[1])) * heightPx,
  ];
  if (picture) {
    const [left, top] = toPixel([picture.box[0], picture.box[3]]);
    const [right, bottom] = toPixel([picture.box[2], picture.box[1]]);
    context.drawImage(await loadImage(Buffer.from(picture.png)), left, top, right - left, bottom - top);
  }
  const inPixels = parcels.map(({ polygons, label }) => ({
    label,
    polygons: polygons.map((rings) => rings.map((ring) => ring.map(toPixel))),
  }));
  const unit = Math.max(1, Math.min(widthPx, heightPx) / 640);
  for (const { polygons } of inPixels) outline(context, polygons.flat(), unit);
  for (const { polygons, label } of inPixels) {
    if (label !== null) writeLabel(context, polygons, label, unit);
  }
  writeCredit(context, drawing, unit);
  const pixels = sharp(canvas.data(), { raw: { width: widthPx, height: heightPx, channels: 4 } }).removeAlpha();
  return (await pixels.png({ compressionLevel: 2 }).toBuffer()).toString("base64");
}

type Rings = readonly (readonly MercatorPoint[])[];

/** A light line with a dark edge is seen on every ground. */
function outline(context: SKRSContext2D, rings: Rings, unit: number): void {
  context.beginPath();
  for (const ring of rings) {
    ring.forEach(([x, y], at) => {
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  }
  context.fillStyle = "rgba(255,214,10,0.14)";
  context.fill("evenodd");
  context.lineJoin = "round";
  context.strokeStyle = "rgba(20,20,20,0.85)";
  context.lineWidth = 5 * unit;
  context.stroke();
  context.strokeStyle = "#ffd60a";
  context.lineWidth = 2.6 * unit;
  context.stroke();
}

function writeLabel(context: SKRSContext2D, polygons: readonly Rings[], label: string, unit: number): void {
  if (polygons.length === 0) return;
  const coordinates = polygons.map((rings) => rings.map((ring) => [...ring, ...ring.slice(0, 1)]));
  const place = innerPoint({ type: "MultiPolygon", coordinates });
  const size = 15 * unit;
  context.font = `bold ${size}px "${pictureFont}"`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  const room = context.canvas.width * 0.9;
  const text = shortened(context, label, room);
  const half = context.measureText(text).width / 2 + 4 * unit;
  const x = Math.min(context.canvas.width - half, Math.max(half, place[0]));
  context.strokeStyle = "rgba(0,0,0,0.8)";
  context.lineWidth = 4 * unit;
  context.strokeText(text, x, place[1]);
  context.fillStyle = "#fff";
  context.fillText(text, x, place[1]);
}

function shortened(context: SKRSContext2D, label: string, room: number): string {
  const letters = [...label.trim()];
  for (let kept = letters.length; kept > 1; kept--) {
    const text = kept === letters.length ? letters.join("") : `${letters.slice(0, kept).join("")}…`;
    if (context.measureText(text).width <= room) return text;
  }
  return letters[0] ?? "";
}

/** The credit stands in the picture, so that it goes wherever the picture goes. */
function writeCredit(context: SKRSContext2D, drawing: PreviewDrawing, unit: number): void {
  const { widthPx, heightPx, attribution } = drawing;
  const size = 10 * unit;
  context.font = `${size}px "${pictureFont}"`;
  const text = shortened(context, attribution, widthPx * 0.9);
  const width = context.measureText(text).width + size;
  context.fillStyle = "rgba(255,255,255,0.75)";
  context.fillRect(widthPx - width, heightPx - size * 1.7, width, size * 1.7);
  context.textAlign = "right";
  context.textBaseline = "alphabetic";
  context.fillStyle = "#222";
  context.fillText(text, widthPx - size / 2, heightPx - size * 0.5);
}
