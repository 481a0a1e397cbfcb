import type { Block, Column } from "../document/report-document.ts";
import type { Statement } from "../document/statement.ts";

type Table = Extract<Block, { readonly type: "table" }>;

/** Returns a paragraph. */
export const paragraph = (...statements: Statement[]): Block => ({ type: "paragraph", statements });

/** Returns a table; a paragraph that says why there is none where it has no row. */
export function tableOr(none: Statement, table: Omit<Table, "type">): Block {
  return table.rows.length === 0 ? paragraph(none) : { type: "table", ...table };
}

/** Columns of a table that names an item and says what is stated of it. */
export const itemColumns = (states: string): readonly Column[] => [
  { label: "Item", share: 1 },
  { label: states, share: 2.6 },
];
