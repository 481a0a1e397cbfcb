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

/** Dimensions of a wrap in feet. Source: `siteplan.md` section 4. */
const bar = 64;
const gap = 12;
const bay = 61;
const leastGarage = 180;
const fireLane = 26;
const setOff = 16;
/** Opening through the ring for the drive into the garage. */
const portal = 28;
const garageFloor = 10.5;
/** Square feet of garage for a stall. */
const sfPerStall = 345;

/** Returns the program of mid-rise apartments around a garage of a number of bays. */
export function wrapProgram(context: ProgramContext, bays: number): Program {
  const depth = 2 * (bar + gap) + bays * bay;
  const least = 2 * (bar + gap) + leastGarage;
  return blockProgram(context, depth, least, (rect) => wrapBlock(context, rect));
}

/** Returns the program of mid-rise apartments in front of a garage, for land that a whole ring does not fit. */
export function halfWrapProgram(context: ProgramContext, bays: number): Program {
  return blockProgram(context, bar + gap + bays * bay, leastGarage, (rect) => halfBlock(context, rect));
}

function blockProgram(
  context: ProgramContext,
  depth: number,
  least: number,
  building: (rect: Rect) => PlannedBuilding,
): Program {
  const { module } = context;
  const lane: Band = { kind: "aisle", depth: fireLane };
  const open: Band = { kind: "open", depth: setOff };
  const block: Band = { kind: "building", depth };
  const patterns = (depthFt: number): Band[][] => {
    const one: Band[][] = [
      [open, block, open, lane],
      [lane, open, block, open, lane],
      [...parkingBands(module, { below: true, above: true }), open, block, open, lane],
    ];
    const two: Band[][] = [[lane, open, block, open, lane, open, block, open, lane]];
    return [...two, ...one].filter((bands) => depthOf(bands) <= depthFt + 0.01);
  };
  const shape = { depth, least, most: 600, walk: 10, spacing: 60 };
  return barProgram("Mid-rise apartments around a garage", context, shape, building, {
    patterns,
    wayWidth: fireLane,
    deadEnd: 150,
    yieldOf: ({ units }) => units,
  });
}

function holding(
  context: ProgramContext,
  rect: Rect,
  parts: readonly Rect[],
  garage: Rect,
  way: Rect,
): PlannedBuilding {
  const { answers, requiredFor } = context;
  const asked = numberAnswer(answers, "mf.floors", 5, [3, 8]);
  const efficiency = numberAnswer(answers, "mf.efficiency", 0.85, [0.7, 0.92]);
  const floorSf = parts.reduce((sum, part) => sum + areaOf(part), 0);
  const perLevel = Math.floor(areaOf(garage) / sfPerStall);
  const mostFloors = floorsWithin(context, asked, dwellingFloor);
  const most = Math.max(
    1,
    Math.min(8, mostFloors + 1, context.mostFloors, Math.floor(context.mostHeightFt / garageFloor)),
  );
  const mostLevels = Math.min(most, numberAnswer(answers, "mf.garage_levels", most, [1, 8]));
  // As many floors as the garage has stalls for.
  let [floors, units, levels] = [mostFloors, 0, mostLevels];
  for (; floors >= 1; floors--) {
    units = dwellingsOn(floorSf, floors, efficiency, averageUnit(answers));
    levels = Math.max(
      1,
      Math.ceil(requiredFor([{ use: "multifamily", base: "dwelling_unit", quantity: units }]) / Math.max(1, perLevel)),
    );
    if (levels <= mostLevels) break;
  }
  floors = Math.max(1, floors);
  levels = Math.min(levels, mostLevels);
  const demands = [{ use: "multifamily", base: "dwelling_unit", quantity: units } as const];
  return plannedBuilding("Apartment building", rect, {
    floors,
    floorFt: dwellingFloor,
    parts,
    garage: { rect: garage, levels, heightFt: levels * garageFloor },
    footprintSf: floorSf + areaOf(garage),
    gfaSf: floorSf * floors,
    parkingGfaSf: areaOf(garage) * levels,
    units,
    structuredStalls: levels * perLevel,
    ways: [way],
    demands,
  });
}

/** A ring of bars around a garage, open at the middle of the rear for its drive. */
function wrapBlock(context: ProgramContext, rect: Rect): PlannedBuilding {
  const { x0, y0, x1, y1 } = rect;
  const middle = (x0 + x1) / 2;
  const inner = bar + gap;
  const parts = [
    { x0, y0, x1, y1: y0 + bar },
    { x0, y0: y0 + bar, x1: x0 + bar, y1 },
    { x0: x1 - bar, y0: y0 + bar, x1, y1 },
    { x0: x0 + bar, y0: y1 - bar, x1: middle - portal / 2, y1 },
    { x0: middle + portal / 2, y0: y1 - bar, x1: x1 - bar, y1 },
  ];
  const garage = { x0: x0 + inner, y0: y0 + inner, x1: x1 - inner, y1: y1 - inner };
  const way = { x0: middle - 12, y0: y1 - inner, x1: middle + 12, y1: y1 + setOff };
  return holding(context, rect, parts, garage, way);
}

/** A bar along the front of a garage. */
function halfBlock(context: ProgramContext, rect: Rect): PlannedBuilding {
  const { x0, y0, x1, y1 } = rect;
  const middle = (x0 + x1) / 2;
  const garage = { x0, y0: y0 + bar + gap, x1, y1 };
  const way = { x0: middle - 12, y0: y1, x1: middle + 12, y1: y1 + setOff };
  return holding(context, rect, [{ x0, y0, x1, y1: y0 + bar }], garage, way);
}
