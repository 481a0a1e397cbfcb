/** The building types a goal can have, as the contract names them. */
export const typologies = [
  "multifamily_garden",
  "multifamily_midrise",
  "townhome",
  "mixed_use",
  "retail",
  "office",
  "industrial",
  "self_storage",
  "hotel",
  "senior_living",
  "mobile_home_park",
  "single_family",
  "subdivision",
] as const;
export type Typology = (typeof typologies)[number];

/** What a goal can settle, in the order in which a person would be asked. */
export const goalKeys = [
  "primary_typology",
  "secondary_typologies",
  "has_existing_structure",
  "unit_count",
  "gross_floor_area_sqft",
  "stories",
  "building_height_ft",
  "parking_approach",
  "access_point_count",
  "rezone_intent",
  "target_zoning_code",
  "phasing",
] as const;
export type GoalKey = (typeof goalKeys)[number];

/** How cars are parked. */
export const parkingApproaches = ["surface", "structured", "underground", "tuck_under", "garage", "none"] as const;

/** Whether a project is built at once. */
export const phasings = ["single_phase", "multiple_phases"] as const;

/** One value that was read from a goal. */
export interface GoalValue {
  readonly value: string | number | boolean | readonly string[];
  /** The words of the goal that state it, verbatim. */
  readonly evidence: string;
  /** 0..1; below 1 where the words allow another reading. */
  readonly confidence: number;
}

/** The values that a goal states; a key that is absent was not stated. */
export type GoalReading = Readonly<Partial<Record<GoalKey, GoalValue>>>;
