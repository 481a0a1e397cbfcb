import type { Box } from "../../geometry/box.ts";
import type { Position } from "../../geometry/geojson.ts";

/** A place of Web Mercator (EPSG:3857), in metres. */
export type MercatorPoint = readonly [x: number, y: number];

/** Ground feet for a metre of Web Mercator, along each axis. */
export interface GroundFeet {
  readonly perMeterX: number;
  readonly perMeterY: number;
}

const radius = 6_378_137;
const radians = Math.PI / 180;
const metersPerFoot = 0.3048;
const flattening = 1 / 298.257223563;
const eccentricitySquared = flattening * (2 - flattening);

/** Web Mercator ends there. */
export const furthestLatitude = 85;

/** Converts degrees to Web Mercator. */
export const toMercator = ([longitude, latitude]: Position): MercatorPoint => [
  longitude * radians * radius,
  Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2)) * radius,
];

/** Converts Web Mercator to degrees. */
export const fromMercator = ([x, y]: MercatorPoint): Position => [
  x / radius / radians,
  (2 * Math.atan(Math.exp(y / radius)) - Math.PI / 2) / radians,
];

/** Converts a box of Web Mercator to degrees. */
export function degreesOf([left, bottom, right, top]: Box): Box {
  const [west, south] = fromMercator([left, bottom]);
  const [east, north] = fromMercator([right, top]);
  return [west, south, east, north];
}

/**
 * Returns how long a metre of Web Mercator is on the ground at a latitude. Web Mercator is made on a sphere: against the
 * ellipsoid its two axes differ by up to 0.7 %.
 *
 * Source: Snyder, Map Projections: A Working Manual (1987), radii of curvature 4-18 to 4-20
 */
export function groundFeetAt(latitude: number): GroundFeet {
  const [sine, cosine] = [Math.sin(latitude * radians), Math.cos(latitude * radians)];
  const flat = 1 - eccentricitySquared * sine ** 2;
  const acrossFeet = cosine / Math.sqrt(flat) / metersPerFoot;
  return { perMeterX: acrossFeet, perMeterY: (acrossFeet * (1 - eccentricitySquared)) / flat };
}
