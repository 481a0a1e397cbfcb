import type { Position } from "../../geometry/geojson.ts";
import { innerPoint, isInArea } from "../../geometry/inner-point.ts";
import type { PlanObject, PlanObjectType } from "../site-plan/engine/compiled-plan.ts";
import { polygonsOfRegion } from "../site-plan/engine/kernel.ts";
import { type GridPoint, type GridRegion, type GridRing, gridUnitsPerFoot } from "../site-plan/engine/plan-geometry.ts";
import type { PlanFrame } from "./picture-frame.ts";

type SheetPoint = readonly [x: number, y: number];

/** Sizes of text, distance of lines, radius of the symbol of an access, and what stays free around it, points. */
const labelSize = 8;
const smallSize = 6.5;
export const lineHeight = labelSize + 1.5;
export const accessRadius = 3.4;
const aroundAccess = 2;

/** A line of a text on the picture. */
export interface LabelLine {
  readonly text: string;
  readonly size: number;
  readonly isBold: boolean;
  readonly colour: string;
}

/** A turned rectangle around its middle, points; the angle in radians. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly angle: number;
}

/** A text at its place. */
export interface PlacedLabel {
  readonly lines: readonly LabelLine[];
  readonly box: LabelBox;
}

/** Returns the width of a line in points. */
export type MeasureLine = (line: LabelLine) => number;

/**
 * Returns the texts of a plan: the lengths of its boundary and the names of its objects. None lies on another one or on the symbol
 * of an access; what finds no place is left out.
 */
export function placedLabels(objects: readonly PlanObject[], frame: PlanFrame, measure: MeasureLine): PlacedLabel[] {
  const symbols = accessBoxes(objects, frame);
  const placed: PlacedLabel[] = [];
  const isFree = (box: LabelBox) =>
    !symbols.some((other) => overlap(box, other)) && !placed.some((other) => overlap(box, other.box));
  const ofType = (type: PlanObjectType) => objects.filter(({ objectType }) => objectType === type);
  const boundary = ofType("site_boundary");
  for (const { shape } of boundary.length > 0 ? boundary : ofType("parcel")) {
    if (shape.type !== "region") continue;
    for (const ring of shape.region.rings) {
      for (const places of lengthsOf(ring, frame, measure)) {
        const free = places.find(({ box }) => isFree(box));
        if (free) placed.push(free);
      }
    }
  }
  for (const object of inLabelOrder(objects)) {
    const label = nameOf(object, frame, { measure, isFree });
    if (label) placed.push(label);
  }
  return placed;
}

/** Returns what the symbols of accesses cover. */
export const accessBoxes = (objects: readonly PlanObject[], frame: PlanFrame): LabelBox[] =>
  objects.flatMap(({ shape }) => {
    if (shape.type !== "point") return [];
    const [x, y] = frame.toSheet(shape.point);
    const half = accessRadius + aroundAccess;
    return [{ x, y, halfWidth: half, halfHeight: half, angle: 0 }];
  });

/** Returns whether two turned rectangles share more than an edge: no side of either parts them. */
export function overlap(one: LabelBox, other: LabelBox): boolean {
  const axes = [one, other].flatMap(({ angle }): SheetPoint[] => [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ]);
  return axes.every(([x, y]) => {
    const apart = Math.abs((one.x - other.x) * x + (one.y - other.y) * y);
    return apart < reachOf(one, x, y) + reachOf(other, x, y) - 1e-6;
  });
}

/** How far a box reaches from its middle along an axis. */
const reachOf = ({ halfWidth, halfHeight, angle }: LabelBox, x: number, y: number) =>
  halfWidth * Math.abs(Math.cos(angle) * x + Math.sin(angle) * y) +
  halfHeight * Math.abs(Math.cos(angle) * y - Math.sin(angle) * x);

/** The objects that have a name on the picture: what comes first keeps its place. A single zone is the site. */
function inLabelOrder(objects: readonly PlanObject[]): readonly PlanObject[] {
  const zones = objects.filter(({ objectType }) => objectType === "zone");
  return named
    .filter((type) => type !== "zone" || zones.length > 1)
    .flatMap((type) => objects.filter(({ objectType }) => objectType === type));
}

/** Shares of a side of the boundary at which its length may stand, the first first. */
const alongSide = [0.5, 0.38, 0.62, 0.26, 0.74];
/** Shortest side with a length, and the distance of the text from it, points. */
const leastSide = 34;
const besideSide = 8;

