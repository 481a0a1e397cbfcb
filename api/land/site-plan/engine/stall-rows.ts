import { endIsland, type PlacedBand, packRow, type RowStretch, type StallModule, stallsIn } from "./bands.ts";
import type { EndColumn } from "./end-columns.ts";
import { type Interval, within, without } from "./intervals.ts";
import type { Drives, Fields, StallRow } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";
import { cutsAcross } from "./slots.ts";

/** Ends that differ by less than this lie in one line, feet. */
const inLine = 0.01;

/** Returns how many stalls fit beside drives, without drawing them. */
export function stallsBeside(
  bands: readonly PlacedBand[],
  drives: Drives,
  fields: Fields,
  module: StallModule,
): number {
  let count = 0;
  for (let index = 0; index < bands.length; index++) {
    const band = bands[index] as PlacedBand;
    if (band.kind !== "stalls") continue;
    for (const stretch of stretchesOf(band, index, drives, fields)) count += stallsIn(stretch, module);
  }
  for (const column of drives.columns) {
    for (const stretch of uprightsOf(column, drives, fields)) count += stallsIn(stretch, module);
  }
  return count;
}

/** Returns the rows of stalls beside drives. */
export function rowsBeside(
  bands: readonly PlacedBand[],
  drives: Drives,
  fields: Fields,
  module: StallModule,
): StallRow[] {
  return [
    ...bands.flatMap((band, index) =>
      band.kind === "stalls"
        ? stretchesOf(band, index, drives, fields).flatMap((stretch) => rowOf(band, stretch, module))
        : [],
    ),
    ...drives.columns.flatMap((column) =>
      uprightsOf(column, drives, fields).flatMap((stretch) => columnOf(column, stretch, module)),
    ),
  ];
}

/** The stretches of a band that stalls may fill: where its drive is, without what is taken. */
function stretchesOf(band: PlacedBand, index: number, drives: Drives, { pavable }: Fields): RowStretch[] {
  const beside = index + (band.aisleSide ?? 1);
  const stretches: RowStretch[] = [];
  let [free, cuts]: (readonly Interval[])[] = [];
  // Written as loops: a search asks many thousands of times.
  for (const { band: own, rect } of drives.circulation.strips) {
    if (own !== beside) continue;
    free ??= pavable.free(band.y0, band.y1);
    cuts ??= cutsAcross(drives.taken, band.y0, band.y1, 0);
    for (const [from, to] of without(within(free, rect.x0, rect.x1), cuts)) {
      const atFrom = islandAt(from, -1, rect, drives.taken, cuts);
      stretches.push({ from, to, atFrom, atTo: islandAt(to, 1, rect, drives.taken, cuts) });
    }
  }
  return stretches;
}

/**
 * How long the island at an end of a row has to be: whole where another drive runs by; none where the drive of the row turns
 * there, or runs on for as long as a car needs to back out of the last stall.
 */
function islandAt(at: number, side: 1 | -1, drive: Rect, taken: readonly Rect[], cuts: readonly Interval[]): number {
  for (const cut of cuts) if (Math.abs((side === 1 ? cut[0] : cut[1]) - at) < inLine) return endIsland;
  const end = side === 1 ? drive.x1 : drive.x0;
  for (const way of taken) {
    const isAtEnd = Math.abs((side === 1 ? way.x1 : way.x0) - end) < inLine;
    if (isAtEnd && (Math.abs(way.y0 - drive.y1) < inLine || Math.abs(way.y1 - drive.y0) < inLine)) return 0;
  }
  return Math.max(0, endIsland - Math.abs(end - at));
}

/** The stretches of a column that stalls may fill. Its drive turns at both ends, where nothing is entered. */
function uprightsOf({ rect }: EndColumn, { entry }: Drives, { across }: Fields): RowStretch[] {
  const { x0, y0, x1, y1 } = rect;
  const cuts = entry.filter((taken) => taken.x0 < x1 && x0 < taken.x1).map((taken): Interval => [taken.y0, taken.y1]);
  // In the frame turned to the left, y runs along and x runs down.
  return without(within(across.free(-x1, -x0), y0, y1), cuts).map(([from, to]) => {
    const islandBeside = (end: number) =>
      cuts.some((cut) => cut.some((edge) => Math.abs(edge - end) < inLine)) ? endIsland : 0;
    return { from, to, atFrom: islandBeside(from), atTo: islandBeside(to) };
  });
}

function columnOf(column: EndColumn, stretch: RowStretch, module: StallModule): StallRow[] {
  const { stalls, islands } = packRow(stretch, module);
  if (stalls.length === 0) return [];
  const rectOf = ([y0, y1]: Interval): Rect => ({ ...column.rect, y0, y1 });
  return [
    {
      rect: rectOf([stretch.from, stretch.to]),
      stalls: stalls.map(rectOf),
      islands: islands.map(rectOf),
      aisleSide: column.side,
      isUpright: true,
    },
  ];
}

function rowOf(band: PlacedBand, stretch: RowStretch, module: StallModule): StallRow[] {
  const { stalls, islands } = packRow(stretch, module);
  if (stalls.length === 0) return [];
  const rectOf = ([x0, x1]: Interval): Rect => ({ x0, y0: band.y0, x1, y1: band.y1 });
  const aisleSide = band.aisleSide ?? 1;
  return [
    {
      rect: rectOf([stretch.from, stretch.to]),
      stalls: stalls.map(rectOf),
      islands: islands.map(rectOf),
      aisleSide,
      isUpright: false,
    },
  ];
}
