import type { PlanConflict, PlanMetric } from "./compiled-plan.ts";

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
  open_space: { code: "open_space_below_minimum", rule: "open_space_min", remedy: "Lower the program." },
  setback_front_min: { code: "setback_reduced", rule: "setback_front", remedy: "Keep the front setback." },
  setback_side_min: { code: "setback_reduced", rule: "setback_side_interior", remedy: "Keep the side setback." },
  setback_street_side_min: {
    code: "setback_reduced",
    rule: "setback_side_street",
    remedy: "Keep the street side setback.",
  },
  setback_rear_min: { code: "setback_reduced", rule: "setback_rear", remedy: "Keep the rear setback." },
};

/** Returns the rules that the drawn plan breaks. */
export function conflictsOf(metrics: Readonly<Record<string, PlanMetric>>): PlanConflict[] {
  return Object.entries(metrics).flatMap(([name, { value, unit, limit, status, source }]): PlanConflict[] => {
    const kind = kinds[name];
    if (!kind || status !== "fail" || limit === null) return [];
    const { code, rule, remedy } = kind;
    const statement = `${name.replaceAll("_", " ")} of the plan is ${value} ${unit}; the limit is ${limit} ${unit}.`;
    return [
      { code, rule, zoneId: null, limit, proposed: value, unit, severity: "overridable", statement, source, remedy },
    ];
  });
}
