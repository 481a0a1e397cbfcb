import { DocumentUnreadable } from "../../errors.ts";
import { mostColumns } from "../table-grid.ts";

/** A filled cell of a sheet with the text its reader sees; never empty. */
export interface SheetCell {
  readonly text: string;
  /** From 0. */
  readonly column: number;
  /** Of merged cells; 1 otherwise. */
  readonly columnSpan: number;
  readonly rowSpan: number;
  /** The file keeps it as a number or a date, not as words. */
  readonly isNumber: boolean;
}

/** A row of a sheet that holds at least one filled cell. */
export interface SheetRow {
  /** From 0, as it stands in the sheet: a step of more than one is a blank row. */
  readonly index: number;
  readonly cells: readonly SheetCell[];
}

/** What a sheet says about its own layout. */
export interface SheetHints {
  /** Row that the sheet's own filter treats as the header. */
  readonly headerRow?: number | undefined;
  /** The format by custom begins with a header row (CSV). */
  readonly expectsHeader?: boolean;
}

/**
 * Refuses a row that is too wide to be stored and shown as one.
 *
 * @throws document.too-large
 */
export function assertRowFits(cells: readonly SheetCell[]): void {
  if (cells.length <= mostColumns) return;
  const detail = `A row of the table has ${cells.length.toLocaleString("en-US")} filled fields; the maximum is ${mostColumns.toLocaleString("en-US")}. Split the table by columns and upload the parts.`;
  throw new DocumentUnreadable("document.too-large", detail);
}

/** The greatest number of filled cells in a file, headers with them: what the memory of a reading holds. */
export const mostCells = 500_000;
