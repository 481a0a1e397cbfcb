import { usesNamed } from "../../../ingest/index.ts";
import type { CriterionValue, DistrictCriteria } from "../design-criteria/criteria.ts";
import { valuesOf } from "../interview/interview-context.ts";
import type { FrontParkingRule, RuleSource, RuleValue } from "./engine/plan-input.ts";
import type { ParkingUse } from "./parking-use.ts";
import { isOfOtherUse, isSentence, quoted } from "./unevaluated.ts";

/** What keeps parking out of the front of a lot. */
export interface FrontParkingRules {
  /** Behind the front of the buildings. */
  readonly behindBuilding: FrontParkingRule | null;
  /** Distance from the front lot line: the setback of buildings, where parking may not be in the front yard that is required. */
  readonly setback: RuleValue | undefined;
  /** Rules of a case that no use decides, in words with their clauses. */
  readonly unevaluated: readonly string[];
}

/** "For more than 4 vehicles", "for 10 or more spaces". */
const fromStalls =
  /(?:;\s*)?\b(?:for|of)\s+(?:more than\s+(\d+)|(\d+)\s+or\s+more)\s+(?:vehicles|cars|automobiles|spaces)\b/i;

/**
 * Returns how a district keeps parking out of the front of lots, as it holds for some uses.
 *
 * @param setback of buildings from the front lot line
 * @param cite returns the source of a value and keeps its citation under a reference
 */
export function frontParkingRules(
  { criteria, uses }: { readonly criteria: DistrictCriteria | undefined; readonly uses: readonly ParkingUse[] },
  setback: RuleValue,
  cite: (value: CriterionValue, ref: string) => RuleSource,
): FrontParkingRules {
  const [building, yard] = (["parking_behind_building", "parking_behind_setback"] as const).map((field) => {
    const values = valuesOf(criteria, field).filter(({ condition }) => !isOfOtherUse(condition ?? "", uses));
    const holding = values.find((value) => holdsFor(value, uses));
    return { field, values: holding ? [] : values, holding };
  });
  const ofBuilding = building?.holding;
  const isKnown = "value" in setback;
  const ofYard = yard?.holding;
  const [, over, least] = fromStalls.exec(ofBuilding?.condition ?? "") ?? [];
  return {
    behindBuilding: ofBuilding
      ? {
          ...{ feet: Number(ofBuilding.value), source: cite(ofBuilding, "parking_behind_building") },
          fromStalls: over === undefined ? Number(least ?? 0) : Number(over) + 1,
        }
      : null,
    setback: ofYard && isKnown ? { ...setback, source: cite(ofYard, "parking_behind_setback") } : undefined,
    unevaluated: [...(building?.values ?? []), ...(ofYard && !isKnown ? [ofYard] : (yard?.values ?? []))]
      .flatMap(quoted)
      .map((quote) => `Not evaluated: ${quote}.`),
  };
}

/** Returns whether a rule holds for every use, if only from a number of stalls on. */
export const isForAllUses = ({ condition }: CriterionValue): boolean =>
  (condition ?? "").replace(fromStalls, "").trim() === "";

/** Whether a case is a number of stalls alone, or about the uses of the program. */
function holdsFor(value: CriterionValue, uses: readonly ParkingUse[]): boolean {
  if (isForAllUses(value)) return true;
  const rest = value.condition ?? "";
  const named = usesNamed(rest);
  return !isSentence(rest) && uses.some(({ criteria }) => named.some((use) => criteria.includes(use)));
}
