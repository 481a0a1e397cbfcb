import type { Box } from "../../geometry/box.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import type { OverlayDrawing } from "./draw-overlay.ts";
import type { MapLabel } from "./place-labels.ts";

/** What is drawn on the map of a sheet. */
export interface SheetInput {
  readonly kind: "site_map" | "contours" | "wetlands";
  /** Web Mercator metres. */
  readonly box: Box;
  readonly parcels: readonly AreaGeometry[];
  /** GeoJSON features as text: a JSON array; null where there are none. */
  readonly roadsJson: string | null;
  readonly contoursJson: string | null;
  /** Further layers, each GeoJSON features as text. */
  readonly overlaysJson: readonly string[];
  /** Pictures under the lines, the lowest first. */
  readonly pictures: readonly { readonly png: Uint8Array; readonly box: Box }[];
}

/** The drawn map of a sheet. */
export interface SheetMap {
  /** The picture below the lines as JPEG; null where there is none. */
  readonly pictureJpeg: Uint8Array | null;
  readonly linesSvg: string;
  readonly labels: readonly MapLabel[];
  /** Whether any street is named. */
  readonly hasStreets: boolean;
  /** How much of each overlay is on the map. */
  readonly overlays: readonly Omit<OverlayDrawing, "svg">[];
}

/** The data of the Typst template `map-sheet.typ`. */
export interface SheetData {
  readonly title: string;
  readonly project: string;
  readonly place: readonly string[];
  /** Stated where the data are invented. */
  readonly notice: string | null;
  readonly parcels: readonly { readonly number: string; readonly name: string; readonly facts: string }[];
  readonly legend: readonly {
    readonly mark: "parcel" | "contour" | "index" | "wetland" | "overlay" | "overlay_point";
    readonly text: string;
    /** Of an overlay or a kind of wetland. */
    readonly color?: string;
  }[];
  readonly map: { readonly width: number; readonly height: number; readonly alt: string };
  readonly has_picture: boolean;
  readonly labels: readonly MapLabel[];
  readonly scale: { readonly points: number; readonly ticks: readonly string[]; readonly text: string };
  readonly credits: readonly string[];
  readonly drawn_on: string;
  readonly usage: string;
  readonly language: string;
}
