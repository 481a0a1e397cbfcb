import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Position } from "../../geometry/geojson.ts";
import { innerPoint, isInArea } from "../../geometry/inner-point.ts";
import { pictureFont } from "../../pictures/fonts.ts";
import type { PlanObject, PlanObjectType } from "../site-plan/engine/compiled-plan.ts";
import { polygonsOfRegion } from "../site-plan/engine/kernel.ts";
import { type GridPoint, type GridRegion, type GridRing, gridUnitsPerFoot } from "../site-plan/engine/plan-geometry.ts";
import type { PlanFrame } from "./picture-frame.ts";
import { type PictureStyle, pictureStyles } from "./picture-style.ts";

type SheetPoint = readonly [x: number, y: number];
const labelSize = 8;
const smallSize = 6.5;
const haloWidth = 2.4;

/** Draws the objects of a plan, with the lengths of the boundary and the names of buildings. */
export function drawObjects(context: SKRSContext2D, objects: readonly PlanObject[], frame: PlanFrame): void {
  for (const [type, style] of pictureStyles) {
    const ofType = objects.filter(({ objectType }) => objectType === type);
    for (const object of ofType) drawShape(context, object, { style, frame });
  }
  const boundary = objects.filter(({ objectType }) => objectType === "site_boundary");
  for (const { shape } of boundary.length > 0
    ? boundary
    : objects.filter(({ objectType }) => objectType === "parcel")) {
    if (shape.type === "region") for (const ring of shape.region.rings) drawLengths(context, ring, frame);
  }
  const taken: LabelBox[] = [];
  for (const object of inLabelOrder(objects)) drawLabel(context, object, { frame, taken });
}

/** The objects that have a name on the picture: what comes first keeps its place. A single zone is the site. */
function inLabelOrder(objects: readonly PlanObject[]): readonly PlanObject[] {
  const zones = objects.filter(({ objectType }) => objectType === "zone");
  return named
    .filter((type) => type !== "zone" || zones.length > 1)
    .flatMap((type) => objects.filter(({ objectType }) => objectType === type));
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

const named: readonly PlanObjectType[] = [
  ...(["building", "stormwater_basin", "wetland", "floodway", "truck_court"] as const),
  ...(["zone", "open_space"] as const),
];
/** What an object is called where its name does not fit. */
const shortNames: Readonly<Partial<Record<PlanObjectType, string>>> = { stormwater_basin: "Basin" };

/** Where a name is written, as the box around it. */
interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Writes the name of an object inside of it; what does not fit there is written shorter, or not at all. */
function drawLabel(
  context: SKRSContext2D,
  object: PlanObject,
  { frame, taken }: { readonly frame: PlanFrame; readonly taken: LabelBox[] },
): void {
  if (object.shape.type !== "region" || object.label === "") return;
  const polygon = largestPolygon(object.shape.region).map((ring) => ring.map(frame.toSheet));
  const [points = []] = polygon;
  const side = longestSide(points);
  const isBuilding = object.objectType === "building";
  const names = [object.label, shortNames[object.objectType] ?? ""].filter((name) => name !== "");
  const found = names
    .flatMap((name) => [[name, ...(isBuilding ? factsOf(object) : [])], [name]])
    .map((texts) => linesThatFit(context, texts, side))
    .filter((some) => some.length > 0)
    .flatMap((some) => {
      const at = labelPlace(context, polygon, { lines: some, angle: side.angle, taken });
      return at ? [{ lines: some, ...at }] : [];
    })[0];
  if (!found) return;
  const { lines, place, box } = found;
  taken.push(box);
  context.save();
  context.translate(...place);
  context.rotate(side.angle);
  lines.forEach((line, at) => {
    context.save();
    context.translate(0, (at - (lines.length - 1) / 2) * (labelSize + 1.5));
    const colour = isBuilding ? "#35180a" : object.objectType === "zone" ? "#5b3f8c" : "#2b3a35";
    haloText(context, line, { size: at === 0 ? labelSize : smallSize, isBold: at === 0, colour });
    context.restore();
  });
  context.restore();
}

/** Places across a polygon that are tried for a name, as shares of its box. */
const tries = [0.2, 0.35, 0.5, 0.65, 0.8];

/**
 * Where lines of text lie inside of a polygon and beside other names: around its middle, where most land is around, or elsewhere;
 * undefined for nowhere.
 */
function labelPlace(
  context: SKRSContext2D,
  polygon: readonly (readonly SheetPoint[])[],
  {
    lines,
    angle,
    taken,
  }: { readonly lines: readonly string[]; readonly angle: number; readonly taken: readonly LabelBox[] },
): { readonly place: SheetPoint; readonly box: LabelBox } | undefined {
  const coordinates = polygon.map((ring) => [...ring, ...ring.slice(0, 1)].map(([x, y]): Position => [x, y]));
  const area = { type: "Polygon", coordinates } as const;
  context.font = `bold ${labelSize}px "${pictureFont}"`;
  const wide = Math.max(...lines.map((line) => context.measureText(line).width)) / 2;
  const high = (lines.length * (labelSize + 1.5)) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = innerPoint(area);
  const [across, up] = [wide * Math.abs(cos) + high * Math.abs(sin), wide * Math.abs(sin) + high * Math.abs(cos)];
  for (const place of [centroidOf(polygon[0] ?? []), [x, y] as const, ...spreadOver(polygon[0] ?? [])]) {
    const [middleX, middleY] = place;
    const box = { left: middleX - across, right: middleX + across, top: middleY - up, bottom: middleY + up };
    const isInside = [-wide, 0, wide].every((dx) =>
      [-high, high].every((dy) => isInArea([middleX + dx * cos - dy * sin, middleY + dx * sin + dy * cos], area)),
    );
    if (isInside && !taken.some((other) => overlap(box, other))) return { place, box };
  }
  return undefined;
}

const overlap = (one: LabelBox, other: LabelBox) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function spreadOver(points: readonly SheetPoint[]): SheetPoint[] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return tries.flatMap((row) => tries.map((column): SheetPoint => [left + column * wide, top + row * high]));
}

