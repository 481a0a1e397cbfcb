import { afterAccessible } from "./accessible.ts";
import type { Joining } from "./circulation.ts";
import { mostDeadEnd } from "./circulation.ts";
import type { Driveway } from "./driveway.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { Field } from "./field.ts";
import { fitted, sumOf } from "./fit-program.ts";
import { type FrontLimit, isBehindFront } from "./front-parking.ts";
import { withoutIdleDrives } from "./idle-drives.ts";
import { difference, offset } from "./kernel.ts";
import type { Entry, Fields, Layout, Slot } from "./layout-parts.ts";
import { type LocalFrame, type Rect, turnedLeft } from "./local-frame.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";
import type { Demand, PlannedBuilding, Program } from "./programs/program.ts";
import { slotsBeside } from "./slots.ts";
import { longestDeadEnd, withShortDeadEnds, withTurnarounds } from "./turnaround.ts";

/** The land of a zone. */
export interface ZoneLand {
  readonly buildable: GridRegion;
  readonly pavable: GridRegion;
  readonly drivable: GridRegion;
  readonly frontages: readonly EdgeRun[];
  readonly origin: GridPoint;
  /** Undefined where parking may lie before buildings. */
  readonly front?: FrontLimit | undefined;
}

/** A zone as it will be drawn. */
export interface ZonePlan {
  readonly frame: LocalFrame;
  readonly layout: Layout;
  readonly buildings: readonly PlannedBuilding[];
  readonly driveway: Driveway;
  /** Another way in, far from the first; null where none is needed or possible. */
  readonly second: Driveway | null;
  readonly joining: Joining;
  readonly required: number;
  readonly provided: number;
}

/** What is looked for, and on which land. */
export interface Search {
  readonly land: ZoneLand;
  readonly program: Program;
  readonly requiredFor: (demands: readonly Demand[]) => number;
  /** Less than this is of no use, because a plan that yields it is known. */
  readonly leastYield: number;
  /** The same for plans whose drives are joined in other ways than usual. */
  readonly leastOther: number;
}

/** Returns what may be used of land in a frame. */
export function fieldsOf({ pavable, buildable, origin }: ZoneLand, frame: LocalFrame): Fields {
  let across: Field | undefined;
  return {
    pavable: new Field(frame, pavable),
    buildable: new Field(frame, buildable),
    // Only a loop with stalls around it asks for it.
    get across() {
      across ??= new Field(turnedLeft(frame, origin), pavable);
      return across;
    },
  };
}

/** Returns how the bands of a program are joined and filled. */
export const optionsOf = ({ module, wayWidth, walk, deadEnd, overhang }: Program, joining: Joining) => ({
  ...{ module, wayWidth, walk, deadEnd, overhang, joining },
});

/** Returns those of some buildings that a number of stalls on the ground allows. */
export function filled(
  all: readonly PlannedBuilding[],
  stallCount: number,
  { program, requiredFor }: Pick<Search, "program" | "requiredFor">,
): { readonly buildings: readonly PlannedBuilding[]; readonly required: number; readonly provided: number } {
  const some = all.filter((each) => program.yieldOf(each) > 0);
  const surface = afterAccessible(stallCount, program.module);
  const buildings = fitted(some, surface, program, requiredFor);
  const required = requiredFor(buildings.flatMap(({ demands }) => demands));
  return { buildings, required, provided: surface + ownStalls(buildings) };
}

/**
 * Returns a layout with the buildings that its stalls allow. Dead ends that are too long get a place to turn; where buildings
 * leave no room for one, buildings give way to it or the drives end earlier, whichever yields more.
 */
export function filledLayout(layout: Layout, search: Search, pavable: Field, entries: Entry["meets"]) {
  const { program } = search;
  const land = { pavable, entries, module: program.module };
  const withBuildings = (on: Layout, all: readonly PlannedBuilding[]) => ({
    ...filled(all, on.stallCount, search),
    layout: on,
  });
  const found = withBuildings(layout, buildingsIn(layout.slots, layout, program));
  const used = withoutIdleDrives(layout, found.buildings, entries);
  if (longestDeadEnd(used, entries) <= mostDeadEnd) return { ...found, layout: used };
  const own = found.buildings.flatMap(({ rect, ways, stalls }) => [rect, ...ways, ...stalls]);
  const turned = withTurnarounds(used, { ...land, buildings: own });
  if (longestDeadEnd(turned, entries) <= mostDeadEnd) return withBuildings(turned, found.buildings);
  const before = withTurnarounds(layout, { ...land, buildings: [] });
  const options = [
    withBuildings(before, buildingsIn(slotsBeside(layout.slots, before.turnarounds), before, program)),
    ...(ownStalls(found.buildings) > 0 ? [] : [withBuildings(withShortDeadEnds(used, land), found.buildings)]),
  ].filter((option) => option.buildings.length > 0 && longestDeadEnd(option.layout, entries) <= mostDeadEnd);
  const [best] = options.toSorted((a, b) => yieldOf(b.buildings, program) - yieldOf(a.buildings, program));
  return best ?? withBuildings(turned, found.buildings);
}

/** Returns the buildings that fill slots, without those whose own drives end where no drive of the layout is. */
export function buildingsIn(
  slots: readonly Slot[],
  { strips }: Pick<Layout, "strips">,
  program: Program,
): PlannedBuilding[] {
  const buildings: PlannedBuilding[] = [];
  for (const slot of slots) {
    for (const building of program.fill(slot)) {
      const { ways } = building;
      const isReached = ways.length === 0 || ways.every((way) => strips.some(({ rect }) => endsAt(way, rect)));
      if (isReached) buildings.push(building);
    }
  }
  return buildings;
}

/** Whether a way ends at a drive over its whole width. */
const endsAt = (way: Rect, drive: Rect) =>
  way.x0 > drive.x0 - 0.01 && way.x1 < drive.x1 + 0.01 && way.y0 < drive.y1 + 0.01 && way.y1 > drive.y0 - 0.01;

/** Returns the stalls that buildings bring themselves. */
export const ownStalls = (buildings: readonly PlannedBuilding[]) =>
  sumOf(buildings, ({ structuredStalls, stalls }) => structuredStalls + stalls.length);

/** Returns what is made as large as possible. */
export const yieldOf = (buildings: readonly PlannedBuilding[], program: Program) => sumOf(buildings, program.yieldOf);

/** Returns land without a driveway. */
export function withoutWay(land: ZoneLand, { region }: Driveway, walk: number): ZoneLand {
  return {
    ...land,
    pavable: difference(land.pavable, region),
    buildable: difference(land.buildable, offset(region, walk)),
  };
}

/** Returns whether the stalls of a plan lie behind its front building where they must. */
export const keepsFront = ({ frame, layout, buildings }: ZonePlan, { front }: ZoneLand): boolean =>
  front === undefined || isBehindFront(front, frame, { buildings, rows: layout.rows });

/** Returns where the driveways of a plan meet its strips. */
export const meetsOf = ({ driveway, second }: ZonePlan) => [driveway.meets, ...(second ? [second.meets] : [])];
