import { accessibleFor, vansFor } from "./accessible.ts";
import type { PlanMetric, PlanObject, PlanObjectType } from "./compiled-plan.ts";
import { rounded, stallOfHome } from "./drafts.ts";
import { distanceFt } from "./edge-classes.ts";
import { squareFeet, union } from "./kernel.ts";
import { type GridRegion, squareFeetPerAcre } from "./plan-geometry.ts";
import { rainGarden } from "./plan-ground.ts";
import type { EdgeClass, PlanRules, RuleSource, RuleValue } from "./plan-input.ts";
import { homeOnSite } from "./programs/mobile-homes.ts";
import { townhomeRow } from "./programs/townhomes.ts";
import { leastGap } from "./region-gap.ts";
import { limitOf, markerOf, sourceOf } from "./rule-value.ts";
import type { SiteLand } from "./site-land.ts";
import { longestRow } from "./stall-runs.ts";

type Metrics = Record<string, PlanMetric>;

/** Returns the metrics of a plan: each is a sum of what is drawn, checked against its limit. */
export function measure(
  objects: readonly PlanObject[],
  land: SiteLand,
  rules: PlanRules,
  parkingSource: RuleSource | null,
): Metrics {
  const siteSf = squareFeet(land.site);
  const acres = siteSf / squareFeetPerAcre;
  const areaOf = (...types: PlanObjectType[]) => squareFeet(covered(objects, types));
  const sum = (name: string, ...types: PlanObjectType[]) => sumOf(objects, name, types);
  const count = (...types: PlanObjectType[]) => objects.filter(({ objectType }) => types.includes(objectType)).length;
  const percent = (part: number) => rounded((100 * part) / siteSf);
  const footprint = areaOf("building");
  const gfa = sum("gfa_sf", "building");
  const units = sum("units", "building", "amenity");
  const structured = sum("stall_count", "building");
  const stalls = count("parking_stall", "accessible_stall", "ev_stall");
  const required = sum("required_stall_count", "zone");
  const provided = stalls + structured;
  const field = areaOf(...fieldTypes);
  const volume = sum("stormwater_cf", "zone");
  const capacity = sum("volume_cf", "stormwater_basin");
  return {
    site_area: plain(rounded(siteSf), "sf", rules.lotAreaMin, "least"),
    net_site_area: bare(rounded(siteSf), "sf"),
    buildable_area: bare(rounded(squareFeet(land.buildable)), "sf"),
    building_footprint: bare(rounded(footprint), "sf"),
    gfa: bare(rounded(gfa), "sf"),
    gfa_parking: bare(rounded(sum("parking_gfa_sf", "building")), "sf"),
    units: bare(units, "units"),
    ...(sum("key_count", "building") > 0 ? { keys: bare(sum("key_count", "building"), "keys") } : {}),
    far: plain(Math.round((gfa / siteSf) * 1e4) / 1e4, "ratio", rules.floorAreaRatioMax, "most"),
    coverage: plain(percent(footprint), "%", rules.coverageMax, "most"),
    impervious: plain(percent(areaOf(...imperviousTypes)), "%", rules.imperviousMax, "most"),
    // A limit of dwellings says nothing about a plan without any.
    density: units > 0 ? plain(rounded(units / acres), "du/ac", rules.densityMax, "most") : bare(0, "du/ac"),
    height: plain(greatest(objects, "height_ft"), "ft", rules.heightMax, "most"),
    stories: plain(greatest(objects, "floors"), "stories", rules.storiesMax, "most"),
    ...parkingMetrics(objects, rules, { provided, required, structured, source: parkingSource }),
    ...groundMetrics(objects, rules, { siteSf, units }),
    ...islandMetric(objects, rules.islandEvery),
    // Drives to garages are no parking field.
    sf_per_stall: bare(stalls > structured ? rounded(field / stalls) : 0, "sf"),
    stormwater_volume: bare(rounded(volume), "cf"),
    basin_capacity:
      volume === 0
        ? bare(rounded(capacity), "cf")
        : {
            ...{ value: rounded(capacity), unit: "cf", limit: rounded(volume), marker: null },
            source: sourceOf(rules.waterQualityDepth),
            status: capacity >= volume - 0.5 ? "pass" : "fail",
          },
    ...setbackMetrics(objects, land),
    ...pavingMetrics(objects, land, rules),
    ...buildingsMetric(objects, land, rules.principalBuildingsMax),
    ...spacingMetric(objects, rules.buildingSpacing),
    ...rowMetrics(objects, rules),
  };
}

const fieldTypes = ["parking_stall", "accessible_stall", "ev_stall", "access_aisle", "drive_aisle", "island"] as const;
const imperviousTypes: readonly PlanObjectType[] = [
  ...["building", "parking_stall", "accessible_stall", "ev_stall", "access_aisle", "drive_aisle", "driveway"],
  ...["fire_lane", "truck_court", "loading_dock", "sidewalk", "bicycle_parking", "dumpster", "amenity"],
] as PlanObjectType[];

