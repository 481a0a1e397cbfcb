import { fact, joined, type SourceKey, type Statement } from "../document/statement.ts";
import { named } from "../document/values.ts";
import type { BufferRow } from "../evidence/wetland-buffers.ts";
import { label } from "./context.ts";

/** Writes a row of a table of buffers; the title of the table has the unit where the columns have none. */
export function bufferText({ label: name, cells, caption }: BufferRow, key: SourceKey): Statement {
  const unit = /\((feet|meters)\)\s*$/i.exec(caption ?? "")?.[1] ?? "";
  const told = cells.map(({ column, value }) => {
    const amount = /^\d/.test(value) ? `${value} ${unit}`.trim() : value.toLowerCase();
    // A column under a common heading is named with it: "abutting district R-1".
    const [words, end] = [columnWords(column).replace(" / ", " "), column.includes(" / ") ? ": " : " "];
    return fact`${named(words, key)}${label(end)}${named(amount, key)}`;
  });
  return fact`${named(name, key)}: ${joined(told, "; ")}.`;
}

/** Column headings in running text keep the codes of districts. */
const columnWords = (column: string) => column.replaceAll(/\b[A-Z][a-z]+\b/g, (word) => word.toLowerCase());
