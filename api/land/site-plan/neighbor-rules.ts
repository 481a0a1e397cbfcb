import { neighborWords, usesNamed } from "../../../ingest/index.ts";
import type { CriterionValue, DistrictCriteria } from "../design-criteria/criteria.ts";
import { valuesOf } from "../interview/interview-context.ts";
import type { NeighborRule, RuleSource } from "./engine/plan-input.ts";
import type { ParkingUse } from "./parking-use.ts";
import { isOfOtherUse, unevaluated } from "./unevaluated.ts";

const kinds = {
  setback: ["transition_setback", "setback beside other districts"],
  buffer: ["buffer_by_adjacency", "buffer beside other districts"],
} as const;

/**
 * Returns the distances that a district asks for along lot lines shared with other districts, as they hold for some uses; and in
 * words those of a case that no use decides.
 *
 * @param cite returns the source of a value and keeps its citation under a reference
 */
export function neighborRulesOf(
  criteria: DistrictCriteria | undefined,
  uses: readonly ParkingUse[],
  cite: (value: CriterionValue, ref: string) => RuleSource,
): { readonly rules: readonly NeighborRule[]; readonly unevaluated: readonly string[] } {
  const rules: NeighborRule[] = [];
  const open: string[] = [];
  for (const kind of ["setback", "buffer"] as const) {
    const [field, name] = kinds[kind];
    const others: CriterionValue[] = [];
    const values = valuesOf(criteria, field).filter(({ condition }) => !isOfOtherUse(condition ?? "", uses));
    for (const [at, value] of values.entries()) {
      const { neighbors = [] } = value;
      if (neighbors.length === 0 || !holdsFor(restOf(value), { criteria, uses })) others.push(value);
      else rules.push({ kind, feet: Number(value.value), neighbors, source: cite(value, `${field}.${at + 1}`) });
    }
    open.push(...unevaluated(others, name));
  }
  return { rules, unevaluated: open };
}

const chapterNumber = /^(?:(?:article|chapter|division|part|section|sec\.)\s+[\w.]+\s*[-–—:.]*\s*|[\d.-]+\s+)/i;

/** What the case of a value is about beside the neighbors. */
const restOf = ({ condition, neighbors = [] }: CriterionValue) =>
  (condition ?? "").replace(neighborWords(neighbors), "").replace(/^;\s*/, "");

/** Whether a case holds for the uses of the program, or is the heading of the district's own chapter. */
function holdsFor(
  rest: string,
  { criteria, uses }: { readonly criteria: DistrictCriteria | undefined; readonly uses: readonly ParkingUse[] },
): boolean {
  if (rest === "") return true;
  const named = usesNamed(rest);
  if (uses.some(({ criteria: names }) => named.some((use) => names.includes(use)))) return true;
  if (/\bnon-?residential use/i.test(rest)) return uses.some(({ base }) => base !== "dwelling unit");
  const heading = rest.replace(chapterNumber, "");
  return criteria !== undefined && (heading === criteria.zoning_code || heading.startsWith(`${criteria.zoning_code} `));
}
