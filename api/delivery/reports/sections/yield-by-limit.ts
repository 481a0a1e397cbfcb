import type { Block } from "../document/report-document.ts";
import { citing, fact, type SourceKey, type Statement, wording } from "../document/statement.ts";
import { acres, fixed, named } from "../document/values.ts";
import { valueForUse } from "../evidence/note-of-use.ts";
import { districtsOf } from "../evidence/questions.ts";
import { answerTo, label, layerBrief, notLocated, passageKey, recordKey, type SectionContext } from "./context.ts";

/** A limit as the ordinance states it, with the passage that has it; a note can state another one for the stated use. */
interface LocatedLimit {
  readonly value: number;
  readonly source: SourceKey;
  readonly isOfUse?: boolean;
}

/** How a limit is read from the sentence that answers its question; the sentence names what it is. */
const limits = [
  { key: "max_density", name: "Density", pattern: /maximum density is ([\d,.]+) (?:dwelling )?units per acre/i },
  { key: "max_far", name: "Floor area ratio", pattern: /maximum floor area ratio is ([\d.]+)(?![\d.]*["”])/i },
  { key: "max_lot_coverage", name: "Coverage", pattern: /maximum lot coverage is ([\d.]+) percent/i },
  { key: "stories", name: "Stories", pattern: /maximum building height is ([\d.]+) stories/i },
] as const;
type LimitKey = (typeof limits)[number]["key"];

const criterionNames: Readonly<Record<LimitKey, string>> = {
  ...{ max_density: "density_max", max_far: "far_max", max_lot_coverage: "coverage_max", stories: "stories_max" },
};

/** How much a limit alone allows. */
export interface LimitYield {
  readonly name: string;
  readonly limit: Statement;
  readonly formula: string;
  /** Dwelling units or square feet of floor; null where the limit was not located. */
  readonly result: { readonly value: number; readonly unit: "units" | "sq ft"; readonly statement: Statement } | null;
}

function located(context: SectionContext, district: string, key: LimitKey): LocatedLimit | undefined {
  const criterion = context.evidence.districts.find(({ zoning_code: code }) => code === district)?.fields[
    criterionNames[key]
  ];
  if (criterion?.kind === "ordinance" && criterion.values.length === 1) {
    const noted = valueForUse(criterion.values, context.evidence.use?.words);
    if (noted) return { value: noted.value, source: passageKey(context, noted.passage), isOfUse: true };
    const [{ value, passages } = { value: null, passages: [] }] = criterion.values;
    const [passage] = passages;
    if (typeof value === "number" && passage) return { value, source: passageKey(context, passage) };
  }
  const question = key === "stories" ? "max_height" : key;
  const pattern = limits.find((limit) => limit.key === key)?.pattern;
  for (const { text, passages } of answerTo(context, `standard.${question}.${district}`).sentences) {
    const [, number] = pattern?.exec(text) ?? [];
    const [passage] = passages;
    const value = Number(number?.replaceAll(",", "").replace(/\.$/, ""));
    if (number !== undefined && passage && Number.isFinite(value))
      return { value, source: passageKey(context, passage) };
  }
  return undefined;
}

/** Says why limits have no value: the ordinance provides none, or none was located. */
function absenceOf(context: SectionContext, district: string, keys: readonly LimitKey[]): Statement {
  const fields = context.evidence.districts.find(({ zoning_code: code }) => code === district)?.fields ?? {};
  const isNone = keys.some((key) => {
    const criterion = fields[criterionNames[key]];
    return criterion?.kind === "absent" && criterion.marker === "NOT_PROVIDED_IN_ORDINANCE";
  });
  return isNone ? citing(wording`Not provided in ordinance.`, recordKey(context)) : notLocated(context);
}

/** Returns what each located limit of a district alone allows on the gross area of the site. */
function yieldsByLimit(context: SectionContext, district: string): readonly LimitYield[] {
  const gross = context.evidence.digest.feasibility?.site_area ?? { acres: 0, square_feet: 0 };
  const land = layerBrief(context, "parcels").key ?? recordKey(context);
  const density = located(context, district, "max_density");
  const far = located(context, district, "max_far");
  const coverage = located(context, district, "max_lot_coverage");
  const stories = located(context, district, "stories");
  const limitOf = (limit: LocatedLimit | undefined, unit: string, ...keys: LimitKey[]): Statement =>
    limit === undefined
      ? absenceOf(context, district, keys)
      : fact`${named(`${limit.value} ${unit}`.trim(), limit.source)}${label(limit.isOfUse ? " for the stated use" : "")}`;
  const floor = (value: number, formula: string, ...sources: (SourceKey | undefined)[]) => {
    const whole = Math.floor(value + 1e-9);
    const statement = fact`${named(`${whole.toLocaleString("en-US")} sq ft`, land, formula)}`;
    return { value: whole, unit: "sq ft" as const, statement: citing(statement, ...sources.map((key) => key ?? null)) };
  };
  const units = density === undefined ? null : Math.floor(density.value * gross.acres + 1e-9);
  const whole = coverage !== undefined && stories !== undefined ? Math.floor(stories.value) : 0;
  return [
    {
      name: "Density",
      limit: limitOf(density, "dwelling units per acre", "max_density"),
      formula: "Density times gross acres, rounded down",
      result:
        density === undefined || units === null
          ? null
          : {
              ...{ value: units, unit: "units" },
              statement: citing(
                fact`${named(`${units.toLocaleString("en-US")} dwelling units`, land, "density times gross acres, rounded down")}`,
                density.source,
              ),
            },
    },
    {
      name: "Floor area ratio",
      limit: limitOf(far, "", "max_far"),
      formula: "Ratio times gross square feet, rounded down",
      result:
        far === undefined
          ? null
          : floor(far.value * gross.square_feet, "floor area ratio times gross area", far.source),
    },
    {
      name: "Coverage times whole stories",
      limit:
        coverage === undefined || stories === undefined
          ? absenceOf(context, district, ["max_lot_coverage", "stories"])
          : fact`${limitOf(coverage, "percent")}, ${limitOf(stories, "stories")}`,
      formula: "Coverage times gross square feet times whole stories, rounded down",
      result:
        coverage === undefined || stories === undefined
          ? null
          : floor(
              (coverage.value / 100) * gross.square_feet * whole,
              "coverage times gross area times whole stories",
              coverage.source,
              stories.source,
            ),
    },
  ];
}

const commercial: ReadonlySet<string> = new Set([
  ...["retail", "office", "industrial", "self_storage", "hotel"],
  ...["restaurant", "gasoline_station", "warehouse", "day_care_center"],
]);

/** Returns the limits of a district that bear on the stated use: a number of dwellings limits no shop. */
export function yieldsOfUse(context: SectionContext, district: string): readonly LimitYield[] {
  const typology = context.evidence.use?.typology ?? "";
  const isCommercial = commercial.has(typology);
  return yieldsByLimit(context, district).filter(({ name }) => !(isCommercial && name === "Density"));
}

/** Returns the smallest yield of each unit: the limit that binds. */
export function bindingYields(yields: readonly LimitYield[]): readonly LimitYield[] {
  return (["units", "sq ft"] as const).flatMap((unit) => {
    const known = yields.filter(({ result }) => result?.unit === unit);
    const [least] = known.toSorted((one, other) => (one.result?.value ?? 0) - (other.result?.value ?? 0));
    return least ?? [];
  });
}

/** Says which limit would bind next if the one that binds were relaxed, for each unit. */
function whatIf(yields: readonly LimitYield[]): Statement[] {
  const told = bindingYields(yields).flatMap((binding) => {
    const rest = yields.filter(({ name }) => name !== binding.name);
    const [next] = bindingYields(rest).filter(({ result }) => result?.unit === binding.result?.unit);
    const relaxed = label(binding.name.toLowerCase());
    if (!next?.result)
      return [fact`If ${relaxed} were relaxed, no other limit with a value was located that would bind.`];
    return [
      fact`If ${relaxed} were relaxed, ${label(next.name.toLowerCase())} would bind next, at ${next.result.statement}.`,
    ];
  });
  return told.length === 0 ? [] : [...told, wording`Nothing is claimed about whether relief would be granted.`];
}

/** Returns a table for each district of how much every limit alone allows. */
export function yieldTables(context: SectionContext): Block[] {
  const land = layerBrief(context, "parcels").key ?? recordKey(context);
  const gross = context.evidence.digest.feasibility?.site_area.acres ?? 0;
  return districtsOf(context.evidence.project).flatMap((district): Block[] => {
    const yields = yieldsOfUse(context, district);
    const binding = new Set(bindingYields(yields).map(({ name }) => name));
    const isPartial = yields.some(({ result }) => result === null);
    return [
      {
        type: "table",
        caption: `What each limit of district ${district} allows by itself`,
        columns: [
          { label: "Limit", share: 1.2 },
          { label: "Value", share: 1.5 },
          { label: "Formula", share: 1.6 },
          { label: "Result", share: 1.2, align: "right" },
          { label: "Binds", share: 0.7 },
        ],
        rows: yields.map(({ name, limit, formula, result }) => [
          label(name),
          limit,
          label(`${formula}.`),
          result === null ? label("Excluded.") : result.statement,
          label(result === null ? "Not known." : binding.has(name) ? "Yes" : "No"),
        ]),
      },
      {
        type: "paragraph",
        statements: [
          fact`The results are for the whole ${acres(gross, land)} of the site, before setbacks, constraints, parking and open space.`,
          wording`${fixed(isPartial ? "A limit without a value is excluded, so that the results are at most what is stated." : "Floor area is gross.", "rule of this section")}`,
          ...whatIf(yields),
        ],
      },
    ];
  });
}
