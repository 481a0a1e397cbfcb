import { endIsland, type PlacedBand } from "./bands.ts";
import {
  type Circulation,
  circulate,
  hasStallsBeyond,
  largest,
  reached,
  stripsOf,
  trimmed,
  type UnjoinedStrips,
} from "./circulation.ts";
import { endColumns } from "./end-columns.ts";
import type { Interval } from "./intervals.ts";
import type { Drives, Entry, Fields, Layout, LayoutOptions } from "./layout-parts.ts";
import type { Rect } from "./local-frame.ts";
import { slotsOf } from "./slots.ts";
import { rowsBeside } from "./stall-rows.ts";

/** Returns the drives of joined strips: those that the entry reaches; without an entry the largest connected part. */
export function drivesOf(
  unjoined: UnjoinedStrips,
  { wayWidth: width, joining, module, deadEnd }: LayoutOptions,
  entry: Entry | undefined,
): Drives {
  const isLoop = hasStallsBeyond(joining);
  const group = module.width * module.islandEvery + 2 * endIsland;
  const all = circulate(unjoined, joining, { width, shift: isLoop ? module.length : 0, group });
  const used = entry ? reached(all, stripsAt(all, entry)) : largest(all);
  const ended = trimmed(used, entry ? waysOf(used, entry) : [], deadEnd);
  const { circulation, columns } = isLoop
    ? endColumns(ended, module.length, entry?.meets ?? [])
    : { circulation: ended, columns: [] };
  const rects = entry?.rects ?? [];
  return { circulation, columns, entry: rects, taken: [...circulation.connectors.map(({ rect }) => rect), ...rects] };
}

/** Returns the layout of bands on fields with their stalls drawn; without an entry of its largest connected part. */
export function layOut(
  bands: readonly PlacedBand[],
  fields: Fields,
  options: LayoutOptions,
  entry: Entry | undefined,
): Layout {
  const drives = drivesOf(stripsOf(bands, fields.pavable), options, entry);
  return drawnBeside(drives, bands, fields, options);
}

/** Returns the layout of bands on fields beside drives that are known. */
export function drawnBeside(
  drives: Drives,
  bands: readonly PlacedBand[],
  fields: Fields,
  options: LayoutOptions,
): Layout {
  const rows = rowsBeside(bands, drives, fields, options.module);
  const slots = slotsOf(bands, drives.circulation, fields, options, drives.taken);
  const stallCount = rows.reduce((sum, { stalls }) => sum + stalls.length, 0);
  return { ...drives.circulation, bands, rows, slots, stallCount, turnarounds: [] };
}

function stripsAt({ strips }: Circulation, { meets }: Entry): number[] {
  return strips.flatMap(({ rect }, index) => (meets.some((place) => holds(rect, place)) ? [index] : []));
}

function waysOf({ strips }: Circulation, { meets }: Entry) {
  return meets.flatMap((place) =>
    strips.flatMap(({ rect }, strip) => (holds(rect, place) ? [{ strip, at: [place.x, place.x] as Interval }] : [])),
  );
}

const holds = (rect: Rect, { x, y }: { readonly x: number; readonly y: number }) =>
  x > rect.x0 - 1 && x < rect.x1 + 1 && y > rect.y0 - 1 && y < rect.y1 + 1;
