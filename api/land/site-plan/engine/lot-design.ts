import { type Band, type PlacedBand, parkingBands, placed, type StallModule } from "./bands.ts";
import {
  type Circulation,
  type Connector,
  largest,
  longestBlock,
  mostDeadEnd,
  stripsOf,
  trimmed,
  type UnjoinedStrips,
  usualJoining,
} from "./circulation.ts";
import { endColumns } from "./end-columns.ts";
import { drawnBeside } from "./layout.ts";
import type { Drives, Fields, Layout } from "./layout-parts.ts";
import { stallsBeside } from "./stall-rows.ts";
import { longestDeadEnd, withShortDeadEnds } from "./turnaround.ts";

/** Sides of a drive that have stalls. */
export type Bay = "both" | "below" | "above";
export const allBays: readonly Bay[] = ["both", "below", "above"];

/** A layout of a lot as what can be moved in it. */
export interface LotDesign {
  /** Where its first band begins, feet. */
  readonly from: number;
  readonly bays: readonly Bay[];
  /** The lesser ends of the ways between each drive and the next one above, sorted, feet. */
  readonly ways: readonly (readonly number[])[];
  /** Whether the outermost ways have stalls beyond. */
  readonly isLoop: boolean;
}

/** Land for a lot, in one direction, and the dimensions of its stalls. */
export interface LotLand {
  readonly fields: Fields;
  readonly module: StallModule;
}

/** The bands of a design and the strips of its drives: the same while only ways are moved. */
export interface PlacedDesign {
  readonly bands: readonly PlacedBand[];
  readonly unjoined: UnjoinedStrips;
}

/** How far drives of a lot run on beyond their last way, feet. */
const deadEnd = 60;
/** Least distance between the lesser ends of two ways: their width and one stall, feet. */
const leastBetween = 33;
/** A way is left out where it would have to be moved farther than this to lie between its drives, feet. */
const slack = 24;

/** Returns how the drives of a lot without buildings are joined and filled. */
export const lotOptions = (module: StallModule) => ({
  ...{ module, wayWidth: module.aisle, joining: usualJoining("ends"), walk: 0, deadEnd, overhang: 0 },
});

/** Returns a layout as what can be moved in it. */
export function designOf({ bands, connectors, strips, rows }: Layout): LotDesign {
  const lines = driveNumbers(bands);
  const bays = bands.flatMap(({ kind }, at): Bay[] => {
    if (kind !== "aisle") return [];
    const [below, above] = [bands[at - 1]?.aisleSide === 1, bands[at + 1]?.aisleSide === -1];
    return [below && above ? "both" : below ? "below" : "above"];
  });
  const ways = bays.slice(1).map((_, line) => {
    const joins = connectors.filter(({ from }) => lines.get(strips[from]?.band ?? -1) === line);
    return [...new Set(joins.map(({ rect }) => rect.x0))].toSorted((a, b) => a - b);
  });
  return { from: bands[0]?.y0 ?? 0, bays, ways, isLoop: rows.some(({ isUpright }) => isUpright) };
}

/** Returns the bands of a design and the strips of its drives. */
export function placedDesign({ from, bays }: LotDesign, { fields, module }: LotLand): PlacedDesign {
  const bands = placed(
    bays.flatMap((bay) => parkingBands(module, { below: bay !== "above", above: bay !== "below" })),
    from,
  );
  return { bands, unjoined: stripsOf(bands, fields.pavable) };
}

/**
 * Returns the drives of a design: the largest part whose drives reach each other. Undefined when there are none, or when a drive
 * has a longer stretch without a way than may be.
 */
export function designedDrives(
  { ways, isLoop }: Pick<LotDesign, "ways" | "isLoop">,
  { bands, unjoined }: PlacedDesign,
  { module }: LotLand,
): Drives | undefined {
  const { strips } = unjoined;
  if (strips.length === 0) return undefined;
  const ended = trimmed(largest({ strips, connectors: waysBetween(unjoined, bands, ways, module.aisle) }), [], deadEnd);
  const { circulation, columns } = isLoop ? endColumns(ended, module.length, []) : { circulation: ended, columns: [] };
  if (hasLongBlock(circulation)) return undefined;
  return { circulation, columns, entry: [], taken: circulation.connectors.map(({ rect }) => rect) };
}

/** Returns how many stalls fit beside drives that end where a fire engine can still back out. */
export function stallsAlong(drives: Drives, bands: readonly PlacedBand[], land: LotLand): number {
  return hasLongEnd(drives)
    ? drawnAlong(drives, bands, land).stallCount
    : stallsBeside(bands, drives, land.fields, land.module);
}

/** Returns the layout with stalls beside drives that end where a fire engine can still back out. */
export function drawnAlong(drives: Drives, bands: readonly PlacedBand[], { fields, module }: LotLand): Layout {
  const drawn = drawnBeside(drives, bands, fields, lotOptions(module));
  return hasLongEnd(drives) ? withShortDeadEnds(drawn, { entries: [], module }) : drawn;
}

const hasLongEnd = ({ circulation }: Drives) => longestDeadEnd({ ...circulation, turnarounds: [] }, []) > mostDeadEnd;

/** The ways of a design where its strips lie beside each other, moved a little where they would reach beyond. */
function waysBetween(
  { gaps, strips }: UnjoinedStrips,
  bands: readonly PlacedBand[],
  ways: LotDesign["ways"],
  width: number,
): Connector[] {
  const lines = driveNumbers(bands);
  const connectors: Connector[] = [];
  for (const { from, to, stretch, y0, y1 } of gaps) {
    const [first, last] = [stretch[0], stretch[1] - width];
    let before = -Infinity;
    for (const x of ways[lines.get(strips[from]?.band ?? -1) ?? -1] ?? []) {
      const x0 = Math.min(Math.max(x, first), last);
      if (Math.abs(x0 - x) > slack || x0 < first || x0 < before + leastBetween) continue;
      before = x0;
      connectors.push({ from, to, rect: { x0, y0, x1: x0 + width, y1 } });
    }
  }
  return connectors;
}

/** Which drive from below each band with a drive is, by the number of the band. */
function driveNumbers(bands: readonly Band[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const [index, { kind }] of bands.entries()) if (kind === "aisle") numbers.set(index, numbers.size);
  return numbers;
}

/** Whether a drive has ways that lie farther apart than the longest block. */
function hasLongBlock({ strips, connectors }: Circulation): boolean {
  const places = strips.map((): number[] => []);
  for (const { from, to, rect } of connectors) for (const strip of [from, to]) places[strip]?.push(rect.x0);
  return places.some((own) => {
    own.sort((a, b) => a - b);
    return own.some((x, at) => at > 0 && x - (own[at - 1] as number) > longestBlock + 1);
  });
}
