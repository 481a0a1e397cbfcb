import { type PlacedBand, parkingBands, placed, type StallModule } from "./bands.ts";
import { hasLongBlock, mostDeadEnd, stripsOf, type UnjoinedStrips, usualJoining, type Ways } from "./circulation.ts";
import { drawnBeside, drivesOf } from "./layout.ts";
import type { Drives, Fields, Layout } from "./layout-parts.ts";
import { waysOf } from "./moved-ways.ts";
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
  readonly ways: Ways;
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

/** Returns how the drives of a lot without buildings are filled, joined at their ends unless it is said otherwise. */
export const lotOptions = (module: StallModule) => ({
  ...{ module, wayWidth: module.aisle, joining: usualJoining("ends"), walk: 0, deadEnd, overhang: 0 },
});

/** Returns a layout as what can be moved in it. */
export function designOf({ bands, rows, ...circulation }: Layout): LotDesign {
  const bays = bands.flatMap(({ kind }, at): Bay[] => {
    if (kind !== "aisle") return [];
    const [below, above] = [bands[at - 1]?.aisleSide === 1, bands[at + 1]?.aisleSide === -1];
    return [below && above ? "both" : below ? "below" : "above"];
  });
  return {
    from: bands[0]?.y0 ?? 0,
    bays,
    ways: waysOf(bands, circulation),
    isLoop: rows.some(({ isUpright }) => isUpright),
  };
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
  { unjoined }: PlacedDesign,
  { module }: LotLand,
): Drives | undefined {
  if (unjoined.strips.length === 0) return undefined;
  const joining = { ...usualJoining(isLoop ? "loop" : "ends"), ways };
  const drives = drivesOf(unjoined, { ...lotOptions(module), joining }, undefined);
  return hasLongBlock(drives.circulation) ? undefined : drives;
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
