/** A JSON Schema (2020-12) without a default; the default of a question is its recommended value. */
export type AnswerSchema = Readonly<Record<string, unknown>>;

/** Named conditions under which a question belongs to the walk. `interview-conditions.ts` decides them. */
export type QuestionCondition =
  | "several_zones"
  | "several_parcels"
  | "streets_unknown"
  | "rezone_planned"
  | "wetland_mapped"
  | "wetland_buffered"
  | "flood_mapped"
  | "height_unknown"
  | "neighbors_unknown"
  | "open_space_ruled"
  | "buildings_ruled"
  | "front_parking_ruled"
  | "low_rise_storage";

/**
 * What the engine recommends: a fixed value, a standard of the governing district with a fallback, or a value worked out
 * by a named rule of `recommend.ts`.
 */
export type Recommendation =
  | { readonly kind: "value"; readonly value: unknown; readonly reason: string }
  | {
      readonly kind: "criterion";
      readonly field: string;
      readonly otherwise: { readonly value: unknown; readonly reason: string } | null;
    }
  | { readonly kind: "rule"; readonly rule: RecommendationRule };

/** Rules that work a recommendation out of the site and of earlier answers. */
export type RecommendationRule =
  | "typology_of_goal"
  | "floodplain"
  | "one_zone"
  | "governing_basis"
  | "merge_touching"
  | "target_of_goal"
  | "floors_within_height"
  | "floor_area_of_goal"
  | "parking_ratio"
  | "homes_of_row"
  | "setbacks"
  | "storage_type"
  | "charging_stations"
  | "parking_place"
  | "stormwater_method"
  | "open_space";

/** A question as data: what is asked, what an answer may be, when it belongs to the walk, what is recommended. */
export interface QuestionData {
  /** "site.zones", "mf.floors". */
  readonly id: string;
  readonly title: string;
  readonly schema: AnswerSchema;
  readonly unit: string | null;
  /** Needed before the program can be approved. */
  readonly required: boolean;
  /** "zone": asked for each zone where there are several. */
  readonly scope: "site" | "zone";
  readonly when?: QuestionCondition;
  /** Questions that must be settled first. */
  readonly dependsOn?: readonly string[];
  /** Null: nothing can be recommended, the user has to say it. */
  readonly recommend: Recommendation | null;
}
