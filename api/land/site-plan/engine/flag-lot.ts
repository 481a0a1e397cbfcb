import type { EdgeRun } from "./edge-classes.ts";
import { around, intersection, opened, squareFeet } from "./kernel.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { PlanRules, RuleValue } from "./plan-input.ts";
import { limitOf } from "./rule-value.ts";

/** A part of a lot that is nowhere wider than this is a strip for access, feet. */
const widestStrip = 50;
/** The rest of a flag lot lies at least this far from the street, feet. */
const shortestStrip = 50;

/** Returns whether a lot meets its streets only with a strip for access: the engine's own test, as codes define flag lots in different ways. */
export function isFlagLot(lot: GridRegion, runs: readonly EdgeRun[]): boolean {
  const streets = runs.filter(({ isFrontage }) => isFrontage).map(({ points }) => points);
  if (streets.length === 0) return false;
  const body = withoutStrip(lot);
  const isMost = squareFeet(body) > squareFeet(lot) / 2;
  return isMost && intersection(around(streets, shortestStrip), body).rings.length === 0;
}

/** Returns a flag lot without its access strip. */
export const withoutStrip = (lot: GridRegion): GridRegion => opened(lot, widestStrip / 2);

/** Returns the setbacks of a flag lot: its own distance from every lot line, or that of the district where this is more. */
export function flagLotSetbacks(setbacks: PlanRules["setbacks"], own: RuleValue): PlanRules["setbacks"] {
  const least = limitOf(own) ?? 0;
  const greater = (rule: RuleValue) => ((limitOf(rule) ?? 0) >= least ? rule : own);
  return {
    ...{ front: greater(setbacks.front), exterior_side: greater(setbacks.exterior_side) },
    ...{ interior_side: greater(setbacks.interior_side), rear: greater(setbacks.rear) },
  };
}
