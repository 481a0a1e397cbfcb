import { type AreaGeometry, polygonsOf } from "./geojson.ts";

/** A rectangle of longitudes and latitudes in degrees, WGS 84. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** Length of a degree of latitude on the sphere of the mean radius, in metres. */
export const metersPerDegree = 111_195;

/** Returns the smallest box around an area. */
export function boxOf(area: AreaGeometry): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [outer = []] of polygonsOf(area)) {
    for (const [longitude, latitude] of outer) {
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
  }
  return [west, south, east, north];
}

/** Returns a box that reaches at least so many metres further to every side. */
export function grownBox([west, south, east, north]: Box, meters: number): Box {
  const latitudes = meters / metersPerDegree;
  const furthest = Math.min(89, Math.max(Math.abs(south), Math.abs(north)));
  const longitudes = latitudes / Math.cos((furthest * Math.PI) / 180);
  return [west - longitudes, south - latitudes, east + longitudes, north + latitudes];
}

/** Returns the metres between the nearest sides of two boxes; 0 where they overlap. True to a percent over 100 km. */
export function metersBetween([west, south, east, north]: Box, other: Box): number {
  const longitudes = Math.max(0, other[0] - east, west - other[2]);
  const latitudes = Math.max(0, other[1] - north, south - other[3]);
  const middle = (Math.max(south, other[1]) + Math.min(north, other[3])) / 2;
  return metersPerDegree * Math.hypot(latitudes, longitudes * Math.cos((middle * Math.PI) / 180));
}

/** Whether a position is inside a box or on its edge. */
export function isInBox([longitude, latitude]: readonly [number, number], [west, south, east, north]: Box): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
