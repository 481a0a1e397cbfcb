import type { Position } from "../../geometry/geojson.ts";
import type { PlaceNames } from "../../geometry/state-plane.ts";
import type { SiteFeature } from "../../providers/site-features.ts";

/** The formats of GIS exports. */
export const exportFormats = ["shapefile", "kml", "kmz", "geojson", "dxf"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A layer as it is written into a file. */
export interface ExportLayer {
  /** Name of the contract, or for registered and uploaded layers a name made of their title. */
  readonly name: string;
  readonly title: string;
  readonly features: readonly SiteFeature[];
  /** Credit that has to stand beside the data; null where none is known. */
  readonly attribution: string | null;
  readonly source: string | null;
  readonly retrievedAt: string | null;
}

/** A layer whose features are still text: a JSON array. */
export interface UnreadLayer extends Omit<ExportLayer, "features"> {
  readonly featuresJson: string;
}

/** What goes into an export. */
export interface ExportContent<Layer = ExportLayer> {
  readonly projectName: string;
  readonly layers: readonly Layer[];
  /** State and county of the site, which decide the zone of a DXF. */
  readonly place: PlaceNames;
  /** A position on the site, for the zone of a DXF; null where no parcel has a boundary. */
  readonly anchor: Position | null;
  /** RFC 3339. */
  readonly generatedAt: string;
  /** Set where the data are invented. */
  readonly notice: string | null;
}

/** A file that was written, with what its reader should know. */
export interface ExportFile {
  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];
  readonly crs: {
    readonly name: string;
    readonly epsg: number | null;
    readonly unit: "degree" | "us_survey_foot" | "foot";
  };
}

/** The reference system of every format but DXF. */
export const wgs84 = { name: "WGS 84", epsg: 4326, unit: "degree" } as const;
