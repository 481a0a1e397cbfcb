import { boxOf } from "./box.ts";
import { type AreaGeometry, type Position, polygonsOf } from "./geojson.ts";

/** Where lines across an area are drawn, as shares of its height; a vertex seldom lies on one of them. */
const heights = [0.5, 0.37, 0.63, 0.21, 0.79, 0.09, 0.91];

/**
 * Returns a position inside an area: the middle of the widest piece of land along a few lines of latitude. Holes are no
 * land.
 */
export function innerPoint(area: AreaGeometry): Position {
  const [west, south, east, north] = boxOf(area);
  let best: { readonly width: number; readonly at: Position } | undefined;
  for (const share of heights) {
    const latitude = south + (north - south) * share;
    const crossings = crossingsAt(area, latitude);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from = 0, to = 0] = [crossings[at], crossings[at + 1]];
      if (!best || to - from > best.width) best = { width: to - from, at: [(from + to) / 2, latitude] };
    }
    // The first lines are the best ones: a lot seldom needs another.
    if (best && best.width > (east - west) / 4) break;
  }
  return best?.at ?? [(west + east) / 2, (south + north) / 2];
}

/** Longitudes at which the boundary crosses a latitude, rising. */
function crossingsAt(area: AreaGeometry, latitude: number): number[] {
  const crossings: number[] = [];
  for (const ring of polygonsOf(area).flat()) {
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1], ring[at]];
      if (!from || !to || from[1] > latitude === to[1] > latitude) continue;
      crossings.push(from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0]));
    }
  }
  return crossings.sort((a, b) => a - b);
}
