import { appendAll } from "../large-lists.ts";
import { type Item, type Line, rereadRuns } from "./lines.ts";
import { gridFromPipes, pipeRows } from "./pipe-rows.ts";

/** One row alone is a sentence with a pipe in it. */
const fewestRows = 2;

/**
 * Makes tables of paragraphs that are rows whose cells are parted by pipes, as tables come into a Word file or a page by
 * way of a text.
 */
export function withPipeTables(items: readonly Item[]): Item[] {
  return rereadRuns(items, tablesIn);
}

function tablesIn(lines: readonly Line[]): Item[] {
  if (!lines.some((line) => line.text.includes("|"))) return [...lines];
  const isRow = pipeRows(lines.map((line) => line.text));
  const found: Item[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = isRow.indexOf(!isRow[at], at);
    const run = lines.slice(at, end < 0 ? lines.length : end);
    const grid = isRow[at] && run.length >= fewestRows ? gridFromPipes(run.map((line) => line.text)) : null;
    if (grid) found.push({ kind: "table", page: run[0]?.page ?? null, grid });
    else appendAll(found, run);
    at += run.length;
  }
  return found;
}
