import { floorAreaWords, usesNamed } from "../../../ingest/index.ts";
import type { CriterionValue, DistrictCriteria } from "../design-criteria/criteria.ts";
import { valuesOf } from "../interview/interview-context.ts";
import type { LoadingRule, RuleSource } from "./engine/plan-input.ts";
import type { ParkingUse } from "./parking-use.ts";
import { isOfOtherUse, quoted } from "./unevaluated.ts";

/**
 * Returns how many loading spaces the buildings of some uses need by their floor area, and in words the rules of a case that no use
 * decides.
 *
 * @param cite returns the source of a value and keeps its citation under a reference
 */
export function loadingRulesOf(
  criteria: DistrictCriteria | undefined,
  uses: readonly ParkingUse[],
  cite: (value: CriterionValue, ref: string) => RuleSource,
): { readonly rules: readonly LoadingRule[]; readonly unevaluated: readonly string[] } {
  const isBuilt = uses.some(({ base }) => base !== "dwelling unit");
  const values = isBuilt ? valuesOf(criteria, "loading") : [];
  const rules: LoadingRule[] = [];
  const open: CriterionValue[] = [];
  for (const [at, value] of values.entries()) {
    const { floorArea, condition } = value;
    const rest = (condition ?? "").replace(floorArea ? floorAreaWords(floorArea) : "", "").replace(/^;\s*/, "");
    if (isOfOtherUse(rest, uses)) continue;
    if (!floorArea || !holdsFor(rest, uses)) open.push(value);
    else rules.push({ ...floorArea, spaces: Number(value.value), source: cite(value, `loading.${at + 1}`) });
  }
  // Where no table or sentence gives the number, the clause that asks for some is named.
  const clauses = isBuilt && values.length === 0 ? valuesOf(criteria, "loading_asked") : [];
  const asked = clauses.filter(({ condition }) => !isOfOtherUse(condition ?? "", uses)).slice(0, 1);
  return { rules, unevaluated: [...open, ...asked].flatMap(quoted).map((quote) => `Not evaluated: ${quote}.`) };
}

/** Whether the rest of a case is about the uses of the program, or about all that are no dwellings. */
function holdsFor(rest: string, uses: readonly ParkingUse[]): boolean {
  if (rest === "" || /\bnon-?residential\b/i.test(rest)) return true;
  const named = usesNamed(rest);
  return uses.some(({ criteria }) => named.some((use) => criteria.includes(use)));
}
