import { numberAnswer } from "../answers.ts";
import { type Band, depthOf, parkingBands } from "../bands.ts";
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
import { averageUnit, dwellingFloor, dwellingsOn } from "./residential.ts";

/** Height of a parking level and square feet of it for a stall; depth of the bars above. Source: `siteplan.md` section 4. */
const parkingFloor = 11;
const sfPerStall = 360;
const bar = 64;
const fireLane = 26;

/** Returns the program of apartments above one or two levels of parking. */
export function podiumProgram(context: ProgramContext, depth: number): Program {
  const { module } = context;
  const lane: Band = { kind: "aisle", depth: fireLane };
  const open: Band = { kind: "open", depth: 10 };
  const block: Band = { kind: "building", depth };
  const patterns = (depthFt: number): Band[][] =>
    [
      [open, block, open, lane],
      [open, block, open, ...parkingBands(module, { below: true, above: true })],
      [open, block, open, lane, open, block, open],
      [lane, open, block, open, lane],
      [lane, open, block, open, lane, open, block, open, lane],
    ].filter((bands) => depthOf(bands) <= depthFt + 0.01);
  const shape = { depth, least: 90, most: 360, walk: 10, spacing: Math.max(30, context.spacing) };
  return barProgram("Apartments above parking", context, shape, (rect) => podiumBlock(context, rect), {
    patterns,
    wayWidth: fireLane,
    yieldOf: ({ units }) => units,
  });
}

/** The floors and parking levels that give most units with all their stalls inside. */
function podiumBlock(context: ProgramContext, rect: Rect): PlannedBuilding {
  const { answers, requiredFor } = context;
  const asked = numberAnswer(answers, "mf.floors", 5, [1, 8]);
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.85, [0.7, 0.92]);
  const mostLevels = Math.max(1, numberAnswer(answers, "mf.garage_levels", 2, [1, 4]));
  const perLevel = Math.floor(areaOf(rect) / sfPerStall);
  const court = Math.max(0, rect.x1 - rect.x0 - 2 * bar) * Math.max(0, rect.y1 - rect.y0 - 2 * bar);
  const floorSf = areaOf(rect) - court;
  let best = { levels: 1, floors: 0, units: 0 };
  for (let levels = 1; levels <= mostLevels; levels++) {
    if (levels * parkingFloor >= context.mostHeightFt) break;
    const within = { ...context, mostFloors: context.mostFloors - levels };
    for (let floors = floorsWithin(within, asked, dwellingFloor, levels * parkingFloor); floors >= 1; floors--) {
      const units = dwellingsOn(floorSf, floors, efficiency, averageUnit(answers));
      const needed = requiredFor([{ use: "multifamily", base: "dwelling_unit", quantity: units }]);
      if (needed > levels * perLevel || units <= best.units || within.mostFloors < 1) continue;
      best = { levels, floors, units };
    }
  }
  const { levels, floors, units } = best;
  return plannedBuilding("Apartments above parking", rect, {
    floors: floors + levels,
    floorFt: dwellingFloor,
    heightFt: floors * dwellingFloor + levels * parkingFloor,
    gfaSf: floorSf * floors,
    parkingGfaSf: areaOf(rect) * levels,
    units,
    structuredStalls: levels * perLevel,
    demands: [{ use: "multifamily", base: "dwelling_unit", quantity: units }],
  });
}
