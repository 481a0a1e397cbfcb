import type { SKRSContext2D } from "@napi-rs/canvas";
import { pictureFont } from "../../pictures/fonts.ts";
import type { PlanObject } from "../site-plan/engine/compiled-plan.ts";
import { type GridPoint, type GridRing, gridUnitsPerFoot } from "../site-plan/engine/plan-geometry.ts";
import type { PlanFrame } from "./picture-frame.ts";
import { type PictureStyle, pictureStyles } from "./picture-style.ts";

type SheetPoint = readonly [x: number, y: number];
const labelSize = 8;
const smallSize = 6.5;
const haloWidth = 2.4;

/** Draws the objects of a plan, with the lengths of the boundary and the names of buildings. Returns the styles that were used. */
export function drawObjects(
  context: SKRSContext2D,
  objects: readonly PlanObject[],
  frame: PlanFrame,
): (readonly [name: string, style: PictureStyle])[] {
  const used: (readonly [string, PictureStyle])[] = [];
  for (const [type, style] of pictureStyles) {
    const ofType = objects.filter(({ objectType }) => objectType === type);
    if (ofType.length === 0) continue;
    used.push([type, style]);
    for (const object of ofType) drawShape(context, object, { style, frame });
  }
  const boundary = objects.filter(({ objectType }) => objectType === "site_boundary");
  for (const { shape } of boundary.length > 0
    ? boundary
    : objects.filter(({ objectType }) => objectType === "parcel")) {
    if (shape.type === "region") for (const ring of shape.region.rings) drawLengths(context, ring, frame);
  }
  for (const object of objects) drawLabel(context, object, frame);
  return used;
}

function drawShape(
  context: SKRSContext2D,
  { shape }: PlanObject,
  { style, frame }: { readonly style: PictureStyle; readonly frame: PlanFrame },
): void {
  if (shape.type === "point") {
    drawArrow(context, frame.toSheet(shape.point), style);
    return;
  }
  context.beginPath();
  const rings = shape.type === "line" ? [shape.points] : shape.region.rings;
  for (const ring of rings) {
    ring.forEach((point, at) => {
      const [x, y] = frame.toSheet(point);
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    if (shape.type === "region") context.closePath();
  }
  if (style.fill !== null && shape.type === "region") {
    context.fillStyle = style.fill;
    context.fill("evenodd");
  }
  if (style.stroke === null) return;
  context.strokeStyle = style.stroke;
  context.lineWidth = style.width;
  context.lineJoin = "round";
  context.setLineDash([...style.dash]);
  context.stroke();
  context.setLineDash([]);
}

function drawArrow(context: SKRSContext2D, [x, y]: SheetPoint, { fill }: PictureStyle): void {
  context.fillStyle = fill ?? "#000";
  context.beginPath();
  context.arc(x, y, 3.4, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#fff";
  context.beginPath();
  context.arc(x, y, 1.3, 0, 2 * Math.PI);
  context.fill();
}

/** Writes the length of each straight run of the boundary beside it, outside of the site. */
function drawLengths(context: SKRSContext2D, ring: GridRing, frame: PlanFrame): void {
  const corners = withoutStraightCorners(ring);
  corners.forEach((from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from;
    const feet = Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) / gridUnitsPerFoot;
    const [[x0, y0], [x1, y1]] = [frame.toSheet(from), frame.toSheet(to)];
    const long = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
    if (long < 34) return;
    const [alongX, alongY] = [(x1 - x0) / long, (y1 - y0) / long];
    // The ring runs counter-clockwise with north up, so its right side is outside; y grows downwards on the sheet.
    const [outX, outY] = [-alongY, alongX];
    context.save();
    context.translate((x0 + x1) / 2 + outX * 8, (y0 + y1) / 2 + outY * 8);
    const flip = alongX < -1e-6 || (Math.abs(alongX) <= 1e-6 && alongY > 0) ? Math.PI : 0;
    context.rotate(Math.atan2(alongY, alongX) + flip);
    haloText(context, `${feet.toFixed(1)} ft`, { size: smallSize, isBold: false, colour: "#333" });
    context.restore();
  });
}

function withoutStraightCorners(ring: GridRing): GridPoint[] {
  return ring.filter((point, at) => {
    const before = ring[(at + ring.length - 1) % ring.length] ?? point;
    const after = ring[(at + 1) % ring.length] ?? point;
    const [ax, ay, bx, by] = [point.x - before.x, point.y - before.y, after.x - point.x, after.y - point.y];
    const turn = ax * by - ay * bx;
    return turn * turn > 1e-3 * (ax * ax + ay * ay) * (bx * bx + by * by);
  });
}

const named = new Set(["building", "stormwater_basin", "zone", "wetland", "floodway", "truck_court", "open_space"]);

function drawLabel(context: SKRSContext2D, object: PlanObject, frame: PlanFrame): void {
  if (!named.has(object.objectType) || object.shape.type !== "region" || object.label === "") return;
  const [ring = []] = object.shape.region.rings;
  const points = ring.map(frame.toSheet);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const isBuilding = object.objectType === "building";
  const lines = [object.label, ...(isBuilding ? factsOf(object) : [])];
  context.font = `bold ${labelSize}px "${pictureFont}"`;
  const widest = Math.max(...lines.map((line) => context.measureText(line).width));
  if (Math.max(wide, high) < 24) return;
  const [x, y] = labelPlace(points);
  const isUpright = high > wide * 1.4 && widest > wide;
  context.save();
  context.translate(x, y);
  if (isUpright) context.rotate(-Math.PI / 2);
  lines.forEach((line, at) => {
    context.save();
    context.translate(0, (at - (lines.length - 1) / 2) * (labelSize + 1.5));
    const colour = isBuilding ? "#35180a" : "#2b3a35";
    haloText(context, line, { size: at === 0 ? labelSize : smallSize, isBold: at === 0, colour });
    context.restore();
  });
  context.restore();
}

function factsOf({ measurements }: PlanObject): string[] {
  const facts = [
    typeof measurements.units === "number" && measurements.units > 0 ? `${measurements.units} units` : "",
    typeof measurements.gfa_sf === "number" ? `${Math.round(measurements.gfa_sf).toLocaleString("en-US")} sq ft` : "",
    typeof measurements.floors === "number" ? `${measurements.floors} fl` : "",
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? [] : [facts.join(" · ")];
}

function labelPlace(points: readonly SheetPoint[]): SheetPoint {
  const count = Math.max(1, points.length);
  return [points.reduce((sum, [x]) => sum + x, 0) / count, points.reduce((sum, [, y]) => sum + y, 0) / count];
}

function haloText(
  context: SKRSContext2D,
  text: string,
  { size, isBold, colour }: { readonly size: number; readonly isBold: boolean; readonly colour: string },
): void {
  context.font = `${isBold ? "bold " : ""}${size}px "${pictureFont}"`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = haloWidth;
  context.strokeStyle = "rgba(255,255,255,0.85)";
  context.strokeText(text, 0, 0);
  context.fillStyle = colour;
  context.fillText(text, 0, 0);
}
