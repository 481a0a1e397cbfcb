import { distanceFt } from "./edge-classes.ts";
import { type GridPoint, type GridRegion, gridUnitsPerFoot } from "./plan-geometry.ts";

/** Parts that are nearer than this are attached to each other, feet. */
const attachedFt = 0.5;

/** Returns the least distance between two of several regions that are not attached, feet; undefined where all are one. */
export function leastGap(regions: readonly GridRegion[]): number | undefined {
  const boxed = regions.map((region) => ({ edges: edgesOf(region), box: boxOf(region) }));
  let least = Infinity;
  for (const [at, one] of boxed.entries()) {
    for (const other of boxed.slice(at + 1)) {
      if (boxGap(one.box, other.box) >= least) continue;
      const gap = gapOf(one.edges, other.edges);
      if (gap > attachedFt) least = Math.min(least, gap);
    }
  }
  return Number.isFinite(least) ? least : undefined;
}

type Edge = readonly [GridPoint, GridPoint];

function gapOf(edges: readonly Edge[], others: readonly Edge[]): number {
  let least = Infinity;
  for (const edge of edges) {
    for (const other of others) {
      least = Math.min(least, distanceFt(edge[0], other), distanceFt(other[0], edge));
    }
  }
  return least;
}

function edgesOf({ rings }: GridRegion): Edge[] {
  return rings.flatMap((ring) => ring.map((point, at) => [point, ring[(at + 1) % ring.length] ?? point] as const));
}

function boxOf({ rings }: GridRegion) {
  const [xs, ys] = [rings.flatMap((ring) => ring.map(({ x }) => x)), rings.flatMap((ring) => ring.map(({ y }) => y))];
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

/** Returns how far two boxes are apart, feet; 0 where they overlap. */
function boxGap(one: ReturnType<typeof boxOf>, other: ReturnType<typeof boxOf>): number {
  const across = Math.max(0, one.west - other.east, other.west - one.east);
  return Math.hypot(across, Math.max(0, one.south - other.north, other.south - one.north)) / gridUnitsPerFoot;
}
