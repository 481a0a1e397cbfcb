import type { Band } from "./bands.ts";
import type { Circulation, Connector, UnjoinedStrips } from "./circulation.ts";

/** Where the ways between each drive and the next one above begin, drives from below: their lesser ends, sorted, feet. */
export type Ways = readonly (readonly number[])[];

/** Least distance between the lesser ends of two ways: their width and one stall, feet. */
const leastBetween = 33;
/** A way is left out where it would have to be moved farther than this to lie between its drives, feet. */
const slack = 24;
/** Ways of neighbouring drives that differ by less than this are one line, feet. */
const inLine = 1;
/** Steps by which a line of ways and a single way are moved, feet: parts and multiples of a stall. */
const lineSteps = [4.5, -4.5, 9, -9, 18, -18, 36, -36];
const waySteps = [2, -2, ...lineSteps];
/** Distance between places where a further line of ways is tried, feet. */
const lineEvery = 36;

/** Returns where the ways of a layout begin. */
export function waysOf(bands: readonly Band[], { strips, connectors }: Circulation): Ways {
  const drives = bands.flatMap(({ kind }, at) => (kind === "aisle" || kind === "court" ? [at] : []));
  return drives.slice(1).map((_, drive) => {
    const own = connectors.filter(({ from }) => strips[from]?.band === drives[drive]);
    return [...new Set(own.map(({ rect }) => rect.x0))].sort((a, b) => a - b);
  });
}

/** Returns the ways of a width between strips that lie beside each other, moved a little where they would reach beyond. */
export function waysBetween({ gaps }: UnjoinedStrips, ways: Ways, width: number): Connector[] {
  const connectors: Connector[] = [];
  for (const { drive, from, to, stretch, y0, y1 } of gaps) {
    const [first, last] = [stretch[0], stretch[1] - width];
    let before = -Infinity;
    for (const x of ways[drive] ?? []) {
      const x0 = Math.min(Math.max(x, first), last);
      if (Math.abs(x0 - x) > slack || x0 < first || x0 < before + leastBetween) continue;
      before = x0;
      connectors.push({ from, to, rect: { x0, y0, x1: x0 + width, y1 } });
    }
  }
  return connectors;
}

/** Ways that are moved for as long as that is a gain. */
export interface MovedWays {
  readonly ways: () => Ways;
  /** Whether other ways are better; they are the ways then. */
  readonly gains: (ways: Ways) => boolean;
}

/** Leaves out or moves each line of ways through several drives. */
export function moveLines(moved: MovedWays): void {
  for (const line of linesOf(moved.ways())) moveAlong(moved, line, lineSteps, () => true);
}

/** Adds lines of ways through all drives from one place to another, feet. */
export function addLines({ ways, gains }: MovedWays, from: number, to: number): void {
  for (let x = from; x < to; x += lineEvery) gains(ways().map((own) => sorted([...own, x])));
}

/** Leaves out or moves each single way. */
export function moveWays(moved: MovedWays): void {
  for (const [drive, own] of moved.ways().entries())
    for (const way of own) moveAlong(moved, way, waySteps, (each) => each === drive);
}

/** Leaves out the ways near a place between some drives, or moves them. */
function moveAlong(
  { ways, gains }: MovedWays,
  place: number,
  steps: readonly number[],
  isMeant: (drive: number) => boolean,
): void {
  let at = place;
  const changed = (change: (x: number) => readonly number[]) =>
    ways().map((own, drive) =>
      isMeant(drive) ? sorted(own.flatMap((x) => (Math.abs(x - at) < inLine ? change(x) : [x]))) : own,
    );
  if (gains(changed(() => []))) return;
  for (const step of steps) while (gains(changed((x) => [x + step]))) at += step;
}

const sorted = (places: readonly number[]) => places.toSorted((a, b) => a - b);

/** The places of lines of ways, sorted. */
function linesOf(ways: Ways): number[] {
  const lines: number[] = [];
  for (const x of sorted(ways.flat())) if (x - (lines.at(-1) ?? -Infinity) >= inLine) lines.push(x);
  return lines;
}
