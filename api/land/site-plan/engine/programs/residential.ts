import { type Answers, memberAnswer, numberAnswer } from "../answers.ts";
import type { StallModule } from "../bands.ts";
import type { Rect } from "../local-frame.ts";
import { type PlannedBuilding, type Program, type ProgramCaps, rowOfBars } from "./program.ts";
import { alternatingRows } from "./row-patterns.ts";

/** What a program is made from, beside the answers. */
export interface ProgramContext {
  readonly answers: Answers;
  readonly module: StallModule;
  readonly spacing: number;
  /** Most floors and height that the rules allow; infinite where no limit is known. */
  readonly mostFloors: number;
  readonly mostHeightFt: number;
  readonly caps: ProgramCaps;
}

/** Feet from floor to floor of dwellings. Assumptions named in `siteplan.md` section 4. */
export const dwellingFloor = 10.5;

/** Returns the average size of a dwelling in square feet of the unit mix. */
export function averageUnit(answers: Answers): number {
  const kinds = [
    ["studio", 10, 550],
    ["1", 50, 750],
    ["2", 35, 1050],
    ["3", 5, 1300],
  ] as const;
  let [sum, shares] = [0, 0];
  for (const [name, share, size] of kinds) {
    const aliases = [name, `${name}br`, `${name}_br`, `${name}_bed`, `br${name}`];
    const read = (id: string) =>
      aliases.map((alias) => memberAnswer(answers, id, alias)).find((each) => each !== undefined);
    const percent = typeof answers["mf.unit_mix"] === "object" ? (read("mf.unit_mix") ?? 0) : share;
    sum += percent * (read("mf.unit_sizes") ?? size);
    shares += percent;
  }
  return shares > 0 ? Math.max(300, sum / shares) : 837.5;
}

/** Returns the floors of a building: what was asked for, inside what the rules allow. */
export function floorsWithin(
  { mostFloors, mostHeightFt }: ProgramContext,
  asked: number,
  floorHeight: number,
  above = 0,
): number {
  return Math.max(1, Math.min(asked, mostFloors, Math.floor((mostHeightFt - above + 0.001) / floorHeight)));
}

/** Returns the program of garden apartments: walk-up buildings in rows with parking between. */
export function gardenProgram(context: ProgramContext, depth: number): Program {
  const { answers, module, spacing } = context;
  const walk = 8;
  const average = averageUnit(answers);
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.9, [0.7, 0.95]);
  const floors = floorsWithin(context, numberAnswer(answers, "mf.floors", 3, [1, 4]), dwellingFloor);
  const building = (rect: Rect): PlannedBuilding | undefined =>
    dwellings("Apartment building", rect, { floors, efficiency, average, use: "multifamily", least: 90 });
  return {
    label: "Garden apartments",
    module,
    wayWidth: Math.max(module.aisle, 24),
    walk,
    shift: 0,
    caps: context.caps,
    patterns: (depthFt) => alternatingRows({ building: depth, walk, module }, depthFt),
    fill: (slot) =>
      rowOfBars(slot, { least: 90, most: 210, spacing: Math.max(20, spacing) }).flatMap((rect) => building(rect) ?? []),
    resized: (_, rect) => building(rect),
    yieldOf: ({ units }) => units,
    notes: [],
  };
}

/** Returns a building of dwellings; undefined when it is shorter than the least length. */
export function dwellings(
  label: string,
  rect: Rect,
  {
    floors,
    efficiency,
    average,
    use,
    least,
  }: {
    readonly floors: number;
    readonly efficiency: number;
    readonly average: number;
    readonly use: string;
    readonly least: number;
  },
): PlannedBuilding | undefined {
  if (rect.x1 - rect.x0 < least - 0.001) return undefined;
  const footprintSf = (rect.x1 - rect.x0) * (rect.y1 - rect.y0);
  // Rounded down on each floor: the total is the sum of what is drawn.
  const units = floors * Math.floor((footprintSf * efficiency) / average + 1e-6);
  return {
    label,
    rect,
    parts: null,
    floors,
    heightFt: floors * dwellingFloor,
    footprintSf,
    gfaSf: footprintSf * floors,
    parkingGfaSf: 0,
    units,
    keys: 0,
    structuredStalls: 0,
    demands: [{ use, base: "dwelling_unit", quantity: units }],
  };
}
