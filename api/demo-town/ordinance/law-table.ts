/** A table of the town's law, as data: pages, PDF and tests are made from the same cells. */
export interface LawTable {
  /** Such as "4.1". */
  readonly number: string;
  readonly title: string;
  /** Rows of the header; a cell may span columns and rows. */
  readonly head: readonly (readonly HeadCell[])[];
  /** Cells as text, in the order of the columns. A row with one cell is a group heading across all columns. */
  readonly rows: readonly (readonly string[])[];
  /** What the marks in cells mean. */
  readonly legend?: readonly string[];
  /** Notes in order; a cell refers to the first one as "(1)". */
  readonly notes?: readonly string[];
}

/** A header cell: its text, or its text with the columns and rows that it spans. */
export type HeadCell = string | { readonly text: string; readonly columns?: number; readonly rows?: number };

/** Returns how many columns a table has. */
export function columnsOf(table: LawTable): number {
  const spans = (table.head[0] ?? []).map((cell) => (typeof cell === "string" ? 1 : (cell.columns ?? 1)));
  return spans.reduce((sum, span) => sum + span, 0);
}
