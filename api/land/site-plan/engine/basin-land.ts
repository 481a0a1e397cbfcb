import { around, difference } from "./kernel.ts";
import { type Rect, regionOf } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";
import type { BasinRules } from "./plan-input.ts";
import { limitOf } from "./rule-value.ts";
import type { SiteLand } from "./site-land.ts";
import type { ZonePlan } from "./zone-search.ts";

/** A basin keeps so much from everything without a rule, feet. */
export const basinMargin = 5;
/** Lengths are rounded to the grid, feet. */
const rounding = 0.02;

/** Returns the land of a zone that is as far from lot lines other than those of streets as a basin has to be. */
export function landForBasin(free: GridRegion, { runs }: SiteLand, { lotLine }: BasinRules): GridRegion {
  const feet = beyondMargin(limitOf(lotLine));
  if (feet <= 0) return free;
  return difference(
    free,
    around(
      runs.filter(({ isFrontage }) => !isFrontage).map(({ points }) => points),
      feet,
    ),
  );
}

/** Returns land without what lies nearer to the buildings of a plan than a basin may. */
export function awayFromBuildings(
  land: GridRegion,
  { frame, buildings }: Pick<ZonePlan, "frame" | "buildings">,
  { building }: BasinRules,
): GridRegion {
  const feet = beyondMargin(limitOf(building));
  if (feet <= 0) return land;
  return difference(land, ...buildings.map(({ rect }) => regionOf(frame, grown(rect, feet))));
}

/** How much of a distance is more than the margin. */
const beyondMargin = (feet: number | undefined) => (feet === undefined ? 0 : feet - basinMargin + rounding);

const grown = ({ x0, y0, x1, y1 }: Rect, feet: number): Rect => ({
  ...{ x0: x0 - feet, y0: y0 - feet },
  ...{ x1: x1 + feet, y1: y1 + feet },
});
