import { type Band, depthOf, type PlacedBand, parkingBands, placed, type StallModule } from "./bands.ts";
import { groupedJoining, type Joining, type JoinPlace, stripsOf, usualJoining, wideJoining } from "./circulation.ts";
import { Field } from "./field.ts";
import { boundsOf } from "./kernel.ts";
import { drivesOf } from "./layout.ts";
import type { Drives, Layout } from "./layout-parts.ts";
import { type Direction, type LocalFrame, localFrame, type Rect, turnedLeft } from "./local-frame.ts";
import { designOf, drawnAlong, type LotLand, lotOptions, stallsAlong } from "./lot-design.ts";
import { movedLot } from "./moved-lot.ts";
import { orientations } from "./orientations.ts";
import type { GridRegion } from "./plan-geometry.ts";

/** A lot that holds nothing but stalls. */
export interface ParkingLot {
  readonly frame: LocalFrame;
  readonly layout: Layout;
}

/** How much is tried for a lot. */
export interface LotEffort {
  /** Places of the first band, evenly over one module. */
  readonly phases: number;
  readonly joinings: readonly Joining[];
  /** Whether a single row among double ones is tried where that fills the land better. */
  readonly hasSingleRows: boolean;
  /** Directions beside those of the sides, evenly over a quarter turn, and the phases that are tried along each. */
  readonly turned?: { readonly directions: number; readonly phases: number };
  /** Changes that are tried to improve the best layouts by moving their parts: together and for each. */
  readonly moved: { readonly changes: number; readonly each: number };
}

const places = ["ends", "loop", "pairs", "half_pairs", "left", "middle"] as const;

/**
 * What is tried for a lot unless more or less is wanted. Measured: with twice as many changes none of the 19 public lots holds
 * 0.2 % more.
 */
export const lotEffort: LotEffort = {
  phases: 12,
  joinings: [usualJoining, wideJoining, groupedJoining].flatMap((joined) => places.map(joined)),
  hasSingleRows: true,
  moved: { changes: 2000, each: 1000 },
};

/** A layout of a lot that was tried. */
interface TriedLot {
  readonly frame: LocalFrame;
  readonly land: LotLand;
  readonly bands: readonly PlacedBand[];
  readonly drives: Drives;
  readonly stalls: number;
}

/**
 * Returns the layout of a lot with most stalls: rows along each side of the land, at a number of phases; then with the parts of
 * the best layouts moved. Drives end where an engine can still back out.
 */
export function bestParkingLot(land: GridRegion, module: StallModule, effort: LotEffort): ParkingLot | undefined {
  const tried = triedLots(land, module, effort);
  const all = [...tried.slice(0, 1), ...movedLots(tried, effort.moved)];
  const [best] = all.toSorted((a, b) => b.stalls - a.stalls);
  return best && { frame: best.frame, layout: drawnOf(best) };
}

/** Layouts that hold more stalls with their parts moved: of the best ones, as many as the changes are enough for. */
function movedLots(tried: readonly TriedLot[], { changes, each }: LotEffort["moved"]): TriedLot[] {
  const moved: TriedLot[] = [];
  let left = changes;
  for (const lot of tried) {
    if (left <= 0) break;
    const { better, tried: used } = movedLot(designOf(drawnOf(lot)), lot.land, Math.min(each, left));
    left -= used;
    if (better) moved.push({ ...lot, ...better });
  }
  return moved;
}

const drawnOf = ({ drives, bands, land }: TriedLot) => drawnAlong(drives, bands, land);

/** The best layout of each direction and of each place to join its drives, best first. */
function triedLots(
  land: GridRegion,
  module: StallModule,
  { phases, joinings, hasSingleRows, turned }: LotEffort,
): readonly TriedLot[] {
  const { minX, minY, maxX, maxY } = boundsOf(land.rings.flat());
  const origin = { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) };
  const own = orientations(land, []).map((direction) => ({ direction, phases }));
  const others = turned
    ? turnedDirections(turned.directions).map((direction) => ({ direction, phases: turned.phases }))
    : [];
  return [...own, ...others]
    .flatMap(({ direction, phases: tried }) => {
      const frame = localFrame(origin, direction);
      const field = new Field(frame, land);
      const fields = { pavable: field, buildable: field, across: new Field(turnedLeft(frame, origin), land) };
      const doubles = doubleRows(field.bounds, module, tried);
      const all = hasSingleRows ? [...doubles, ...withSingleRow(field.bounds, module)] : doubles;
      return bestOfPlaces({ frame, land: { fields, module } }, all, joinings);
    })
    .sort((a, b) => b.stalls - a.stalls);
}

/** The best layout of some bands in one direction for each place to join drives. */
function bestOfPlaces(
  turned: Pick<TriedLot, "frame" | "land">,
  all: readonly (readonly PlacedBand[])[],
  joinings: readonly Joining[],
): TriedLot[] {
  const { fields, module } = turned.land;
  const best = new Map<JoinPlace, TriedLot>();
  for (const bands of all) {
    const unjoined = stripsOf(bands, fields.pavable);
    for (const joining of joinings) {
      const drives = drivesOf(unjoined, { ...lotOptions(module), joining }, undefined);
      const stalls = stallsAlong(drives, bands, turned.land);
      if (stalls > (best.get(joining.place)?.stalls ?? 0))
        best.set(joining.place, { ...turned, bands, drives, stalls });
    }
  }
  return [...best.values()];
}

const bayOf = (module: StallModule) => parkingBands(module, { below: true, above: true });
const repeated = (bands: readonly Band[], times: number) => Array.from({ length: times }, () => bands).flat();

/** Double rows over the height of the land, at a number of places. */
function doubleRows({ y0, y1 }: Rect, module: StallModule, phases: number): PlacedBand[][] {
  const bay = bayOf(module);
  const depth = depthOf(bay);
  const bays = repeated(bay, Math.floor((y1 - y0) / depth + 1e-6) + 2);
  return Array.from({ length: phases }, (_, phase) => placed(bays, y0 - depth + (phase * depth) / phases));
}

/** Double rows with a single one among them, where the double ones leave room for it. */
function withSingleRow({ y0, y1 }: Rect, module: StallModule): PlacedBand[][] {
  const bay = bayOf(module);
  const single = parkingBands(module, { below: false, above: true });
  const count = Math.floor((y1 - y0) / depthOf(bay) + 1e-6);
  const spare = y1 - y0 - count * depthOf(bay) - depthOf(single);
  if (spare < -0.001) return [];
  const places = [...new Set([1, count >> 1, count])].filter((place) => place > 0);
  return places.flatMap((place) =>
    [0, spare / 2, spare].map((from) =>
      placed([...repeated(bay, place), ...single, ...repeated(bay, count - place)], y0 + from),
    ),
  );
}

/** Unit vectors over a quarter turn; made without angles, so that all machines agree. */
function turnedDirections(count: number): Direction[] {
  return Array.from({ length: count }, (_, at) => {
    const [x, y] = [count - at, at + 0.5];
    const length = Math.sqrt(x * x + y * y);
    return { x: x / length, y: y / length };
  });
}
