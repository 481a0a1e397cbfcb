import { around, difference } from "./kernel.ts";
import type { StallRow } from "./layout-parts.ts";
import { leastFeet } from "./line-distance.ts";
import type { LocalFrame, Rect } from "./local-frame.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";
import type { PlanInput } from "./plan-input.ts";
import type { PlannedBuilding } from "./programs/program.ts";
import type { SiteLand } from "./site-land.ts";

/** Front lot lines, and how far behind the front of the nearest building stalls lie, feet. */
export interface FrontLimit {
  readonly lines: readonly (readonly GridPoint[])[];
  readonly feet: number;
}

/** Buildings in a row may stand so far behind the line from which the row begins, feet. */
const slack = 1;

/** Returns the limit on parking before buildings; undefined where the rules have none, or the user gave a reason to break it. */
export function frontLimit(land: SiteLand, { rules, overridden }: PlanInput): FrontLimit | undefined {
  const { frontParking } = rules;
  if (frontParking === null || ["parking_in_front", "parking_behind_building"].some((one) => overridden.includes(one)))
    return undefined;
  const lines = land.runs.filter(({ edgeClass }) => edgeClass === "front").map(({ points }) => points);
  return lines.length === 0 ? undefined : { lines, feet: frontParking.feet };
}

/** Returns the land for parking that lies behind a building at the front setback. */
export function behindFront(pavable: GridRegion, { lines, feet }: FrontLimit, setbackFt: number): GridRegion {
  return difference(pavable, around(lines, setbackFt + slack + feet));
}

/** Returns whether all rows of stalls lie as far behind the front of the nearest building as they must. */
export function isBehindFront(
  { lines, feet }: FrontLimit,
  frame: LocalFrame,
  { buildings, rows }: { readonly buildings: readonly PlannedBuilding[]; readonly rows: readonly StallRow[] },
): boolean {
  const toLines = (rects: readonly Rect[]) =>
    leastFeet(
      rects.map((rect) => cornersOf(rect).map(frame.toGrid)),
      lines,
    );
  const ends = rows.flatMap(({ stalls }) => [stalls[0], stalls.at(-1)].flatMap((stall) => stall ?? []));
  const parked = toLines([...ends, ...buildings.flatMap(({ stalls }) => stalls)]);
  return parked >= toLines(buildings.flatMap(({ rect, parts }) => parts ?? [rect])) + feet - tolerance;
}

const cornersOf = ({ x0, y0, x1, y1 }: Rect) => [
  { x: x0, y: y0 },
  { x: x1, y: y0 },
  { x: x1, y: y1 },
  { x: x0, y: y1 },
];

/** Lengths are rounded to the grid, feet. */
const tolerance = 0.02;
