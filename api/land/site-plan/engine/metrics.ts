import type { PlanMetric, PlanObject, PlanObjectType } from "./compiled-plan.ts";
import { rounded } from "./drafts.ts";
import { isFlagLot, withoutStrip } from "./flag-lot.ts";
import { squareFeet, union } from "./kernel.ts";
import { leastFeet } from "./line-distance.ts";
import { countedPart, landWords, unmapped } from "./net-area.ts";
import { parkingMetrics } from "./parking-metrics.ts";
import { type GridPoint, type GridRegion, squareFeetPerAcre } from "./plan-geometry.ts";
import { rainGarden } from "./plan-ground.ts";
import type {
  EdgeClass,
  NeighborLine,
  PlanInput,
  PlanRules,
  RuleSource,
  RuleValue,
  UncountedLand,
} from "./plan-input.ts";
import { bare, keptDistance, type Metrics, plain, sumOf } from "./plan-metric.ts";
import { homeOnSite } from "./programs/mobile-homes.ts";
import { townhomeRow } from "./programs/townhomes.ts";
import { leastGap } from "./region-gap.ts";
import { limitOf, sourceOf } from "./rule-value.ts";
import type { SiteLand } from "./site-land.ts";
import { longestRow } from "./stall-runs.ts";

/** Returns the metrics of a plan: each is a sum of what is drawn, checked against its limit. */
export function measure(
  objects: readonly PlanObject[],
  land: SiteLand,
  { rules, site }: Pick<PlanInput, "rules" | "site">,
  parkingSource: RuleSource | null,
): Metrics {
  const siteSf = squareFeet(land.site);
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
    buildable_area: bare(rounded(squareFeet(land.buildable)), "sf"),
    building_footprint: bare(rounded(footprint), "sf"),
    gfa: bare(rounded(gfa), "sf"),
    gfa_parking: bare(rounded(sum("parking_gfa_sf", "building")), "sf"),
    units: bare(units, "units"),
    ...(sum("key_count", "building") > 0 ? { keys: bare(sum("key_count", "building"), "keys") } : {}),
    ...intensityMetrics(land, { rules, site }, { units, gfa }),
    coverage: plain(percent(footprint), "%", rules.coverageMax, "most"),
    impervious: plain(percent(areaOf(...imperviousTypes)), "%", rules.imperviousMax, "most"),
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
    ...flagLotMetric(land, rules.flagLotArea),
    ...basinMetrics(objects, land, rules.basin),
    ...setbackMetrics(objects, land),
    ...pavingMetrics(objects, land, rules),
    ...frontParkingMetric(objects, land, rules.frontParking),
    ...neighborMetrics(objects, site.neighborLines),
    ...buildingsMetric(objects, land, rules.principalBuildingsMax),
    ...spacingMetric(objects, rules.buildingSpacing),
    ...rowMetrics(objects, rules),
  };
}

const fieldTypes = ["parking_stall", "accessible_stall", "ev_stall", "access_aisle", "drive_aisle", "island"] as const;
const imperviousTypes: readonly PlanObjectType[] = [
  ...["building", "parking_stall", "accessible_stall", "ev_stall", "access_aisle", "drive_aisle", "driveway"],
  ...[
    "fire_lane",
    "truck_court",
    "loading_dock",
    "loading_space",
    "sidewalk",
    "bicycle_parking",
    "dumpster",
    "amenity",
  ],
] as PlanObjectType[];

/** Planted ground. A basin is planted where it is a rain garden. */
const planted = (objects: readonly PlanObject[]) =>
  covered(
    objects.filter(({ objectType, label }) => objectType !== "stormwater_basin" || label === rainGarden),
    ["open_space", "landscape_buffer", "island", "stormwater_basin"],
  );

/** Returns what objects of some kinds cover together. */
export function covered(objects: readonly PlanObject[], types: readonly PlanObjectType[]): GridRegion {
  return union(
    objects.flatMap(({ objectType, shape }) =>
      types.includes(objectType) && shape.type === "region" ? [shape.region] : [],
    ),
  );
}

function greatest(objects: readonly PlanObject[], name: string): number {
  return objects.reduce((most, { objectType, measurements }) => {
    const value = measurements[name];
    return objectType === "building" && typeof value === "number" ? Math.max(most, value) : most;
  }, 0);
}

/** Floor area and dwellings, each against the area on which its limit is counted. */
function intensityMetrics(
  land: SiteLand,
  { rules, site }: Pick<PlanInput, "rules" | "site">,
  { units, gfa }: { readonly units: number; readonly gfa: number },
): Metrics {
  const { uncounted, floorAreaRatioMax, densityMax } = rules;
  const countedSf = (limit: keyof typeof uncounted) => squareFeet(countedPart(land.site, uncounted[limit], site));
  const netSf = countedSf("density");
  const ratio = Math.round((gfa / Math.max(1, countedSf("far"))) * 1e4) / 1e4;
  const density = rounded((units * squareFeetPerAcre) / Math.max(1, netSf));
  return {
    net_site_area: bare(rounded(netSf), "sf"),
    far: told(plain(ratio, "ratio", floorAreaRatioMax, "most"), unmapped(uncounted.far, site)),
    // A limit of dwellings says nothing about a plan without any.
    density:
      units > 0
        ? told(plain(density, "du/ac", densityMax, "most"), unmapped(uncounted.density, site))
        : bare(0, "du/ac"),
  };
}

