import type { Box } from "../../geometry/box.ts";
import type { EsriGeometry } from "./esri-geometry.ts";

const radiusM = 6_378_137;
const degrees = 180 / Math.PI;

/**
 * Converts a geometry of Esri's JSON from metres of Web Mercator to degrees.
 *
 * @see EPSG guidance note 7-2, "Popular Visualisation Pseudo Mercator" (method 1024)
 */
export function degreesFromMercator(geometry: EsriGeometry | null | undefined): EsriGeometry | null | undefined {
  if (!geometry) return geometry;
  const { rings, paths, points, x, y } = geometry;
  if (typeof x === "number" && typeof y === "number") {
    const [longitude, latitude] = degreesAt([x, y]);
    return { x: longitude, y: latitude };
  }
  return { rings: converted(rings), paths: converted(paths), points: converted(points) };
}

/** Converts a box of Web Mercator metres to degrees. */
export function degreesBox([left, bottom, right, top]: Box): Box {
  const [west, south] = degreesAt([left, bottom]);
  const [east, north] = degreesAt([right, top]);
  return [west, south, east, north];
}

/** Converts every pair of numbers in nested lists. */
function converted(given: unknown): unknown {
  if (!Array.isArray(given)) return undefined;
  const [x, y] = given;
  return typeof x === "number" && typeof y === "number" ? degreesAt([x, y]) : given.map(converted);
}

/** Converts degrees to Web Mercator metres. */
export function mercatorAt([longitude, latitude]: readonly [number, number]): [number, number] {
  return [(longitude / degrees) * radiusM, Math.log(Math.tan(Math.PI / 4 + latitude / degrees / 2)) * radiusM];
}

/** Converts a box of degrees to Web Mercator metres. */
export function mercatorBox([west, south, east, north]: Box): Box {
  const [left, bottom] = mercatorAt([west, south]);
  const [right, top] = mercatorAt([east, north]);
  return [left, bottom, right, top];
}

/** Converts Web Mercator metres to degrees. */
export function degreesAt([x, y]: readonly [number, number]): [number, number] {
  return [(x / radiusM) * degrees, Math.atan(Math.sinh(y / radiusM)) * degrees];
}
