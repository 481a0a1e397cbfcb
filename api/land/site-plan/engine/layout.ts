import { type PlacedBand, packRow, type StallModule, stallsIn } from "./bands.ts";
import { type Circulation, circulate, type JoinPlace, largest, reached, trimmed } from "./circulation.ts";
import { type EndColumn, endColumns } from "./end-columns.ts";
import type { Field } from "./field.ts";
import { common, type Interval, without } from "./intervals.ts";
import type { Rect } from "./local-frame.ts";

/** A row of stalls beside a drive. */
export interface StallRow {
  readonly rect: Rect;
  readonly stalls: readonly Rect[];
  readonly islands: readonly Rect[];
  /** Whether the drive lies above (1) or below (-1); of an upright row to the right (1) or to the left (-1). */
  readonly aisleSide: 1 | -1;
  /** Whether its stalls stand one above the other. */
  readonly isUpright: boolean;
}

/** Room for buildings in a band. */
export interface Slot {
  readonly rect: Rect;
  /** The drive that lies next above and below it, if any. */
  readonly above: "aisle" | "court" | null;
  readonly below: "aisle" | "court" | null;
}

/** What may be used of the land: areas without what is already taken. */
export interface Fields {
  readonly pavable: Field;
  /** The same land in the frame turned to the left by a right angle. */
  readonly across: Field;
  readonly buildable: Field;
}

/** How bands are joined and filled. */
export interface LayoutOptions {
  readonly module: StallModule;
  /** Width of the ways between drives, feet. */
  readonly wayWidth: number;
  readonly place: JoinPlace;
  /** Distance between a drive and a building, feet. */
  readonly walk: number;
  /** Longest stretch of a drive beyond its last way in or out, feet. */
  readonly deadEnd: number;
  /** How far a building may reach beyond the end of the drive beside it, feet. */
  readonly overhang: number;
}

/** Where the driveway enters, in the turned frame. */
export interface Entry {
  /** The driveway as rectangles that nothing else may use. */
  readonly rects: readonly Rect[];
  /** Places in the strips that are met. */
  readonly meets: readonly { readonly x: number; readonly y: number }[];
}

/** Bands filled with drives, stalls and room for buildings. */
export interface Layout extends Circulation {
  readonly bands: readonly PlacedBand[];
  readonly rows: readonly StallRow[];
  readonly slots: readonly Slot[];
  readonly stallCount: number;
}

/** Returns the layout of bands on fields; without an entry its largest connected part. */
export function layOut(
  bands: readonly PlacedBand[],
  fields: Fields,
  options: LayoutOptions,
  entry: Entry | undefined,
): Layout {
  const all = circulate(bands, fields.pavable, {
    width: options.wayWidth,
    place: options.place,
    shift: options.place === "loop" ? options.module.length : 0,
  });
  const met = all.strips.flatMap(({ rect }, index) =>
    entry?.meets.some((place) => holds(rect, place)) ? [index] : [],
  );
  const used = entry ? reached(all, met) : largest(all);
  const ways = (entry?.meets ?? []).flatMap((place) =>
    used.strips.flatMap(({ rect }, strip) =>
      holds(rect, place) ? [{ strip, at: [place.x, place.x] as Interval }] : [],
    ),
  );
  const ended = trimmed(used, ways, options.deadEnd);
  const isLoop = options.place === "loop";
  const { circulation, columns } = isLoop
    ? endColumns(ended, options.module.length)
    : { circulation: ended, columns: [] };
  const taken = [...circulation.connectors.map(({ rect }) => rect), ...(entry?.rects ?? [])];
  const stretches = bands.flatMap((band, index) =>
    band.kind === "stalls" ? stretchesOf(band, index, circulation, fields, taken) : [],
  );
  // Without an entry only the number counts: thousands of layouts are compared.
  const beside = columns.flatMap((column) => uprightOf(column, fields, entry?.rects ?? []));
  const rows = entry
    ? [
        ...stretches.flatMap((stretch) => rowOf(stretch, options.module)),
        ...beside.flatMap((stretch) => columnOf(stretch, options.module)),
      ]
    : [];
  const stallCount = [...stretches, ...beside].reduce((sum, { stretch }) => sum + stallsIn(stretch, options.module), 0);
  const slots = bands.flatMap((band, index) =>
    band.kind === "building" ? slotsOf(band, index, bands, circulation, fields, options, taken) : [],
  );
  return { ...circulation, bands, rows, slots, stallCount };
}

/** A stretch of a column that stalls may fill. */
interface Upright {
  readonly column: EndColumn;
  readonly stretch: Interval;
}

