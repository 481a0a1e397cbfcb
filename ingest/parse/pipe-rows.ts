import { largestOf } from "../large-lists.ts";
import { normaliseText } from "./normalise.ts";
import { withoutPictures } from "./pictures.ts";
import { type Grid, makeGrid, mostColumns, type RawRow } from "./table-grid.ts";

const closedRow = /^\s*\|.*\|\s*$/;
const rule = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;
const betweenCells = /(?<!\\)\|/g;
/** A line with more cells is a drawing or a rule, no row. */
const mostCellsOfRow = mostColumns;

/**
 * Tells which lines are rows of a table whose cells are parted by pipes.
 *
 * A row that begins and ends with a pipe is one by itself; a row without them ("Farming | np | P |") only among others
 * of its kind, one of which has three cells.
 */
export function pipeRows(lines: readonly string[]): boolean[] {
  const isRow = lines.map((line) => closedRow.test(line) && pipesIn(line) <= mostCellsOfRow);
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && isLoose(lines[at] ?? "")) continue;
    const run = lines.slice(from, at);
    const isTable = run.length > 1 && run.some((line) => pipesIn(line) > 1);
    if (isTable) isRow.fill(true, from, at);
    from = at + 1;
  }
  return isRow;
}

function pipesIn(line: string): number {
  return line.match(betweenCells)?.length ?? 0;
}

function isLoose(line: string): boolean {
  const pipes = pipesIn(line);
  return (pipes > 1 && pipes <= mostCellsOfRow) || (pipes === 1 && /\|\s*$/.test(line));
}

/** Tells whether the rows have the rule under their header that Markdown asks of a table. */
export function hasRule(rows: readonly string[]): boolean {
  return rows.some((row) => rule.test(row));
}

/** The cells of rows, normalised; an escaped pipe is part of its cell, and a cell alone in its row spans all columns. */
export function cellsOfPipeRows(rows: readonly string[]): { readonly text: string; readonly columnSpan: number }[][] {
  // Where most rows begin with their first cell, one that begins with a pipe has none: "| R-1 | R-2 |" above "Kennel | P | N |".
  const isOpen = rows.filter((row) => row.trim().startsWith("|")).length * 2 < rows.length;
  const split = rows.map((row) => {
    const cells = row
      .trim()
      .replace(isOpen ? /(?<!\\)\|$/g : /^\||(?<!\\)\|$/g, "")
      .split(betweenCells);
    return cells.map((cell) => withoutPictures(normaliseText(cell.replace(/\\\|/g, "|"))).replaceAll("|", "/"));
  });
  const width = largestOf([1, ...split.map((cells) => cells.length)]);
  return split.map((cells) => cells.map((text) => ({ text, columnSpan: cells.length === 1 ? width : 1 })));
}

/** Makes a table of rows between pipes; what stands above a rule is its header. */
export function gridFromPipes(rows: readonly string[]): Grid | null {
  const ruled = rows.findIndex((row) => rule.test(row));
  const raw = cellsOfPipeRows(rows.filter((row) => !rule.test(row))).map((cells, at): RawRow => {
    return {
      isHead: ruled > 0 && at < ruled ? true : null,
      cells: cells.map((cell, column) => ({ ...cell, column, rowSpan: 1, isHeader: false })),
    };
  });
  return makeGrid(raw);
}
