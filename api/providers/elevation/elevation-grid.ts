import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import { mercatorAt } from "../arcgis/web-mercator.ts";

/** Elevations in rows from the north-west, in feet; NaN where none is known. */
export interface ElevationGrid {
  readonly feet: Float64Array;
  readonly width: number;
  readonly height: number;
  /** Web Mercator metres of the outer corner of the first cell. */
  readonly left: number;
  readonly top: number;
  /** Side of a cell in Web Mercator metres. */
  readonly pixel: number;
  /** Side of a cell on the ground. */
  readonly cellMeters: number;
}

/** International feet in a metre. */
export const feetFromMeters = 1 / 0.3048;

const mostLines = 80;

/** Returns the contour interval in feet that the survey carries and that does not fill the map with lines. */
export function intervalFor(reliefFeet: number, cellMeters: number): number {
  const finest = cellMeters <= 1.2 ? 1 : cellMeters <= 3.5 ? 2 : 5;
  return [1, 2, 5, 10, 20, 50, 100].find((feet) => feet >= finest && reliefFeet / feet <= mostLines) ?? 200;
}

/** Returns the grid with each elevation the mean of the known ones around it, which takes the noise out of contours. */
export function smoothed(grid: ElevationGrid): ElevationGrid {
  const { feet, width, height } = grid;
  const mean = new Float64Array(feet.length).fill(Number.NaN);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (Number.isNaN(feet[row * width + column])) continue;
      let [sum, count] = [0, 0];
      for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
          const value = feet[y * width + x] ?? Number.NaN;
          if (Number.isNaN(value)) continue;
          sum += value;
          count += 1;
        }
      }
      mean[row * width + column] = sum / count;
    }
  }
  return { ...grid, feet: mean };
}

/** Returns the places in the grid of the cells whose middle lies in an area. */
export function cellsInside(grid: ElevationGrid, area: AreaGeometry): number[] {
  const { width, height, left, top, pixel } = grid;
  const rings = polygonsOf(area)
    .flat()
    .map((ring) => ring.map(mercatorAt).map(([x, y]) => [(x - left) / pixel, (top - y) / pixel] as const));
  const cells: number[] = [];
  for (let row = 0; row < height; row++) {
    const y = row + 0.5;
    const crossings: number[] = [];
    for (const ring of rings) {
      ring.forEach(([x2, y2], at) => {
        const [x1, y1] = ring[at - 1] ?? [x2, y2];
        if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
      });
    }
    crossings.sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.max(0, Math.ceil((crossings[at] ?? 0) - 0.5));
      const to = Math.min(width - 1, Math.floor((crossings[at + 1] ?? 0) - 0.5));
      for (let column = from; column <= to; column++) cells.push(row * width + column);
    }
  }
  return cells;
}
