import type { EdgeRun } from "./edge-classes.ts";
import { type Direction, directionOf, feetBetween } from "./local-frame.ts";
import type { GridRegion } from "./plan-geometry.ts";

/** Cosine of the angle under which two directions count as one: 1.5 degrees. */
const same = 0.999_657;
/** Directions tried at most, each with its three quarter turns. */
const most = 3;
/** Least length of the sides along a direction that is tried, as a share of those along the first one. */
const leastShare = 0.1;

/** Returns the directions along which rows are tried: of the streets, then of the longest sides, each with its quarter turns. */
export function orientations(land: GridRegion, frontages: readonly EdgeRun[]): Direction[] {
  const found: { readonly direction: Direction; weight: number }[] = [];
  const add = (direction: Direction | undefined, weight: number) => {
    if (!direction) return;
    const turned = firstQuarter(direction);
    const known = found.find((each) => isSame(each.direction, turned));
    if (known) known.weight += weight;
    else found.push({ direction: turned, weight });
  };
  for (const { points } of frontages) {
    for (const [at, to] of points.slice(1).entries()) {
      const from = points[at];
      if (from) add(directionOf(from, to), 2 * feetBetween(from, to));
    }
  }
  for (const ring of land.rings) {
    let before = ring.at(-1);
    for (const point of ring) {
      if (before) add(directionOf(before, point), feetBetween(before, point));
      before = point;
    }
  }
  found.sort((a, b) => b.weight - a.weight);
  return found
    .slice(0, most)
    .filter(({ weight }) => weight >= leastShare * (found[0]?.weight ?? 0))
    .flatMap(({ direction: { x, y } }) => [
      { x, y },
      { x: -x, y: -y },
      { x: -y, y: x },
      { x: y, y: -x },
    ]);
}

/** The quarter turn of a direction that points right and not down. */
function firstQuarter({ x, y }: Direction): Direction {
  if (x > 0 && y >= 0) return { x, y };
  if (x <= 0 && y > 0) return { x: y, y: -x };
  if (x < 0 && y <= 0) return { x: -x, y: -y };
  return { x: -y, y: x };
}

const isSame = (a: Direction, b: Direction) =>
  Math.abs(a.x * b.x + a.y * b.y) > same || Math.abs(a.x * b.y - a.y * b.x) > same;
