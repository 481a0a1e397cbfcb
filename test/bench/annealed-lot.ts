/** Moves the rows and the side ways of a parking lot at random, to see how much better than the engine's a layout can be. */

import {
  type Band,
  type BandKind,
  type PlacedBand,
  parkingBands,
  placed,
  type StallModule,
} from "../../api/land/site-plan/engine/bands.ts";
import {
  type Circulation,
  type Connector,
  largest,
  mostDeadEnd,
  stripsOf,
  trimmed,
  type UnjoinedStrips,
  usualJoining,
  wideJoining,
} from "../../api/land/site-plan/engine/circulation.ts";
import { endColumns } from "../../api/land/site-plan/engine/end-columns.ts";
import { Field } from "../../api/land/site-plan/engine/field.ts";
import { boundsOf } from "../../api/land/site-plan/engine/kernel.ts";
import { drawnBeside } from "../../api/land/site-plan/engine/layout.ts";
import type { Drives, Fields } from "../../api/land/site-plan/engine/layout-parts.ts";
import { turnedLeft } from "../../api/land/site-plan/engine/local-frame.ts";
import type { ParkingLot } from "../../api/land/site-plan/engine/parking-lot.ts";
import type { GridRegion } from "../../api/land/site-plan/engine/plan-geometry.ts";
import { stallsBeside } from "../../api/land/site-plan/engine/stall-rows.ts";
import { longestDeadEnd, withShortDeadEnds } from "../../api/land/site-plan/engine/turnaround.ts";
import type { SeededRandom } from "../../evals/train/seeded-random.ts";

/** A drive with stalls on both sides, or only below or above it. */
type Bay = "both" | "below" | "above";

/** A layout as it is moved: where its first band begins, its bays, and where the ways between neighbouring drives begin. */
interface Moved {
  readonly from: number;
  readonly bays: readonly Bay[];
  readonly ways: readonly (readonly number[])[];
  /** Whether the outermost ways have stalls beyond. */
  readonly isLoop: boolean;
}

/** Stalls that a worse layout may lack to be kept, at the beginning and at the end, as a share of all. */
const warm = 0.02;
const cold = 0.0005;
/** Side ways between two drives at most; how far apart they have to be; and how far a move goes at most, feet. */
const mostWays = 8;
const leastBetween = 33;
const farthest = 40;
/** The longest stretch without a side way that the engine draws too, feet. */
const longestBlock = wideJoining("ends").block;
/** Ways are moved with their stretch by so much at most before they are left out, feet. */
const slack = 24;

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
  const lot: Lot = {
    module,
    fields: { pavable: field, buildable: field, across: new Field(turnedLeft(frame, origin), land) },
  };
  let now = movedFrom(layout.bands, layout);
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

interface Lot {
  readonly module: StallModule;
  readonly fields: Fields;
}