/** The places of the length of each straight run of the boundary beside it, outside of the site. */
function lengthsOf(ring: GridRing, frame: PlanFrame, measure: MeasureLine): PlacedLabel[][] {
  const corners = withoutStraightCorners(ring);
  return corners.map((from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from;
    const feet = Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) / gridUnitsPerFoot;
    const [[x0, y0], [x1, y1]] = [frame.toSheet(from), frame.toSheet(to)];
    const long = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
    if (long < leastSide) return [];
    const [alongX, alongY] = [(x1 - x0) / long, (y1 - y0) / long];
    // The ring runs counter-clockwise with north up, so its right side is outside; y grows downwards on the sheet.
    const [outX, outY] = [-alongY * besideSide, alongX * besideSide];
    const flip = alongX < -1e-6 || (Math.abs(alongX) <= 1e-6 && alongY > 0) ? Math.PI : 0;
    const line = { text: `${feet.toFixed(1)} ft`, size: smallSize, isBold: false, colour: "#333" };
    const size = { halfWidth: measure(line) / 2, halfHeight: smallSize / 2, angle: Math.atan2(alongY, alongX) + flip };
    return alongSide.map((share) => ({
      lines: [line],
      box: { x: x0 + share * (x1 - x0) + outX, y: y0 + share * (y1 - y0) + outY, ...size },
    }));
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

/** The name of an object inside of it; what does not fit there is written shorter, or not at all. */
function nameOf(
  object: PlanObject,
  frame: PlanFrame,
  { measure, isFree }: { readonly measure: MeasureLine; readonly isFree: (box: LabelBox) => boolean },
): PlacedLabel | undefined {
  if (object.shape.type !== "region" || object.label === "") return undefined;
  const polygon = largestPolygon(object.shape.region).map((ring) => ring.map(frame.toSheet));
  const side = longestSide(polygon[0] ?? []);
  const isBuilding = object.objectType === "building";
  const colour = isBuilding ? "#35180a" : object.objectType === "zone" ? "#5b3f8c" : "#2b3a35";
  const names = [object.label, shortNames[object.objectType] ?? ""].filter((name) => name !== "");
  for (const texts of names.flatMap((name) => [[name, ...(isBuilding ? factsOf(object) : [])], [name]])) {
    const lines = linesThatFit(texts, { ...side, colour, measure });
    const box = lines.length === 0 ? undefined : nameBox(polygon, lines, { angle: side.angle, measure, isFree });
    if (box) return { lines, box };
  }
  return undefined;
}

/** Places across a polygon that are tried for a name, as shares of its box. */
const tries = [0.2, 0.35, 0.5, 0.65, 0.8];

/**
 * Where lines of text lie inside of a polygon and beside other texts: around its middle, where most land is around, or elsewhere;
 * undefined for nowhere.
 */
function nameBox(
  polygon: readonly (readonly SheetPoint[])[],
  lines: readonly LabelLine[],
  {
    angle,
    measure,
    isFree,
  }: { readonly angle: number; readonly measure: MeasureLine; readonly isFree: (box: LabelBox) => boolean },
): LabelBox | undefined {
  const coordinates = polygon.map((ring) => [...ring, ...ring.slice(0, 1)].map(([x, y]): Position => [x, y]));
  const area = { type: "Polygon", coordinates } as const;
  const halfWidth = Math.max(...lines.map(measure)) / 2;
  const halfHeight = (lines.length * lineHeight) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [innerX, innerY] = innerPoint(area);
  const places = [centroidOf(polygon[0] ?? []), [innerX, innerY] as const, ...spreadOver(polygon[0] ?? [])];
  return places
    .map(([x, y]): LabelBox => ({ x, y, halfWidth, halfHeight, angle }))
    .find((box) => {
      const isInside = [-halfWidth, 0, halfWidth].every((dx) =>
        [-halfHeight, halfHeight].every((dy) =>
          isInArea([box.x + dx * cos - dy * sin, box.y + dx * sin + dy * cos], area),
        ),
      );
      return isInside && isFree(box);
    });
}

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
function linesThatFit(
  texts: readonly string[],
  { long, across, colour, measure }: LabelRoom & { readonly colour: string; readonly measure: MeasureLine },
): LabelLine[] {
  const most = Math.floor((across - 2) / lineHeight);
  return texts
    .map((text, at): LabelLine => ({ text, size: at === 0 ? labelSize : smallSize, isBold: at === 0, colour }))
    .filter((line) => measure(line) <= long - 4)
    .slice(0, Math.max(0, most))
    .map((line, at): LabelLine => ({ ...line, size: at === 0 ? labelSize : smallSize, isBold: at === 0 }));
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
