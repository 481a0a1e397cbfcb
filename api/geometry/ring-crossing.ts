import type { Position, Ring } from "./geojson.ts";

interface Edge {
  /** Of its first position in the ring. */
  readonly index: number;
  /** Among the edges that have a length, in the order of the ring. */
  readonly order: number;
  readonly from: Position;
  readonly to: Position;
  readonly west: number;
  readonly east: number;
}

/**
 * Finds two edges of a ring that meet anywhere but at the corner they share, by the index of their first positions.
 *
 * Edges are taken from west to east and compared with those that have not ended yet.
 *
 * Cost    edges times the edges abreast of one another; 5,000 positions of a winding shore take some milliseconds
 */
export function crossingEdges(ring: Ring): readonly [number, number] | undefined {
  const edges = edgesOf(ring).sort((a, b) => a.west - b.west);
  let abreast: Edge[] = [];
  for (const edge of edges) {
    abreast = abreast.filter((other) => other.east >= edge.west);
    for (const other of abreast) {
      if (!meet(edge, other, edges.length)) continue;
      return [Math.min(edge.index, other.index), Math.max(edge.index, other.index)];
    }
    abreast.push(edge);
  }
  return undefined;
}

function edgesOf(ring: Ring): Edge[] {
  const edges: Edge[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const from = ring[index];
    const to = ring[index + 1];
    // A position given twice in a row is an edge without length and meets nothing.
    if (!from || !to || (from[0] === to[0] && from[1] === to[1])) continue;
    const [west, east] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
    edges.push({ index, order: edges.length, from, to, west, east });
  }
  return edges;
}

function meet(one: Edge, two: Edge, count: number): boolean {
  const a = turn(one.from, one.to, two.from);
  const b = turn(one.from, one.to, two.to);
  const c = turn(two.from, two.to, one.from);
  const d = turn(two.from, two.to, one.to);
  if (a * b < 0 && c * d < 0) return true;
  const touching =
    (a === 0 && isWithin(one, two.from)) ||
    (b === 0 && isWithin(one, two.to)) ||
    (c === 0 && isWithin(two, one.from)) ||
    (d === 0 && isWithin(two, one.to));
  return touching && !shareOnlyACorner(one, two, count);
}

/** Neighbours share a corner; more than that only when one runs back over the other. */
function shareOnlyACorner(one: Edge, two: Edge, count: number): boolean {
  const gap = Math.abs(one.order - two.order);
  const isShared = same(one.from, two.to) || same(one.to, two.from);
  if (!isShared || (gap !== 1 && gap !== count - 1)) return false;
  const [far, corner, next] = same(one.to, two.from) ? [one.from, one.to, two.to] : [two.from, two.to, one.to];
  if (turn(far, corner, next) !== 0) return true;
  return (far[0] - corner[0]) * (next[0] - corner[0]) + (far[1] - corner[1]) * (next[1] - corner[1]) < 0;
}

/** Twice the signed area of the triangle, relative to its first corner so that nearby positions keep their digits. */
function turn(from: Position, to: Position, third: Position): number {
  return (to[0] - from[0]) * (third[1] - from[1]) - (to[1] - from[1]) * (third[0] - from[0]);
}

const same = (one: Position, two: Position) => one[0] === two[0] && one[1] === two[1];

function isWithin(edge: Edge, position: Position): boolean {
  const [south, north] = edge.from[1] < edge.to[1] ? [edge.from[1], edge.to[1]] : [edge.to[1], edge.from[1]];
  return position[0] >= edge.west && position[0] <= edge.east && position[1] >= south && position[1] <= north;
}
