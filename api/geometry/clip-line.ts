import type { Box } from "./box.ts";
import type { Position } from "./geojson.ts";

/**
 * Returns the parts of a line inside a box, in the direction of the line.
 *
 * @see Y.-D. Liang and B. Barsky, A New Concept and Method for Line Clipping, ACM Transactions on Graphics 3 (1984)
 */
export function clipLine(line: readonly Position[], box: Box): Position[][] {
  const parts: Position[][] = [];
  let open: Position[] | undefined;
  for (let at = 1; at < line.length; at++) {
    const from = line[at - 1];
    const to = line[at];
    const inside = from && to && clipSegment(from, to, box);
    if (!inside) {
      open = undefined;
      continue;
    }
    const [start, end] = inside;
    if (!open) {
      open = [start];
      parts.push(open);
    }
    open.push(end);
    if (end !== to) open = undefined;
  }
  return parts;
}

/** Ends that are inside are returned as they are, so that a part that goes on is recognised. */
function clipSegment(
  from: Position,
  to: Position,
  [west, south, east, north]: Box,
): readonly [Position, Position] | undefined {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enter, leave] = [0, 1];
  for (const [slope, room] of [
    [-dx, from[0] - west],
    [dx, east - from[0]],
    [-dy, from[1] - south],
    [dy, north - from[1]],
  ] as const) {
    if (slope === 0) {
      if (room < 0) return undefined;
    } else if (slope < 0) enter = Math.max(enter, room / slope);
    else leave = Math.min(leave, room / slope);
  }
  if (enter >= leave) return undefined;
  const at = (share: number): Position => [from[0] + share * dx, from[1] + share * dy];
  return [enter === 0 ? from : at(enter), leave === 1 ? to : at(leave)];
}
