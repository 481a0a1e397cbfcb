/** The kinds of land that ordinances take out of the area from which a limit is computed. */
export const uncountedLandIds = [
  "wetland",
  "watercourse",
  "floodway",
  "floodplain",
  "slope",
  "easement",
  "right_of_way",
] as const;
export type UncountedLandId = (typeof uncountedLandIds)[number];

/** The limits that are computed from an area: of dwelling units, and of floor area. */
export type CountedArea = "density" | "far";

/** A standard of a site by which a limit is computed without a kind of land; percent, see `UncountedLand`. */
export type UncountedStandardId = `${CountedArea}_less_${UncountedLandId}`;

/** Returns the standard by which a limit is computed without a kind of land. */
export const uncountedStandard = (area: CountedArea, land: UncountedLandId): UncountedStandardId =>
  `${area}_less_${land}`;

/** Every standard by which a limit is computed without some land. */
export const uncountedStandardIds: readonly UncountedStandardId[] = (["density", "far"] as const).flatMap((area) =>
  uncountedLandIds.map((land) => uncountedStandard(area, land)),
);

/** Returns one value for each of these standards. */
export const forUncountedStandards = <T>(value: T) =>
  Object.fromEntries(uncountedStandardIds.map((id) => [id, value])) as Record<UncountedStandardId, T>;
