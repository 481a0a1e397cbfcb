import { type Answers, memberAnswer, numberAnswer } from "../answers.ts";
import type { Rect } from "../local-frame.ts";
import { barProgram } from "./bar-program.ts";
import {
  areaOf,
  floorsWithin,
  type PlannedBuilding,
  type Program,
  type ProgramContext,
  plannedBuilding,
} from "./program.ts";

/** Feet from floor to floor of dwellings and of shops below them. Source: `siteplan.md` sections 4 and D2. */
export const dwellingFloor = 10.5;
export const shopFloor = 15;

/** Returns the average size of a dwelling of the unit mix in square feet. */
export function averageUnit(answers: Answers): number {
  const kinds = [
    ["studio", 10, 550],
    ["1", 50, 750],
    ["2", 35, 1050],
    ["3", 5, 1300],
  ] as const;
  let [sum, shares] = [0, 0];
  const isAnswered = typeof answers["mf.unit_mix"] === "object" && answers["mf.unit_mix"] !== null;
  for (const [name, share, size] of kinds) {
    const aliases = [name, `${name}br`, `${name}_br`, `${name}_bed`, `${name}_bedroom`];
    const read = (id: string) =>
      aliases.map((alias) => memberAnswer(answers, id, alias)).find((each) => each !== undefined);
    const percent = isAnswered ? (read("mf.unit_mix") ?? 0) : share;
    sum += percent * (read("mf.unit_sizes") ?? size);
    shares += percent;
  }
  return shares > 0 ? Math.max(300, sum / shares) : 837.5;
}

/** Returns how many dwellings floors of a size hold: rounded down on each floor, so that totals are sums. */
export const dwellingsOn = (floorSf: number, floors: number, efficiency: number, average: number) =>
  floors * Math.floor((floorSf * efficiency) / average + 1e-6);

/** Returns the program of garden apartments: walk-up buildings in rows with parking between. */
export function gardenProgram(context: ProgramContext, depth: number): Program {
  const { answers, spacing } = context;
  const average = averageUnit(answers);
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.9, [0.7, 0.95]);
  const floors = floorsWithin(context, numberAnswer(answers, "mf.floors", 3, [1, 4]), dwellingFloor);
  const shape = { depth, least: 90, most: 210, walk: 8, spacing: Math.max(20, spacing) };
  return barProgram(
    "Garden apartments",
    context,
    shape,
    (rect) => dwellings("Apartment building", rect, { floors, efficiency, average, use: "multifamily" }),
    { yieldOf: ({ units }) => units },
  );
}

/** Average size of a unit by levels of care: independent, assisted, memory. Sizes are assumptions. */
function averageSeniorUnit(answers: Answers): number {
  const kinds = [
    ["independent", 60, 800],
    ["assisted", 30, 500],
    ["memory", 10, 350],
  ] as const;
  const shares = kinds.map(([name, usual, size]) => {
    return { share: memberAnswer(answers, "senior.level_of_care", name) ?? usual, size };
  });
  const whole = shares.reduce((sum, { share }) => sum + share, 0);
  return whole > 0 ? shares.reduce((sum, { share, size }) => sum + share * size, 0) / whole : 665;
}

/** Returns the program of senior living: long buildings of few floors with common rooms. */
export function seniorProgram(context: ProgramContext, depth: number): Program {
  const { answers, spacing } = context;
  const average = averageSeniorUnit(answers);
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.75, [0.5, 0.92]);
  const floors = floorsWithin(context, numberAnswer(answers, "mf.floors", 3, [1, 6]), dwellingFloor);
  const shape = { depth, least: 100, most: 320, walk: 10, spacing: Math.max(30, spacing) };
  return barProgram(
    "Senior living",
    context,
    shape,
    (rect) => dwellings("Senior living building", rect, { floors, efficiency, average, use: "senior_living" }),
    { yieldOf: ({ units }) => units },
  );
}

/** Share of the land that buildings with parking on the ground take. An assumption. */
const usualCoverage = 0.22;

/** Returns the program of dwellings above shops, which take a share of the ground floor. */
export function mixedProgram(context: ProgramContext, depth: number): Program {
  const { answers, spacing } = context;
  const average = averageUnit(answers);
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.85, [0.7, 0.95]);
  const floors = floorsWithin(context, numberAnswer(answers, "mf.floors", 4, [2, 8]) - 1, dwellingFloor, shopFloor) + 1;
  const most = memberAnswer(answers, "retail.gfa", "square_feet");
  // Half of the ground floors, or less when less is wanted: the shops are shared out over the buildings.
  const share = most === undefined ? 0.5 : Math.min(1, most / (usualCoverage * context.landSf));
  const building = (rect: Rect): PlannedBuilding => {
    const footprint = areaOf(rect);
    const upper = context.mostFloors < 2 || context.mostHeightFt < shopFloor + dwellingFloor ? 0 : floors - 1;
    const shopsSf = Math.round(footprint * share);
    const units =
      dwellingsOn(footprint, upper, efficiency, average) + dwellingsOn(footprint - shopsSf, 1, efficiency, average);
    return plannedBuilding("Mixed-use building", rect, {
      floors: upper + 1,
      floorFt: dwellingFloor,
      heightFt: shopFloor + upper * dwellingFloor,
      units,
      demands: [
        { use: "retail", base: "thousand_square_feet", quantity: shopsSf },
        { use: "multifamily", base: "dwelling_unit", quantity: units },
      ],
    });
  };
  const shape = { depth, least: 90, most: 260, walk: 10, spacing: Math.max(20, spacing) };
  return barProgram("Mixed use", context, shape, building);
}

/** Returns a building of dwellings. */
function dwellings(
  label: string,
  rect: Rect,
  {
    floors,
    efficiency,
    average,
    use,
  }: { readonly floors: number; readonly efficiency: number; readonly average: number; readonly use: string },
): PlannedBuilding {
  const units = dwellingsOn(areaOf(rect), floors, efficiency, average);
  const demands = [{ use, base: "dwelling_unit", quantity: units } as const];
  return plannedBuilding(label, rect, { floors, floorFt: dwellingFloor, units, demands });
}
