import type { PlaceNames } from "../../geometry/state-plane.ts";
import type { StoredConcept } from "../site-plan/stored-concept.ts";

/** The formats of a concept. `landxml` is what CAD programs import; `concept_png` is a picture for people. */
export const planFormats = ["concept_png", "landxml", "dxf", "geojson"] as const;

/** One of the formats of a concept. */
export type PlanFormat = (typeof planFormats)[number];

/** What a file of a concept is made from. */
export interface PlanFileContent {
  readonly projectName: string;
  readonly address: string | null;
  /** State and county of the site, which choose the state plane zone. */
  readonly place: PlaceNames;
  readonly concept: StoredConcept;
  /** Stated where the data are invented. */
  readonly notice: string | null;
  /** ISO 8601. */
  readonly generatedAt: string;
}

/** The reference system of the coordinates of a file. */
export interface PlanFileSystem {
  readonly name: string;
  readonly epsg: number | null;
  readonly unit: "degree" | "us_survey_foot" | "foot" | "pixel";
}

/** A file, or why it cannot be made. */
export type PlanFile =
  | { readonly bytes: Uint8Array; readonly warnings: readonly string[]; readonly crs: PlanFileSystem }
  | { readonly refusal: string };
