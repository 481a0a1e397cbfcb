import { type Fact, quoted } from "../../../agent/index.ts";
import { acresFrom } from "../../geometry/ellipsoid-area.ts";
import { boundOf } from "../plan-exports/plan-metrics.ts";
import type { CompiledPlan, PlanMetric } from "./engine/compiled-plan.ts";

/** A fact on a concept without what all of them have in common. */
export type ConceptFactDraft = Pick<Fact, "statement" | "value" | "unit" | "about" | "also"> & {
  /** Names it among the facts on the concept: "setback.front". */
  readonly topic: string;
};

interface MetricWords {
  readonly topic: string;
  /** Leads to the amount: "The concept has". */
  readonly lead: string;
  /** Words by which people ask for it, and words that tell it from others; as in `Fact`. */
  readonly about: string;
  readonly also?: string;
}

const homes = "unit units home homes dwelling dwellings house houses housing residence residences";
const places = "parking park stall stalls space spaces car cars";
const charging = "EV electric charging charger chargers station stations vehicle vehicles";
const sides = { front: "front", side: "side interior", street_side: "side street corner", rear: "rear back" } as const;
const distance = "far distance lot line lines building buildings";

/** The metrics that are told, the most asked for first. */
const told: Readonly<Record<string, MetricWords>> = {
  units: { topic: "units", lead: "The concept has", about: homes },
  parking_provided: { topic: "parking", lead: "The concept has", about: places, also: "ratio off-street vehicle" },
  keys: { topic: "keys", lead: "The hotel of the concept has", about: "room rooms key keys guestrooms", also: "hotel" },
  coverage: {
    topic: "coverage",
    lead: "The building coverage of the concept is",
    about: "coverage",
    also: "building lot",
  },
  height: {
    ...{ topic: "height", lead: "The building height of the concept is" },
    ...{ about: "height high tall taller highest tallest", also: "building buildings feet" },
  },
  stories: {
    ...{ topic: "stories", lead: "The tallest building of the concept has" },
    ...{ about: "story stories storey storeys floor floors level levels", also: "building buildings tall high" },
  },
  gfa: {
    ...{ topic: "gfa", lead: "The gross floor area of the concept is" },
    ...{ about: "GFA footage floor floors", also: "area gross building buildings square feet large big size" },
  },
  site_area: {
    ...{ topic: "site_area", lead: "The site of the concept has" },
    ...{ about: "acre acres acreage", also: "area size large big square feet" },
  },
  density: {
    ...{ topic: "density", lead: "The density of the concept is" },
    ...{ about: "density dense acre acres", also: `${homes} per` },
  },
  far: { topic: "far", lead: "The floor area ratio of the concept is", about: "FAR ratio", also: "floor area" },
  building_footprint: {
    ...{ topic: "footprint", lead: "The buildings of the concept cover" },
    ...{ about: "footprint footprints", also: "building buildings area square feet" },
  },
  impervious: {
    ...{ topic: "impervious", lead: "The impervious surface of the concept is" },
    ...{ about: "impervious pavement paved", also: "surface surfaces coverage cover lot area" },
  },
  open_space: {
    ...{ topic: "open_space", lead: "The open space of the concept is" },
    ...{ about: "open green", also: "space area share percent" },
  },
  open_space_per_unit: {
    ...{ topic: "open_space_per_unit", lead: "The open space for each dwelling unit of the concept is" },
    ...{ about: "open", also: `space area per ${homes}` },
  },
  landscape: {
    ...{ topic: "landscape", lead: "The landscaped area of the concept is" },
    ...{ about: "landscape landscaped landscaping planted planting", also: "area share percent" },
  },
  ...Object.fromEntries(
    Object.entries(sides).flatMap(([side, words]) => [
      [
        `setback_${side}_min`,
        {
          ...{
            topic: `setback.${side}`,
            lead: `The least ${side.replace("_", " ")} setback of a building of the concept is`,
          },
          ...{ about: "setback setbacks yard yards line lines", also: `${distance} ${words}` },
        },
      ],
      [
        `parking_setback_${side}_min`,
        {
          ...{
            topic: `parking_setback.${side}`,
            lead: `The least ${side.replace("_", " ")} setback of parking of the concept is`,
          },
          ...{ about: "setback setbacks line lines", also: `${places} ${distance} ${words}` },
        },
      ],
    ]),
  ),
  accessible: {
    ...{ topic: "accessible", lead: "The accessible parking of the concept has" },
    ...{ about: "accessible ADA handicap handicapped disabled", also: places },
  },
  van: {
    topic: "van",
    lead: "The parking of the concept that vans can reach has",
    about: "van vans",
    also: `accessible ${places}`,
  },
  ev: {
    topic: "ev",
    lead: "The parking of the concept with charging stations has",
    about: charging,
    also: places,
  },
  parking_structured: {
    ...{ topic: "structured", lead: "The parking of the concept inside buildings has" },
    ...{ about: "garage garages structured inside indoor", also: places },
  },
  bicycle: {
    topic: "bicycle",
    lead: "The concept has",
    about: "bicycle bicycles bike bikes",
    also: `${places} place places rack racks`,
  },
  loading: {
    topic: "loading",
    lead: "The concept has",
    about: "loading dock docks",
    also: "space spaces truck trucks",
  },
  parking_max: {
    topic: "parking_share",
    lead: "The parking of the concept, of what is required, is",
    about: "surplus",
    also: places,
  },
  basin_capacity: {
    ...{ topic: "basin.total", lead: "The stormwater basins of the concept hold" },
    ...{
      about: "basin basins pond ponds stormwater detention retention drainage",
      also: "capacity volume cubic feet large big size hold",
    },
  },
  stormwater_volume: {
    ...{ topic: "stormwater_volume", lead: "The stormwater volume of the concept is" },
    ...{ about: "volume runoff", also: "stormwater water cubic feet" },
  },
  basin_lot_line_min: {
    ...{ topic: "basin_lot_line", lead: "The least distance of a basin of the concept from a lot line is" },
    ...{ about: "basin basins pond", also: `stormwater ${distance} setback` },
  },
  basin_building_min: {
    ...{ topic: "basin_building", lead: "The least distance of a basin of the concept from a building is" },
    ...{ about: "basin basins pond", also: `stormwater ${distance}` },
  },
  building_spacing_min: {
    ...{ topic: "spacing", lead: "The least distance between two buildings of the concept is" },
    ...{ about: "spacing separation distance far", also: "apart building buildings" },
  },
  principal_buildings: {
    ...{ topic: "principal_buildings", lead: "The number of principal buildings of the concept is" },
    ...{ about: "principal", also: "building buildings" },
  },
  row_homes_min: {
    topic: "row.least",
    lead: "The shortest row of townhomes of the concept has",
    about: "row rows",
    also: `shortest ${homes} townhomes`,
  },
  row_homes_max: {
    topic: "row.most",
    lead: "The longest row of townhomes of the concept has",
    about: "row rows",
    also: `longest ${homes} townhomes`,
  },
  stalls_between_islands: {
    ...{ topic: "islands", lead: "The most parking spaces side by side without an island in the concept are" },
    ...{ about: "island islands", also: places },
  },
  parking_behind_building_min: {
    ...{ topic: "parking_behind", lead: "Parking of the concept is behind the front of the nearest building by" },
    ...{ about: "behind", also: `front ${places} building buildings` },
  },
  driveway_spacing_min: {
    ...{ topic: "driveways", lead: "The least distance between driveways of the concept is" },
    ...{ about: "driveway driveways", also: "distance apart spacing" },
  },
  neighbor_setback_min: {
    ...{
      topic: "neighbor.setback",
      lead: "The least distance of a building of the concept from the line of another district is",
    },
    ...{ about: "neighbor neighbors", also: `district setback ${distance}` },
  },
  neighbor_buffer_min: {
    ...{ topic: "neighbor.buffer", lead: "The planted buffer of the concept beside another district is" },
    ...{ about: "buffer buffers", also: "neighbor neighbors district width wide planted" },
  },
  flag_lot_area: {
    ...{ topic: "flag_lot", lead: "The area of the flag lot of the concept without its strip is" },
    ...{ about: "flag", also: "lot area" },
  },
  net_site_area: {
    topic: "net_area",
    lead: "The net site area of the concept is",
    about: "net",
    also: "area acre acres",
  },
  buildable_area: {
    ...{ topic: "buildable", lead: "The buildable area of the site of the concept is" },
    ...{ about: "buildable", also: "area acre acres square feet" },
  },
};