/** Planted ground. A basin is planted where it is a rain garden. */
const planted = (objects: readonly PlanObject[]) =>
  covered(
    objects.filter(({ objectType, label }) => objectType !== "stormwater_basin" || label === rainGarden),
    ["open_space", "landscape_buffer", "island", "stormwater_basin"],
  );

const isVan = ({ objectType, label }: PlanObject) => objectType === "accessible_stall" && label.includes("van");

/** Returns what objects of some kinds cover together. */
export function covered(objects: readonly PlanObject[], types: readonly PlanObjectType[]): GridRegion {
  return union(
    objects.flatMap(({ objectType, shape }) =>
      types.includes(objectType) && shape.type === "region" ? [shape.region] : [],
    ),
  );
}

function sumOf(objects: readonly PlanObject[], name: string, types: readonly PlanObjectType[]): number {
  return objects.reduce((sum, { objectType, measurements }) => {
    const value = measurements[name];
    return types.includes(objectType) && typeof value === "number" ? sum + value : sum;
  }, 0);
}

function greatest(objects: readonly PlanObject[], name: string): number {
  return objects.reduce((most, { objectType, measurements }) => {
    const value = measurements[name];
    return objectType === "building" && typeof value === "number" ? Math.max(most, value) : most;
  }, 0);
}

const bare = (value: number, unit: string): PlanMetric => ({
  ...{ value, unit, limit: null, status: "not_evaluated", marker: null, source: null },
});

/** A metric with its limit: without a number it is not evaluated, never passed. */
function plain(value: number, unit: string, rule: RuleValue, bound: "least" | "most"): PlanMetric {
  const limit = limitOf(rule);
  if (limit === undefined) {
    return { value, unit, limit: null, status: "not_evaluated", marker: markerOf(rule), source: null };
  }
  const isKept = bound === "most" ? value <= limit + 1e-6 : value >= limit - 1e-6;
  return { value, unit, limit, status: isKept ? "pass" : "fail", marker: null, source: sourceOf(rule) };
}

/** The least distance between the edges of two driveways, where the ordinance has a limit for it. */
function drivewayMetric(objects: readonly PlanObject[], rule: RuleValue): Metrics {
  if (limitOf(rule) === undefined) return {};
  const gaps = objects.flatMap(({ objectType, measurements: { separation_ft: apart, width_ft: width } }) =>
    objectType === "access_point" && typeof apart === "number" && typeof width === "number" ? [apart - width] : [],
  );
  return gaps.length === 0 ? {} : { driveway_spacing_min: keptDistance(rounded(Math.min(...gaps)), rule) };
}

/** The number of principal buildings, where the ordinance limits it on a lot. */
function buildingsMetric(objects: readonly PlanObject[], { lots }: SiteLand, rule: RuleValue): Metrics {
  const limit = limitOf(rule);
  const count = principalBuildings(objects).length;
  if (limit === undefined || count === 0 || !("value" in rule)) return {};
  return { principal_buildings: plain(count, "buildings", { ...rule, value: limit * lots.length }, "most") };
}

/** The fewest and the most homes of a row of townhomes, where the ordinance limits them. */
function rowMetrics(objects: readonly PlanObject[], { townhouseRowMin, townhouseRowMax }: PlanRules): Metrics {
  const homes = objects.flatMap(({ objectType, label, measurements: { units } }) =>
    objectType === "building" && label === townhomeRow && typeof units === "number" ? [units] : [],
  );
  if (homes.length === 0) return {};
  const bounded = (name: string, value: number, rule: RuleValue, bound: "least" | "most"): Metrics =>
    limitOf(rule) === undefined ? {} : { [name]: plain(value, "homes", rule, bound) };
  return {
    ...bounded("row_homes_min", Math.min(...homes), townhouseRowMin, "least"),
    ...bounded("row_homes_max", Math.max(...homes), townhouseRowMax, "most"),
  };
}

/** A garage belongs to its building, and homes of a park stand on sites of their own. */
const principalBuildings = (objects: readonly PlanObject[]): GridRegion[] =>
  objects.flatMap(({ objectType, label, shape, measurements }) =>
    objectType === "building" && shape.type === "region" && measurements.gfa_sf !== 0 && label !== homeOnSite
      ? [shape.region]
      : [],
  );

/**
 * The least distance between two principal buildings, where the ordinance has a limit for it.
 */
function spacingMetric(objects: readonly PlanObject[], rule: PlanRules["buildingSpacing"]): Metrics {
  const buildings = principalBuildings(objects);
  if (rule.source.kind !== "ordinance" || buildings.length < 2) return {};
  const gap = leastGap(buildings);
  return gap === undefined ? {} : { building_spacing_min: keptDistance(rounded(gap), rule) };
}

