import type { PlanMetric } from "../site-plan/engine/compiled-plan.ts";

/** A metric as it is printed. `limit` is empty where no limit belongs to the metric. */
export interface MetricRow {
  readonly label: string;
  readonly plan: string;
  readonly limit: string;
  readonly status: "pass" | "fail" | "not evaluated";
  /** Where the limit stands, in short; empty without a limit. */
  readonly source: string;
}

/** The metrics that are printed, in their order, with the direction of their limit. */
const printed: readonly (readonly [name: string, label: string, direction: "at most" | "at least" | ""])[] = [
  ["site_area", "Site area", "at least"],
  ["flag_lot_area", "Flag lot without its strip", "at least"],
  ["net_site_area", "Net site area", ""],
  ["buildable_area", "Buildable area", ""],
  ["units", "Dwelling units", ""],
  ["density", "Density", "at most"],
  ["gfa", "Gross floor area", ""],
  ["far", "Floor area ratio", "at most"],
  ["building_footprint", "Building footprint", ""],
  ["coverage", "Building coverage", "at most"],
  ["height", "Building height", "at most"],
  ["stories", "Stories", "at most"],
  ["impervious", "Impervious surface", "at most"],
  ["open_space", "Open space", "at least"],
  ["open_space_per_unit", "Open space for each unit", "at least"],
  ["landscape", "Landscaped area", "at least"],
  ["setback_front_min", "Front setback", "at least"],
  ["setback_side_min", "Side setback", "at least"],
  ["setback_street_side_min", "Street side setback", "at least"],
  ["setback_rear_min", "Rear setback", "at least"],
  ["parking_setback_front_min", "Parking to front lot line", "at least"],
  ["parking_setback_side_min", "Parking to side lot line", "at least"],
  ["parking_setback_street_side_min", "Parking to side street", "at least"],
  ["parking_setback_rear_min", "Parking to rear lot line", "at least"],
  ["parking_behind_building_min", "Parking behind building front", "at least"],
  ["principal_buildings", "Principal buildings", "at most"],
  ["row_homes_min", "Fewest homes of a row", "at least"],
  ["row_homes_max", "Most homes of a row", "at most"],
  ["building_spacing_min", "Distance between buildings", "at least"],
  ["neighbor_setback_min", "Buildings to other district", "at least"],
  ["neighbor_buffer_min", "Buffer to other district", "at least"],
  ["parking_required", "Parking required", ""],
  ["parking_provided", "Parking provided", "at least"],
  ["parking_max", "Parking of what is required", "at most"],
  ["driveway_spacing_min", "Distance between driveways", "at least"],
  ["parking_structured", "Parking in garages", ""],
  ["stalls_between_islands", "Stalls between islands", "at most"],
  ["accessible", "Accessible stalls", "at least"],
  ["van", "Van-accessible stalls", "at least"],
  ["ev", "Stalls for electric vehicles", "at least"],
  ["bicycle", "Bicycle places", "at least"],
  ["loading", "Loading spaces", "at least"],
  ["sf_per_stall", "Paving for each stall", ""],
  ["stormwater_volume", "Stormwater volume", ""],
  ["basin_capacity", "Basin capacity", "at least"],
  ["basin_lot_line_min", "Basin to lot line", "at least"],
  ["basin_building_min", "Basin to building", "at least"],
];
/** Returns on which side a limit of a metric bounds it; "" where none belongs to it. */
export function boundOf(metric: string): "at most" | "at least" | "" {
  return printed.find(([name]) => name === metric)?.[2] ?? "";
}

const withoutDwellings: MetricRow = {
  ...{ label: "Density", plan: "no dwellings", limit: "not applicable", status: "not evaluated", source: "" },
};
const absent = {
  NOT_PROVIDED_IN_ORDINANCE: "not provided in ordinance",
  NOT_LOCATED_IN_INDEXED_ORDINANCE: "not located",
} as const;

/** Returns the rows of the table of metrics. Metrics that the plan does not have are left out, and a net area that is the whole. */
export function planMetricRows(metrics: Readonly<Record<string, PlanMetric>>): MetricRow[] {
  return printed.flatMap(([name, label, direction]) => {
    const metric = metrics[name];
    if (name === "density" && metrics.units?.value === 0) return [withoutDwellings];
    if (name === "net_site_area" && metric?.value === metrics.site_area?.value) return [];
    if (!metric || (metric.value === 0 && metric.limit === null && metric.marker === null)) return [];
    const { value, unit, limit, status, marker, source } = metric;
    const told =
      limit === null ? (marker === null ? "" : absent[marker]) : `${direction} ${withUnit(limit, unit)}`.trim();
    const basis = source === null || told === "" ? "" : source.statement;
    return [
      ...[{ label, plan: withUnit(value, unit), limit: told, source: basis }].map((row) => ({
        ...row,
        status: status === "not_evaluated" ? ("not evaluated" as const) : status,
      })),
    ];
  });
}

const units: Readonly<Record<string, string>> = {
  ...{ square_feet: "sq ft", sf: "sq ft", acres: "ac", feet: "ft", percent: "%", ratio: "", count: "" },
  ...{
    cubic_feet: "cu ft",
    cf: "cu ft",
    dwelling_units_per_acre: "du/ac",
    stalls: "",
    places: "",
    spaces: "",
    "sf/unit": "sq ft",
    buildings: "",
    units: "",
    du_per_acre: "du/ac",
  },
};

const singular: Readonly<Record<string, string>> = { stories: "story", homes: "home" };

/** Made once: `toLocaleString` with options makes one for each number. */
const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const wholeNumbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function withUnit(value: number, unit: string): string {
  const isArea = /^(?:square_feet|sf|sq ft|cubic_feet|cf|cu ft)$/.test(unit);
  const shown = (isArea ? wholeNumbers : numbers).format(value);
  const word = value === 1 ? (singular[unit] ?? units[unit] ?? unit) : (units[unit] ?? unit);
  if (word === "") return shown;
  return word === "%" ? `${shown} %` : `${shown} ${word}`;
}
