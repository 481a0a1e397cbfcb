import type { AreaGeometry, Position, Ring } from "../geometry/geojson.ts";

/** A place in the town: feet east and feet north of its south-west corner. */
export type Feet = readonly [east: number, north: number];

/** A closed ring in feet, without its first point repeated at the end. */
export type FeetRing = readonly Feet[];

/** The south-west corner of the town, in WGS 84. The town is invented; nothing here describes what stands at this place. */
const corner: Position = [-72.38, 41.72];
/** Metres of a degree at the latitude of the town, on the WGS 84 ellipsoid. */
const metersPerDegree = { longitude: 83_257.6, latitude: 111_068.6 };
const metersPerFoot = 0.3048;
/** About a tenth of an inch. */
const digits = 1e8;

const round = (degrees: number) => Math.round(degrees * digits) / digits;

/** Returns longitude and latitude of a place of the town. */
export function toDegrees([east, north]: Feet): Position {
  return [
    round(corner[0] + (east * metersPerFoot) / metersPerDegree.longitude),
    round(corner[1] + (north * metersPerFoot) / metersPerDegree.latitude),
  ];
}

/** Returns the place of the town, in feet, of longitude and latitude. */
export function toFeet([longitude, latitude]: Position): Feet {
  return [
    ((longitude - corner[0]) * metersPerDegree.longitude) / metersPerFoot,
    ((latitude - corner[1]) * metersPerDegree.latitude) / metersPerFoot,
  ];
}

const closed = (ring: FeetRing): Ring => [...ring, ring[0] as Feet].map(toDegrees);

/** Returns polygons (each an outer ring, then its holes) as GeoJSON in WGS 84. */
export function toGeoJson(polygons: readonly (readonly FeetRing[])[]): AreaGeometry {
  const coordinates = polygons.map((rings) => rings.map(closed));
  const [only] = coordinates;
  return coordinates.length === 1 && only
    ? { type: "Polygon", coordinates: only }
    : { type: "MultiPolygon", coordinates };
}
