import { type AreaGeometry, polygonsOf, type Ring } from "../../geometry/geojson.ts";

/**
 * Returns the centroid of areas together, by their size.
 *
 * Source: Bourke, Calculating the area and centroid of a polygon (1988); over the extent of a site, degrees are a plane
 */
export function centroidOf(areas: readonly AreaGeometry[]): { readonly latitude: number; readonly longitude: number } {
  let [size, x, y] = [0, 0, 0];
  const origin = areas.flatMap((area) => polygonsOf(area).flat(2))[0] ?? [0, 0];
  for (const polygon of areas.flatMap(polygonsOf)) {
    for (const [at, ring] of polygon.entries()) {
      const part = momentsOf(ring, origin);
      // A hole takes away, whichever way its ring runs.
      const sign = (at === 0 ? 1 : -1) * Math.sign(part.size);
      [size, x, y] = [size + sign * part.size, x + sign * part.x, y + sign * part.y];
    }
  }
  if (size === 0) return { longitude: origin[0], latitude: origin[1] };
  return { longitude: origin[0] + x / (3 * size), latitude: origin[1] + y / (3 * size) };
}

function momentsOf(ring: Ring, [left, bottom]: readonly [number, number]) {
  let [size, x, y] = [0, 0, 0];
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]];
    if (!from || !to) continue;
    const [x1, y1, x2, y2] = [from[0] - left, from[1] - bottom, to[0] - left, to[1] - bottom];
    const cross = x1 * y2 - x2 * y1;
    [size, x, y] = [size + cross, x + (x1 + x2) * cross, y + (y1 + y2) * cross];
  }
  return { size, x, y };
}
