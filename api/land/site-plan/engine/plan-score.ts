import { mostDeadEnd } from "./circulation.ts";
import type { Program } from "./programs/program.ts";
import { yieldOf, type ZonePlan } from "./zone-search.ts";

/** How good a plan is: more is better, and the first difference decides. */
export type Score = readonly number[];

/** What a drive that ends far from its last way in costs of the yield. */
const deadEndShare = 0.92;

/** Returns how good a plan is: yield, surplus of stalls up to five percent, little paving. */
export function scoreOf(
  { buildings, provided, required }: Pick<ZonePlan, "buildings" | "provided" | "required">,
  program: Program,
  deadEnd: number,
): Score {
  const spare = provided - required;
  const reached = yieldOf(buildings, program) * (deadEnd > mostDeadEnd ? deadEndShare : 1);
  return [reached, Math.min(spare, Math.floor(required * 0.05)), -Math.max(0, spare)];
}

/** Returns a number above zero when the first score is better, and below zero when the second is. */
export function compareScores(a: Score, b: Score): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (Math.abs(difference) > 1e-6) return difference;
  }
  return 0;
}
