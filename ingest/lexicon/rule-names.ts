/** What a standard, or mapped land that a decision is about, is called. */
const names: Readonly<Record<string, string>> = {
  ...{ setback_side_interior: "Interior side setback", setback_side_street: "Street side setback" },
  ...{ setback_front: "Front setback", setback_rear: "Rear setback", height_max: "Building height" },
  ...{ stories_max: "Stories", density_max: "Density", coverage_max: "Building coverage", far_max: "Floor area ratio" },
  ...{ open_space_min: "Open space", impervious_max: "Impervious surface", parking_ratio: "Parking ratio" },
  ...{ building_spacing: "Distance between buildings", wetland_buffer: "Wetland buffer" },
  ...{ parking_setback_front: "Parking to front lot line", parking_setback_rear: "Parking to rear lot line" },
  ...{
    parking_setback_side_interior: "Parking to side lot line",
    parking_setback_side_street: "Parking to side street",
  },
  ...{ landscape_min: "Landscaped area", landscape_island_every: "Stalls between islands" },
  ...{ parking_max: "Largest parking", driveway_spacing: "Distance between driveways" },
  ...{ principal_buildings_max: "Principal buildings on a lot" },
  ...{ ev: "Charging stations for electric vehicles", bicycle: "Bicycle parking" },
  ...{ townhouse_row_min: "Fewest homes of a row", townhouse_row_max: "Most homes of a row" },
  ...{ transition_setback: "Setback beside another district", buffer_by_adjacency: "Buffer beside another district" },
  ...{ loading: "Loading spaces" },
  ...{ basin_lot_line: "Basin to lot line", basin_building: "Basin to building" },
  ...{ parking_behind_building: "Parking behind the front of buildings" },
  ...{ parking_behind_setback: "Parking behind the front setback" },
  ...{ wetland: "Mapped wetland", floodplain: "Mapped flood hazard area" },
};

/** Returns what a rule is called, with a capital letter. */
export function ruleName(rule: string): string {
  const words = rule.replaceAll("_", " ");
  return names[rule] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
