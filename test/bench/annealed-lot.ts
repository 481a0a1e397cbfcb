/** Moves the rows and the side ways of a parking lot at random, to see how much better than the engine's a layout can be. */

import type { StallModule } from "../../api/land/site-plan/engine/bands.ts";
import { Field } from "../../api/land/site-plan/engine/field.ts";
import { boundsOf } from "../../api/land/site-plan/engine/kernel.ts";
import { turnedLeft } from "../../api/land/site-plan/engine/local-frame.ts";
import {
  allBays,
  designedDrives,
  designOf,
  type LotDesign,
  type LotLand,
  placedDesign,
  stallsAlong,
} from "../../api/land/site-plan/engine/lot-design.ts";
import type { ParkingLot } from "../../api/land/site-plan/engine/parking-lot.ts";
import type { GridRegion } from "../../api/land/site-plan/engine/plan-geometry.ts";
import type { SeededRandom } from "../../evals/train/seeded-random.ts";

/** Stalls that a worse layout may lack to be kept, at the beginning and at the end, as a share of all. */
const warm = 0.02;
const cold = 0.0005;
/** Side ways between two drives at most, and how far a move goes at most, feet. */
const mostWays = 8;
const farthest = 40;

/** Returns the most stalls that a number of random moves from a layout of a lot reaches; at least those of the layout. */
export function annealedStalls(
  land: GridRegion,
  { frame, layout }: ParkingLot,
  module: StallModule,
  { moves, random }: { readonly moves: number; readonly random: SeededRandom },
): number {
  const { minX, minY, maxX, maxY } = boundsOf(land.rings.flat());
  const origin = { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) };
  const field = new Field(frame, land);
  const lot: LotLand = {
    module,
    fields: { pavable: field, buildable: field, across: new Field(turnedLeft(frame, origin), land) },
  };
  let now = designOf(layout);
  let count = stallsOf(now, lot);
  let best = Math.max(layout.stallCount, count);
  for (let move = 0; move < moves; move++) {
    const share = warm * (cold / warm) ** (move / moves);
    const next = changed(now, lot, random);
    const reached = stallsOf(next, lot);
    const isKept = reached >= count || random.next() < Math.exp((reached - count) / Math.max(0.3, share * best));
    if (isKept) [now, count] = [next, reached];
    best = Math.max(best, reached);
  }
  return best;
}

/** How many stalls a design holds; 0 where it cannot be drawn. */
function stallsOf(design: LotDesign, lot: LotLand): number {
  const placed = placedDesign(design, lot);
  const drives = designedDrives(design, placed, lot);
  return drives ? stallsAlong(drives, placed.bands, lot) : 0;
}

/** A layout with one random change: of where a way or a whole line of ways lies, of all bands, of one bay, or with a way more or less. */
function changed(now: LotDesign, lot: LotLand, random: SeededRandom): LotDesign {
  const far = () => Math.max(-farthest, Math.min(farthest, 12 * random.normal()));
  const kind = random.next();
  if (kind < 0.15)
    return { ...now, from: now.from + Math.round(2 * Math.max(-10, Math.min(10, 3 * random.normal()))) / 2 };
  if (kind < 0.25)
    return { ...now, bays: now.bays.with(random.below(now.bays.length), allBays[random.below(3)] ?? "both") };
  const isLine = random.next() < 0.6;
  const own = random.below(now.ways.length);
  const { x0, x1 } = lot.fields.pavable.bounds;
  const at = now.ways[own]?.[random.below(now.ways[own]?.length ?? 0)];
  const isMoved = (line: number, x: number) => (isLine || line === own) && at !== undefined && Math.abs(x - at) < 1;
  const waysOf = (change: (ways: readonly number[], line: number) => readonly number[]): LotDesign => ({
    ...now,
    ways: now.ways.map((ways, line) => change(ways, line).toSorted((a, b) => a - b)),
  });
  if (kind < 0.75) {
    const by = far();
    return waysOf((ways, line) => ways.map((x) => (isMoved(line, x) ? x + by : x)));
  }
  if (kind < 0.87) return waysOf((ways, line) => ways.filter((x) => !isMoved(line, x)));
  const added = x0 + random.next() * (x1 - x0);
  return waysOf((ways, line) => ((isLine || line === own) && ways.length < mostWays ? [...ways, added] : ways));
}
