import type { Position } from "../../geometry/geojson.ts";
import { boxOf, type FeetArea, holds, intersection, squareFeetOf } from "../clip.ts";
import type { Feet } from "../frame.ts";

/** What the town knows of a thing: where it is, in feet, and its attributes under the names of the real service. */
export interface TownFeature {
  readonly shape: TownShape;
  readonly attributes: Readonly<Record<string, string | number | null>>;
}

export type TownShape =
  | { readonly kind: "point"; readonly at: Feet }
  | { readonly kind: "line"; readonly line: readonly Feet[] }
  | { readonly kind: "area"; readonly area: FeetArea };

type Box = readonly [number, number, number, number];

/** Returns the box around a shape, in feet. */
export function boxOfShape(shape: TownShape): Box {
  if (shape.kind === "point") return [...shape.at, ...shape.at];
  return boxOf(shape.kind === "line" ? shape.line : shape.area.flat(2));
}

/** Returns whether a shape has a point in common with an area. */
export function meets(shape: TownShape, area: FeetArea): boolean {
  const [west, south, east, north] = boxOfShape(shape);
  const [left, bottom, right, top] = boxOf(area.flat(2));
  if (west > right || east < left || south > top || north < bottom) return false;
  switch (shape.kind) {
    case "point":
      return holds(area, shape.at);
    case "line":
      return shape.line.some((point) => holds(area, point)) || crosses(shape.line, area);
    case "area":
      return squareFeetOf(intersection(shape.area, area)) > 0.01;
  }
}

function crosses(line: readonly Feet[], area: FeetArea): boolean {
  return line.slice(0, -1).some((from, at) => {
    const to = line[at + 1] as Feet;
    return area
      .flat()
      .some((ring) => ring.some((start, edge) => doCross(from, to, start, ring[(edge + 1) % ring.length] as Feet)));
  });
}

function doCross(a: Feet, b: Feet, c: Feet, d: Feet): boolean {
  const turn = (p: Feet, q: Feet, r: Feet) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
}

const radius = 6_378_137;
const radians = Math.PI / 180;

/** Returns Web Mercator metres (EPSG:3857) of a place in degrees. */
export function toMercator([longitude, latitude]: Position): Position {
  return [longitude * radians * radius, Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2)) * radius];
}

/** Returns degrees of a place in Web Mercator metres. */
export function fromMercator([x, y]: Position): Position {
  return [x / radius / radians, (2 * Math.atan(Math.exp(y / radius)) - Math.PI / 2) / radians];
}
