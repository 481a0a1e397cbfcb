import { boxOf } from "../clip.ts";
import type { Feet } from "../frame.ts";
import { once } from "../once.ts";
import { elevationAt, withoutElevation } from "./terrain.ts";
import { townLand } from "./waters.ts";

/** Feet between two posts. */
const spacing = 40;
const beyond = 1_500;
const [townWest, townSouth, townEast, townNorth] = boxOf(townLand.flat(2));
const [west, south] = [townWest - beyond, townSouth - beyond];
const columns = Math.ceil((townEast + beyond - west) / spacing) + 1;
const rows = Math.ceil((townNorth + beyond - south) / spacing) + 1;

/** The ground at posts in rows from the south-west; NaN where the service has no data. */
const posts = once((): Float32Array => {
  const heights = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      heights[row * columns + column] = elevationAt([west + column * spacing, south + row * spacing]) ?? Number.NaN;
    }
  }
  return heights;
});

/** Returns the elevation of a place in feet between the posts around it; undefined without data, and far from the town. */
export function surveyedElevation([x, y]: Feet): number | undefined {
  if (x < withoutElevation.west && y > withoutElevation.north) return undefined;
  const [across, up] = [(x - west) / spacing, (y - south) / spacing];
  const [column, row] = [Math.floor(across), Math.floor(up)];
  if (column < 0 || row < 0 || column >= columns - 1 || row >= rows - 1) return undefined;
  const heights = posts();
  const at = row * columns + column;
  const [a = 0, b = 0, c = 0, d = 0] = [heights[at], heights[at + 1], heights[at + columns], heights[at + columns + 1]];
  const [right, above] = [across - column, up - row];
  const value = (a * (1 - right) + b * right) * (1 - above) + (c * (1 - right) + d * right) * above;
  return Number.isNaN(value) ? elevationAt([x, y]) : value;
}