/** Arcs are drawn with chords and lengths are rounded: a distance is kept to six hundredths of a foot. */
function keptDistance(value: number, rule: RuleValue): PlanMetric {
  const metric = plain(value, "ft", rule, "least");
  const isKept = metric.limit === null || value >= metric.limit - 0.06;
  return { ...metric, status: metric.limit === null ? "not_evaluated" : isKept ? "pass" : "fail" };
}

function setbackMetrics(objects: readonly PlanObject[], land: SiteLand): Metrics {
  const { setbacks } = land;
  const metrics: Metrics = {};
  const add = (name: string, edgeClass: EdgeClass, rule: RuleValue) => {
    const distance = leastDistance(objects, ["building"], land, edgeClass);
    if (distance !== undefined) metrics[name] = keptDistance(rounded(distance), rule);
  };
  add("setback_front_min", "front", setbacks.front);
  add("setback_side_min", "interior_side", setbacks.interior_side);
  add("setback_street_side_min", "exterior_side", setbacks.exterior_side);
  add("setback_rear_min", "rear", setbacks.rear);
  return metrics;
}

/** What is parked on, against what is required and what is allowed. */
function parkingMetrics(
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

/** A share of what is required is held against the ordinance only where the requirement is the ordinance's as well. */
function shareOfRequired(value: number, rule: RuleValue, requirement: RuleSource | null): PlanMetric {
  const metric = plain(value, "%", rule, "most");
  return requirement?.kind === "ordinance" ? metric : { ...metric, status: "not_evaluated" };
}

/** What stays open and what is planted. */
function groundMetrics(
  objects: readonly PlanObject[],
  rules: PlanRules,
  { siteSf, units }: { readonly siteSf: number; readonly units: number },
): Metrics {
  const percent = (part: number) => rounded((100 * part) / siteSf);
  const openSf = squareFeet(covered(objects, ["open_space"]));
  const perUnit = limitOf(rules.openSpacePerUnit);
  return {
    open_space:
      perUnit === undefined ? plain(percent(openSf), "%", rules.openSpaceMin, "least") : bare(percent(openSf), "%"),
    ...(perUnit !== undefined && units > 0
      ? {
          open_space_per_unit: plain(rounded(openSf / units), "sf/unit", rules.openSpacePerUnit, "least"),
        }
      : {}),
    landscape: plain(percent(squareFeet(planted(objects))), "%", rules.landscapeMin, "least"),
  };
}

/** The most stalls side by side without an island between, where the ordinance has a limit for them. */
function islandMetric(objects: readonly PlanObject[], rule: PlanRules["islandEvery"]): Metrics {
  const longest = rule.source.kind === "ordinance" ? longestRow(objects) : 0;
  return longest === 0 ? {} : { stalls_between_islands: plain(longest, "stalls", rule, "most") };
}

/** How far stalls and aisles keep from the lot lines for which the ordinance has a limit. */
function pavingMetrics(objects: readonly PlanObject[], land: SiteLand, { parkingSetbacks }: PlanRules): Metrics {
  if (parkingSetbacks === null) return {};
  const metrics: Metrics = {};
  const add = (name: string, edgeClass: keyof typeof parkingSetbacks) => {
    const rule = parkingSetbacks[edgeClass];
    const distance = limitOf(rule) === undefined ? undefined : leastDistance(objects, pavedTypes, land, edgeClass);
    if (distance !== undefined) metrics[name] = keptDistance(rounded(distance), rule);
  };
  add("parking_setback_front_min", "front");
  add("parking_setback_side_min", "interior_side");
  add("parking_setback_street_side_min", "exterior_side");
  add("parking_setback_rear_min", "rear");
  return metrics;
}

const pavedTypes = ["parking_stall", "accessible_stall", "ev_stall", "access_aisle", "drive_aisle"] as const;

function leastDistance(
  objects: readonly PlanObject[],
  types: readonly PlanObjectType[],
  { runs }: SiteLand,
  edgeClass: EdgeClass,
): number | undefined {
  const lines = runs.filter((run) => run.edgeClass === edgeClass);
  let least = Infinity;
  for (const { objectType, shape } of objects) {
    if (!types.includes(objectType) || shape.type !== "region") continue;
    for (const ring of shape.region.rings) {
      for (const [at, point] of ring.entries()) {
        const before = ring.at(at - 1) ?? point;
        for (const { points } of lines) {
          for (const [index, from] of points.entries()) {
            const to = points[index + 1] ?? from;
            least = Math.min(least, distanceFt(point, [from, to]), distanceFt(from, [before, point]));
          }
        }
      }
    }
  }
  return Number.isFinite(least) ? least : undefined;
}
