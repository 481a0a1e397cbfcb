import type { Position, Ring } from "./geojson.ts";

/** WGS 84, the datum of every coordinate at the border of the service. Source: NGA.STND.0036, table 3.1. */
const semiMajorM = 6_378_137;
const flattening = 1 / 298.257223563;
const eccentricity = Math.sqrt(flattening * (2 - flattening));

const squareFeetPerSquareMetre = 1 / 0.3048 ** 2;
const squareFeetPerAcre = 43_560;

/**
 * Measures what polygons cover on the ellipsoid: outer rings less their holes.
 *
 * Latitudes are carried to the sphere of equal area, where the area under each edge is exact; an edge is then a great
 * circle of that sphere instead of a geodesic of the ellipsoid, which for edges of a few kilometres changes the area by
 * less than one part in a million.
 *
 * Units   square metres
 * Source  Snyder, Map Projections: A Working Manual (1987), equations 3-11 to 3-13, for the authalic latitude and radius;
 *         the area between an edge and the equator is the spherical-excess formula of Karney, Algorithms for geodesics
 *         (2013), section 6
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

function ringArea(ring: Ring): number {
  let excess = 0;
  for (let at = 1; at < ring.length; at++) {
    const from = ring[at - 1];
    const to = ring[at];
    if (from && to) excess += edgeExcess(from, to);
  }
  return Math.abs(excess) * authalicRadiusM ** 2;
}

/** Spherical excess of the quadrilateral between an edge and the equator, signed by direction. */
function edgeExcess([fromLongitude, fromLatitude]: Position, [toLongitude, toLatitude]: Position): number {
  const from = Math.tan(authalicLatitude(fromLatitude) / 2);
  const to = Math.tan(authalicLatitude(toLatitude) / 2);
  const span = Math.tan(((toLongitude - fromLongitude) * Math.PI) / 360);
  return 2 * Math.atan2(span * (from + to), 1 + from * to);
}

function authalicLatitude(degrees: number): number {
  return Math.asin(Math.max(-1, Math.min(1, authalicQ(Math.sin((degrees * Math.PI) / 180)) / authalicQ(1))));
}

function authalicQ(sine: number): number {
  const scaled = eccentricity * sine;
  return (1 - eccentricity ** 2) * (sine / (1 - scaled ** 2) + Math.atanh(scaled) / eccentricity);
}

const authalicRadiusM = semiMajorM * Math.sqrt(authalicQ(1) / 2);
