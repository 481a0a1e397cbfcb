import { isValue } from "../table-grid.ts";
import type { SheetCell, SheetHints, SheetRow } from "./sheet-rows.ts";

const mostHeaderRows = 4;
const longestLabelWords = 18;
const longestLabel = 160;
/** A label that stands among its own values ("P" over a column of "P") labels nothing. */
const mostRepeats = 0.2;
const figureStart = /^[<>≤≥±~+(-]*\s*[$€£]?\s*\.?\d/;
const wholeWord = /\p{L}{3,}/gu;
/** A row of units under the header: "(sq. ft.)", "feet", "%". */
const unit =
  /^[([]?(?:sq(?:uare)?\.?\s?(?:ft|feet|m|metres?|meters?)\.?|s\.?f\.?|f(?:ee|oo)?t\.?|acres?|ac\.?|%|percent|stor(?:y|ies)|inch(?:es)?|in\.?|m(?:etres?|eters?)?|units?(?:\/acre| per acre)?|du\/ac(?:re)?|spaces?|number|max(?:imum)?\.?|min(?:imum)?\.?|\$|usd|dollars?|days?|years?)[)\]]?$/i;

/**
 * Counts the header rows that a table of a sheet begins with.
 *
 * A header holds words, names nearly every column, and does not come again below; it is told from a first row of values
 * by the figures or codes under it, by the sheet's filter, or by standing complete over several columns.
 *
 * `rows` are the table's rows from its first one on, `width` the number of its columns.
 */
export function headerRowsOf(rows: readonly SheetRow[], width: number, hints: SheetHints = {}): number {
  const first = rows[0];
  if (!first || rows.length < 2 || width < 2) return 0;
  const filtered = rows.slice(0, mostHeaderRows).findIndex((row) => row.index === hints.headerRow);
  if (filtered >= 0 && rows.length > filtered + 1) return filtered + 1;
  if (!namesColumns(first, width)) return 0;
  const depth = headerDepth(rows);
  if (depth >= rows.length) return 0;
  const below = columnsBelow(rows, depth, width);
  if (comesAgain(rows.slice(0, depth), below)) return 0;
  const isOverValues = below.some(
    (cells, column) => column > 0 && cells.values * 2 >= cells.filled && cells.values > 0,
  );
  if (isOverValues && (width > 2 || rows.length > 2)) return depth;
  const isComplete = spannedColumns(first) === width && new Set(first.cells.map((cell) => cell.text)).size > 1;
  return isComplete && (width > 2 ? rows.length > 2 : hints.expectsHeader === true) ? depth : 0;
}

/**
 * A first row whose cells stand over the labels of a second one with gaps between them ("Yards,,Height" over
 * "Front,Side") is read as if these cells were merged, which CSV cannot say.
 *
 * `rows` are the table's rows from its first one on; gives them with the spans of the first row.
 */
export function withSpansOverGaps<Row extends SheetRow>(rows: readonly Row[], width: number): Row[] {
  const [first, second, ...others] = rows;
  if (!first || !second || others.length === 0) return [...rows];
  const spans = spansOverGaps(first, second, width);
  if (spans.size === 0 || !areValues(others, new Set(second.cells.map((cell) => cell.column)))) return [...rows];
  const cells = first.cells.map((cell) => ({ ...cell, columnSpan: spans.get(cell.column) ?? cell.columnSpan }));
  return [{ ...first, cells }, second, ...others];
}

/** Widths of the cells that reach over gaps, by column; none where the second row labels anything but such groups. */
function spansOverGaps(first: SheetRow, second: SheetRow, width: number): Map<number, number> {
  const none = new Map<number, number>();
  const isMerged = (cell: SheetCell) => cell.columnSpan > 1 || cell.rowSpan > 1;
  if (first.cells.some(isMerged) || first.cells.some(isFigure) || second.cells.some(isMerged)) return none;
  if (second.cells.some((cell) => !namesPart(cell)) || new Set(second.cells.map(({ text }) => text)).size < 2)
    return none;
  const spans = new Map<number, number>();
  for (const [at, { column }] of first.cells.entries()) {
    const span = (first.cells[at + 1]?.column ?? width) - column;
    if (span > 1) spans.set(column, span);
  }
  const grouped = [...spans].flatMap(([column, span]) => Array.from({ length: span }, (_, at) => column + at));
  const labelled = new Set(second.cells.map((cell) => cell.column));
  const isWhole = grouped.length === labelled.size && grouped.every((column) => labelled.has(column));
  return isWhole ? spans : none;
}

/** A label of a column inside a group: words, or the name of a district ("R-1"); neither a figure nor a code ("P"). */
const namesPart = (cell: SheetCell) =>
  isLabel(cell.text) && (/^[A-Z]{1,4}-?\d/.test(cell.text) || !(isFigure(cell) || isValue(cell.text)));

/** Tells whether most of what stands in some columns are figures and codes. */
function areValues(rows: readonly SheetRow[], columns: ReadonlySet<number>): boolean {
  const cells = rows.flatMap((row) => row.cells.filter((cell) => columns.has(cell.column)));
  return cells.length > 0 && cells.filter((cell) => isFigure(cell) || isValue(cell.text)).length * 2 >= cells.length;
}

/** Tells whether a text is a figure, with or without its unit, rather than a label that begins with one. */
function isFigure({ text, isNumber }: SheetCell): boolean {
  return isNumber || (figureStart.test(text) && (text.match(wholeWord)?.length ?? 0) < 2);
}

function namesColumns({ cells }: SheetRow, width: number): boolean {
  if (cells.length < 2 || cells.some((cell) => isFigure(cell) || !isLabel(cell.text))) return false;
  if (cells.slice(1).every((cell) => cell.text.length < 2)) return false;
  const lacksOnlyCorner = cells[0]?.column === 1;
  return spannedColumns({ cells }) >= (lacksOnlyCorner ? width - 1 : width) * 0.6;
}

const isLabel = (text: string) =>
  text.length <= longestLabel && text.split(" ").length <= longestLabelWords && !/[:;]$/.test(text);

const spannedColumns = ({ cells }: Pick<SheetRow, "cells">) =>
  cells.reduce((total, cell) => total + cell.columnSpan, 0);

/** The first row, the rows its merged cells reach down to, the labels under merged cells, and a row of units. */
function headerDepth(rows: readonly SheetRow[]): number {
  let depth = Math.min(mostHeaderRows, Math.max(1, ...(rows[0]?.cells ?? []).map((cell) => cell.rowSpan)));
  while (depth < mostHeaderRows && depth + 1 < rows.length) {
    const [above, row] = [rows[depth - 1], rows[depth]];
    if (!above || !row || row.cells.some(isFigure)) break;
    const isUnits = row.cells.length > 1 && row.cells.every((cell) => unit.test(cell.text));
    if (!isUnits && !isUnderSpans(above, row)) break;
    depth += 1;
  }
  return depth;
}

function isUnderSpans(above: SheetRow, row: SheetRow): boolean {
  const spans = above.cells.filter((cell) => cell.columnSpan > 1);
  return (
    spans.length > 0 &&
    row.cells.length > 1 &&
    row.cells.every((cell) => isLabel(cell.text)) &&
    spans.every((span) => {
      const parts = row.cells.filter(
        (cell) => cell.column >= span.column && cell.column < span.column + span.columnSpan,
      );
      return parts.length > 1;
    })
  );
}

interface ColumnBelow {
  filled: number;
  /** Figures and codes among the filled ones. */
  values: number;
  readonly texts: Set<string>;
}

function columnsBelow(rows: readonly SheetRow[], depth: number, width: number): ColumnBelow[] {
  const columns = Array.from({ length: width }, (): ColumnBelow => ({ filled: 0, values: 0, texts: new Set() }));
  for (let at = depth; at < rows.length; at += 1) {
    for (const cell of rows[at]?.cells ?? []) {
      const column = columns[cell.column];
      if (!column) continue;
      column.filled += 1;
      if (isFigure(cell) || isValue(cell.text)) column.values += 1;
      column.texts.add(cell.text);
    }
  }
  return columns;
}

function comesAgain(header: readonly SheetRow[], below: readonly ColumnBelow[]): boolean {
  const cells = header.flatMap((row) => row.cells.filter((cell) => cell.column > 0));
  const again = cells.filter((cell) => below[cell.column]?.texts.has(cell.text)).length;
  return again > cells.length * mostRepeats;
}
