/** The only module that knows the polygon library: areas on the grid of the site, combined and offset. */
import {
  Clipper,
  ClipperOffset,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type Path64,
  type Paths64,
  PointInPolygonResult,
} from "clipper2-ts";
import { type GridPoint, type GridRegion, type GridRing, gridUnitsPerFoot } from "./plan-geometry.ts";

/** An area without land. */
export const emptyRegion: GridRegion = { rings: [] };

/** Rings below one square foot are left out of every result. */
const leastRing = gridUnitsPerFoot * gridUnitsPerFoot;
/** Largest distance of a drawn arc from the true one, grid units. */
const arcTolerance = 0.005 * gridUnitsPerFoot;

const pathsOf = (region: GridRegion): Paths64 => region.rings.map((ring) => ring.map(({ x, y }) => ({ x, y })));
const twiceArea = (path: readonly GridPoint[]): number => {
  let sum = 0;
  let before = path.at(-1);
  for (const point of path) {
    if (before) sum += before.x * point.y - point.x * before.y;
    before = point;
  }
  return sum;
};

/** The same area always has the same rings: each begins at its least point, and they are sorted. */
function canonical(paths: Paths64): GridRegion {
  const rings = paths
    .filter((path) => Math.abs(twiceArea(path)) >= 2 * leastRing)
    .map((path): GridRing => {
      let first = 0;
      for (const [at, point] of path.entries()) {
        const least = path[first];
        if (least && (point.x < least.x || (point.x === least.x && point.y < least.y))) first = at;
      }
      return [...path.slice(first), ...path.slice(0, first)].map(({ x, y }) => ({
        x: Math.round(x),
        y: Math.round(y),
      }));
    });
  return { rings: rings.sort(compareRings) };
}

function compareRings(a: GridRing, b: GridRing): number {
  for (const [at, point] of a.entries()) {
    const other = b[at];
    if (!other) return 1;
    if (point.x !== other.x) return point.x - other.x;
    if (point.y !== other.y) return point.y - other.y;
  }
  return a.length - b.length;
}

const combine = (operation: ClipType, subject: Paths64, clip: Paths64): GridRegion =>
  canonical(Clipper.booleanOp(operation, subject, clip, FillRule.NonZero));

/** Returns rings in whatever direction they came as an area: what an odd number of them encloses. */
export function soundRegion(region: GridRegion): GridRegion {
  return canonical(Clipper.booleanOp(ClipType.Union, pathsOf(region), [], FillRule.EvenOdd));
}

/** Returns what any of the areas covers. */
export function union(regions: readonly GridRegion[]): GridRegion {
  return combine(ClipType.Union, regions.flatMap(pathsOf), []);
}

/** Returns what both areas cover. */
export function intersection(a: GridRegion, b: GridRegion): GridRegion {
  if (a.rings.length === 0 || b.rings.length === 0) return emptyRegion;
  return combine(ClipType.Intersection, pathsOf(a), pathsOf(b));
}

/** Returns what an area covers and none of the others does. */
export function difference(area: GridRegion, ...others: readonly GridRegion[]): GridRegion {
  return area.rings.length === 0 ? emptyRegion : combine(ClipType.Difference, pathsOf(area), others.flatMap(pathsOf));
}

/** Returns an area grown by a number of feet, or made smaller by a negative one; corners stay sharp. */
export function offset(region: GridRegion, feet: number): GridRegion {
  if (feet === 0 || region.rings.length === 0) return region;
  const distance = feet * gridUnitsPerFoot;
  const box = boxOf(region);
  if (box && Number.isInteger(distance)) return grownBox(box, distance);
  const result: Paths64 = [];
  const tool = new ClipperOffset(2, arcTolerance);
  const { beacon, isBeacon } = beaconAbove(region, Math.abs(distance));
  tool.addPaths([...pathsOf(region), beacon], JoinType.Miter, EndType.Polygon);
  tool.execute(distance, result);
  return canonical(result.filter((path) => !isBeacon(path)));
}

/** The bounds of a rectangle along the axes; undefined for every other area. */
function boxOf({ rings }: GridRegion): ReturnType<typeof boundsOf> | undefined {
  const [ring] = rings;
  if (!ring || rings.length > 1 || ring.length !== 4) return undefined;
  const box = boundsOf(ring);
  const isCorner = ({ x, y }: GridPoint) => (x === box.minX || x === box.maxX) && (y === box.minY || y === box.maxY);
  const area = (box.maxX - box.minX) * (box.maxY - box.minY);
  return ring.every(isCorner) && twiceArea(ring) === 2 * area ? box : undefined;
}

/** Returns the band around an area from one distance in feet to a greater one. */
export function bandAround(region: GridRegion, from: number, to: number): GridRegion {
  const [inner, outer] = [offset(region, from), offset(region, to)];
  const [hole] = inner.rings;
  return boxOf(inner) && boxOf(outer) && hole && from < to
    ? canonical([...pathsOf(outer), ...pathsOf({ rings: [hole.toReversed()] })])
    : difference(outer, inner);
}

/** A rectangle grown by grid units, without the library: buildings are most often measured along their axes. */
function grownBox({ minX, minY, maxX, maxY }: ReturnType<typeof boundsOf>, by: number): GridRegion {
  const [x0, y0, x1, y1] = [minX - by, minY - by, maxX + by, maxY + by];
  if (x0 >= x1 || y0 >= y1) return emptyRegion;
  return canonical([
    [
      { x: x0, y: y0 },
      { x: x1, y: y0 },
      { x: x1, y: y1 },
      { x: x0, y: y1 },
    ],
  ]);
}

