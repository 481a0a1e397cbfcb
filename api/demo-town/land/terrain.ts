import { holds } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { brook, openWater, river } from "./waters.ts";

/** The elevation service has no data of this corner of the town: west of and north of. */
export const withoutElevation = { west: 1500, north: 7150 } as const;

/** Hills: middle, height and radius in feet. */
export const hills = [
  { middle: [11_700, 9000], height: 260, radius: 1500 },
  { middle: [9900, 9700], height: 140, radius: 1300 },
  { middle: [1200, 9400], height: 90, radius: 1500 },
  { middle: [2300, 600], height: 22, radius: 1500 },
  { middle: [12_300, 5900], height: 60, radius: 1500 },
  { middle: [3350, 8250], height: 190, radius: 1050 },
] as const;

/**
 * Returns the elevation of a place in feet above the datum; undefined where the elevation service has no data.
 *
 * The valley rises away from the river and to the north, hills stand on it, and small waves keep the ground uneven.
 */
export function elevationAt(place: Feet): number | undefined {
  const [x, y] = place;
  if (x < withoutElevation.west && y > withoutElevation.north) return undefined;
  const bed = 142 + y * 0.0016;
  if (holds(openWater, place)) return bed - 3;
  const toRiver = distanceTo(river, place);
  const toBrook = distanceTo(brook, place);
  const valley = 34 * (1 - Math.exp(-toRiver / 1500)) + toRiver * 0.0045;
  const ravine = -9 * Math.exp(-((toBrook / 170) ** 2));
  const raised = hills.reduce((sum, { middle, height, radius }) => {
    const away = Math.hypot(x - middle[0], y - middle[1]) / radius;
    return sum + height * Math.exp(-1.6 * away * away);
  }, 0);
  const waves = 1.7 * Math.sin(x / 310 + y / 570) + 1.1 * Math.sin(x / 140 - y / 200) * Math.min(1, toRiver / 500);
  return bed + valley + ravine + raised + waves;
}

function distanceTo(line: readonly Feet[], [x, y]: Feet): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [at, [ax, ay]] of line.slice(0, -1).entries()) {
    const [bx, by] = line[at + 1] as Feet;
    const share = Math.max(
      0,
      Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)),
    );
    least = Math.min(least, Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)));
  }
  return least;
}

/** Returns the slope of the ground at a place in percent; undefined without elevation. */
export function slopeAt([x, y]: Feet): number | undefined {
  const step = 8;
  const [west, east, south, north] = [
    elevationAt([x - step, y]),
    elevationAt([x + step, y]),
    elevationAt([x, y - step]),
    elevationAt([x, y + step]),
  ];
  if (west === undefined || east === undefined || south === undefined || north === undefined) return undefined;
  return (100 * Math.hypot(east - west, north - south)) / (2 * step);
}
