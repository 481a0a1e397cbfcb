import { parkingBands, placed, type StallModule } from "./bands.ts";
import type { Joining } from "./circulation.ts";
import { Field } from "./field.ts";
import { boundsOf } from "./kernel.ts";
import { layOut } from "./layout.ts";
import type { Layout } from "./layout-parts.ts";
import { type Direction, type LocalFrame, localFrame, turnedLeft } from "./local-frame.ts";
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
  /** Directions beside those of the sides, evenly over a quarter turn, and the phases that are tried along each. */
  readonly turned?: { readonly directions: number; readonly phases: number };
}

/** Returns the layout of a lot with most stalls: rows along each side of the land, at a number of phases. */
export function bestParkingLot(
  land: GridRegion,
  module: StallModule,
  { phases, joinings, turned }: LotEffort,
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
    const { y0, y1 } = field.bounds;
    const bay = parkingBands(module, { below: true, above: true });
    const depth = 2 * module.length + module.aisle;
    const count = Math.floor((y1 - y0) / depth + 1e-6);
    for (let phase = 0; phase < tried; phase++) {
      const start = y0 - depth + (phase * depth) / tried;
      const bands = placed(Array.from({ length: count + 2 }, () => bay).flat(), start);
      for (const joining of joinings) {
        const options = { module, wayWidth: module.aisle, joining, walk: 0, deadEnd: 60, overhang: 0 };
        const layout = layOut(bands, fields, options, undefined);
        if (!best || layout.stallCount > best.count) best = { frame, layout, count: layout.stallCount };
      }
    }
  }
  return best;
}

/** Unit vectors over a quarter turn; made without angles, so that all machines agree. */
function turnedDirections(count: number): Direction[] {
  return Array.from({ length: count }, (_, at) => {
    const [x, y] = [count - at, at + 0.5];
    const length = Math.sqrt(x * x + y * y);
    return { x: x / length, y: y / length };
  });
}