/**
 * A square above an area, out of reach of an offset. The library takes the ring that reaches highest for an outer one, and
 * turns the whole area inside out where a hole reaches as high as its outer ring or a rounding higher.
 */
function beaconAbove({ rings }: GridRegion, distance: number) {
  const { minX, maxY } = boundsOf(rings.flat());
  const limit = maxY + 4 * distance;
  const [low, size] = [limit + 4 * distance, 4 * distance + gridUnitsPerFoot];
  const beacon: Path64 = [
    { x: minX, y: low },
    { x: minX + size, y: low },
    { x: minX + size, y: low + size },
    { x: minX, y: low + size },
  ];
  return { beacon, isBeacon: (path: Path64) => path.every(({ y }) => y > limit) };
}

/** Returns an area without what is narrower than twice the feet: necks, spikes and slivers. */
export function opened(region: GridRegion, feet: number): GridRegion {
  return intersection(offset(offset(region, -feet), feet), region);
}

/** Returns all places within a number of feet of lines; lines end round. */
export function around(lines: readonly (readonly GridPoint[])[], feet: number): GridRegion {
  return inflated(lines, feet, JoinType.Round, EndType.Round, arcTolerance);
}

/** Returns a band of twice the feet along a line, with sharp bends and straight ends. */
export function band(line: readonly GridPoint[], feet: number): GridRegion {
  return inflated([line], feet, JoinType.Miter, EndType.Butt, arcTolerance);
}

function inflated(
  lines: readonly (readonly GridPoint[])[],
  feet: number,
  join: JoinType,
  end: EndType,
  tolerance: number,
): GridRegion {
  if (feet <= 0 || lines.length === 0) return emptyRegion;
  const result: Paths64 = [];
  const tool = new ClipperOffset(3, tolerance);
  tool.addPaths(
    lines.map((line): Path64 => line.map(({ x, y }) => ({ x, y }))),
    join,
    end,
  );
  tool.execute(feet * gridUnitsPerFoot, result);
  return canonical(Clipper.booleanOp(ClipType.Union, result, [], FillRule.NonZero));
}

/** Returns the size of an area in square feet; holes count as missing. */
export function squareFeet(region: GridRegion): number {
  let sum = 0;
  for (const ring of region.rings) sum += twiceArea(ring);
  return Math.abs(sum) / 2 / leastRing;
}

/** Returns the length of all rings in feet. */
export function perimeterFt(region: GridRegion): number {
  let sum = 0;
  for (const ring of region.rings) {
    let before = ring.at(-1);
    for (const point of ring) {
      if (before) sum += Math.sqrt((point.x - before.x) ** 2 + (point.y - before.y) ** 2);
      before = point;
    }
  }
  return sum / gridUnitsPerFoot;
}

/** Returns the polygons of an area in the order of their outer rings: each outer ring followed by the holes in it. */
export function polygonsOfRegion({ rings }: GridRegion): GridRing[][] {
  const sized = rings.map((ring) => ({ ring, size: twiceArea(ring), box: boundsOf(ring), polygon: [ring] }));
  const outers = sized.filter(({ size }) => size > 0);
  const bySize = outers.toSorted((a, b) => a.size - b.size);
  for (const { ring: hole, size: signed, box } of sized) {
    const size = -signed;
    if (size < 0) continue;
    const around = bySize.filter((outer) => outer.size > size && boxHolds(outer.box, box));
    const [owner] = around.length > 1 ? mostHolding(around, hole) : around;
    owner?.polygon.push(hole);
  }
  return outers.map(({ polygon }) => polygon);
}

/** Corners of a hole may lie outside of its outer ring by so much, where both end at one line: coordinates are rounded. */
const roundingOff = 2;

const boxHolds = (outer: ReturnType<typeof boundsOf>, inner: ReturnType<typeof boundsOf>) =>
  inner.minX >= outer.minX - roundingOff &&
  inner.minY >= outer.minY - roundingOff &&
  inner.maxX <= outer.maxX + roundingOff &&
  inner.maxY <= outer.maxY + roundingOff;

/** Outer rings with those first that hold most points of a hole, the smallest of them first. */
function mostHolding<Outer extends { readonly ring: GridRing }>(around: readonly Outer[], hole: GridRing): Outer[] {
  const held = ({ ring }: Outer) => {
    const path = ring.map(({ x, y }) => ({ x, y }));
    return hole.filter((point) => Clipper.pointInPolygon(point, path) !== PointInPolygonResult.IsOutside).length;
  };
  return around
    .map((outer) => ({ outer, count: held(outer) }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ outer }) => outer);
}

/** Returns the separate pieces of an area, each with its holes, largest first. */
export function piecesOf(region: GridRegion): GridRegion[] {
  const polygons = polygonsOfRegion(region);
  if (polygons.length <= 1) return polygons.length === 0 ? [] : [region];
  return polygons
    .map((rings): GridRegion => ({ rings }))
    .sort((a, b) => squareFeet(b) - squareFeet(a) || compareRings(a.rings[0] ?? [], b.rings[0] ?? []));
}

/** Returns whether a point lies in an area; its edge counts as inside. */
export function holds(region: GridRegion, point: GridPoint): boolean {
  let depth = 0;
  for (const ring of region.rings) {
    // The library only reads the ring: a search for a driveway asks for many thousands of points.
    const place = Clipper.pointInPolygon(point, ring as Path64);
    if (place === PointInPolygonResult.IsOn) return true;
    if (place === PointInPolygonResult.IsInside) depth += twiceArea(ring) > 0 ? 1 : -1;
  }
  return depth > 0;
}

/** Returns the box around points: least and greatest x and y in grid units. */
export function boundsOf(points: readonly GridPoint[]): {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
} {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX, minY, maxX, maxY };
}
