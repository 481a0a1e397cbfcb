import type { PlanMetric, PlanObject, PlanObjectType } from "./compiled-plan.ts";
import type { RuleValue } from "./plan-input.ts";
import { limitOf, markerOf, sourceOf } from "./rule-value.ts";

/** Metrics of a plan by their names. */
export type Metrics = Record<string, PlanMetric>;

/** Returns the sum of a measurement over objects of some kinds. */
export function sumOf(
  objects: readonly Pick<PlanObject, "objectType" | "measurements">[],
  name: string,
  types: readonly PlanObjectType[],
): number {
  return objects.reduce((sum, { objectType, measurements }) => {
    const value = measurements[name];
    return types.includes(objectType) && typeof value === "number" ? sum + value : sum;
  }, 0);
}

/** Returns a metric that no rule limits. */
export const bare = (value: number, unit: string): PlanMetric => ({
  ...{ value, unit, limit: null, status: "not_evaluated", marker: null, source: null },
});

/** Returns a metric with its limit: without a number it is not evaluated, never passed. */
export function plain(value: number, unit: string, rule: RuleValue, bound: "least" | "most"): PlanMetric {
  const limit = limitOf(rule);
  if (limit === undefined) {
    return { value, unit, limit: null, status: "not_evaluated", marker: markerOf(rule), source: null };
  }
  const isKept = bound === "most" ? value <= limit + 1e-6 : value >= limit - 1e-6;
  return { value, unit, limit, status: isKept ? "pass" : "fail", marker: null, source: sourceOf(rule) };
}

/** Returns a least distance with its limit: arcs are drawn with chords and lengths are rounded: a distance is kept to six hundredths of a foot. */
export function keptDistance(value: number, rule: RuleValue): PlanMetric {
  const metric = plain(value, "ft", rule, "least");
  const isKept = metric.limit === null || value >= metric.limit - 0.06;
  return { ...metric, status: metric.limit === null ? "not_evaluated" : isKept ? "pass" : "fail" };
}
