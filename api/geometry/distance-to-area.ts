import { metersPerDegree } from "./box.ts";
import { type AreaGeometry, type Position, polygonsOf, type Ring } from "./geojson.ts";

/**
 * Returns how many metres a position is from an area: 0 inside of it and on its edge. Measured in a plane that touches the
 * sphere at the position, which is true to a centimetre over a kilometre.
 */
export function distanceToArea(position: Position, area: AreaGeometry): number {
  const rings = polygonsOf(area).map((polygon) => polygon.map((ring) => inPlane(ring, position)));
  if (rings.some((polygon) => containsOrigin(polygon))) return 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings.flat()) {
    forEachEdge(ring, (from, to) => {
      nearest = Math.min(nearest, distanceToEdge(from, to));
    });
  }
  return nearest;
}

type Point = readonly [x: number, y: number];

/** Metres east and north of the position. */
function inPlane(ring: Ring, [longitude, latitude]: Position): Point[] {
  const perLongitude = metersPerDegree * Math.cos((latitude * Math.PI) / 180);
  return ring.map(([x, y]) => [(x - longitude) * perLongitude, (y - latitude) * metersPerDegree]);
}

/** Even-odd rule over all rings, so that a hole is outside. */
function containsOrigin(rings: readonly Point[][]): boolean {
  let isInside = false;
  for (const ring of rings) {
    forEachEdge(ring, ([x1, y1], [x2, y2]) => {
      if (y1 > 0 !== y2 > 0 && 0 < x1 + ((0 - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    });
  }
  return isInside;
}

function distanceToEdge([x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const at = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length));
  return Math.hypot(x1 + at * dx, y1 + at * dy);
}

function forEachEdge(ring: readonly Point[], visit: (from: Point, to: Point) => void): void {
  ring.forEach((to, at) => {
    const from = ring[at - 1];
    if (from) visit(from, to);
  });
}
