import type { Demand, PlannedBuilding, Program } from "./programs/program.ts";

/** Feet by which a building is shortened at a time, and at most when all of them are. */
const step = 10;
const mostShortened = 40;

/** Returns the sum of a number over buildings. */
export function sumOf(buildings: readonly PlannedBuilding[], number: (building: PlannedBuilding) => number): number {
  let sum = 0;
  for (const building of buildings) sum += number(building);
  return sum;
}

/**
 * Returns the buildings that stalls and limits allow: whole buildings are taken away while that takes no more than
 * needed, then the last one is shortened; or all of them are shortened, where that yields more. Levels of parking that the
 * stalls of all buildings together do not need give way to what can be built instead.
 */
export function fitted(
  buildings: readonly PlannedBuilding[],
  stalls: number,
  program: Program,
  requiredFor: (demands: readonly Demand[]) => number,
): readonly PlannedBuilding[] {
  const isWithin = (some: readonly PlannedBuilding[]) => isAllowed(some, stalls, program.caps, requiredFor);
  return traded(isWithin(buildings) ? buildings : reduced(buildings, program, isWithin), program, isWithin);
}

/** Buildings of which those have a level of parking less that yield no less without it, while all stalls together suffice. */
function traded(
  buildings: readonly PlannedBuilding[],
  program: Program,
  isWithin: (buildings: readonly PlannedBuilding[]) => boolean,
): readonly PlannedBuilding[] {
  const { withLessParking, yieldOf } = program;
  if (!withLessParking) return buildings;
  let result = buildings;
  for (const isWorth of [(gain: number) => gain > 0, (gain: number) => gain === 0]) {
    for (const [at, building] of result.entries()) {
      const changed = withLessParking(building)
        .filter((other) => isWorth(yieldOf(other) - yieldOf(building)))
        .map((other) => result.with(at, other));
      result = changed.find(isWithin) ?? result;
    }
  }
  return result;
}

function reduced(
  buildings: readonly PlannedBuilding[],
  program: Program,
  isWithin: (buildings: readonly PlannedBuilding[]) => boolean,
): readonly PlannedBuilding[] {
  // Those that are missed least go first; of equals the last.
  const order = buildings
    .map((building, at) => ({ building, at, worth: program.yieldOf(building) }))
    .sort((a, b) => a.worth - b.worth || b.at - a.at)
    .map(({ building }) => building);
  const without = (count: number) => order.slice(count);
  let [low, high] = [0, buildings.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isWithin(without(middle))) high = middle;
    else low = middle;
  }
  const rest = without(high);
  const last = order[high - 1];
  const shorter = last && shortened(last, program, (building) => isWithin([...rest, building]));
  const left = new Set(rest);
  const fewer = buildings.flatMap((each) => (each === last ? (shorter ?? []) : left.has(each) ? each : []));
  return evenlyShortened(buildings, program, isWithin, sumOf(fewer, program.yieldOf)) ?? fewer;
}

/** Whether buildings are inside all limits and have their stalls; one loop, because a search asks many thousands of times. */
function isAllowed(
  buildings: readonly PlannedBuilding[],
  stalls: number,
  caps: Program["caps"],
  requiredFor: (demands: readonly Demand[]) => number,
): boolean {
  let [units, gfaSf, footprintSf, own, count] = [0, 0, 0, 0, 0];
  for (const building of buildings) {
    if (building.gfaSf > 0) count++;
    units += building.units;
    gfaSf += building.gfaSf;
    footprintSf += building.footprintSf;
    own += building.structuredStalls + building.stalls.length;
  }
  const isInCaps =
    count <= caps.buildings &&
    units <= caps.units &&
    gfaSf <= caps.gfaSf + 0.5 &&
    footprintSf <= caps.footprintSf + 0.5;
  if (!isInCaps) return false;
  const demands: Demand[] = [];
  for (const building of buildings) for (const demand of building.demands) demands.push(demand);
  return requiredFor(demands) <= stalls + own;
}

/**
 * All buildings, each shortened by the same length; undefined when they would have to be much shorter, or yield no more than is known.
 */
function evenlyShortened(
  buildings: readonly PlannedBuilding[],
  program: Program,
  isWithin: (buildings: readonly PlannedBuilding[]) => boolean,
  known: number,
): readonly PlannedBuilding[] | undefined {
  for (let less = step; less <= mostShortened; less += step) {
    const shorter = buildings.map(
      (building) => program.resized(building, { ...building.rect, x1: building.rect.x1 - less }) ?? building,
    );
    if (sumOf(shorter, program.yieldOf) > known + 1e-6 && isWithin(shorter)) return shorter;
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
