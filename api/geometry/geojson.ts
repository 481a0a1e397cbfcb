/** Longitude and latitude in degrees, WGS 84. */
export type Position = readonly [longitude: number, latitude: number];

/** A closed ring: its last position is its first. */
export type Ring = readonly Position[];

/** An area on the ground as GeoJSON writes it. Source: RFC 7946, section 3.1. */
export type AreaGeometry =
  | { readonly type: "Polygon"; readonly coordinates: readonly Ring[] }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Ring[])[] };

/** What is wrong with a geometry, and where in it. */
export interface GeometryFault {
  /** Such as `.coordinates[0][3]`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Returns the polygons of an area: each an outer ring followed by its holes. */
export function polygonsOf(area: AreaGeometry): readonly (readonly Ring[])[] {
  return area.type === "Polygon" ? [area.coordinates] : area.coordinates;
}
