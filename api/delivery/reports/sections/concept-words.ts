import type { SourceKey } from "../document/statement.ts";
import type { ReportConcept } from "../evidence/plan-evidence.ts";
import type { SectionContext } from "./context.ts";

/** What a metric is called. */
export const metricLabels: Readonly<Record<string, string>> = {
  ...{
    site_area: "Site area",
    net_site_area: "Net site area",
    buildable_area: "Buildable area",
    units: "Dwelling units",
  },
  ...{ density: "Density", gfa: "Gross floor area", far: "Floor area ratio", building_footprint: "Building footprint" },
  ...{ coverage: "Building coverage", height: "Building height", stories: "Stories", impervious: "Impervious surface" },
  ...{ open_space: "Open space", setback_front_min: "Front setback", setback_side_min: "Side setback" },
  ...{ setback_rear_min: "Rear setback", parking_required: "Parking required", parking_provided: "Parking provided" },
  ...{ parking_structured: "Parking in garages", accessible: "Accessible stalls", van: "Van-accessible stalls" },
  ...{ building_spacing_min: "Distance between buildings" },
  ...{ row_homes_min: "Fewest homes of a row", row_homes_max: "Most homes of a row" },
  ...{ neighbor_setback_min: "Buildings to other district" },
  ...{ neighbor_buffer_min: "Buffer to other district" },
  ...{ parking_setback_front_min: "Parking to front lot line", parking_setback_side_min: "Parking to side lot line" },
  ...{
    parking_setback_street_side_min: "Parking to side street",
    parking_setback_rear_min: "Parking to rear lot line",
  },
  ...{ loading: "Loading spaces" },
  ...{ flag_lot_area: "Flag lot without its strip" },
  ...{ basin_lot_line_min: "Basin to lot line", basin_building_min: "Basin to building" },
  ...{ parking_behind_building_min: "Parking behind building front" },
  ...{ open_space_per_unit: "Open space for each unit", landscape: "Landscaped area" },
  ...{ parking_max: "Parking of what is required", driveway_spacing_min: "Distance between driveways" },
  ...{ stalls_between_islands: "Stalls between islands", principal_buildings: "Principal buildings" },
  ...{ setback_street_side_min: "Street side setback", sf_per_stall: "Paving for each stall" },
  ...{
    bicycle: "Bicycle places",
    ev: "Stalls for electric vehicles",
    stormwater_volume: "Stormwater volume",
    basin_capacity: "Basin capacity",
  },
};
/** Measures that the limit of a rule bounds. */
export const measureOf: Readonly<Record<string, string>> = {
  ...{
    setback_front: "setback_front_min",
    setback_side_interior: "setback_side_min",
    setback_rear: "setback_rear_min",
  },
  ...{ setback_side_street: "setback_street_side_min", height_max: "height", stories_max: "stories" },
  ...{ density_max: "density", coverage_max: "coverage", far_max: "far", impervious_max: "impervious" },
  ...{ parking_setback_front: "parking_setback_front_min", parking_setback_rear: "parking_setback_rear_min" },
  ...{ parking_setback_side_interior: "parking_setback_side_min" },
  ...{ parking_setback_side_street: "parking_setback_street_side_min" },
  ...{ townhouse_row_min: "row_homes_min", townhouse_row_max: "row_homes_max" },
  ...{ ev: "ev", bicycle: "bicycle" },
  ...{ landscape_min: "landscape", principal_buildings_max: "principal_buildings" },
  ...{ parking_max: "parking_max", driveway_spacing: "driveway_spacing_min" },
  ...{ transition_setback: "neighbor_setback_min", buffer_by_adjacency: "neighbor_buffer_min" },
  ...{ parking_behind_building: "parking_behind_building_min", loading: "loading" },
  ...{ basin_lot_line: "basin_lot_line_min", basin_building: "basin_building_min" },
  ...{ building_spacing: "building_spacing_min", open_space_min: "open_space", parking_ratio: "parking_provided" },
};
/** Returns a text with a capital letter at its beginning. */
export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the endnote of the concept. */
export function conceptKey({ sources }: SectionContext, { revision, created_at: at, hash }: ReportConcept): SourceKey {
  return sources.add({
    ...{ key: "plan:concept", kind: "plan", title: "Site-plan concept of the project" },
    ...{ place: `Revision ${revision}, plan ${hash.slice(0, 12)}`, retrieved_at: at },
  });
}
