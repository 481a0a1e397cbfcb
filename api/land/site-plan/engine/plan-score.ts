import { type Circulation, mostDeadEnd } from "./circulation.ts";
import { areaOf, type Program } from "./programs/program.ts";
import { yieldOf, type ZonePlan } from "./zone-search.ts";

/** How good a plan is: more is better, and the first difference decides. */
export type Score = readonly number[];

/** What a drive that ends far from its last way in costs of the yield. */
const deadEndShare = 0.85;

/** Returns a yield as it is worth with a drive that ends so far from its last way in, feet. */
export const worthWith = (deadEnd: number, reached: number) => reached * (deadEnd > mostDeadEnd ? deadEndShare : 1);

/** Returns how good a plan is: yield, surplus of stalls up to five percent, little land under drives. */
export function scoreOf(
  { buildings, provided, required }: Pick<ZonePlan, "buildings" | "provided" | "required">,
  { strips, connectors }: Circulation,
  program: Program,
  deadEnd: number,
): Score {
  const spare = provided - required;
  const reached = worthWith(deadEnd, yieldOf(buildings, program));
  const drivesSf = [...strips, ...connectors].reduce((sum, { rect }) => sum + areaOf(rect), 0);
  // Land turned by an angle is rounded to other coordinates: less than a thousand square feet decides nothing.
  return [reached, Math.min(spare, Math.floor(required * 0.05)), -Math.round(drivesSf / 1000)];
}

/** Returns a number above zero when the first score is better, and below zero when the second is. */
export function compareScores(a: Score, b: Score): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (Math.abs(difference) > 1e-6) return difference;
  }
  return 0;
}
