import { boxOf } from "./box.ts";
import { type AreaGeometry, type Position, polygonsOf, type Ring } from "./geojson.ts";

/** Lines across an area in each direction; odd, so that one is in the middle. */
const linesAcross = 9;

/**
 * Returns a position well inside an area: of the middles of the pieces of land along a few lines across it, the one
 * farthest from the boundary. Holes are no land. Distances are measured in the units of the positions.
 */
export function innerPoint(area: AreaGeometry): Position {
  const [west, south, east, north] = boxOf(area);
  const rings = polygonsOf(area).flat();
  const turned = rings.map((ring) => ring.map(([x, y]): Position => [y, x]));
  const places = Array.from({ length: linesAcross }, (_, at) => (at + 0.5) / linesAcross).flatMap((share) => {
    const [latitude, longitude] = [south + (north - south) * share, west + (east - west) * share];
    return [
      ...middlesAt(rings, latitude).map((x): Position => [x, latitude]),
      ...middlesAt(turned, longitude).map((y): Position => [longitude, y]),
    ];
  });
  let best: { readonly at: Position; readonly clearance: number } | undefined;
  for (const at of places) {
    const clearance = clearanceOf(at, rings);
    if (!best || clearance > best.clearance) best = { at, clearance };
  }
  return best?.at ?? [(west + east) / 2, (south + north) / 2];
}

/** Returns whether a position lies in an area and in none of its holes. */
export function isInArea([x, y]: Position, area: AreaGeometry): boolean {
  let isInside = false;
  forEachEdge(polygonsOf(area).flat(), ([x1, y1], [x2, y2]) => {
    if (y1 > y !== y2 > y && x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) isInside = !isInside;
  });
  return isInside;
}

/** Middles of the pieces of land along a line of equal `y`. */
function middlesAt(rings: readonly Ring[], y: number): number[] {
  const crossings: number[] = [];
  forEachEdge(rings, ([x1, y1], [x2, y2]) => {
    if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  });
  crossings.sort((a, b) => a - b);
  return crossings.flatMap((from, at) => (at % 2 === 0 ? [(from + (crossings[at + 1] ?? from)) / 2] : []));
}

function clearanceOf([x, y]: Position, rings: readonly Ring[]): number {
  let least = Number.POSITIVE_INFINITY;
  forEachEdge(rings, ([x1, y1], [x2, y2]) => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
    least = Math.min(least, Math.hypot(x - x1 - along * dx, y - y1 - along * dy));
  });
  return least;
}

function forEachEdge(rings: readonly Ring[], visit: (from: Position, to: Position) => void): void {
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1], ring[at]];
      if (from && to) visit(from, to);
    }
  }
}
