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

/** Returns the program of townhomes in rows; with garages they back onto alleys and face greens. */
export function townhomeProgram(context: ProgramContext, _depth: number): Program {
  const { answers, module } = context;
  const width = numberAnswer(answers, "th.unit_width", 20, [14, 40]);
  const depth = numberAnswer(answers, "th.unit_depth", 40, [24, 70]);
  const most = Math.round(numberAnswer(answers, "th.row_max", 6, [2, 12]));
  const garage = choiceAnswer(answers, "th.garage", ["side", "tandem", "none"]);
  const floors = floorsWithin(context, numberAnswer(answers, "mf.floors", 2, [1, 4]), dwellingFloor);
  const building = (rect: Rect, own = width) => {
    const units = Math.max(1, Math.floor((rect.x1 - rect.x0) / own + 1e-6));
    return plannedBuilding(
      "Townhomes",
      { ...rect, x1: rect.x0 + units * own },
      {
        floors,
        floorFt: dwellingFloor,
        units,
        structuredStalls: garage === "none" ? 0 : carsIn(own, depth) * units,
        demands: [{ use: "townhome", base: "dwelling_unit", quantity: units }],
      },
    );
  };
  const shape = { depth, least: 2 * width, most: most * width, walk: apron, spacing: Math.max(20, context.spacing) };
  const patterns = (depthFt: number) =>
    garage === "none"
      ? alternatingRows({ building: depth, walk: frontWalk, module }, depthFt)
      : alleyRows({ depth, module, spacing: shape.spacing }, depthFt);
  const fill = ({ rect }: Slot) => rowOfUnits(rect, width, most, shape.spacing).map((row) => building(row));
  return barProgram("Townhomes", context, shape, (rect) => building(rect), {
    patterns,
    fill,
    deadEnd: 120,
    yieldOf: ({ units }) => units,
    frontLoaded: { width, depth, most, row: building },
  });
}

/** Width of a garage for two cars side by side, and length for two in line, feet. */
const twoAbreast = 18;
const twoInLine = 38;

const carsIn = (width: number, depth: number) => (width >= twoAbreast || depth >= twoInLine ? 2 : 1);

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

/** As few rows as the most units of one allow, with as many units as fit, and equal gaps. */
function rowOfUnits({ x0, y0, x1, y1 }: Rect, width: number, most: number, spacing: number): Rect[] {
  const length = x1 - x0 + 0.004;
  const count = Math.max(1, Math.ceil((length + spacing) / (most * width + spacing)));
  const units = Math.floor((length - (count - 1) * spacing) / width);
  if (units < 2 * count) return [];
  const gap = count > 1 ? (length - units * width) / (count - 1) : 0;
  let x = count > 1 ? x0 : x0 + (length - units * width) / 2;
  return Array.from({ length: count }, (_, at): Rect => {
    const own = Math.floor(units / count) + (at < units % count ? 1 : 0);
    const rect = { x0: x, y0, x1: x + own * width, y1 };
    x += own * width + gap;
    return rect;
  });
}
