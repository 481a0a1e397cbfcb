import type { DocumentTable, TableCell } from "../corpus.ts";
import { districtCode } from "./heads-of-codes.ts";
import { symbolCharacters } from "./symbol-characters.ts";
import { isEntry } from "./table-grid.ts";

/** "(A)", "Ⓐ": points into a figure. */
const figureKey = /^(?:\([A-Z]{1,2}\)|[Ⓐ-ⓩ①-⑳⓪➀-➓])$/u;
const bareLetter = /^[A-Z]\.?$/;
/** "a.", "(3)", "26.12.1": the place of a row in a list, before its label. */
const listMark = /^(?:\(?[A-Za-z0-9]{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+\.?)$/;
/** "B-4", "A-9a.": a place in a list too, where districts head the columns and so name no rows. */
const lettered = /^[A-Z]-\d{1,3}[a-z]?\.?$/;
const fewestDistricts = 3;
const keyLetters = /^(?:\(?[A-Z]{1,2}\)?|[A-Z]\/[A-Z]|[-–—]+)$/;
const keyColumn = /^(?:fig(?:ure)?\.?\s*)?(?:key|ref(?:erence)?\.?|label)$/i;

/** What is known of a whole table when one of its rows is read. */
export interface TableShape {
  readonly isLabelled: boolean;
  /** Column in which most rows begin: the labels stand there. */
  readonly labelColumn: number;
  /** Columns under a header that mostly hold values, in words or not ("Front 30 ft"). */
  readonly valueColumns: ReadonlySet<number>;
  /** Several districts head the columns. */
  readonly hasDistrictHeads: boolean;
  /** Columns, and the first cells, that only point into a figure. */
  readonly isKeyCell: (cell: TableCell) => boolean;
}

/** Reads the shape of a table off all of its rows. */
export function shapeOf(table: DocumentTable): TableShape {
  const isLabelled = table.columns.some((label) => label !== "");
  const first = table.rows.flatMap((row) =>
    !row.isHeader && row.cells.length > 1 && row.cells[0] ? [row.cells[0]] : [],
  );
  const counts = new Map<number, number>();
  for (const { column } of first) counts.set(column, (counts.get(column) ?? 0) + 1);
  let labelColumn = first[0]?.column ?? 0;
  for (const [column, count] of counts) if (count > (counts.get(labelColumn) ?? 0)) labelColumn = column;
  const letters = hasKeyLetters(table, first);
  const isKeyCell = (cell: TableCell) =>
    figureKey.test(cell.text) ||
    (letters && cell.column === 0 && bareLetter.test(cell.text)) ||
    (keyColumn.test(table.columns[cell.column] ?? "") && keyLetters.test(cell.text));
  const hasDistrictHeads = table.columns.filter((label) => districtCode.test(label)).length >= fewestDistricts;
  return { isLabelled, labelColumn, valueColumns: valueColumnsOf(table), hasDistrictHeads, isKeyCell };
}

/** A figure, and not the number in a name such as "R-1". */
const figure = /(?<![\p{L}\p{N}-])[$]?\d/u;

function valueColumnsOf({ columns, rows }: DocumentTable): Set<number> {
  const counts = new Map<number, { all: number; values: number }>();
  for (const row of rows) {
    if (row.isHeader) continue;
    for (const { column, text } of row.cells) {
      const count = counts.get(column) ?? { all: 0, values: 0 };
      counts.set(column, count);
      count.all += 1;
      if (isEntry(text) || figure.test(text)) count.values += 1;
    }
  }
  const held = [...counts].filter(([column, { all, values }]) => (columns[column] ?? "") !== "" && values * 2 > all);
  return new Set(held.map(([column]) => column));
}

/** Letters A, B, C … down a first column without a header of its own key the rows to a figure; district symbols do not run so. */
function hasKeyLetters(table: DocumentTable, first: readonly TableCell[]): boolean {
  if ((table.columns[0] ?? "") !== "" && !keyColumn.test(table.columns[0] ?? "")) return false;
  const letters = first
    .filter((cell) => cell.column === 0 && bareLetter.test(cell.text))
    .map((cell) => cell.text.charCodeAt(0));
  const steps = letters.slice(1).filter((letter, at) => letter - (letters[at] ?? 0) === 1).length;
  return letters.length >= 2 && steps >= (letters.length - 1) * 0.8;
}

/** Tells whether a row only keys the columns of its table to a figure: "Key | A | B | A/B | -". */
export function isKeyRow(cells: readonly TableCell[]): boolean {
  const [label, ...keys] = cells;
  return label !== undefined && keys.length > 0 && keyColumn.test(label.text) && keys.every(isKey);
}

const isKey = ({ text }: TableCell) => keyLetters.test(text);

const legendCell = new RegExp(String.raw`^["“(]?(?:[A-Z]{1,3}\d?|[xX*–—${symbolCharacters}-])["”)]? ?= ?\p{L}`, "u");

/** Tells whether a cell explains a symbol of the table: "P = Permitted". */
export function isLegendText(text: string): boolean {
  return legendCell.test(text);
}

/** The label of a row: its first cell that is more than a key or a list mark, and the group that reaches over several rows. */
export function labelCells(cells: readonly TableCell[], shape: TableShape): TableCell[] {
  const [first, second] = cells;
  if (!first) return [];
  // A row whose label is missing goes straight to its values.
  if (first.column > shape.labelColumn && shape.isLabelled && isEntry(first.text)) return [];
  const isBeside = second !== undefined && second.column === first.column + first.columnSpan && !isEntry(second.text);
  if (first.rowSpan > 1 && second !== undefined && shape.valueColumns.has(second.column)) return [first];
  if (first.rowSpan > 1 && second !== undefined && second.column <= shape.labelColumn && cells.length > 2)
    return [first, second];
  if (!isBeside || cells.length < 3) return [first];
  if (first.rowSpan > 1) return [first, second];
  const isMark = listMark.test(first.text) || (shape.hasDistrictHeads && lettered.test(first.text));
  return isMark ? [second] : [first];
}
