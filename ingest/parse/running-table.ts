import type { Grid } from "./table-grid.ts";

/** A table found inside a paragraph: where it stands there, and its grid. */
export interface RunningTable {
  readonly start: number;
  readonly end: number;
  readonly grid: Grid;
}
