import type { Band } from "./bands.ts";
import type { Circulation, Ways } from "./circulation.ts";

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