/** A check with what the rule takes out of the area and no map shows, so that it is not taken out here. */
function told(metric: PlanMetric, lands: readonly UncountedLand[]): PlanMetric {
  if (metric.source === null || lands.length === 0) return metric;
  const statement = `${metric.source.statement}; not mapped, so not taken out of the area: ${landWords(lands)}`;
  return { ...metric, source: { ...metric.source, statement } };
}

/** The number of principal buildings, where the ordinance limits it on a lot. */
function buildingsMetric(objects: readonly PlanObject[], { lots }: SiteLand, rule: RuleValue): Metrics {
  const limit = limitOf(rule);
  const count = principalBuildings(objects).length;
  if (limit === undefined || count === 0 || !("value" in rule)) return {};
  return { principal_buildings: plain(count, "buildings", { ...rule, value: limit * lots.length }, "most") };
}

/** The fewest and the most homes of a row of townhomes, where the ordinance limits them; a home that stands alone is no row. */
function rowMetrics(objects: readonly PlanObject[], { townhouseRowMin, townhouseRowMax }: PlanRules): Metrics {
  const homes = objects.flatMap(({ objectType, label, measurements: { units } }) =>
    objectType === "building" && label === townhomeRow && typeof units === "number" && units > 1 ? [units] : [],
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

/** The area of the smallest flag lot without its strip for access, where the ordinance has a limit for it. */
function flagLotMetric({ lots }: SiteLand, rule: RuleValue): Metrics {
  if (limitOf(rule) === undefined) return {};
  const areas = lots
    .filter(({ region, runs }) => isFlagLot(region, runs))
    .map(({ region }) => squareFeet(withoutStrip(region)));
  return areas.length === 0 ? {} : { flag_lot_area: plain(rounded(Math.min(...areas)), "sf", rule, "least") };
}

/** How far the basins keep from lot lines other than those of streets and from buildings, where the ordinance has a limit. */
function basinMetrics(
  objects: readonly PlanObject[],
  { runs }: SiteLand,
  { lotLine, building }: PlanRules["basin"],
): Metrics {
  const metrics: Metrics = {};
  const add = (name: string, rule: RuleValue, of: readonly PlanObject[], lines: readonly (readonly GridPoint[])[]) => {
    const distance = limitOf(rule) === undefined ? undefined : distanceTo(of, ["stormwater_basin"], lines);
    if (distance !== undefined) metrics[name] = keptDistance(rounded(distance), rule);
  };
  const basins = objects.filter(({ label }) => label !== rainGarden);
  const walls = objects.flatMap(({ objectType, shape }) =>
    objectType === "building" && shape.type === "region" ? shape.region.rings.map(closed) : [],
  );
  add(
    "basin_lot_line_min",
    lotLine,
    basins,
    runs.filter(({ isFrontage }) => !isFrontage).map(({ points }) => points),
  );
  add("basin_building_min", building, objects, walls);
  return metrics;
}

const closed = (ring: readonly GridPoint[]): readonly GridPoint[] => [...ring, ...ring.slice(0, 1)];

/** How far behind the front of the nearest building the first stalls lie, where the ordinance has a limit for it. */
function frontParkingMetric(objects: readonly PlanObject[], land: SiteLand, rule: PlanRules["frontParking"]): Metrics {
  const count = objects.filter(({ objectType }) => stallTypes.includes(objectType)).length;
  if (rule === null || count === 0 || count < rule.fromStalls) return {};
  const building = leastDistance(objects, ["building"], land, "front");
  const stalls = leastDistance(objects, stallTypes, land, "front");
  if (building === undefined || stalls === undefined) return {};
  const least = { value: rule.feet, unit: "ft", source: rule.source };
  return { parking_behind_building_min: keptDistance(rounded(stalls - building), least) };
}

/** How far buildings keep from the lines with a deeper setback, and everything built from those that are planted; the strictest of each. */
function neighborMetrics(objects: readonly PlanObject[], lines: readonly NeighborLine[]): Metrics {
  const metrics: Metrics = {};
  for (const kind of ["setback", "buffer"] as const) {
    const types = kind === "setback" ? (["building"] as const) : builtTypes;
    const checks = lines
      .filter((line) => line.kind === kind)
      .flatMap(({ points, feet, source }) => {
        const distance = distanceTo(objects, types, [points]);
        const rule = { value: feet, unit: "ft", source };
        return distance === undefined ? [] : [keptDistance(rounded(distance), rule)];
      })
      .toSorted((one, other) => one.value - (one.limit ?? 0) - (other.value - (other.limit ?? 0)));
    if (checks[0]) metrics[`neighbor_${kind}_min`] = checks[0];
  }
  return metrics;
}

const stallTypes: readonly PlanObjectType[] = ["parking_stall", "accessible_stall", "ev_stall"];
const pavedTypes = ["parking_stall", "accessible_stall", "ev_stall", "access_aisle", "drive_aisle"] as const;
const builtTypes = ["building", "truck_court", "loading_dock", "loading_space", ...pavedTypes] as const;

function leastDistance(
  objects: readonly PlanObject[],
  types: readonly PlanObjectType[],
  { runs }: SiteLand,
  edgeClass: EdgeClass,
): number | undefined {
  const lines = runs.filter((run) => run.edgeClass === edgeClass);
  return distanceTo(
    objects,
    types,
    lines.map(({ points }) => points),
  );
}

function distanceTo(
  objects: readonly PlanObject[],
  types: readonly PlanObjectType[],
  lines: readonly (readonly GridPoint[])[],
): number | undefined {
  const rings = objects.flatMap(({ objectType, shape }) =>
    types.includes(objectType) && shape.type === "region" ? shape.region.rings : [],
  );
  const least = leastFeet(rings, lines);
  return Number.isFinite(least) ? least : undefined;
}
