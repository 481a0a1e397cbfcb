import type { Demand, PlannedBuilding, Program } from "./programs/program.ts";

/** Feet by which a building is shortened at a time. */
const step = 10;

/** Returns the sum of a number over buildings. */
export function sumOf(buildings: readonly PlannedBuilding[], number: (building: PlannedBuilding) => number): number {
  return buildings.reduce((sum, building) => sum + number(building), 0);
}

/**
 * Returns the buildings that stalls and limits allow: whole buildings are taken away while that takes no more than
 * needed, then the last one is shortened.
 */
export function fitted(
  buildings: readonly PlannedBuilding[],
  stalls: number,
  program: Program,
  requiredFor: (demands: readonly Demand[]) => number,
): readonly PlannedBuilding[] {
  let kept = [...buildings];
  const isWithin = (some: readonly PlannedBuilding[]) =>
    requiredFor(some.flatMap(({ demands }) => demands)) <=
      stalls + sumOf(some, (each) => each.structuredStalls + each.stalls.length) &&
    sumOf(some, ({ units }) => units) <= program.caps.units &&
    sumOf(some, ({ gfaSf }) => gfaSf) <= program.caps.gfaSf + 0.5 &&
    sumOf(some, ({ footprintSf }) => footprintSf) <= program.caps.footprintSf + 0.5;
  while (kept.length > 0 && !isWithin(kept)) {
    const least = leastOf(kept, program);
    const without = kept.filter((each) => each !== least);
    if (!isWithin(without)) {
      kept = without;
      continue;
    }
    const shorter = least && shortened(least, program, (building) => isWithin([...without, building]));
    return shorter ? kept.map((each) => (each === least ? shorter : each)) : without;
  }
  return kept;
}

/** The building that is missed least; of equals the last. */
function leastOf(buildings: readonly PlannedBuilding[], program: Program): PlannedBuilding | undefined {
  let [least, value] = [undefined as PlannedBuilding | undefined, Infinity];
  for (const building of buildings) {
    const own = program.yieldOf(building);
    if (own <= value) [least, value] = [building, own];
  }
  return least;
}

function shortened(
  building: PlannedBuilding,
  program: Program,
  isWithin: (building: PlannedBuilding) => boolean,
): PlannedBuilding | undefined {
  const { rect } = building;
  for (let x1 = rect.x1 - step; x1 > rect.x0; x1 -= step) {
    const smaller = program.resized(building, { ...rect, x1 });
    if (!smaller) return undefined;
    if (isWithin(smaller)) return smaller;
  }
  return undefined;
}
