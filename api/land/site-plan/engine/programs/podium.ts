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

/** Returns the program of apartments above levels of parking, with some floors fewer than may be. */
export function podiumProgram(context: ProgramContext, depth: number, fewer: number): Program {
  const { module } = context;
  const lane: Band = { kind: "aisle", depth: fireLane };
  const open: Band = { kind: "open", depth: 10 };
  const block: Band = { kind: "building", depth };
  const patterns = (depthFt: number): Band[][] =>
    [
      [open, block, open, lane],
      [open, block, open, ...parkingBands(module, { below: true, above: true })],
      [
        ...parkingBands(module, { below: false, above: true }),
        open,
        block,
        open,
        ...parkingBands(module, { below: true, above: true }),
      ],
      [
        open,
        block,
        open,
        ...parkingBands(module, { below: true, above: true }),
        ...parkingBands(module, { below: true, above: true }),
      ],
      [open, block, open, lane, open, block, open],
      [lane, open, block, open, lane],
      [lane, open, block, open, lane, open, block, open, lane],
    ].filter((bands) => depthOf(bands) <= depthFt + 0.01);
  const shape = { depth, least: 90, most: 360, walk: 10, spacing: Math.max(30, context.spacing) };
  return barProgram("Apartments above parking", context, shape, (rect) => podiumBlock(context, rect, fewer), {
    patterns,
    wayWidth: fireLane,
    deadEnd: 150,
    yieldOf: ({ units }) => units,
  });
}

/** Apartments on the roof of their parking; the stalls that it lacks lie on the ground beside it. */
function podiumBlock(context: ProgramContext, rect: Rect, fewer: number): PlannedBuilding {
  const { answers } = context;
  const asked = numberAnswer(answers, "mf.floors", 5, [1, 8]);
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.85, [0.7, 0.92]);
  const wanted = numberAnswer(answers, "mf.garage_levels", 2, [1, 4]);
  const fit = Math.min(context.mostFloors - 1, Math.floor((context.mostHeightFt - dwellingFloor) / parkingFloor));
  const levels = Math.max(0, Math.min(wanted, fit));
  const within = { ...context, mostFloors: context.mostFloors - levels };
  const floors = Math.max(1, floorsWithin(within, asked, dwellingFloor, levels * parkingFloor) - fewer);
  const court = Math.max(0, rect.x1 - rect.x0 - 2 * bar) * Math.max(0, rect.y1 - rect.y0 - 2 * bar);
  const floorSf = areaOf(rect) - court;
  const units = dwellingsOn(floorSf, floors, efficiency, averageUnit(answers));
  return plannedBuilding("Apartments above parking", rect, {
    floors: floors + levels,
    floorFt: dwellingFloor,
    heightFt: floors * dwellingFloor + levels * parkingFloor,
    gfaSf: floorSf * floors,
    parkingGfaSf: areaOf(rect) * levels,
    units,
    structuredStalls: levels * Math.floor(areaOf(rect) / sfPerStall),
    demands: [{ use: "multifamily", base: "dwelling_unit", quantity: units }],
  });
}
