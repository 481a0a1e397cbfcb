import type { EdgeRun } from "./edge-classes.ts";
import { around, difference, union } from "./kernel.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { EdgeClass, PlanRules, RuleValue } from "./plan-input.ts";
import { limitOf } from "./rule-value.ts";

type Setbacks = PlanRules["setbacks"];
type Sides = Readonly<Record<EdgeClass, number>>;

/** Distances used where the rules have a marker instead of a number, feet. Assumptions of this engine, named in a note. */
const assumed = {
  building: { front: 25, exterior_side: 15, interior_side: 10, rear: 20 },
  paving: { front: 10, exterior_side: 10, interior_side: 5, rear: 5 },
};

/** Added to every distance so that drawn arcs never fall short of it, feet. */
const margin = 0.01;

/** Returns the distances of buildings from each kind of lot line in feet and the kinds for which one was assumed. */
export function buildingSetbacks(rules: PlanRules): { readonly feet: Sides; readonly assumed: readonly string[] } {
  return distances(rules.setbacks, assumed.building, rules.chosenSetbacks);
}

/** Returns the distances of paving from each kind of lot line in feet and the kinds for which one was assumed. */
export function pavingSetbacks(rules: PlanRules): { readonly feet: Sides; readonly assumed: readonly string[] } {
  const none: RuleValue = { marker: "NOT_LOCATED_IN_INDEXED_ORDINANCE" };
  const absent: Setbacks = { front: none, exterior_side: none, interior_side: none, rear: none };
  return distances(rules.parkingSetbacks ?? absent, assumed.paving);
}

function distances(
  setbacks: Setbacks,
  fallback: Readonly<Record<keyof Setbacks, number>>,
  chosen: PlanRules["chosenSetbacks"] = {},
) {
  const names = ["front", "exterior_side", "interior_side", "rear"] as const;
  const missing = names.filter((name) => (chosen[name] ?? limitOf(setbacks[name])) === undefined);
  const feetOf = (name: keyof Setbacks) => Math.max(0, chosen[name] ?? limitOf(setbacks[name]) ?? fallback[name]);
  const known = {
    front: feetOf("front"),
    exterior_side: feetOf("exterior_side"),
    interior_side: feetOf("interior_side"),
    rear: feetOf("rear"),
  };
  // A side of unknown class keeps the largest of the distances.
  const feet: Sides = { ...known, unknown: Math.max(...names.map((name) => known[name])) };
  return { feet, assumed: missing };
}

/** Returns the part of a lot that keeps the distance of each of its sides. */
export function insideSetbacks(lot: GridRegion, runs: readonly EdgeRun[], feet: Sides): GridRegion {
  const byDistance = new Map<number, EdgeRun[]>();
  for (const run of runs) {
    const distance = feet[run.edgeClass];
    byDistance.set(distance, [...(byDistance.get(distance) ?? []), run]);
  }
  const strips = [...byDistance]
    .filter(([distance]) => distance > 0)
    .map(([distance, sides]) => around(joined(sides), distance + margin));
  return difference(lot, union(strips));
}

/** Sides that follow each other become one line, which is far quicker to grow than its parts. */
function joined(runs: readonly EdgeRun[]): EdgeRun["points"][] {
  const lines: EdgeRun["points"][] = [];
  for (const { points } of runs) {
    const last = lines.at(-1);
    const [end, start] = [last?.at(-1), points[0]];
    if (last && end && start && end.x === start.x && end.y === start.y) {
      lines[lines.length - 1] = [...last, ...points.slice(1)];
    } else lines.push(points);
  }
  return lines;
}