/** A layout with one random change: of where a way or a whole line of ways lies, of all bands, of one bay, or with a way more or less. */
function changed(now: Moved, lot: Lot, random: SeededRandom): Moved {
  const far = () => Math.max(-farthest, Math.min(farthest, 12 * random.normal()));
  const kind = random.next();
  if (kind < 0.15)
    return { ...now, from: now.from + Math.round(2 * Math.max(-10, Math.min(10, 3 * random.normal()))) / 2 };
  if (kind < 0.25)
    return { ...now, bays: now.bays.with(random.below(now.bays.length), bays[random.below(3)] ?? "both") };
  const isLine = random.next() < 0.6;
  const own = random.below(now.ways.length);
  const { x0, x1 } = lot.fields.pavable.bounds;
  const at = now.ways[own]?.[random.below(now.ways[own]?.length ?? 0)];
  const isMoved = (line: number, x: number) => (isLine || line === own) && at !== undefined && Math.abs(x - at) < 1;
  const waysOf = (change: (ways: readonly number[], line: number) => readonly number[]): Moved => ({
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

const bays: readonly Bay[] = ["both", "below", "above"];
const bandsOf = ({ from, bays: own }: Moved, module: StallModule): PlacedBand[] =>
  placed(
    own.flatMap((bay) => parkingBands(module, { below: bay !== "above", above: bay !== "below" })),
    from,
  );

/** How many stalls a layout holds whose drives end where a fire engine can back out; 0 with too long a stretch without a side way. */
function stallsOf(moved: Moved, { module, fields }: Lot): number {
  const bands = bandsOf(moved, module);
  const unjoined = stripsOf(bands, fields.pavable);
  if (unjoined.strips.length === 0) return 0;
  const ended = trimmed(
    largest({ strips: unjoined.strips, connectors: waysIn(unjoined, bands, moved, module) }),
    [],
    60,
  );
  const { circulation, columns } = moved.isLoop
    ? endColumns(ended, module.length, [])
    : { circulation: ended, columns: [] };
  if (hasLongBlock(circulation)) return 0;
  const drives: Drives = { circulation, columns, entry: [], taken: circulation.connectors.map(({ rect }) => rect) };
  if (longestDeadEnd({ ...circulation, turnarounds: [] }, []) <= mostDeadEnd)
    return stallsBeside(bands, drives, fields, module);
  const options = { module, wayWidth: module.aisle, joining: usualJoining("ends"), walk: 0, deadEnd: 60, overhang: 0 };
  return withShortDeadEnds(drawnBeside(drives, bands, fields, options), { entries: [], module }).stallCount;
}

/** The ways of a layout where its strips lie beside each other, moved a little where they would reach beyond. */
function waysIn(
  { gaps, strips }: UnjoinedStrips,
  bands: readonly PlacedBand[],
  { ways }: Moved,
  module: StallModule,
): Connector[] {
  const lines = aisleLines(bands);
  return gaps.flatMap(({ from, to, stretch: [first, last], y0, y1 }) => {
    let before = -Infinity;
    return (ways[lines.get(strips[from]?.band ?? -1) ?? -1] ?? []).flatMap((x): Connector[] => {
      const x0 = Math.min(Math.max(x, first), last - module.aisle);
      if (Math.abs(x0 - x) > slack || x0 < first || x0 < before + leastBetween) return [];
      before = x0;
      return [{ from, to, rect: { x0, y0, x1: x0 + module.aisle, y1 } }];
    });
  });
}

/** Which drive from below each band with a drive is. */
function aisleLines(bands: readonly Band[]): ReadonlyMap<number, number> {
  const isAisle = (kind: BandKind) => kind === "aisle";
  const at = bands.flatMap(({ kind }, index) => (isAisle(kind) ? [index] : []));
  return new Map(at.map((index, line) => [index, line]));
}

/** Whether a drive has ways that lie farther apart than the engine draws them. */
function hasLongBlock({ strips, connectors }: Circulation): boolean {
  return strips.some((_, index) => {
    const own = connectors.filter(({ from, to }) => from === index || to === index).map(({ rect }) => rect);
    const sorted = own.toSorted((a, b) => a.x0 - b.x0);
    return sorted.some(({ x0 }, at) => at > 0 && x0 - (sorted[at - 1]?.x0 ?? x0) > longestBlock + 1);
  });
}

function movedFrom(bands: readonly PlacedBand[], { connectors, strips, rows }: ParkingLot["layout"]): Moved {
  const lines = aisleLines(bands);
  const own = bands.flatMap(({ kind }, at): Bay[] => {
    if (kind !== "aisle") return [];
    const [below, above] = [bands[at - 1]?.aisleSide === 1, bands[at + 1]?.aisleSide === -1];
    return [below && above ? "both" : below ? "below" : "above"];
  });
  const ways = own.slice(1).map((_, line) => {
    const joins = connectors.filter(({ from }) => lines.get(strips[from]?.band ?? -1) === line);
    return [...new Set(joins.map(({ rect }) => rect.x0))].toSorted((a, b) => a - b);
  });
  return { from: bands[0]?.y0 ?? 0, bays: own, ways, isLoop: rows.some(({ isUpright }) => isUpright) };
}
