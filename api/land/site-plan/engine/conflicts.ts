import type { PlanConflict, PlanMetric } from "./compiled-plan.ts";

/** The rule on the distance of parking from each kind of lot line. */
const parkingRules = {
  ...{ front: "parking_setback_front", side: "parking_setback_side_interior" },
  ...{ street_side: "parking_setback_side_street", rear: "parking_setback_rear" },
} as const;

/** Which conflict the failed check of a metric is, with its rule and what to do. Source: `siteplan.md` D4. */
const kinds: Readonly<Record<string, { readonly code: string; readonly rule: string; readonly remedy: string }>> = {
  far: { code: "far_exceeded", rule: "far_max", remedy: "Lower the number of floors or the floor area." },
  coverage: { code: "coverage_exceeded", rule: "coverage_max", remedy: "Use smaller footprints or more floors." },
  impervious: {
    code: "impervious_exceeded",
    rule: "impervious_max",
    remedy: "Lower the program, or park in a structure.",
  },
  density: { code: "density_exceeded", rule: "density_max", remedy: "Lower the number of units." },
  height: { code: "height_exceeded", rule: "height_max", remedy: "Lower the number of floors." },
  stories: { code: "height_exceeded", rule: "stories_max", remedy: "Lower the number of floors." },
  parking_provided: { code: "parking_below_minimum", rule: "parking_ratio", remedy: "Lower the program." },
  ev: { code: "charging_below_minimum", rule: "ev", remedy: "Plan more stalls with charging stations." },
  bicycle: { code: "bicycle_below_minimum", rule: "bicycle", remedy: "Leave room for bicycles beside the buildings." },
  loading: { code: "loading_below_minimum", rule: "loading", remedy: "Leave room for loading beside the drives." },
  parking_max: { code: "parking_above_maximum", rule: "parking_max", remedy: "Plan fewer stalls." },
  open_space: { code: "open_space_below_minimum", rule: "open_space_min", remedy: "Lower the program." },
  open_space_per_unit: { code: "open_space_below_minimum", rule: "open_space_min", remedy: "Lower the program." },
  landscape: { code: "open_space_below_minimum", rule: "landscape_min", remedy: "Lower the program." },
  setback_front_min: { code: "setback_reduced", rule: "setback_front", remedy: "Keep the front setback." },
  setback_side_min: { code: "setback_reduced", rule: "setback_side_interior", remedy: "Keep the side setback." },
  setback_street_side_min: {
    code: "setback_reduced",
    rule: "setback_side_street",
    remedy: "Keep the street side setback.",
  },
  setback_rear_min: { code: "setback_reduced", rule: "setback_rear", remedy: "Keep the rear setback." },
  ...Object.fromEntries(
    (["front", "side", "street_side", "rear"] as const).map((side) => [
      `parking_setback_${side}_min`,
      {
        ...{ code: "setback_reduced", rule: parkingRules[side] },
        remedy: "Keep the distance of parking from the lot line.",
      },
    ]),
  ),
  parking_behind_building_min: {
    ...{ code: "parking_in_front", rule: "parking_behind_building" },
    remedy: "Park beside or behind the buildings.",
  },
  basin_lot_line_min: {
    code: "setback_reduced",
    rule: "basin_lot_line",
    remedy: "Move the basin away from the lot line.",
  },
  basin_building_min: {
    code: "setback_reduced",
    rule: "basin_building",
    remedy: "Move the basin away from the buildings.",
  },
  neighbor_setback_min: {
    ...{ code: "setback_reduced", rule: "transition_setback" },
    remedy: "Keep the setback beside that district.",
  },
  neighbor_buffer_min: {
    ...{ code: "setback_reduced", rule: "buffer_by_adjacency" },
    remedy: "Keep the buffer beside that district free.",
  },
  principal_buildings: {
    code: "principal_buildings_exceeded",
    rule: "principal_buildings_max",
    remedy: "Plan one building, or divide the lot.",
  },
  row_homes_min: {
    code: "townhouse_row_limits",
    rule: "townhouse_row_min",
    remedy: "Plan a use with fewer homes in a building, or a larger site.",
  },
  row_homes_max: { code: "townhouse_row_limits", rule: "townhouse_row_max", remedy: "Plan shorter rows." },
  building_spacing_min: {
    code: "setback_reduced",
    rule: "building_spacing",
    remedy: "Keep the distance between buildings.",
  },
};

/** What a metric is called where its words are not its name, and the rules that give the least of something. */
const called: Readonly<Record<string, string>> = {
  ...{ far: "The floor area ratio", coverage: "The building coverage", impervious: "The impervious surface" },
  ...{ density: "The density", height: "The building height", stories: "The number of stories" },
  ...{ parking_provided: "The number of stalls", open_space: "The open space", setback_rear_min: "The rear setback" },
  ...{ open_space_per_unit: "The open space for each dwelling", landscape: "The landscaped area" },
  ...{ parking_max: "The number of stalls, of those that are required," },
  ...{ ev: "The number of charging stalls", bicycle: "The number of bicycle places" },
  ...{ principal_buildings: "The number of principal buildings" },
  ...{ row_homes_min: "The shortest row of townhomes", row_homes_max: "The longest row of townhomes" },
  ...{ setback_front_min: "The front setback", setback_side_min: "The side setback" },
  ...{ setback_street_side_min: "The street side setback", building_spacing_min: "The distance between buildings" },
  ...{ neighbor_setback_min: "The distance of buildings from the line of another district" },
  ...{ neighbor_buffer_min: "The width of the planted buffer" },
  ...{ loading: "The number of loading spaces" },
  ...{ basin_lot_line_min: "The distance of the basin from the lot lines" },
  ...{ basin_building_min: "The distance of the basin from buildings" },
  ...{ parking_behind_building_min: "The distance of parking behind the front of the nearest building" },
  ...{ parking_setback_front_min: "The distance of parking from the front lot line" },
  ...{ parking_setback_side_min: "The distance of parking from the side lot line" },
  ...{ parking_setback_street_side_min: "The distance of parking from the side street" },
  ...{ parking_setback_rear_min: "The distance of parking from the rear lot line" },
};
const leasts = new Set(
  [
    ...["parking_ratio", "open_space_min", "landscape_min", "building_spacing", "townhouse_row_min"],
    ...[
      "transition_setback",
      "buffer_by_adjacency",
      "ev",
      "bicycle",
      "parking_behind_building",
      "basin_lot_line",
      "basin_building",
      "loading",
    ],
  ].concat(
    ["front", "side_interior", "side_street", "rear"].flatMap((side) => [`setback_${side}`, `parking_setback_${side}`]),
  ),
);

/** A value with its unit: "1 home", "3 homes". */
const counted = (value: number, unit: string) =>
  `${value} ${value === 1 ? unit.replace(/^(home|building|stall)s$/, "$1") : unit}`;

/** Returns the rules that the drawn plan breaks. */
export function conflictsOf(metrics: Readonly<Record<string, PlanMetric>>): PlanConflict[] {
  return Object.entries(metrics).flatMap(([name, { value, unit, limit, status, source }]): PlanConflict[] => {
    const kind = kinds[name];
    if (!kind || status !== "fail" || limit === null) return [];
    const { code, rule, remedy } = kind;
    const bound = leasts.has(rule) ? "least" : "most";
    const statement = `${called[name] ?? name} of the plan is ${counted(value, unit)}; the rule asks for at ${bound} ${counted(limit, unit)}.`;
    return [
      { code, rule, zoneId: null, limit, proposed: value, unit, severity: "overridable", statement, source, remedy },
    ];
  });
}
