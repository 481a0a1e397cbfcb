import type { PlanObject } from "./compiled-plan.ts";
import { stallOfHome } from "./drafts.ts";
import { type GridPoint, gridUnitsPerFoot } from "./plan-geometry.ts";

const stallTypes: ReadonlySet<string> = new Set(["parking_stall", "accessible_stall", "ev_stall"]);
/** Long sides of two stalls whose middles are nearer than this are one line, feet. */
const touching = 0.1;

/** Returns how many stalls stand side by side at most; an island or an access aisle ends a row. */
export function longestRow(objects: readonly PlanObject[]): number {
  const stalls = objects.flatMap(({ objectType, label, shape }) =>
    stallTypes.has(objectType) && label !== stallOfHome && shape.type === "region"
      ? [longSides(shape.region.rings[0] ?? [])]
      : [],
  );
  const row = stalls.map((_, at) => at);
  const rowOf = (at: number): number => {
    let first = at;
    while (row[first] !== undefined && row[first] !== first) first = row[first] ?? first;
    row[at] = first;
    return first;
  };
  const cell = touching * gridUnitsPerFoot;
  const seen = new Map<string, { readonly point: GridPoint; readonly at: number }[]>();
  for (const [at, sides] of stalls.entries()) {
    for (const point of sides) {
      const [column, line] = [Math.floor(point.x / cell), Math.floor(point.y / cell)];
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          for (const other of seen.get(`${column + dx} ${line + dy}`) ?? []) row[rowOf(at)] = rowOf(other.at);
        }
      }
      const key = `${column} ${line}`;
      seen.set(key, [...(seen.get(key) ?? []), { point, at }]);
    }
  }
  const counts = new Map<number, number>();
  for (const at of row.keys()) counts.set(rowOf(at), (counts.get(rowOf(at)) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** The middles of the two long sides of a stall. */
function longSides(ring: readonly GridPoint[]): GridPoint[] {
  const sides = ring.map((from, at) => {
    const to = ring[(at + 1) % ring.length] ?? from;
    return {
      middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
      length: Math.hypot(to.x - from.x, to.y - from.y),
    };
  });
  return sides
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 2)
    .map(({ middle }) => middle);
}
