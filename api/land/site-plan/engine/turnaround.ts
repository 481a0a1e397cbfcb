import { packRow, type StallModule, withIslands } from "./bands.ts";
import { type Connector, mostDeadEnd, type Strip } from "./circulation.ts";
import type { Field } from "./field.ts";
import { type Interval, without } from "./intervals.ts";
import type { Entry, Layout, StallRow } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";

/** Width of an arm of a turnaround, feet. Source: IFC figure D103.1. */
const armWidth = 20;
/** Length of each of two opposite arms beyond the sides of a drive of 24 ft: together a hammerhead of 120 ft. */
const pairLength = 48;
/** Length of a single arm, and of the drive beyond it that an engine backs into. */
const singleLength = 60;
/** A driveway that meets a drive so near to its end runs on in line with it, feet. */
const atEnd = 13;
/** Steps at which a place for the arms is looked for, and their distance from buildings, feet. */
const step = 5;
const clearance = 5;

/** What a turnaround has to keep clear of, beside the stalls that it may take. */
export interface TurnaroundLand {
  readonly pavable: Field;
  readonly buildings: readonly Rect[];
  readonly entries: Entry["meets"];
  readonly module: StallModule;
}

/**
 * Returns a layout with a place to turn beside each dead end that is too long for an engine to back out of: two arms, or one
 * arm before the end. Of the places with room the one that takes fewest stalls is used; without room the end stays as it is.
 * Source: IFC D103.4 and figure D103.1.
 */
export function withTurnarounds(layout: Layout, land: TurnaroundLand): Layout {
  let result = layout;
  for (const { strip, side, from, to } of deadEnds(layout, land.entries)) {
    if (to - from <= mostDeadEnd) continue;
    let best: { readonly layout: Layout; readonly lost: number } | undefined;
    for (const arms of armsBeside(strip.rect, side, land)) {
      const rows = arms.reduce(
        (left, arm) => left.flatMap((row) => withoutArm(row, arm, land.module, result.strips)),
        [...result.rows],
      );
      const stallCount = rows.reduce((sum, { stalls }) => sum + stalls.length, 0);
      const lost = result.stallCount - stallCount;
      if (best && lost >= best.lost) continue;
      best = { lost, layout: { ...result, rows, stallCount, turnarounds: [...result.turnarounds, ...arms] } };
      if (lost === 0) break;
    }
    result = best?.layout ?? result;
  }
  return result;
}

/** Returns a layout whose drives end where an engine can still back out, without the stalls beyond. */
export function withShortDeadEnds(
  layout: Layout,
  { entries, module }: Pick<TurnaroundLand, "entries" | "module">,
): Layout {
  let [rows, strips] = [[...layout.rows], [...layout.strips]];
  for (const { strip, side, from, to } of deadEnds(layout, entries)) {
    if (to - from <= mostDeadEnd) continue;
    const end = side === 1 ? from + mostDeadEnd : to - mostDeadEnd;
    const kept = side === 1 ? { x1: end } : { x0: end };
    const beside = { y0: strip.rect.y0 - module.length, y1: strip.rect.y1 + module.length };
    const beyond = side === 1 ? { ...beside, x0: end, x1: to } : { ...beside, x0: from, x1: end };
    rows = rows.flatMap((row) => withoutArm(row, beyond, module, layout.strips));
    strips = strips.map((each) =>
      each.rect.y0 === strip.rect.y0 && each.rect.x1 >= from && each.rect.x0 <= to
        ? { ...each, rect: { ...each.rect, ...kept } }
        : each,
    );
  }
  return { ...layout, rows, strips, stallCount: rows.reduce((sum, { stalls }) => sum + stalls.length, 0) };
}

/** A stretch of a drive beyond its last way in or out, feet along the drive. */
interface DeadEnd {
  readonly strip: Strip;
  /** Whether the drive ends at its lesser (-1) or greater end (1). */
  readonly side: 1 | -1;
  readonly from: number;
  readonly to: number;
}

/** Returns the dead ends of a layout. `entries` are further places where strips can be entered. */
function deadEnds(
  { strips, connectors, turnarounds }: Pick<Layout, "strips" | "connectors" | "turnarounds">,
  entries: Entry["meets"],
): DeadEnd[] {
  const ends: DeadEnd[] = [];
  for (const [index, strip] of strips.entries()) {
    if (strip.kind === "court") continue;
    const places = placesAlong(index, strip, { connectors, turnarounds, entries });
    if (places.length === 0) continue;
    const [first, last] = [Math.min(...places), Math.max(...places)];
    ends.push({ strip, side: -1, from: strip.rect.x0, to: first }, { strip, side: 1, from: last, to: strip.rect.x1 });
  }
  return ends;
}

