import type { CriterionValue, DistrictCriteria } from "../design-criteria/criteria.ts";
import { type CriterionNumber, parkingRatio, placeCited, severalRatios } from "./interview-context.ts";
import type { WorkflowUse } from "./workflow.ts";

/** The kinds of dwelling of a unit mix by their bedrooms; the last has these or more. */
const kinds = ["studio", "1br", "2br", "3br"] as const;
const numbers = ["zero", "one", "two", "three", "four", "five"];
const unit = "stalls per dwelling unit";

/** "more than 2 bedrooms", "2 or more bedrooms", "1 to 2 bedrooms", "1 bedroom". */
const counts =
  /\b(more than |fewer than |less than |up to |at least )?(\d)( ?\+| or more| or greater| and more| and up)?(?:[- ]?(?:or|and|to|&|-|,|\/)[- ]?(\d))?[- ]*(?:bed ?rooms?|br|bdrm)s?\b( or more| or greater| or larger| and (?:up|over|above|larger))?/g;
const forVisitors = /\b(?:visitors?|guests?)\b/i;
/** "where there are more than 10 dwelling units": the least number of them for which a ratio holds is one more. */
const fromUnits = /\b(?:more than|over|exceeding) (\d+) (?:dwelling )?units\b|\b(\d+) or more (?:dwelling )?units\b/i;

/** Returns which kinds of dwelling the case of a ratio names by their bedrooms; none where it names none. */
function kindsIn(condition: string): readonly number[] {
  const text = numbers.reduce(
    (words, name, digit) => words.replaceAll(new RegExp(String.raw`\b${name}\b`, "g"), String(digit)),
    condition.toLowerCase(),
  );
  const found = new Set<number>(/\b(?:studios?|efficienc(?:y|ies)|bachelor)\b/.test(text) ? [0] : []);
  // "1 and 2 or more bedrooms": a number may share the bedrooms of the next one.
  for (const [, bound = "", first = "0", more = "", last, after = ""] of text.matchAll(counts)) {
    const [low, high] = [Number(first), Number(last ?? first)];
    const isOpen = more !== "" || after !== "" || bound === "at least ";
    const from = bound === "more than " ? low + 1 : bound === "up to " || /^(?:fewer|less)/.test(bound) ? 0 : low;
    const to = bound === "more than " || isOpen ? kinds.length - 1 : /^(?:fewer|less)/.test(bound) ? low - 1 : high;
    for (let bedrooms = from; bedrooms <= Math.min(to, kinds.length - 1); bedrooms++) found.add(bedrooms);
  }
  return [...found];
}

/** A mix of dwellings. */
export interface UnitMix {
  /** Percent by kind: `{ "1br": 60, "2br": 40 }`; anything else where it is not known. */
  readonly shares: unknown;
  /** How many dwellings are wanted; undefined for as many as fit. */
  readonly units: number | undefined;
}

/** Returns the ratio of a use: the one that holds in all cases, else that of a mix of dwellings. */
export function ratioFor(
  district: DistrictCriteria | undefined,
  use: WorkflowUse,
  mix: UnitMix,
): CriterionNumber | undefined {
  return parkingRatio(district, use) ?? ratioOfMix(severalRatios(district, use.criteria), mix);
}

/** What a ratio adds to that of a mix. */
interface Term {
  /** Of the dwellings, percent. */
  readonly share: number;
  readonly stated: CriterionValue;
}

/**
 * Returns the ratio of a mix of dwellings under an ordinance that states one for each number of bedrooms, with the arithmetic and
 * the clause as its basis: the ratios weighted by the shares of the mix, and what visitors need besides. Undefined where the
 * mix is unknown, or a kind of dwelling in it has no ratio or several.
 *
 */
export function ratioOfMix(stated: readonly CriterionValue[], mix: UnitMix): CriterionNumber | undefined {
  if (typeof mix.shares !== "object" || mix.shares === null) return undefined;
  const given = mix.shares as Readonly<Record<string, unknown>>;
  const shares = kinds.map((kind) => Number(given[kind] ?? 0));
  const ratios = stated.map((each) => ({ each, condition: each.condition ?? "" }));
  if (ratios.some(({ each }) => typeof each.value !== "number" || each.unit !== unit)) return undefined;
  const [visitors, residents] = [true, false].map((isVisitor) =>
    ratios.filter(({ condition }) => forVisitors.test(condition) === isVisitor),
  ) as [typeof ratios, typeof ratios];
  const byKind = residents.map(({ each, condition }) => ({ each, named: kindsIn(condition) }));
  if (byKind.some(({ named }) => named.length === 0)) return undefined;
  const isClear = shares.every(
    (share, kind) => share <= 0 || byKind.filter(({ named }) => named.includes(kind)).length === 1,
  );
  if (!isClear || shares.every((share) => share <= 0)) return undefined;
  const terms = [
    ...byKind.map(
      ({ each, named }): Term => ({
        ...{ stated: each, share: named.reduce((sum, kind) => sum + (shares[kind] ?? 0), 0) },
      }),
    ),
    ...visitors
      .filter(({ condition }) => mix.units === undefined || mix.units >= leastUnits(condition))
      .map(({ each }): Term => ({ stated: each, share: 100 })),
  ].filter(({ share }) => share > 0);
  return weighted(terms);
}

function leastUnits(condition: string): number {
  const [, over, from] = fromUnits.exec(condition) ?? [];
  return over === undefined ? Number(from ?? 0) : Number(over) + 1;
}

function weighted(terms: readonly Term[]): CriterionNumber {
  const sum = terms.reduce((total, { share, stated }) => total + (share / 100) * Number(stated.value), 0);
  const value = Math.round(sum * 1e4) / 1e4;
  const told = terms.map(
    ({ share, stated }) => `${share} % × ${stated.value} for “${stated.condition}”${placeCited(stated.citations)}`,
  );
  return {
    ...{ value, unit },
    basis: `The ordinance has a ratio for each number of bedrooms; for this mix it is ${told.join(" + ")} = ${value}.`,
    citations: terms.flatMap(({ stated }) => stated.citations),
  };
}
