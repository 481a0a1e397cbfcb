import { accessibleFor, vansFor } from "./accessible.ts";
import type { PlanMetric, PlanObject, PlanObjectType } from "./compiled-plan.ts";
import { rounded, stallOfHome } from "./drafts.ts";
import type { PlanRules, RuleSource, RuleValue } from "./plan-input.ts";
import { bare, keptDistance, type Metrics, plain, sumOf } from "./plan-metric.ts";
import { limitOf } from "./rule-value.ts";

/** Returns what is parked on, against what is required and what is allowed. */
export function parkingMetrics(
  objects: readonly PlanObject[],
  rules: PlanRules,
  {
    provided,
    required,
    structured,
    source,
  }: {
    readonly provided: number;
    readonly required: number;
    readonly structured: number;
    readonly source: RuleSource | null;
  },
): Metrics {
  return {
    parking_required: bare(required, "stalls"),
    parking_provided: {
      ...{ value: provided, unit: "stalls", limit: required, marker: null, source },
      status: provided >= required ? "pass" : "fail",
    },
    ...(limitOf(rules.parkingMax) === undefined || required === 0
      ? {}
      : { parking_max: shareOfRequired(rounded((100 * provided) / required), rules.parkingMax, source) }),
    ...drivewayMetric(objects, rules.drivewaySpacing),
    parking_structured: bare(structured, "stalls"),
    ...accessibleMetrics(objects),
    ...placesMetrics(objects, rules),
    ...loadingMetric(objects, rules.loading),
    compact: bare(0, "stalls"),
  };
}

const accessibilityRule: RuleSource = {
  ...{ kind: "derived", ref: null, statement: "2010 ADA Standards, 208.2" },
};

/** Accessible stalls and those for vans, against what each parking lot and structure needs. Stalls of single homes are no lot. */
function accessibleMetrics(objects: readonly PlanObject[]): Metrics {
  const types: readonly PlanObjectType[] = ["parking_stall", "accessible_stall", "ev_stall"];
  const zones = new Map<string | null, number>();
  for (const { objectType, zoneId, label } of objects) {
    if (types.includes(objectType) && label !== stallOfHome) zones.set(zoneId, (zones.get(zoneId) ?? 0) + 1);
  }
  const inLots = [...zones.values()].map(accessibleFor);
  const inLevels = sumOf(objects, "accessible_stall_count", ["building"]);
  const vansInLevels = sumOf(objects, "van_stall_count", ["building"]);
  const metric = (value: number, least: number): PlanMetric =>
    least === 0
      ? bare(value, "stalls")
      : plain(value, "stalls", { value: least, unit: "stalls", source: accessibilityRule }, "least");
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const accessible = objects.filter(({ objectType }) => objectType === "accessible_stall").length;
  return {
    accessible: metric(accessible + inLevels, total(inLots) + inLevels),
    van: metric(objects.filter(isVan).length + vansInLevels, total(inLots.map(vansFor)) + vansInLevels),
  };
}

/** Stalls with charging stations and places for bicycles, against what the rules ask for. */
function placesMetrics(objects: readonly PlanObject[], { charging, bicycles }: PlanRules): Metrics {
  const metric = (value: number, unit: string, name: string, [rule]: PlanRules["charging"]): PlanMetric => {
    const least = sumOf(objects, name, ["zone"]);
    return least === 0 || !rule
      ? bare(value, unit)
      : plain(value, unit, { value: least, unit, source: rule.source }, "least");
  };
  const stations = objects.filter(({ objectType }) => objectType === "ev_stall").length;
  const places = sumOf(objects, "place_count", ["bicycle_parking"]);
  return {
    ev: metric(
      stations + sumOf(objects, "ev_stall_count", ["building"]),
      "stalls",
      "required_ev_stall_count",
      charging,
    ),
    ...(bicycles.length > 0 ? { bicycle: metric(places, "places", "required_bicycle_count", bicycles) } : {}),
  };
}

/** Loading spaces and docks, against what the rules ask for by floor area. */
function loadingMetric(objects: readonly PlanObject[], [rule]: PlanRules["loading"]): Metrics {
  const least = sumOf(objects, "required_loading_count", ["zone"]);
  if (!rule || least === 0) return {};
  const count = objects.filter(({ objectType: type }) => type === "loading_space" || type === "loading_dock").length;
  return { loading: plain(count, "spaces", { value: least, unit: "spaces", source: rule.source }, "least") };
}

/** A share of what is required is held against the ordinance only where the requirement is the ordinance's as well. */
function shareOfRequired(value: number, rule: RuleValue, requirement: RuleSource | null): PlanMetric {
  const metric = plain(value, "%", rule, "most");
  return requirement?.kind === "ordinance" ? metric : { ...metric, status: "not_evaluated" };
}

const isVan = ({ objectType, label }: PlanObject) => objectType === "accessible_stall" && label.includes("van");

/** The least distance between the edges of two driveways, where the ordinance has a limit for it. */
function drivewayMetric(objects: readonly PlanObject[], rule: RuleValue): Metrics {
  if (limitOf(rule) === undefined) return {};
  const gaps = objects.flatMap(({ objectType, measurements: { separation_ft: apart, width_ft: width } }) =>
    objectType === "access_point" && typeof apart === "number" && typeof width === "number" ? [apart - width] : [],
  );
  return gaps.length === 0 ? {} : { driveway_spacing_min: keptDistance(rounded(Math.min(...gaps)), rule) };
}
