import { difference, emptyRegion, intersection, squareFeet } from "./kernel.ts";
import type { Direction } from "./local-frame.ts";
import type { GridPoint, GridRegion } from "./plan-geometry.ts";

/** Reaches beyond any site, grid units. */
const far = 20_000_000;

/** Returns the part of land that lies farthest in a direction and has a share of its size. */
export function farthestShare(land: GridRegion, inward: Direction, share: number): GridRegion {
  const points = land.rings.flat();
  if (share <= 0 || points.length === 0) return emptyRegion;
  const along = points.map(({ x, y }) => x * inward.x + y * inward.y);
  let [low, high] = [Math.min(...along), Math.max(...along)];
  const wanted = squareFeet(land) * Math.min(share, 0.9);
  let cut = emptyRegion;
  while (high - low > 500) {
    const middle = (low + high) / 2;
    cut = intersection(land, beyond(inward, middle));
    if (squareFeet(cut) > wanted) low = middle;
    else high = middle;
  }
  return cut;
}

/** Everything farther in a direction than a distance from the origin. */
function beyond({ x, y }: Direction, distance: number): GridRegion {
  const at = (along: number, across: number): GridPoint => ({
    x: Math.round(x * along - y * across),
    y: Math.round(y * along + x * across),
  });
  return { rings: [[at(distance, -far), at(distance + far, -far), at(distance + far, far), at(distance, far)]] };
}

/** Returns land without what is reserved. */
export const withoutReserve = (land: GridRegion, reserve: GridRegion) =>
  reserve.rings.length === 0 ? land : difference(land, reserve);
