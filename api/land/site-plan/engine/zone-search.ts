import { afterAccessible } from "./accessible.ts";
import type { JoinPlace } from "./circulation.ts";
import type { Driveway } from "./driveway.ts";
import type { EdgeRun } from "./edge-classes.ts";
import { Field } from "./field.ts";
import { fitted, sumOf } from "./fit-program.ts";
import { difference, offset } from "./kernel.ts";
import type { Fields, Layout } from "./layout-parts.ts";
import { type LocalFrame, turnedLeft } from "./local-frame.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";
import type { Demand, PlannedBuilding, Program } from "./programs/program.ts";

/** The land of a zone. */
export interface ZoneLand {
  readonly buildable: GridRegion;
  readonly pavable: GridRegion;
  readonly drivable: GridRegion;
  readonly frontages: readonly EdgeRun[];
  readonly origin: GridPoint;
}

/** A zone as it will be drawn. */
export interface ZonePlan {
  readonly frame: LocalFrame;
  readonly layout: Layout;
  readonly buildings: readonly PlannedBuilding[];
  readonly driveway: Driveway;
  /** Another way in, far from the first; null where none is needed or possible. */
  readonly second: Driveway | null;
  readonly place: JoinPlace;
  readonly required: number;
  readonly provided: number;
}

/** What is looked for, and on which land. */
export interface Search {
  readonly land: ZoneLand;
  readonly program: Program;
  readonly requiredFor: (demands: readonly Demand[]) => number;
}

/** Returns what may be used of land in a frame. */
export const fieldsOf = ({ pavable, buildable, origin }: ZoneLand, frame: LocalFrame): Fields => ({
  pavable: new Field(frame, pavable),
  across: new Field(turnedLeft(frame, origin), pavable),
  buildable: new Field(frame, buildable),
});

/** Returns how the bands of a program are joined and filled. */
export const optionsOf = ({ module, wayWidth, walk, deadEnd, overhang }: Program, place: JoinPlace) => ({
  ...{ module, wayWidth, walk, deadEnd, overhang, place },
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

/** Returns the buildings of a layout that its stalls allow. */
export const filledLayout = ({ slots, stallCount }: Layout, search: Search) =>
  filled(
    slots.flatMap((slot) => search.program.fill(slot)),
    stallCount,
    search,
  );

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

/** Returns where the driveways of a plan meet its strips. */
export const meetsOf = ({ driveway, second }: ZonePlan) => [driveway.meets, ...(second ? [second.meets] : [])];
