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

/** Floors that are left out at most: fewer dwellings need less parking on the ground. */
const mostFewer = 3;

/** Returns the programs of apartments above levels of parking: with all floors that may be, and with some fewer. */
export function podiumPrograms(context: ProgramContext, depth: number): readonly Program[] {
  const most = floorsAbove(context, Math.min(1, mostLevels(context)));
  return Array.from({ length: Math.min(mostFewer, most - 1) + 1 }, (_, fewer) => podiumProgram(context, depth, fewer));
}

function podiumProgram(context: ProgramContext, depth: number, fewer: number): Program {
  const { module } = context;
  const lane: Band = { kind: "aisle", depth: fireLane };
  const open: Band = { kind: "open", depth: 10 };
  const block: Band = { kind: "building", depth };
  const pair = [open, block, open, lane, open, block, open];
  const patterns = (depthFt: number): Band[][] =>
    [
      // As many pairs of rows with a lane between them as the land is deep.
      ...[Math.floor(depthFt / depthOf(pair))]
        .filter((pairs) => pairs > 2)
        .map((pairs) => Array.from({ length: pairs }, () => pair).flat()),
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
      pair,
      [lane, open, block, open, lane],
      [lane, open, block, open, lane, open, block, open, lane],
    ].filter((bands) => depthOf(bands) <= depthFt + 0.01);
  const shape = { depth, least: 90, most: 360, walk: 10, spacing: Math.max(30, context.spacing) };
  const unitSf = averageUnit(context.answers);
  const building = (rect: Rect) => podiumBlock(context, rect, { fewer, unitSf, most: mostLevels(context) });
  return barProgram("Apartments above parking", context, shape, building, {
    patterns,
    wayWidth: fireLane,
    deadEnd: 150,
    yieldOf: ({ units }) => units,
    withLessParking: ({ rect, parkingGfaSf }) => {
      const most = Math.round(parkingGfaSf / areaOf(rect)) - 1;
      return most < 1
        ? []
        : [fewer, fewer + 1].map((floors) => podiumBlock(context, rect, { fewer: floors, unitSf, most }));
    },
  });
}

/**
 * Apartments on the roof of their parking: as few levels as hold the stalls of all dwellings above, so that more floors are
 * left for these. Where `most` levels do not suffice, the stalls that lack lie on the ground or under other buildings.
 */
function podiumBlock(
  context: ProgramContext,
  rect: Rect,
  { fewer, unitSf, most }: { readonly fewer: number; readonly unitSf: number; readonly most: number },
): PlannedBuilding {
  const { answers, requiredFor } = context;
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.85, [0.7, 0.92]);
  const court = Math.max(0, rect.x1 - rect.x0 - 2 * bar) * Math.max(0, rect.y1 - rect.y0 - 2 * bar);
  const floorSf = areaOf(rect) - court;
  const perLevel = Math.floor(areaOf(rect) / sfPerStall);
  let [levels, floors, units] = [Math.min(1, most), 0, 0];
  for (; ; levels++) {
    floors = Math.max(1, floorsAbove(context, levels) - fewer);
    units = dwellingsOn(floorSf, floors, efficiency, unitSf);
    const needed = requiredFor([{ use: "multifamily", base: "dwelling_unit", quantity: units }]);
    if (levels >= most || levels * perLevel >= needed) break;
  }
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

/** The most levels of parking that leave a floor for dwellings. */
function mostLevels({ answers, mostFloors, mostHeightFt }: ProgramContext): number {
  const wanted = numberAnswer(answers, "mf.garage_levels", 2, [1, 4]);
  const fit = Math.min(mostFloors - 1, Math.floor((mostHeightFt - dwellingFloor) / parkingFloor));
  return Math.max(0, Math.min(wanted, fit));
}

/** The most floors of dwellings above some levels of parking. */
function floorsAbove(context: ProgramContext, levels: number): number {
  const within = { ...context, mostFloors: context.mostFloors - levels };
  const asked = numberAnswer(context.answers, "mf.floors", 5, [1, 8]);
  return floorsWithin(within, asked, dwellingFloor, levels * parkingFloor);
}
