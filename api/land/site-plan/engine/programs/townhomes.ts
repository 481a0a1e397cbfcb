import { choiceAnswer, numberAnswer } from "../answers.ts";
import { type Band, depthOf, parkingBands } from "../bands.ts";
import type { Slot } from "../layout-parts.ts";
import type { Rect } from "../local-frame.ts";
import { barProgram } from "./bar-program.ts";
import { floorsWithin, type Program, type ProgramContext, plannedBuilding } from "./program.ts";
import { dwellingFloor } from "./residential.ts";
import { alternatingRows } from "./row-patterns.ts";

/** Depth of the apron between a garage and its alley, of a front walk, and the least of a green between fronts, feet. */
const apron = 5;
const frontWalk = 8;
const leastGreen = 28;

/** What a row of townhomes is called on a plan. */
export const townhomeRow = "Townhomes";
/** Fewest homes of a row where no rule says so. */
const usualLeast = 2;

/** Returns the program of townhomes in rows; with garages they back onto alleys and face greens. */
export function townhomeProgram(context: ProgramContext): Program {
  return rowsOf(context, { least: context.rowHomes.least ?? usualLeast, leastAtStreet: context.rowHomes.least ?? 1 });
}

/** Returns the program of rows with fewer homes than the rules ask for, for land on which no longer row fits; none without such a rule. */
export function shortRowsProgram(context: ProgramContext): readonly Program[] {
  const { least } = context.rowHomes;
  if (least === undefined) return [];
  return [{ ...rowsOf(context, { least: Math.min(usualLeast, least), leastAtStreet: 1 }), isLesser: true }];
}

function rowsOf(
  context: ProgramContext,
  { least, leastAtStreet }: { readonly least: number; readonly leastAtStreet: number },
): Program {
  const { answers, module } = context;
  const width = numberAnswer(answers, "th.unit_width", 20, [14, 40]);
  const depth = numberAnswer(answers, "th.unit_depth", 40, [24, 70]);
  const asked = Math.round(numberAnswer(answers, "th.row_max", 6, [2, 12]));
  const most = Math.max(least, Math.min(asked, context.rowHomes.most));
  const garage = choiceAnswer(answers, "th.garage", ["side", "tandem", "none"]);
  const floors = floorsWithin(context, numberAnswer(answers, "mf.floors", 2, [1, 4]), dwellingFloor);
  const building = (rect: Rect, own = width) => {
    const units = Math.max(1, Math.floor((rect.x1 - rect.x0) / own + 1e-6));
    return plannedBuilding(
      townhomeRow,
      { ...rect, x1: rect.x0 + units * own },
      {
        floors,
        floorFt: dwellingFloor,
        units,
        structuredStalls: carsIn({ width: own, depth }, garage, module) * units,
        demands: [{ use: "townhome", base: "dwelling_unit", quantity: units }],
      },
    );
  };
  const shape = {
    ...{ depth, least: least * width, most: most * width, walk: apron },
    spacing: Math.max(20, context.spacing),
  };
  const patterns = (depthFt: number) =>
    garage === "none"
      ? alternatingRows({ building: depth, walk: frontWalk, module }, depthFt)
      : alleyRows({ depth, module, spacing: shape.spacing }, depthFt);
  const limits = { width, least, most, spacing: shape.spacing };
  const fill = ({ rect }: Slot) => rowOfUnits(rect, limits).map((row) => building(row));
  return barProgram("Townhomes", context, shape, (rect) => building(rect), {
    patterns,
    fill,
    deadEnd: 120,
    yieldOf: ({ units }) => units,
    frontLoaded: {
      ...{ width, depth, least: leastAtStreet, most, row: building },
      drivewaySpacing: context.drivewaySpacing,
    },
  });
}

/** Thickness of the walls of a garage, feet. */
const wall = 0.5;

/** Cars of a home: one or two stalls, clear inside the walls, side by side or one behind the other. */
function carsIn(
  home: { readonly width: number; readonly depth: number },
  garage: "side" | "tandem" | "none",
  { width, length }: ProgramContext["module"],
): number {
  const abreast = Math.floor((home.width - 2 * wall) / width + 1e-6);
  const inLine = Math.floor((home.depth - 2 * wall) / length + 1e-6);
  if (garage === "none" || abreast < 1 || inLine < 1) return 0;
  return Math.min(2, garage === "side" ? abreast : inLine);
}

interface AlleyDimensions {
  /** Of a home. */
  readonly depth: number;
  readonly module: ProgramContext["module"];
  /** Least distance between rows. */
  readonly spacing: number;
}

/** Pairs of rows with an alley between their garages, and one row of guest stalls where it fits. */
function alleyRows({ depth, module, spacing }: AlleyDimensions, depthFt: number): Band[][] {
  const row: Band = { kind: "building", depth };
  const aisle = Math.max(24, module.aisle);
  const beside: Band = { kind: "open", depth: Math.max(apron, (spacing - aisle) / 2) };
  const alley: Band[] = [beside, { kind: "aisle", depth: aisle }, beside];
  const green = Math.max(leastGreen, spacing);
  const pair = [row, ...alley, row];
  const guests = parkingBands(module, { below: true, above: false });
  const front: Band = { kind: "open", depth: frontWalk };
  const patterns: Band[][] = [];
  for (const start of [[], guests, parkingBands(module, { below: false, above: true })]) {
    let bands: Band[] = [...start, front];
    while (depthOf([...bands, ...pair]) <= depthFt + 0.01) {
      bands = [...bands, ...pair];
      for (const end of [[], [front, ...guests], [front, { kind: "aisle", depth: 24 } as const, front, row]]) {
        const whole = [...bands, ...end];
        const left = depthFt - depthOf(whole);
        if (left >= -0.01 && left < green + depthOf(pair)) patterns.push(whole);
      }
      bands = [...bands, { kind: "open", depth: green }];
    }
  }
  const half = [front, row, ...alley.slice(0, 2)];
  if (depthOf(half) <= depthFt && patterns.length === 0) patterns.push(half);
  return patterns;
}

interface RowLimits {
  /** Of a home, feet. */
  readonly width: number;
  /** Homes of a row. */
  readonly least: number;
  readonly most: number;
  /** Between rows, feet. */
  readonly spacing: number;
}

/** As few rows as the most units of one allow, with as many units as fit, and equal gaps. */
function rowOfUnits({ x0, y0, x1, y1 }: Rect, { width, least, most, spacing }: RowLimits): Rect[] {
  const length = x1 - x0 + 0.004;
  const unitsIn = (rows: number) => Math.min(rows * most, Math.floor((length - (rows - 1) * spacing) / width));
  const rows = Math.max(1, Math.ceil((length + spacing) / (most * width + spacing)));
  // What is left beside the longest rows may be too short for another one.
  const count = rows > 1 && unitsIn(rows) < least * rows ? rows - 1 : rows;
  const units = unitsIn(count);
  if (units < least * count) return [];
  const gap = count > 1 ? (length - units * width) / (count - 1) : 0;
  let x = count > 1 ? x0 : x0 + (length - units * width) / 2;
  return Array.from({ length: count }, (_, at): Rect => {
    const own = Math.floor(units / count) + (at < units % count ? 1 : 0);
    const rect = { x0: x, y0, x1: x + own * width, y1 };
    x += own * width + gap;
    return rect;
  });
}
