import type { Demand, PlannedBuilding, Program } from "./programs/program.ts";

/** Feet by which a building is shortened at a time, and at most when all of them are. */
const step = 10;
const mostShortened = 40;

/** Returns the sum of a number over buildings. */
export function sumOf(buildings: readonly PlannedBuilding[], number: (building: PlannedBuilding) => number): number {
  return buildings.reduce((sum, building) => sum + number(building), 0);
}

/**
 * Returns the buildings that stalls and limits allow: whole buildings are taken away while that takes no more than
 * needed, then the last one is shortened; or all of them are shortened, where that yields more.
 */
export function fitted(
  buildings: readonly PlannedBuilding[],
  stalls: number,
  program: Program,
  requiredFor: (demands: readonly Demand[]) => number,
): readonly PlannedBuilding[] {
  const isWithin = (some: readonly PlannedBuilding[]) =>
    sumOf(some, ({ units }) => units) <= program.caps.units &&
    sumOf(some, ({ gfaSf }) => gfaSf) <= program.caps.gfaSf + 0.5 &&
    sumOf(some, ({ footprintSf }) => footprintSf) <= program.caps.footprintSf + 0.5 &&
    requiredFor(some.flatMap(({ demands }) => demands)) <=
      stalls + sumOf(some, (each) => each.structuredStalls + each.stalls.length);
  if (isWithin(buildings)) return buildings;
  // Those that are missed least go first; of equals the last.
  const order = [...buildings.entries()].sort(
    ([a, one], [b, two]) => program.yieldOf(one) - program.yieldOf(two) || b - a,
  );
  const without = (count: number) => {
    const gone = new Set(order.slice(0, count).map(([at]) => at));
    return buildings.filter((_, at) => !gone.has(at));
  };
  let [low, high] = [0, buildings.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isWithin(without(middle))) high = middle;
    else low = middle;
  }
  const rest = without(high);
  const last = order[high - 1]?.[1];
  const shorter = last && shortened(last, program, (building) => isWithin([...rest, building]));
  const fewer = shorter
    ? buildings.flatMap((each) => (each === last ? shorter : rest.includes(each) ? each : []))
    : rest;
  const even = evenlyShortened(buildings, program, isWithin);
  return even && sumOf(even, program.yieldOf) > sumOf(fewer, program.yieldOf) + 1e-6 ? even : fewer;
}

/** All buildings, each shortened by the same length; undefined when they would have to be much shorter. */
function evenlyShortened(
  buildings: readonly PlannedBuilding[],
  program: Program,
  isWithin: (buildings: readonly PlannedBuilding[]) => boolean,
): readonly PlannedBuilding[] | undefined {
  for (let less = step; less <= mostShortened; less += step) {
    const shorter = buildings.map(
      (building) => program.resized(building, { ...building.rect, x1: building.rect.x1 - less }) ?? building,
    );
    if (isWithin(shorter)) return shorter;
  }
  return undefined;
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
