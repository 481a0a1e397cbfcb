import { type Band, depthOf, type PlacedBand, parkingBands, placed, type StallModule } from "./bands.ts";
import { type Joining, mostDeadEnd } from "./circulation.ts";
import { Field } from "./field.ts";
import { boundsOf } from "./kernel.ts";
import { layOut } from "./layout.ts";
import type { Layout } from "./layout-parts.ts";
import { type Direction, type LocalFrame, localFrame, type Rect, turnedLeft } from "./local-frame.ts";
import { orientations } from "./orientations.ts";
import type { GridRegion } from "./plan-geometry.ts";
import { longestDeadEnd, withShortDeadEnds } from "./turnaround.ts";

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
}

/**
 * Returns the layout of a lot with most stalls: rows along each side of the land, at a number of phases. Drives end where an
 * engine can still back out.
 */
export function bestParkingLot(
  land: GridRegion,
  module: StallModule,
  { phases, joinings, hasSingleRows, turned }: LotEffort,
): ParkingLot | undefined {
  const { minX, minY, maxX, maxY } = boundsOf(land.rings.flat());
  const origin = { x: Math.round((minX + maxX) / 2), y: Math.round((minY + maxY) / 2) };
  let best: (ParkingLot & { readonly count: number }) | undefined;
  const own = orientations(land, []).map((direction) => ({ direction, phases }));
  const others = turned
    ? turnedDirections(turned.directions).map((direction) => ({ direction, phases: turned.phases }))
    : [];
  for (const { direction, phases: tried } of [...own, ...others]) {
    const frame = localFrame(origin, direction);
    const field = new Field(frame, land);
    const fields = { pavable: field, buildable: field, across: new Field(turnedLeft(frame, origin), land) };
    const doubles = doubleRows(field.bounds, module, tried);
    for (const bands of hasSingleRows ? [...doubles, ...withSingleRow(field.bounds, module)] : doubles) {
      for (const joining of joinings) {
        const options = { module, wayWidth: module.aisle, joining, walk: 0, deadEnd: 60, overhang: 0 };
        const drawn = layOut(bands, fields, options, undefined);
        const isLong = longestDeadEnd(drawn, []) > mostDeadEnd;
        const layout = isLong ? withShortDeadEnds(drawn, { entries: [], module }) : drawn;
        if (!best || layout.stallCount > best.count) best = { frame, layout, count: layout.stallCount };
      }
    }
  }
  return best;
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