/** Where a strip can be entered, left or turned on. */
function placesAlong(
  index: number,
  { rect }: Strip,
  {
    connectors,
    turnarounds,
    entries,
  }: {
    readonly connectors: readonly Connector[];
    readonly turnarounds: readonly Rect[];
    readonly entries: Entry["meets"];
  },
): number[] {
  const joins = connectors.filter(({ from, to }) => from === index || to === index).map((connector) => connector.rect);
  const arms = turnarounds.filter((arm) => touches(arm, rect));
  const met = entries.filter(({ x, y }) => y > rect.y0 - 1 && y < rect.y1 + 1 && x > rect.x0 - 1 && x < rect.x1 + 1);
  return [
    ...[...joins, ...arms].flatMap(({ x0, x1 }) => [x0, x1]),
    ...met.map(({ x }) => (x - rect.x0 < atEnd ? rect.x0 : rect.x1 - x < atEnd ? rect.x1 : x)),
  ];
}

/** Returns the longest stretch that a drive runs beyond its last way in or out or its place to turn, feet. */
export function longestDeadEnd(
  layout: Pick<Layout, "strips" | "connectors" | "turnarounds">,
  entries: Entry["meets"],
): number {
  return Math.max(0, ...deadEnds(layout, entries).map(({ from, to }) => to - from));
}

/** The arms that have room beside the end of a drive, those at the end first. */
function* armsBeside(rect: Rect, side: 1 | -1, { pavable, buildings }: TurnaroundLand): Generator<readonly Rect[]> {
  const end = side === 1 ? rect.x1 : rect.x0;
  const arm = (back: number, up: boolean, length: number): Rect => {
    const [near, far] = [end - side * back, end - side * (back + armWidth)];
    const [x0, x1] = [Math.min(near, far), Math.max(near, far)];
    return up ? { x0, x1, y0: rect.y1, y1: rect.y1 + length } : { x0, x1, y0: rect.y0 - length, y1: rect.y0 };
  };
  const hasRoom = (own: Rect) =>
    pavable.free(own.y0, own.y1).some(([from, to]) => from <= own.x0 + 0.01 && to >= own.x1 - 0.01) &&
    !buildings.some((building) => areNear(own, building, clearance));
  for (let back = 0; back + armWidth <= mostDeadEnd; back += step) {
    const pair = [arm(back, true, pairLength), arm(back, false, pairLength)];
    if (pair.every(hasRoom)) yield pair;
    if (back < singleLength) continue;
    for (const up of [true, false]) {
      const single = arm(back, up, singleLength);
      if (hasRoom(single)) yield [single];
    }
  }
}

/** Returns a row without the stalls that an arm takes. Stalls are drawn again only along the drive, which may be shorter than the row. */
function withoutArm(row: StallRow, arm: Rect, module: StallModule, strips: Layout["strips"]): StallRow[] {
  if (!areNear(row.rect, arm, -0.01)) return [row];
  const along: Interval = row.isUpright ? [row.rect.y0, row.rect.y1] : besideDrive(row, strips);
  const cut: Interval = row.isUpright ? [arm.y0, arm.y1] : [arm.x0, arm.x1];
  const rectOf = ([from, to]: Interval): Rect =>
    row.isUpright ? { ...row.rect, y0: from, y1: to } : { ...row.rect, x0: from, x1: to };
  return without([along], [cut]).flatMap((stretch) => {
    const { stalls, islands } = packRow(withIslands(stretch), module);
    return stalls.length === 0
      ? []
      : [{ ...row, rect: rectOf(stretch), stalls: stalls.map(rectOf), islands: islands.map(rectOf) }];
  });
}

/** The part of a row along which its drive runs. */
function besideDrive({ rect, aisleSide }: StallRow, strips: Layout["strips"]): Interval {
  const own = strips.filter(({ rect: drive }) => {
    const gap = aisleSide === 1 ? drive.y0 - rect.y1 : rect.y0 - drive.y1;
    return Math.abs(gap) < 0.1 && drive.x0 < rect.x1 && rect.x0 < drive.x1;
  });
  if (own.length === 0) return [rect.x0, rect.x1];
  return [
    Math.max(rect.x0, Math.min(...own.map(({ rect: drive }) => drive.x0))),
    Math.min(rect.x1, Math.max(...own.map(({ rect: drive }) => drive.x1))),
  ];
}

const areNear = (a: Rect, b: Rect, distance: number) =>
  a.x0 < b.x1 + distance && b.x0 < a.x1 + distance && a.y0 < b.y1 + distance && b.y0 < a.y1 + distance;

const touches = (a: Rect, b: Rect) => areNear(a, b, 0.1);
