import { choiceAnswer, memberAnswer } from "../answers.ts";
import { type Band, depthOf } from "../bands.ts";
import type { Rect } from "../local-frame.ts";
import { drivewaysAsked, type PlannedBuilding, type Program, type ProgramContext, plannedBuilding } from "./program.ts";

/** Label of a mobile home; each stands on its own site. */
export const homeOnSite = "Home";

/** Width of a street of the park and of a home or trailer, height of a home, feet. */
const street = 24;
const homeWidth = 16;
const trailerWidth = 12;
const homeHeight = 14;
/** A street may go on so far without a place to turn, feet. Source: IFC D103.4. */
const fireDeadEnd = 150;
/** Distance of a home from its lot lines, feet. */
const clearance = 5;

/** Returns the program of a park for homes or trailers: lots on both sides of streets. */
export function parkProgram(context: ProgramContext, _depth: number): Program {
  const { answers, module, caps } = context;
  const isRv = choiceAnswer(answers, "mh.type", ["mh", "rv", "mixed"]) === "rv";
  const width = memberAnswer(answers, "mh.pad", "width") ?? (isRv ? 30 : 40);
  const depth = memberAnswer(answers, "mh.pad", "depth") ?? (isRv ? 60 : 90);
  const lotOf = (lot: Rect, isStreetAbove: boolean) => lotWith(lot, isStreetAbove, isRv, module);
  return {
    label: isRv ? "RV park" : "Mobile home park",
    module,
    wayWidth: street,
    walk: 6,
    deadEnd: fireDeadEnd,
    overhang: 0,
    caps,
    driveways: drivewaysAsked(answers),
    patterns: (depthFt) => streets(depth, depthFt),
    fill: ({ rect: { x0, y0, x1, y1 }, above }) => {
      const count = Math.floor((x1 - x0 + 0.004) / width);
      const first = x0 + (x1 - x0 - count * width) / 2;
      return Array.from({ length: count }, (_, at) =>
        lotOf({ x0: first + at * width, y0, x1: first + (at + 1) * width, y1 }, above !== null),
      );
    },
    resized: () => undefined,
    yieldOf: ({ units }) => units,
    notes: [],
  };
}

function streets(depth: number, depthFt: number): Band[][] {
  const lots: Band = { kind: "building", depth };
  const road: Band = { kind: "aisle", depth: street };
  const patterns: Band[][] = [];
  for (const start of [
    [lots, road, lots],
    [road, lots],
  ]) {
    let bands: Band[] = [...start];
    while (depthOf(bands) <= depthFt + 0.01) {
      const next = [...bands, lots, road, lots];
      if (depthOf(next) > depthFt + 0.01) {
        const withRow = [...bands, lots, road];
        patterns.push(depthOf(withRow) <= depthFt + 0.01 ? withRow : bands);
      }
      bands = next;
    }
  }
  return patterns;
}

/** A lot with its home away from the street and its stalls at the street. */
function lotWith(lot: Rect, isStreetAbove: boolean, isRv: boolean, module: ProgramContext["module"]): PlannedBuilding {
  const { x0, y0, x1, y1 } = lot;
  const wide = isRv ? trailerWidth : homeWidth;
  const length = Math.min(y1 - y0 - 2 * clearance, isRv ? 45 : 66);
  const home = isStreetAbove
    ? { x0: x0 + clearance, y0: y0 + clearance, x1: x0 + clearance + wide, y1: y0 + clearance + length }
    : { x0: x0 + clearance, y0: y1 - clearance - length, x1: x0 + clearance + wide, y1: y1 - clearance };
  const room = Math.floor((x1 - home.x1 - 1) / module.width);
  const stalls = Array.from({ length: Math.min(isRv ? 1 : 2, room) }, (_, at): Rect => {
    const left = home.x1 + 1 + at * module.width;
    return isStreetAbove
      ? { x0: left, y0: y1 - module.length, x1: left + module.width, y1 }
      : { x0: left, y0, x1: left + module.width, y1: y0 + module.length };
  });
  return plannedBuilding(isRv ? "RV site" : homeOnSite, home, {
    type: isRv ? "amenity" : "building",
    floors: 1,
    floorFt: homeHeight,
    gfaSf: isRv ? 0 : (home.x1 - home.x0) * (home.y1 - home.y0),
    units: 1,
    stalls,
    demands: [{ use: "mobile_home", base: "site", quantity: 1 }],
  });
}
