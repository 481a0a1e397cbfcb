import type { Circulation } from "./circulation.ts";
import type { Driveway } from "./driveway.ts";
import { distanceFt, type EdgeRun } from "./edge-classes.ts";
import { band, difference, holds, offset, union } from "./kernel.ts";
import { feetBetween, type LocalFrame, regionOf } from "./local-frame.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";

/** What a bend costs, in feet of way. */
const bendCost = 25;
/** What a driveway to another street than that of the front costs, in feet of way. */
const sideStreetCost = 60;
/** Corners of the drivable land that are considered at most. */
const mostCorners = 160;

/** Returns the shortest way with few bends from a frontage to a strip of a layout; undefined when there is none. */
export function routedDriveway(
  layout: Circulation,
  frontages: readonly EdgeRun[],
  frame: LocalFrame,
  drivable: GridRegion,
  width: number,
): Driveway | undefined {
  const middle = offset(drivable, -width / 2 + 0.05);
  const corners = middle.rings.flat();
  if (corners.length === 0) return undefined;
  const thinned = corners.filter((_, at) => at % Math.ceil(corners.length / mostCorners) === 0);
  const goals = layout.strips.flatMap(({ rect: { x0, y0, x1, y1 } }) =>
    [x0 + width / 2, (x0 + x1) / 2, x1 - width / 2].map((x) => frame.toGrid({ x, y: (y0 + y1) / 2 })),
  );
  let best: { readonly path: GridPoint[]; readonly cost: number; readonly run: EdgeRun } | undefined;
  for (const run of frontages) {
    const more = run.edgeClass === "front" ? 0 : sideStreetCost;
    for (const start of startsOf(run, middle, width)) {
      const found = shortestWay(start.inside, thinned, goals, middle, best && best.cost - 0.001 - more);
      if (found) best = { path: [start.street, ...found.path], cost: found.cost + more, run };
    }
  }
  if (!best) return undefined;
  const { path, cost, run } = best;
  const street = path[0] as GridPoint;
  const strips = union(layout.strips.map(({ rect }) => regionOf(frame, rect)));
  const region = difference(band(path, width / 2), strips);
  return {
    ...{ access: street, region, rects: [], meets: frame.toLocal(path.at(-1) as GridPoint), run, cost },
    lengthFt: path.slice(1).reduce((sum, point, at) => sum + feetBetween(path[at] as GridPoint, point), 0),
  };
}

/** Returns places on a frontage from which a drive can go straight in. */
export function startsOf(run: EdgeRun, middle: GridRegion, width: number) {
  const inward = { x: -run.outward.x, y: -run.outward.y };
  return run.points.slice(1).flatMap((to, at) => {
    const from = run.points[at] as GridPoint;
    const ends = Math.min(0.4, (width + 12) / Math.max(1, feetBetween(from, to)));
    return [0.5, 0.25, 0.75, ends, 1 - ends].flatMap((share) => {
      const street = {
        x: Math.round(from.x + share * (to.x - from.x)),
        y: Math.round(from.y + share * (to.y - from.y)),
      };
      const reach = (width / 2 + 1) * 1000;
      const inside = { x: Math.round(street.x + inward.x * reach), y: Math.round(street.y + inward.y * reach) };
      return holds(middle, inside) ? [{ street, inside }] : [];
    });
  });
}

/**
 * Returns the shortest way with few bends over corners to one of some goals inside an area; undefined when there is none that
 * costs less than a limit, feet.
 */
export function shortestWay(
  start: GridPoint,
  corners: readonly GridPoint[],
  goals: readonly GridPoint[],
  area: GridRegion,
  limit = Infinity,
): { readonly path: GridPoint[]; readonly cost: number } | undefined {
  const nodes = [start, ...corners, ...goals];
  const firstGoal = 1 + corners.length;
  // A way of just the limit is none: no cost is lower than it to begin with.
  const costs = nodes.map(() => limit);
  const before = nodes.map(() => -1);
  const done = nodes.map(() => false);
  costs[0] = 0;
  for (;;) {
    let at = -1;
    let cost = limit;
    for (let index = 0; index < nodes.length; index++) {
      const own = costs[index] as number;
      if (own < cost && !done[index]) [at, cost] = [index, own];
    }
    const node = nodes[at];
    if (!node) return undefined;
    if (at >= firstGoal) return { path: pathTo(at, nodes, before), cost };
    done[at] = true;
    for (let index = 1; index < nodes.length; index++) {
      const next = nodes[index] as GridPoint;
      const total = cost + feetBetween(node, next) + bendCost;
      if (done[index] || total >= (costs[index] as number) || !isVisible(node, next, area)) continue;
      costs[index] = total;
      before[index] = at;
    }
  }
}

function pathTo(goal: number, nodes: readonly GridPoint[], before: readonly number[]): GridPoint[] {
  const path: GridPoint[] = [];
  for (let at = goal; at >= 0; at = before[at] ?? -1) path.push(nodes[at] as GridPoint);
  return path.reverse();
}

/** Whether the straight way between two places of an area stays in it. */
function isVisible(a: GridPoint, b: GridPoint, area: GridRegion): boolean {
  for (const ring of area.rings) {
    let from = ring.at(-1);
    for (const to of ring) {
      if (from && crosses(a, b, from, to)) return false;
      from = to;
    }
  }
  return [0.5, 0.05, 0.95].every((share) => {
    const place = { x: Math.round(a.x + share * (b.x - a.x)), y: Math.round(a.y + share * (b.y - a.y)) };
    return holds(area, place) || isNearEdge(place, area);
  });
}

const isNearEdge = (place: GridPoint, { rings }: GridRegion) =>
  rings.some((ring) => ring.some((to, at) => distanceFt(place, [ring.at(at - 1) ?? to, to]) < 0.02));

function crosses(a: GridPoint, b: GridPoint, c: GridPoint, d: GridPoint): boolean {
  return areApart(side(a, b, c), side(a, b, d)) && areApart(side(c, d, a), side(c, d, b));
}

/** Twice the area of a triangle: more than 0 where its last corner lies to the left of the way over the others. */
const side = (p: GridPoint, q: GridPoint, r: GridPoint) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);

/** Ends that only touch the edge do not cross it; a few thousandths of a foot are rounding. */
const touching = 400_000;
const areApart = (a: number, b: number) => a * b < 0 && Math.abs(a) > touching && Math.abs(b) > touching;
