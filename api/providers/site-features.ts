import type { AreaGeometry, Position } from "../geometry/geojson.ts";

export type { AreaGeometry, Position } from "../geometry/geojson.ts";

/** The GeoJSON geometries (RFC 7946) that site layers contain. */
export type SiteGeometry =
  | { readonly type: "Point"; readonly coordinates: Position }
  | { readonly type: "MultiPoint" | "LineString"; readonly coordinates: readonly Position[] }
  | { readonly type: "MultiLineString"; readonly coordinates: readonly (readonly Position[])[] }
  | AreaGeometry;

/** One object of a layer. Members of `properties` have the meaning that `site-layer.ts` gives them for that layer. */
export interface SiteFeature<Properties = Readonly<Record<string, unknown>>> {
  readonly type: "Feature";
  readonly geometry: SiteGeometry;
  readonly properties: Properties;
}

/** What a provider returned of one layer around a site. */
export interface LayerData {
  readonly features: readonly SiteFeature[];
  /** What the layer states as a whole: the FIRM panel, the contour interval, slopes. */
  readonly summary: Readonly<Record<string, unknown>>;
}