/** Words for the units of metrics, after one and after other numbers. */
const unitWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  sf: ["square foot", "square feet"],
  cf: ["cubic foot", "cubic feet"],
  ft: ["foot", "feet"],
  "%": ["percent", "percent"],
  ratio: ["", ""],
  stalls: ["parking space", "parking spaces"],
  spaces: ["loading space", "loading spaces"],
  places: ["bicycle place", "bicycle places"],
  units: ["dwelling unit", "dwelling units"],
  homes: ["home", "homes"],
  buildings: ["building", "buildings"],
  checks: ["check", "checks"],
  stories: ["story", "stories"],
  keys: ["room", "rooms"],
  "du/ac": ["dwelling unit per acre", "dwelling units per acre"],
  "sf/unit": ["square foot", "square feet"],
};
const canonicalUnit: Readonly<Record<string, string>> = { sf: "sqft", "sf/unit": "sqft", ft: "ft", "%": "percent" };
const landAreas = new Set(["site_area", "net_site_area", "buildable_area"]);
const wholeUnits = new Set(["sf", "cf", "sf/unit"]);

/** Made once: `toLocaleString` with options makes one for each number. */
const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const wholeNumbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Returns an amount with its unit in words: "1,235 parking spaces". */
export function amountInWords(value: number, unit: string): string {
  const printed = (wholeUnits.has(unit) ? wholeNumbers : numbers).format(value);
  const [one, many] = unitWords[unit] ?? [unit, unit];
  return `${printed} ${printed === "1" ? one : many}`.trim();
}

