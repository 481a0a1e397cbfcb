import { Clipper, ClipType, EndType, FillRule, JoinType, type Paths64, type PolyPath64, PolyTree64 } from "clipper2-ts";
import type { Feet, FeetRing } from "./frame.ts";

/** An area of the town: polygons, each an outer ring followed by its holes. */
export type FeetArea = readonly (readonly FeetRing[])[];

/** Hundredths of a foot: the grid on which areas are combined. */
const grid = 100;

const toPaths = (area: FeetArea): Paths64 =>
  area.flat().map((ring) => ring.map(([x, y]) => ({ x: Math.round(x * grid), y: Math.round(y * grid) })));
const toRing = (path: readonly { readonly x: number; readonly y: number }[]): FeetRing =>
  path.map(({ x, y }): Feet => [x / grid, y / grid]);

function combine(operation: ClipType, subject: FeetArea, clip: FeetArea): FeetArea {
  const tree = new PolyTree64();
  Clipper.booleanOpWithPolyTree(operation, toPaths(subject), toPaths(clip), tree, FillRule.NonZero);
  const area: FeetRing[][] = [];
  collect(tree, area);
  return area;
}

function collect(node: PolyPath64, area: FeetRing[][]): void {
  for (let at = 0; at < node.count; at++) {
    const outer = node.child(at);
    const rings = [toRing(outer.poly ?? [])];
    for (let hole = 0; hole < outer.count; hole++) {
      rings.push(toRing(outer.child(hole).poly ?? []));
      collect(outer.child(hole), area);
    }
    area.push(rings);
  }
}

/** Returns what two areas have in common. */
export const intersection = (a: FeetArea, b: FeetArea): FeetArea => combine(ClipType.Intersection, a, b);
/** Returns what is in `a` and not in `b`. */
export const difference = (a: FeetArea, b: FeetArea): FeetArea => combine(ClipType.Difference, a, b);
/** Returns what is in any of the areas. */
export const union = (...areas: readonly FeetArea[]): FeetArea => combine(ClipType.Union, areas.flat(), []);

/** Returns the area within a distance of a line, with round ends. */
export function around(line: readonly Feet[], feet: number): FeetArea {
  const path = [line.map(([x, y]) => ({ x: Math.round(x * grid), y: Math.round(y * grid) }))];
  const delta = feet * grid;
  // A quarter of a foot, or for small circles a fiftieth of the radius.
  const tolerance = Math.min(grid / 4, delta / 50);
  const paths = Clipper.inflatePaths(path, delta, JoinType.Round, EndType.Round, 2, tolerance);
  return union(paths.map((one) => [toRing(one)]));
}

/** Returns an area grown by a distance, or made smaller by a negative one. */
export function grown(area: FeetArea, feet: number): FeetArea {
  const paths = Clipper.inflatePaths(toPaths(area), feet * grid, JoinType.Miter, EndType.Polygon, 2);
  return union(paths.map((one) => [toRing(one)]));
}

/** Returns the size of an area in square feet. */
export function squareFeetOf(area: FeetArea): number {
  return area.reduce((sum, [outer, ...holes]) => {
    return sum + Math.abs(ringArea(outer ?? [])) - holes.reduce((cut, hole) => cut + Math.abs(ringArea(hole)), 0);
  }, 0);
}

function ringArea(ring: FeetRing): number {
  return (
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] as Feet;
      return sum + x * nextY - nextX * y;
    }, 0) / 2
  );
}

/** Returns whether a place lies in an area; its edge counts as either. */
export function holds(area: FeetArea, [x, y]: Feet): boolean {
  let isInside = false;
  for (const ring of area.flat()) {
    for (const [at, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(at + 1) % ring.length] as Feet;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    }
  }
  return isInside;
}

/** Returns the centre of gravity of the outer ring of the largest polygon. */
export function centerOf(area: FeetArea): Feet {
  const largest = [...area].sort((a, b) => squareFeetOf([b]) - squareFeetOf([a]))[0]?.[0] ?? [];
  let [sumX, sumY, twice] = [0, 0, 0];
  for (const [at, [ax, ay]] of largest.entries()) {
    const [bx, by] = largest[(at + 1) % largest.length] as Feet;
    const cross = ax * by - bx * ay;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
    twice += cross;
  }
  return [sumX / (3 * twice), sumY / (3 * twice)];
}

/** Returns the bounding box of points: west, south, east, north. */
export function boxOf(points: readonly Feet[]): readonly [number, number, number, number] {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