function uprightOf(column: EndColumn, { across }: Fields, taken: readonly Rect[]): Upright[] {
  const { x0, y0, x1, y1 } = column.rect;
  const cuts = taken.filter((rect) => rect.x0 < x1 && x0 < rect.x1).map((rect): Interval => [rect.y0, rect.y1]);
  // In the frame turned to the left, y runs along and x runs down.
  return without(common(across.free(-x1, -x0), [[y0, y1]]), cuts).map((stretch) => ({ column, stretch }));
}

function columnOf({ column, stretch }: Upright, module: StallModule): StallRow[] {
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

const holds = (rect: Rect, { x, y }: { readonly x: number; readonly y: number }) =>
  x > rect.x0 - 1 && x < rect.x1 + 1 && y > rect.y0 - 1 && y < rect.y1 + 1;

/** A stretch of a band that stalls may fill. */
interface Stretch {
  readonly band: PlacedBand;
  readonly stretch: Interval;
}

function stretchesOf(
  band: PlacedBand,
  index: number,
  { strips }: Circulation,
  { pavable }: Fields,
  taken: readonly Rect[],
): Stretch[] {
  const side = band.aisleSide ?? 1;
  const along: Interval[] = [];
  for (const strip of strips) if (strip.band === index + side) along.push([strip.rect.x0, strip.rect.x1]);
  if (along.length === 0) return [];
  const free = without(common(pavable.free(band.y0, band.y1), along), cutsAcross(taken, band.y0, band.y1, 0));
  return free.map((stretch) => ({ band, stretch }));
}

/** The stretches of a band that rectangles take, with a distance on each side. */
function cutsAcross(taken: readonly Rect[], y0: number, y1: number, beside: number): Interval[] {
  const cuts: Interval[] = [];
  for (const rect of taken) {
    if (rect.y0 < y1 - 0.01 && y0 < rect.y1 - 0.01) cuts.push([rect.x0 - beside, rect.x1 + beside]);
  }
  return cuts;
}

function rowOf({ band, stretch }: Stretch, module: StallModule): StallRow[] {
  const { stalls, islands } = packRow(stretch, module);
  if (stalls.length === 0) return [];
  const rectOf = ([x0, x1]: Interval): Rect => ({ x0, y0: band.y0, x1, y1: band.y1 });
  const aisleSide = band.aisleSide ?? 1;
  return [
    { rect: rectOf(stretch), stalls: stalls.map(rectOf), islands: islands.map(rectOf), aisleSide, isUpright: false },
  ];
}

/** Stretches of a building band in which buildings may stand, beside at least one drive. */
function slotsOf(
  band: PlacedBand,
  index: number,
  bands: readonly PlacedBand[],
  { strips }: Circulation,
  { buildable }: Fields,
  { walk, overhang }: LayoutOptions,
  taken: readonly Rect[],
): Slot[] {
  if (strips.length === 0) return [];
  const cuts = cutsAcross(taken, band.y0 - walk, band.y1 + walk, walk);
  // A building is as long as a drive beside it, so that fire engines reach all of it.
  const beside = strips
    .filter(({ rect }) => rect.y0 - band.y1 < 60 && band.y0 - rect.y1 < 60)
    .map(({ rect }): Interval => [rect.x0 - overhang, rect.x1 + overhang]);
  const free = without(buildable.free(band.y0, band.y1), cuts);
  const neighbours = neighboursOf(index, bands);
  let stretches = common(free, joined(beside));
  // Docks need their court along the whole building.
  for (const side of ["above", "below"] as const) {
    if (neighbours[side] !== "court") continue;
    const courts = strips.filter(
      ({ kind, rect }) =>
        kind === "court" && (side === "above" ? rect.y0 >= band.y1 - 0.01 : rect.y1 <= band.y0 + 0.01),
    );
    stretches = common(stretches, joined(courts.map(({ rect }): Interval => [rect.x0, rect.x1])));
  }
  return stretches.map(([x0, x1]): Slot => ({ rect: { x0, y0: band.y0, x1, y1: band.y1 }, ...neighbours }));
}

function joined(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals.toSorted((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The kinds of the next drives above and below a band, unless another building lies between. */
function neighboursOf(index: number, bands: readonly PlacedBand[]): Pick<Slot, "above" | "below"> {
  const next = (step: 1 | -1) => {
    for (let at = index + step; at >= 0 && at < bands.length; at += step) {
      const kind = bands[at]?.kind;
      if (kind === "aisle" || kind === "court") return kind;
      if (kind === "building") return null;
    }
    return null;
  };
  return { above: next(1), below: next(-1) };
}