/**
 * Returns what a concept measures, each amount with the outcome of its check where there was one.
 *
 * @param uses what all its homes are called; "" where zones differ, so that "apartments" are not all the homes
 */
export function metricFacts(metrics: CompiledPlan["metrics"], uses: string): ConceptFactDraft[] {
  return Object.entries(told).flatMap(([name, { topic, lead, about, also = "" }]) => {
    const metric = metrics[name];
    if (!metric || (name === "net_site_area" && metric.value === metrics.site_area?.value)) return [];
    const { value, unit } = metric;
    const acres = landAreas.has(name) ? ` (${acresFrom(value).toFixed(2)} acres)` : "";
    const statement = `${lead} ${amountInWords(value, unit)}${acres}${outcomeOf(name, metric)}.`;
    const names = name === "units" ? `${about} ${uses}` : about;
    return [{ topic, statement, value, unit: canonicalUnit[unit] ?? null, about: names, also }];
  });
}

const absent = {
  NOT_PROVIDED_IN_ORDINANCE: "the ordinance provides no limit, so it was not evaluated",
  NOT_LOCATED_IN_INDEXED_ORDINANCE: "no limit was located in the indexed ordinance, so it was not evaluated",
} as const;
const verdicts = { pass: "passes", fail: "fails", not_evaluated: "has no verdict" } as const;

/** Says against what an amount was checked and what came of it: a check of the concept, not a statement of the law. */
function outcomeOf(name: string, { limit, unit, status, marker, source }: PlanMetric): string {
  if (marker !== null) return `; ${absent[marker]}`;
  if (limit === null || (limit === 0 && source === null)) return "";
  const isChosen = source === null || source.kind === "user" || source.kind === "assumption";
  const where = source === null ? "" : ` (${quoted(source.statement, 300)})`;
  const basis = isChosen ? `, a value chosen for the concept${where},` : where;
  return `; the check against ${boundOf(name)} ${amountInWords(limit, unit)}${basis} ${verdicts[status]}`;
}

/** Words by which people ask for a concept, for a project that has none yet. */
export const conceptWords: string = Object.values(told)
  .flatMap(({ about, also = "" }) => [about, also])
  .join(" ");
