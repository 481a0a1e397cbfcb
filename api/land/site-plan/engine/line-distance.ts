import { distanceFt } from "./edge-classes.ts";
import type { GridPoint } from "./plan-geometry.ts";

/** Returns the least distance between outlines and lines in feet; infinite without either. */
export function leastFeet(rings: Iterable<readonly GridPoint[]>, lines: readonly (readonly GridPoint[])[]): number {
  let least = Infinity;
  for (const ring of rings) {
    for (const [at, point] of ring.entries()) {
      const before = ring.at(at - 1) ?? point;
      for (const points of lines) {
        for (const [index, from] of points.entries()) {
          const to = points[index + 1] ?? from;
          least = Math.min(least, distanceFt(point, [from, to]), distanceFt(from, [before, point]));
        }
      }
    }
  }
  return least;
}
