import geodesic from "geographiclib-geodesic";
import type { Ring } from "./geojson.ts";

const squareFeetPerSquareMetre = 1 / 0.3048 ** 2;
const squareFeetPerAcre = 43_560;

/**
 * Measures what polygons cover on the ellipsoid of WGS 84, with geodesics for edges: outer rings less their holes.
 *
 * Units   square metres
 * Cost    some microseconds a position; areas with thousands of positions are measured in a worker thread
 *
 * @see C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87, 43 (2013)
 */
export function areaOf(polygons: readonly (readonly Ring[])[]): number {
  return polygons.reduce((sum, [outer, ...holes]) => {
    const covered = outer ? ringArea(outer) : 0;
    return sum + holes.reduce((left, hole) => left - ringArea(hole), covered);
  }, 0);
}

/** Converts square metres to international square feet. */
export const squareFeetFrom = (squareMetres: number): number => squareMetres * squareFeetPerSquareMetre;

/** Converts square feet to acres. */
export const acresFrom = (squareFeet: number): number => squareFeet / squareFeetPerAcre;

/** Writes an area as responses state it: acres to four decimals, and whole square feet. */
export const sizeOf = (squareFeet: number) => ({
  acres: Number(acresFrom(squareFeet).toFixed(4)),
  square_feet: Math.round(squareFeet),
});

function ringArea(ring: Ring): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  // The last position of a ring is its first one, which the library adds itself.
  for (const [longitude, latitude] of ring.slice(0, -1)) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}
