import { endIsland } from "./bands.ts";
import { mostDeadEnd } from "./circulation.ts";
import type { Entry, Layout } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";
import type { PlannedBuilding } from "./programs/program.ts";
import { longestDeadEnd } from "./turnaround.ts";

/** A drive serves buildings that are nearer than this, feet. */
const beside = 40;

/** Returns the distance between two rectangles, feet. */
export function gapBetween(a: Rect, b: Rect): number {
  const x = Math.max(0, a.x0 - b.x1, b.x0 - a.x1);
  const y = Math.max(0, a.y0 - b.y1, b.y0 - a.y1);
  return Math.sqrt(x * x + y * y);
}

/**
 * Returns a layout without the drives, and the ends of drives, that serve neither stalls nor buildings, and without places to
 * turn that no dead end needs any more.
 */
export function withoutIdleDrives(
  layout: Layout,
  buildings: readonly PlannedBuilding[],
  entries: Entry["meets"],
): Layout {
  const used = withoutIdleStrips(layout, buildings, entries);
  const ended = withoutIdleEnds({ ...used, turnarounds: [] }, buildings, entries);
  if (longestDeadEnd(ended, entries) <= mostDeadEnd) return ended;
  const turnarounds = used.turnarounds.filter((arm) => used.strips.some(({ rect }) => touches(arm, rect)));
  return withoutIdleEnds({ ...used, turnarounds }, buildings, entries);
}

/** Takes away, again and again, drives at the end of the way that serve nothing. */
function withoutIdleStrips(layout: Layout, buildings: readonly PlannedBuilding[], entries: Entry["meets"]): Layout {
  const { strips, connectors, rows } = layout;
  const isIdle = strips.map(({ rect }, index) => {
    const isEntered = entries.some((entry) => isIn(rect, entry));
    const serves =
      rows.some((row) => touches(row.rect, rect)) ||
      buildings.some((building) => gapBetween(building.rect, rect) < beside);
    const others = new Set(connectors.flatMap(({ from, to }) => (from === index ? [to] : to === index ? [from] : [])));
    return !isEntered && !serves && others.size <= 1;
  });
  if (!isIdle.includes(true)) return layout;
  const places = new Map<number, number>();
  const left = strips.filter((_, index) => {
    if (isIdle[index]) return false;
    places.set(index, places.size);
    return true;
  });
  const ways = connectors.flatMap(({ from, to, rect }) => {
    const [a, b] = [places.get(from), places.get(to)];
    return a === undefined || b === undefined ? [] : [{ from: a, to: b, rect }];
  });
  return withoutIdleStrips({ ...layout, strips: left, connectors: ways }, buildings, entries);
}

/** Ends each drive soon after the last stall, building or way beside it. */
function withoutIdleEnds(layout: Layout, buildings: readonly PlannedBuilding[], entries: Entry["meets"]): Layout {
  const { connectors, rows, turnarounds } = layout;
  const built = buildings.flatMap(({ rect, stalls, ways }) => [rect, ...stalls, ...ways]);
  const strips = layout.strips.map((strip, index) => {
    const { rect, kind } = strip;
    if (kind === "court") return strip;
    let [from, to] = [Infinity, -Infinity];
    const serve = ({ x0, x1 }: Pick<Rect, "x0" | "x1">, margin: number) => {
      from = Math.min(from, x0 - margin);
      to = Math.max(to, x1 + margin);
    };
    for (const way of connectors) if (way.from === index || way.to === index) serve(way.rect, 0);
    for (const arm of turnarounds) if (touches(arm, rect)) serve(arm, 0);
    for (const entry of entries) if (isIn(rect, entry)) serve({ x0: entry.x, x1: entry.x }, halfWay);
    for (const { rect: row, stalls } of rows) {
      if (!touches(row, rect)) continue;
      for (const stall of [stalls[0], stalls.at(-1)]) if (stall) serve(stall, endIsland);
    }
    for (const own of built) if (own.y0 - rect.y1 < beside && rect.y0 - own.y1 < beside) serve(own, endIsland);
    if (from > to) return strip;
    const x0 = Math.max(rect.x0, from);
    const x1 = Math.min(rect.x1, to);
    return x1 - x0 < leastStrip ? strip : { ...strip, rect: { ...rect, x0, x1 } };
  });
  return { ...layout, strips };
}

/** Half of the width of a driveway that meets a drive, and the shortest drive that is kept, feet. */
const halfWay = 18;
const leastStrip = 24;

const isIn = (rect: Rect, { x, y }: Entry["meets"][number]) =>
  y >= rect.y0 - 1 && y <= rect.y1 + 1 && x >= rect.x0 - 1 && x <= rect.x1 + 1;

const touches = (row: Rect, strip: Rect) =>
  (row.x0 < strip.x1 &&
    strip.x0 < row.x1 &&
    (Math.abs(row.y1 - strip.y0) < 0.1 || Math.abs(row.y0 - strip.y1) < 0.1)) ||
  (row.y0 < strip.y1 && strip.y0 < row.y1 && (Math.abs(row.x1 - strip.x0) < 0.1 || Math.abs(row.x0 - strip.x1) < 0.1));
