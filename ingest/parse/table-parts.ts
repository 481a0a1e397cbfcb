import type { DocumentTable } from "../corpus.ts";
import { columnLabels, type Grid } from "./table-grid.ts";

const continued = /\(?\s*(?:continued|cont(?:'d|inued|\.)?)\s*\)?/i;

/** Tells whether a table on the next page continues the table at the end of a page: it has the same columns and no caption of its own. */
export function isContinuation(before: Grid, next: Grid): boolean {
  const [width, nextWidth] = [columnLabels(before).length, columnLabels(next).length];
  // The last rows of a table may leave its last column empty.
  const isShort = next.rows.length <= 2 && nextWidth === width - 1 && nextWidth > 2;
  if ((width !== nextWidth && !isShort) || width < 2) return false;
  if (next.caption !== null && next.caption !== before.caption && !continued.test(next.caption)) return false;
  const headers = next.rows.filter((row) => row.isHeader);
  return headers.length === 0 || sameLabels(columnLabels(before), columnLabels(next));
}

/** Joins a table with its continuation; header rows printed again stay in the text and label nothing. */
export function joinedGrid(before: Grid, next: Grid, nextPage: number | null): Grid {
  const rows = next.rows.map((row) => (row.page === undefined && nextPage !== null ? { ...row, page: nextPage } : row));
  return { ...before, rows: [...before.rows, ...rows], footnotes: [...before.footnotes, ...next.footnotes] };
}

/** Tells whether a table continues the one before it: its caption says "continued", and the name and the columns are the same. */
function isNextPart(
  before: Pick<DocumentTable, "caption" | "columns">,
  { caption, columns }: Pick<DocumentTable, "caption" | "columns">,
): boolean {
  if (caption === null || before.caption === null || !continued.test(caption)) return false;
  const isSame = before.columns.length === columns.length && sameLabels(before.columns, columns);
  return isSame && sameLabels([before.caption], [caption]);
}

/** Returns for each table the index of its last part, below which its notes stand: its own where no later table goes on with it. */
export function lastPartsOf(tables: readonly DocumentTable[]): readonly number[] {
  const last: number[] = [];
  for (let at = tables.length - 1; at >= 0; at -= 1) {
    const [table, next] = [tables[at], tables[at + 1]];
    last[at] = table && next && isNextPart(table, next) ? (last[at + 1] ?? at) : at;
  }
  return last;
}

function sameLabels(left: readonly string[], right: readonly string[]): boolean {
  const plain = (label: string) =>
    label
      .replace(continued, "")
      .replace(/[^\p{L}\p{N}]/gu, "")
      .toLowerCase();
  return left.every((label, at) => plain(label) === plain(right[at] ?? ""));
}
