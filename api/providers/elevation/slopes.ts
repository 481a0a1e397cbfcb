import type { TerrainSummary } from "../site-layer.ts";
import { type ElevationGrid, feetFromMeters } from "./elevation-grid.ts";

/** Limits of the classes of slopes, in percent. */
const limits = [0, 3, 8, 15, 25] as const;

type Slopes = Pick<TerrainSummary, "slope_mean_percent" | "slope_max_percent" | "slope_classes">;

/**
 * Returns mean, greatest and classes of the slopes of cells.
 *
 * @see B. K. P. Horn, Hill shading and the reflectance map, Proceedings of the IEEE 69 (1981)
 */
export function slopesOf(grid: ElevationGrid, cells: readonly number[]): Slopes {
  const slopes = cells.map((at) => slopeAt(grid, at)).filter((slope) => Number.isFinite(slope));
  const count = Math.max(1, slopes.length);
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return {
    slope_mean_percent: rounded(slopes.reduce((sum, slope) => sum + slope, 0) / count),
    slope_max_percent: rounded(slopes.reduce((most, slope) => Math.max(most, slope), 0)),
    slope_classes: limits.map((from, at) => {
      const to = limits[at + 1] ?? null;
      const own = slopes.filter((slope) => slope >= from && (to === null || slope < to)).length;
      return { from_percent: from, to_percent: to, share: Math.round((own / count) * 10_000) / 10_000 };
    }),
  };
}

/** A neighbour that is not known counts as level with the cell. */
function slopeAt({ feet, width, height, cellMeters }: ElevationGrid, at: number): number {
  const own = feet[at] ?? Number.NaN;
  const [column, row] = [at % width, Math.floor(at / width)];
  const near = (right: number, down: number) => {
    const [x, y] = [column + right, row + down];
    const value = x < 0 || y < 0 || x >= width || y >= height ? Number.NaN : (feet[y * width + x] ?? Number.NaN);
    return Number.isNaN(value) ? own : value;
  };
  const east = near(1, -1) + 2 * near(1, 0) + near(1, 1);
  const west = near(-1, -1) + 2 * near(-1, 0) + near(-1, 1);
  const south = near(-1, 1) + 2 * near(0, 1) + near(1, 1);
  const north = near(-1, -1) + 2 * near(0, -1) + near(1, -1);
  return (100 * Math.hypot(east - west, south - north)) / (8 * cellMeters * feetFromMeters);
}
