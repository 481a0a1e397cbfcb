import Flatbush from "flatbush";
import { orient2d } from "robust-predicates";
import type { Position, Ring } from "./geojson.ts";

interface Edge {
  /** Of its first position in the ring. */
  readonly index: number;
  /** Among the edges that have a length, in the order of the ring. */
  readonly order: number;
  readonly from: Position;
  readonly to: Position;
}

type Bounds = readonly [west: number, south: number, east: number, north: number];

/**
 * Finds two edges of a ring that meet anywhere but at the corner they share, by the index of their first positions. On which
 * side of an edge a position is, is computed exactly.
 *
 * @see J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates (1997)
 */
export function crossingEdges(ring: Ring): readonly [number, number] | undefined {
  const edges = edgesOf(ring);
  if (edges.length === 0) return undefined;
  const boxes = new Flatbush(edges.length);
  for (const edge of edges) boxes.add(...boundsOf(edge));
  boxes.finish();
  for (const edge of edges) {
    const isMet = (order: number) => {
      const other = edges[order];
      return other !== undefined && order > edge.order && meet(edge, other, edges.length);
    };
    const [order] = boxes.search(...boundsOf(edge), isMet);
    const other = order === undefined ? undefined : edges[order];
    if (other) return [edge.index, other.index];
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
    edges.push({ index, order: edges.length, from, to });
  }
  return edges;
}

const boundsOf = ({ from, to }: Edge): Bounds => [
  Math.min(from[0], to[0]),
  Math.min(from[1], to[1]),
  Math.max(from[0], to[0]),
  Math.max(from[1], to[1]),
];

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

/** Positive on one side of an edge, negative on the other, 0 on its line. */
const turn = (from: Position, to: Position, third: Position) =>
  orient2d(from[0], from[1], to[0], to[1], third[0], third[1]);

const same = (one: Position, two: Position) => one[0] === two[0] && one[1] === two[1];

function isWithin(edge: Edge, [x, y]: Position): boolean {
  const [west, south, east, north] = boundsOf(edge);
  return x >= west && x <= east && y >= south && y <= north;
}
