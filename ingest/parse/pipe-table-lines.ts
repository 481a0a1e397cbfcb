import type { Item, Line } from "./lines.ts";
import { gridFromPipes, pipeRows } from "./pipe-rows.ts";

/** Makes tables of paragraphs that are rows between pipes, as text copied out of a web page into a word processor has them. */
export function withPipeLines(items: readonly Item[]): Item[] {
  const isRow = pipeRows(items.map((item) => (item.kind === "line" && item.level === null ? item.text : "")));
  const found: Item[] = [];
  let rows: Line[] = [];
  const close = () => {
    const [first] = rows;
    const grid = first ? gridFromPipes(rows.map((row) => row.text)) : null;
    if (first && grid) found.push({ kind: "table", page: first.page, grid });
    else found.push(...rows);
    rows = [];
  };
  for (const [at, item] of items.entries()) {
    const isNext = item.kind === "line" && isRow[at] === true;
    if (!isNext || (rows[0] && rows[0].page !== item.page)) close();
    if (isNext) rows.push(item);
    else found.push(item);
  }
  close();
  return found;
}