function centroidOf(ring: readonly SheetPoint[]): SheetPoint {
  const [originX, originY] = ring[0] ?? [0, 0];
  let [twice, sumX, sumY] = [0, 0, 0];
  ring.forEach(([px, py], at) => {
    const [nx, ny] = ring[(at + 1) % ring.length] ?? [px, py];
    const [ax, ay, bx, by] = [px - originX, py - originY, nx - originX, ny - originY];
    const cross = ax * by - bx * ay;
    twice += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
  });
  return twice === 0 ? [originX, originY] : [originX + sumX / (3 * twice), originY + sumY / (3 * twice)];
}

interface LabelRoom {
  readonly long: number;
  readonly across: number;
  /** Between -90 and 90 degrees, in radians. */
  readonly angle: number;
}

/** The direction of the longest side, and how much room there is along and across it. */
function longestSide(points: readonly SheetPoint[]): LabelRoom {
  let best: LabelRoom = { long: 0, across: 0, angle: 0 };
  points.forEach(([x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length] ?? [x, y];
    const length = Math.sqrt((nextX - x) ** 2 + (nextY - y) ** 2);
    if (length <= best.long) return;
    const [alongX, alongY] = [(nextX - x) / length, (nextY - y) / length];
    const across = points.map(([px, py]) => Math.abs((px - x) * alongY - (py - y) * alongX));
    const angle = Math.atan2(alongY, alongX);
    const flipped = angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle;
    best = { long: length, across: Math.max(...across), angle: flipped };
  });
  return best;
}

/** As many lines as fit; a name that is too long gives way to the facts, and a small object stays without text. */
function linesThatFit(context: SKRSContext2D, lines: readonly string[], { long, across }: LabelRoom): string[] {
  const fits = (line: string, isFirst: boolean) => {
    context.font = `${isFirst ? "bold " : ""}${isFirst ? labelSize : smallSize}px "${pictureFont}"`;
    return context.measureText(line).width <= long - 4;
  };
  const most = Math.floor((across - 2) / (labelSize + 1.5));
  const fitting = lines.filter((line, at) => fits(line, at === 0));
  return fitting.slice(0, Math.max(0, most));
}

function factsOf({ measurements }: PlanObject): string[] {
  const isGarage = measurements.gfa_sf === 0 && typeof measurements.stall_count === "number";
  if (isGarage) return [`${measurements.stall_count} stalls · ${measurements.floors} levels`];
  const facts = [
    typeof measurements.units === "number" && measurements.units > 0
      ? `${measurements.units} ${measurements.units === 1 ? "unit" : "units"}`
      : "",
    typeof measurements.gfa_sf === "number" ? `${Math.round(measurements.gfa_sf).toLocaleString("en-US")} sq ft` : "",
    typeof measurements.floors === "number"
      ? `${measurements.floors} ${measurements.floors === 1 ? "story" : "stories"}`
      : "",
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? [] : [facts.join(" · ")];
}

/** The polygon of a region with the longest outer ring: that is where its name stands. */
function largestPolygon(region: GridRegion): readonly GridRing[] {
  return polygonsOfRegion(region).toSorted(([one = []], [other = []]) => other.length - one.length)[0] ?? [];
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
