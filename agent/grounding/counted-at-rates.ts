import type { Quantity } from "../text/quantities.ts";
import { isSame } from "./derived-amounts.ts";

/**
 * Finds the amounts of a sentence that are given by the question, and those that follow from them by rates that evidence
 * states: "1 space for each 75 square feet" makes 40 of 3,000 square feet. A count is a given amount times one carried
 * amount, divided by another one, each of which may be 1; the sum or the whole number above, below or nearest to it.
 *
 * @param carried places of the amounts that evidence states
 * @param given amounts of the question
 * @returns the places of the amounts that are given or counted; empty where nothing is given
 */
export function countedAtRates(
  amounts: readonly Quantity[],
  carried: ReadonlySet<number>,
  given: readonly Quantity[],
): ReadonlySet<number> {
  const found = new Set<number>();
  if (given.length === 0) return found;
  const stated = amounts.flatMap(({ value }, at) => (carried.has(at) && value > 0 ? [value] : []));
  const counts: number[] = [];
  for (const [at, { value, unit }] of amounts.entries()) {
    if (carried.has(at)) continue;
    const isGiven = given.some((one) => one.unit === unit && isSame(one.value, value));
    const exact = unit === null || unit === "space" ? possibleCounts(given, stated, counts) : [];
    const count = exact.find((one) => isRoundedTo(value, one));
    if (isGiven || count !== undefined) found.add(at);
    if (!isGiven && count !== undefined) counts.push(count);
  }
  return found;
}

/** What given amounts count at rates of the stated numbers, the counts so far, and their sums with each number stated. */
function possibleCounts(given: readonly Quantity[], stated: readonly number[], counts: readonly number[]): number[] {
  const rates = [1, ...stated];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return [
    ...given.flatMap(({ value }) => rates.flatMap((spaces) => rates.map((per) => (value * spaces) / per))),
    ...counts,
    ...(counts.length > 0 ? [total, ...stated.map((value) => total + value)] : []),
  ];
}

/** Whether a number is an exact one to two decimals, or the whole number next to it. */
function isRoundedTo(value: number, exact: number): boolean {
  return Math.abs(value - exact) < 0.0051 || (Number.isInteger(value) && Math.abs(value - exact) < 1);
}
