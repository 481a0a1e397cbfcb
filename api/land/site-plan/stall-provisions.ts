import { dwellingUses, usesNamed } from "../../../ingest/index.ts";
import type { CriterionValue } from "../design-criteria/criteria.ts";
import type { PlacesRule, RuleSource } from "./engine/plan-input.ts";

const fromStalls =
  /\b(?:(\d+)\s+or\s+more|more\s+than\s+(\d+)|at\s+least\s+(\d+))\s+(?:\w+\s+){0,2}?(?:parking\s+)?(?:spaces|stalls)\b/i;
const nonresidential = /\bnon-?residential (?:use|building)/i;
/** Words by which a sentence holds on more than the number of stalls and the use. */
const otherCase = /\b(?:if|unless|except|may|up to|encouraged|existing|reduc\w+)\b/i;
const perDwelling = "bicycle spaces per dwelling unit";

/** A use of the program: what its parking is counted by, and the uses of an ordinance that it is. */
interface PlannedUse {
  readonly base: string;
  readonly criteria: readonly string[];
}

/** A rule on charging or bicycle places, and what of the ordinance it is read from. */
export interface Provision {
  readonly stated: CriterionValue;
  /** Undefined where a concept cannot be checked against it. */
  readonly rule: PlacesRule | undefined;
}

/**
 * Returns rules of charging and bicycle places as a concept of some uses is checked against them: a number of places for each dwelling
 * or stall, from a number of stalls on. A case about anything else has no rule.
 */
export function provisionsFor(
  values: readonly CriterionValue[],
  uses: readonly PlannedUse[],
  sourceOf: (stated: CriterionValue) => RuleSource,
): Provision[] {
  const hasDwellings = uses.some(({ base }) => base === "dwelling unit");
  const isOfDwellings = uses.every(({ base }) => base === "dwelling unit");
  return values.map((stated) => {
    const condition = stated.condition ?? "";
    const [, from, over, least] = fromStalls.exec(condition) ?? [];
    const start = over === undefined ? Number(from ?? least ?? 0) : Number(over) + 1;
    const kinds = usesNamed(condition);
    const isOfUses =
      kinds.length === 0 ||
      (uses.length > 0 && uses.every(({ criteria }) => kinds.some((kind) => criteria.includes(kind))));
    const isOfDwelling = kinds.length > 0 && kinds.every((kind) => dwellingUses.includes(kind));
    const isSettled =
      stated.condition === null || start > 0 || (kinds.length > 0 && isOfDwelling) || nonresidential.test(condition);
    const isClear =
      isSettled &&
      isOfUses &&
      !otherCase.test(condition) &&
      !(nonresidential.test(condition) && hasDwellings) &&
      !(stated.unit === perDwelling && !isOfDwellings);
    if (!isClear || typeof stated.value !== "number") return { stated, rule: undefined };
    const ratio = stated.unit === "%" ? stated.value / 100 : stated.value;
    const base = stated.unit === perDwelling ? "dwelling_unit" : "stall";
    return { stated, rule: { base, ratio, fromStalls: start, source: sourceOf(stated) } };
  });
}
