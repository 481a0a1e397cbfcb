import type { RuleUnit } from "./dimensions.ts";
import { forUncountedStandards, uncountedStandardIds } from "./uncounted-land.ts";

/**
 * Standards of a site's layout: they hold in all districts unless the text says otherwise. The names are those of design
 * criteria; `wetland_setback` is the distance of buildings from a wetland, where it is not the width of the buffer, and
 * `parking_setback_…` that of stalls and aisles from the lines of the lot; `flag_lot_setback` is that of the buildings of a flag lot from
 * each of its lines; `transition_setback` and `buffer_by_adjacency` hold along lines shared with lots of some districts. Feet, but
 * for `landscape_island_every`, the most stalls of a row between two islands, the principal buildings of a lot, the homes of a row
 * of townhouses, and `density_less_…`, the land that density is not counted on.
 */
export const siteStandardIds = [
  "stall_w",
  "stall_l",
  "aisle",
  "building_spacing",
  "wetland_buffer",
  "wetland_setback",
  "parking_setback_front",
  "parking_setback_side_street",
  "parking_setback_side_interior",
  "parking_setback_rear",
  "flag_lot_setback",
  "landscape_island_every",
  "principal_buildings_max",
  ...(["townhouse_row_min", "townhouse_row_max"] as const),
  ...(["stormwater_wq_depth", "driveway_spacing", "parking_max", "ev", "bicycle", "stream_buffer"] as const),
  ...(["transition_setback", "buffer_by_adjacency", "parking_behind_building", "parking_behind_setback"] as const),
  ...(["loading", "loading_w", "loading_l", "loading_asked"] as const),
  ...(["flag_lot_area", "permit_above"] as const),
  ...(["basin_lot_line", "basin_building", "basin_well", "basin_septic"] as const),
  ...uncountedStandardIds,
] as const;
export type SiteStandardId = (typeof siteStandardIds)[number];

/** The words that ordinances and residents use for a standard; those without words are not asked about. */
export const siteStandardWords: Readonly<Partial<Record<SiteStandardId, string>>> = {
  stall_w: "width of parking space stall wide",
  stall_l: "length of parking space stall long",
  aisle: "width of parking aisle",
  building_spacing: "distance between buildings",
  parking_setback_front: "parking area setback from street right-of-way front",
  parking_setback_side_interior: "parking area setback from side lot line",
  parking_setback_rear: "parking area setback from rear lot line",
  wetland_buffer: "wetland buffer",
  wetland_setback: "distance from wetland",
};

/** Standards that are not the least of a distance in feet. */
const otherMeasures: Readonly<Partial<Record<SiteStandardId, SiteMeasure>>> = {
  landscape_island_every: { limit: "max", unit: "stalls" },
  principal_buildings_max: { limit: "max", unit: "buildings" },
  townhouse_row_min: { limit: "min", unit: "homes" },
  townhouse_row_max: { limit: "max", unit: "homes" },
  stormwater_wq_depth: { limit: "min", unit: "in" },
  parking_max: { limit: "max", unit: "%" },
  ev: { limit: "min", unit: "%" },
  loading: { limit: "min", unit: "loading spaces" },
  loading_asked: { limit: "min", unit: "loading spaces" },
  flag_lot_area: { limit: "min", unit: "times" },
  permit_above: { limit: "max", unit: "sq ft" },
  ...forUncountedStandards<SiteMeasure>({ limit: "min", unit: "%" }),
};
interface SiteMeasure {
  readonly limit: "min" | "max";
  readonly unit: RuleUnit;
}

/** Returns whether a standard is a least or a most, and its unit. */
export const siteMeasureOf = (standard: SiteStandardId): SiteMeasure =>
  otherMeasures[standard] ?? { limit: "min", unit: "ft" };

/** Smallest and largest value that is believed, in the unit. */
export const siteStandardRanges = {
  ...{ stall_w: [7, 12], stall_l: [14, 26], aisle: [10, 40] },
  ...{ building_spacing: [5, 100], wetland_buffer: [10, 300], wetland_setback: [10, 300] },
  ...{ parking_setback_front: [1, 100], parking_setback_side_street: [1, 100] },
  ...{ parking_setback_side_interior: [1, 100], parking_setback_rear: [1, 100] },
  ...{ flag_lot_setback: [5, 200], landscape_island_every: [5, 40], principal_buildings_max: [1, 1] },
  ...{ townhouse_row_min: [2, 20], townhouse_row_max: [2, 20] },
  ...{ stormwater_wq_depth: [0.25, 4], driveway_spacing: [10, 600], parking_max: [100, 300] },
  ...{ ev: [1, 100], bicycle: [0.01, 4], stream_buffer: [10, 300] },
  ...{ transition_setback: [3, 300], buffer_by_adjacency: [3, 300] },
  ...{ parking_behind_building: [0, 0], parking_behind_setback: [0, 0] },
  ...{ loading: [0, 20], loading_asked: [1, 1], loading_w: [8, 20], loading_l: [20, 80] },
  ...{ flag_lot_area: [1, 5], permit_above: [2, 2_000_000] },
  ...{ basin_lot_line: [3, 300], basin_building: [3, 300], basin_well: [3, 300], basin_septic: [3, 300] },
  ...forUncountedStandards([5, 100] as const),
} as const satisfies Readonly<Record<SiteStandardId, readonly [least: number, most: number]>>;

/** Words by which a text on parking stalls and aisles is about a special kind of them. */
export const specialStalls =
  /\b(?:compact|small(?:er)?|sub-?compact|parallel|handicap\w*|accessib\w+|disab\w+|vans?|loading|unloading|stacking|stacked|queu\w+|waiting|bicycles?|bike|motorcycles?|bus(?:es)?|trucks?|trailers?|recreational|campers?|boats?|garages?|carports?|tandem|overhang|electric|charging|drive-?(?:in|through|thru|up)|valet|horses?|animals?|fire|driveways?|end spaces?|reduc\w+|expectant|residential|on-street)\b/i;

/** Words by which a text on distances between buildings is about a special kind of them. */
export const specialBuildings =
  /\b(?:accessory|signs?|pools?|towers?|antennas?|greenhouses?|kennels?|barns?|stables?|sheds?|mobile homes?|manufactured homes?|trailers?|driveways?|pumps?|fences?|walls?|canop(?:y|ies)|tents?|turbines?|solar|poultry|livestock|fuel|tanks?|family day|group homes?|cottages?)\b/i;

/** What a distance from wetlands may be about other than buildings and clearing. */
export const otherNearWetlands =
  /\b(?:septic|sewage|leach\w*|subsurface|wells?|manure|animals?|livestock|horses?|fuel|tanks?|salt|pesticides?|fertilizers?|stables?|barns?|roads?|driveways?|burial|landfills?|waste|review areas?|notice|notif\w+|abutters|application|map|plan)\b/i;
