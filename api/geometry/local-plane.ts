import proj4 from "proj4";
import type { Position } from "./geojson.ts";

/** Metres east and north of the origin of a plane. */
export type PlanePoint = readonly [x: number, y: number];

/** A plane around a place: the transverse Mercator projection of the GRS 80 ellipsoid, true to scale on its meridian. */
export interface LocalPlane {
  /** Lengths within 2 km of the origin are true to less than 0.1 parts in a million. */
  forward(position: Position): PlanePoint;
  inverse(point: PlanePoint): Position;
}

/** Returns the plane around an origin. */
export function localPlane([longitude, latitude]: Position): LocalPlane {
  const projection = `+proj=tmerc +lat_0=${latitude} +lon_0=${longitude} +k=1 +x_0=0 +y_0=0 +ellps=GRS80 +units=m +no_defs`;
  const converter = proj4("WGS84", projection);
  const pair = ([x = Number.NaN, y = Number.NaN]: number[]): [number, number] => [x, y];
  return {
    forward: ([east, north]) => pair(converter.forward([east, north])),
    inverse: ([x, y]) => pair(converter.inverse([x, y])),
  };
}
