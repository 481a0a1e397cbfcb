import { type PlacedBand, packRow, type StallModule, stallsIn } from "./bands.ts";
import type { EndColumn } from "./end-columns.ts";
import { common, type Interval, without } from "./intervals.ts";
import type { Drives, Fields, StallRow } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";
import { cutsAcross } from "./slots.ts";

/** Returns how many stalls fit beside drives, without drawing them. */
export function stallsBeside(
  bands: readonly PlacedBand[],
  drives: Drives,
  fields: Fields,
  module: StallModule,
): number {
  let count = 0;
  for (const [index, band] of bands.entries()) {
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
function stretchesOf(band: PlacedBand, index: number, drives: Drives, { pavable }: Fields): Interval[] {
  const beside = index + (band.aisleSide ?? 1);
  const along: Interval[] = [];
  for (const { band: own, rect } of drives.circulation.strips) if (own === beside) along.push([rect.x0, rect.x1]);
  if (along.length === 0) return along;
  const free = common(pavable.free(band.y0, band.y1), along);
  return without(free, cutsAcross(drives.taken, band.y0, band.y1, 0));
}

/** The stretches of a column that stalls may fill. */
function uprightsOf({ rect }: EndColumn, { entry }: Drives, { across }: Fields): Interval[] {
  const { x0, y0, x1, y1 } = rect;
  const cuts = entry.filter((taken) => taken.x0 < x1 && x0 < taken.x1).map((taken): Interval => [taken.y0, taken.y1]);
  // In the frame turned to the left, y runs along and x runs down.
  return without(common(across.free(-x1, -x0), [[y0, y1]]), cuts);
}

function columnOf(column: EndColumn, stretch: Interval, module: StallModule): StallRow[] {
  const { stalls, islands } = packRow(stretch, module);
  if (stalls.length === 0) return [];
  const rectOf = ([y0, y1]: Interval): Rect => ({ ...column.rect, y0, y1 });
  return [
    {
      rect: rectOf(stretch),
      stalls: stalls.map(rectOf),
      islands: islands.map(rectOf),
      aisleSide: column.side,
      isUpright: true,
    },
  ];
}

function rowOf(band: PlacedBand, stretch: Interval, module: StallModule): StallRow[] {
  const { stalls, islands } = packRow(stretch, module);
  if (stalls.length === 0) return [];
  const rectOf = ([x0, x1]: Interval): Rect => ({ x0, y0: band.y0, x1, y1: band.y1 });
  const aisleSide = band.aisleSide ?? 1;
  return [
    { rect: rectOf(stretch), stalls: stalls.map(rectOf), islands: islands.map(rectOf), aisleSide, isUpright: false },
  ];
}
