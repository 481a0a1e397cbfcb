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
  readonly also: string;
}

const metricWords = (topic: string, lead: string, about: string, also = ""): MetricWords => ({
  topic,
  lead,
  about,
  also,
});

const homes = "unit units home homes dwelling dwellings house houses housing residence residences";
const places = "parking park stall stalls space spaces car cars";
const charging = "EV electric charging charger chargers station stations vehicle vehicles";
const sides = { front: "front", side: "side interior", street_side: "side street corner", rear: "rear back" } as const;
const distance = "far distance lot line lines building buildings";

/** The metrics that become facts, the most asked for first. */
const told: Readonly<Record<string, MetricWords>> = {
  units: metricWords("units", "The concept has", homes),
  parking_provided: metricWords("parking", "The concept has", places, "ratio off-street vehicle"),
  keys: metricWords("keys", "The hotel of the concept has", "room rooms key keys guestrooms", "hotel"),
  coverage: metricWords("coverage", "The building coverage of the concept is", "coverage", "building lot"),
  height: metricWords(
    "height",
    "The building height of the concept is",
    "height high tall taller highest tallest",
    "building buildings feet",
  ),
  stories: metricWords(
    "stories",
    "The tallest building of the concept has",
    "story stories storey storeys floor floors level levels",
    "building buildings tall high",
  ),
  gfa: metricWords(
    "gfa",
    "The gross floor area of the concept is",
    "GFA footage floor floors",
    "area gross building buildings square feet large big size",
  ),
  site_area: metricWords(
    "site_area",
    "The site of the concept has",
    "acre acres acreage",
    "area size large big square feet",
  ),
  density: metricWords("density", "The density of the concept is", "density dense acre acres", `${homes} per`),
  far: metricWords("far", "The floor area ratio of the concept is", "FAR ratio", "floor area"),
  building_footprint: metricWords(
    "footprint",
    "The buildings of the concept cover",
    "footprint footprints",
    "building buildings area square feet",
  ),
  impervious: metricWords(
    "impervious",
    "The impervious surface of the concept is",
    "impervious pavement paved",
    "surface surfaces coverage cover lot area",
  ),
  open_space: metricWords("open_space", "The open space of the concept is", "open green", "space area share percent"),
  open_space_per_unit: metricWords(
    "open_space_per_unit",
    "The open space for each dwelling unit of the concept is",
    "open",
    `space area per ${homes}`,
  ),
  landscape: metricWords(
    "landscape",
    "The landscaped area of the concept is",
    "landscape landscaped landscaping planted planting",
    "area share percent",
  ),
  ...Object.fromEntries(
    Object.entries(sides).flatMap(([side, words]) => [
      [
        `setback_${side}_min`,
        metricWords(
          `setback.${side}`,
          `The least ${side.replace("_", " ")} setback of a building of the concept is`,
          "setback setbacks yard yards line lines",
          `${distance} ${words}`,
        ),
      ],
      [
        `parking_setback_${side}_min`,
        metricWords(
          `parking_setback.${side}`,
          `The least ${side.replace("_", " ")} setback of parking of the concept is`,
          "setback setbacks line lines",
          `${places} ${distance} ${words}`,
        ),
      ],
    ]),
  ),
  accessible: metricWords(
    "accessible",
    "The accessible parking of the concept has",
    "accessible ADA handicap handicapped disabled",
    places,
  ),
  van: metricWords("van", "The parking of the concept that vans can reach has", "van vans", `accessible ${places}`),
  ev: metricWords("ev", "The parking of the concept with charging stations has", charging, places),
  parking_structured: metricWords(
    "structured",
    "The parking of the concept inside buildings has",
    "garage garages structured inside indoor",
    places,
  ),
  bicycle: metricWords(
    "bicycle",
    "The concept has",
    "bicycle bicycles bike bikes",
    `${places} place places rack racks`,
  ),
  loading: metricWords("loading", "The concept has", "loading dock docks", "space spaces truck trucks"),
  parking_max: metricWords("parking_share", "The parking of the concept, of what is required, is", "surplus", places),
  basin_capacity: metricWords(
    "basin.total",
    "The stormwater basins of the concept hold",
    "basin basins pond ponds stormwater detention retention drainage",
    "capacity volume cubic feet large big size hold",
  ),
  stormwater_volume: metricWords(
    "stormwater_volume",
    "The stormwater volume of the concept is",
    "volume runoff",
    "stormwater water cubic feet",
  ),
  basin_lot_line_min: metricWords(
    "basin_lot_line",
    "The least distance of a basin of the concept from a lot line is",
    "basin basins pond",
    `stormwater ${distance} setback`,
  ),
  basin_building_min: metricWords(
    "basin_building",
    "The least distance of a basin of the concept from a building is",
    "basin basins pond",
    `stormwater ${distance}`,
  ),
  building_spacing_min: metricWords(
    "spacing",
    "The least distance between two buildings of the concept is",
    "spacing separation distance far",
    "apart building buildings",
  ),
  principal_buildings: metricWords(
    "principal_buildings",
    "The number of principal buildings of the concept is",
    "principal",
    "building buildings",
  ),
  row_homes_min: metricWords(
    "row.least",
    "The shortest row of townhomes of the concept has",
    "row rows",
    `shortest ${homes} townhomes`,
  ),
  row_homes_max: metricWords(
    "row.most",
    "The longest row of townhomes of the concept has",
    "row rows",
    `longest ${homes} townhomes`,
  ),
  stalls_between_islands: metricWords(
    "islands",
    "The most parking spaces side by side without an island in the concept are",
    "island islands",
    places,
  ),
  parking_behind_building_min: metricWords(
    "parking_behind",
    "Parking of the concept is behind the front of the nearest building by",
    "behind",
    `front ${places} building buildings`,
  ),
  driveway_spacing_min: metricWords(
    "driveways",
    "The least distance between driveways of the concept is",
    "driveway driveways",
    "distance apart spacing",
  ),
  neighbor_setback_min: metricWords(
    "neighbor.setback",
    "The least distance of a building of the concept from the line of another district is",
    "neighbor neighbors",
    `district setback ${distance}`,
  ),
  neighbor_buffer_min: metricWords(
    "neighbor.buffer",
    "The planted buffer of the concept beside another district is",
    "buffer buffers",
    "neighbor neighbors district width wide planted",
  ),
  flag_lot_area: metricWords(
    "flag_lot",
    "The area of the flag lot of the concept without its strip is",
    "flag",
    "lot area",
  ),
  net_site_area: metricWords("net_area", "The net site area of the concept is", "net", "area acre acres"),
  buildable_area: metricWords(
    "buildable",
    "The buildable area of the site of the concept is",
    "buildable",
    "area acre acres square feet",
  ),
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
  return Object.entries(told).flatMap(([name, { topic, lead, about, also }]) => {
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
