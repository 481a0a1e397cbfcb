import type { Interval } from "./intervals.ts";

/** What a band across the land is for. */
export type BandKind = "stalls" | "aisle" | "court" | "building" | "open";

/** A band across the land, from one height of the turned frame to another. */
export interface Band {
  readonly kind: BandKind;
  readonly depth: number;
  /** Of stalls: whether their aisle lies above (1) or below (-1). */
  readonly aisleSide?: 1 | -1 | undefined;
}

/** A band with its place in the turned frame, feet. */
export interface PlacedBand extends Band {
  readonly y0: number;
  readonly y1: number;
}

/** Dimensions of parking in feet. */
export interface StallModule {
  readonly width: number;
  readonly length: number;
  readonly aisle: number;
  /** Stalls between two islands of a row. */
  readonly islandEvery: number;
}

/** Depth of the island at each end of a row, feet. */
export const endIsland = 4.5;

/** Returns a drive with stalls on the sides that are asked for. */
export function parkingBands(
  { length, aisle }: StallModule,
  sides: { readonly below: boolean; readonly above: boolean },
): Band[] {
  return [
    ...(sides.below ? [{ kind: "stalls", depth: length, aisleSide: 1 } as const] : []),
    { kind: "aisle", depth: aisle },
    ...(sides.above ? [{ kind: "stalls", depth: length, aisleSide: -1 } as const] : []),
  ];
}

/** Returns the depth of bands together in feet. */
export const depthOf = (bands: readonly Band[]) => bands.reduce((sum, { depth }) => sum + depth, 0);

/** Returns bands with their places, one above the other. */
export function placed(bands: readonly Band[], from: number): PlacedBand[] {
  let y = from;
  return bands.map(({ kind, depth, aisleSide }) => {
    const y0 = y;
    y += depth;
    return { kind, depth, aisleSide, y0, y1: y };
  });
}

/** Room for a row of stalls, and how long the islands at its two ends have to be, feet. */
export interface RowStretch {
  readonly from: number;
  readonly to: number;
  readonly atFrom: number;
  readonly atTo: number;
}

/** Returns a stretch with an island at each end. */
export const withIslands = ([from, to]: Interval): RowStretch => ({ from, to, atFrom: endIsland, atTo: endIsland });

/** Returns how many stalls a row of a given stretch holds. */
export function stallsIn({ from, to, atFrom, atTo }: RowStretch, { width, islandEvery }: StallModule): number {
  const room = to - from - atFrom - atTo + 0.004;
  if (room < width) return 0;
  let count = Math.floor(room / width);
  while (count > 0 && (count + Math.ceil(count / islandEvery) - 1) * width > room) count--;
  return count;
}

/** Returns the stalls and islands of a row of a given stretch: stalls in groups, the rest shared by the two ends. */
export function packRow(
  stretch: RowStretch,
  module: StallModule,
): { readonly stalls: Interval[]; readonly islands: Interval[] } {
  const { width, islandEvery } = module;
  const { from, to, atFrom, atTo } = stretch;
  const count = stallsIn(stretch, module);
  if (count === 0) return { stalls: [], islands: [] };
  const parts = Math.ceil(count / islandEvery);
  const used = (count + parts - 1) * width;
  let x = from + atFrom + (to - from - used - atFrom - atTo) / 2;
  const stalls: Interval[] = [];
  const islands: Interval[] = [[from, x]];
  for (let group = 0; group < parts; group++) {
    const size = Math.floor(count / parts) + (group < count % parts ? 1 : 0);
    for (let stall = 0; stall < size; stall++, x += width) stalls.push([x, x + width]);
    if (group < parts - 1) {
      islands.push([x, x + width]);
      x += width;
    }
  }
  return { stalls, islands: [...islands, [x, to]] };
}
