import { type Item, wholeLine } from "../lines.ts";
import { makeGrid, type RawRow } from "../table-grid.ts";
import { headerRowsOf, withSpansOverGaps } from "./header-rows.ts";
import type { SheetCell, SheetHints, SheetRow } from "./sheet-rows.ts";

const longestCaption = 200;
const longestGroupLabel = 80;
/** So many rows tell whether the first of them is a header. */
const rowsThatTell = 200;
/** Under a table such rows explain it, and shorter ones ("Total") still belong to it. */
const shortestNote = 60;
const noteStart = /^(?:(?:foot)?notes?|sources?|legend|key)\b|^[*†‡]|^[([]?(?:\d{1,2}|[a-z])[.)\]]\s/i;
const namedTable = /^(?:table|schedule|chart|exhibit|appendix|figure)\b/i;
/** What stands between a title and its table without being the title. */
const remark =
  /^[([*]|^(?:all|as of|in|effective|adopted|amended|updated|revised|last|source|see|notes?|page|date|draft)\b|^\d|\s=\s/i;

/** Rows between two blank rows, parted into what stands above the table, the table, and what stands below it. */
interface Block {
  readonly lead: readonly SheetRow[];
  readonly body: SheetRow[];
  trail: readonly SheetRow[];
  /** Columns in which cells of the body begin, in order. */
  readonly columns: readonly number[];
  readonly isHeaded: boolean;
}

/**
 * Finds the tables of a sheet and the lines around them, in the order of the sheet.
 *
 * Blank rows part tables; rows above a table's header are its titles, and one of them its caption; rows below that
 * explain it are lines too. Rows after a blank row that have no header of their own and fit the columns of the table
 * before them go on with it. Every filled cell comes out once.
 */
export function itemsOfSheet(rows: readonly SheetRow[], hints: SheetHints = {}): Item[] {
  const blocks: Block[] = [];
  for (const run of runsOf(rows)) {
    const block = partedRun(run, hints);
    const before = blocks.at(-1);
    if (before && goesOn(before, block)) {
      for (const row of [block.lead, block.body].flat()) before.body.push(row);
      before.trail = block.trail;
    } else {
      blocks.push(block);
    }
  }
  return blocks.flatMap((block, at) => {
    const titles = block.lead.length > 0 ? block.lead : titlesApart(blocks[at - 1]);
    return itemsOfBlock(block, titles, hints);
  });
}

/** Runs of rows without a blank row between them; a merged cell bridges the rows it covers. */
function runsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const runs: SheetRow[][] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    if (row.index > reach + 1) runs.push([]);
    runs.at(-1)?.push(row);
    for (const cell of row.cells) reach = Math.max(reach, row.index + cell.rowSpan - 1);
  }
  return runs;
}

function partedRun(rows: readonly SheetRow[], hints: SheetHints): Block {
  const all = columnsOf(rows);
  const isTitleRow = (row: SheetRow) => row.index !== hints.headerRow && isTitle(row, all);
  const from = rows.findIndex((row) => !isTitleRow(row));
  if (from < 0) return { lead: rows, body: [], trail: [], columns: [], isHeaded: false };
  let to = rows.length;
  while (to > from + 1 && isNote(rows[to - 1], all)) to -= 1;
  const body = rows.slice(from, to);
  const isHeaded = gridOf(body.slice(0, rowsThatTell), hints, null)?.rows[0]?.isHeader === true;
  return { lead: rows.slice(0, from), body, trail: rows.slice(to), columns: columnsOf(body), isHeaded };
}

/** A cell alone in its row is a title, unless it heads a few columns of the rows below. */
function isTitle(row: SheetRow, columns: readonly number[]): boolean {
  const [cell, ...others] = row.cells;
  if (!cell || others.length > 0) return false;
  return cell.columnSpan === 1 || cell.column === columns[0] || cell.columnSpan >= columns.length * 0.6;
}

function isNote(row: SheetRow | undefined, columns: readonly number[]): boolean {
  const [cell, ...others] = row?.cells ?? [];
  if (!cell || others.length > 0 || cell.column !== columns[0]) return false;
  return cell.text.length >= shortestNote || noteStart.test(cell.text);
}

/** Titles that a blank row parts from their table. */
function titlesApart(before: Block | undefined): readonly SheetRow[] {
  return before && before.body.length === 0 ? before.lead.slice(-3) : [];
}

function goesOn(before: Block, next: Block): boolean {
  if (!before.isHeaded || next.isHeaded || next.body.length === 0) return false;
  if (before.trail.length > 0 || next.lead.length > 1) return false;
  const label = next.lead[0]?.cells[0]?.text ?? "";
  if (label.length > longestGroupLabel || namedTable.test(label)) return false;
  const [own, columns] = [next.columns, new Set(before.columns)];
  const isInside = own.every((column) => columns.has(column));
  return columns.size > 1 && isInside && own[0] === before.columns[0] && own.at(-1) === before.columns.at(-1);
}

function itemsOfBlock({ lead, body, trail }: Block, titles: readonly SheetRow[], hints: SheetHints): Item[] {
  const items: Item[] = linesOf(lead);
  const grid = body.length === 0 ? null : gridOf(body, hints, captionFrom(titles));
  if (grid) items.push({ kind: "table", page: null, grid });
  return [...items, ...linesOf(trail)];
}

const linesOf = (rows: readonly SheetRow[]) => rows.flatMap((row) => row.cells.map((cell) => wholeLine(cell.text)));

const gridOf = (body: readonly SheetRow[], hints: SheetHints, caption: string | null) =>
  makeGrid(rawRowsOf(body, hints), caption, { statesSpans: true });

function captionFrom(titles: readonly SheetRow[]): string | null {
  const texts = titles.flatMap((row) => row.cells[0]?.text ?? []).filter((text) => text.length <= longestCaption);
  return texts.findLast((text) => namedTable.test(text)) ?? texts.findLast((text) => !remark.test(text)) ?? null;
}

/** The rows as a grid takes them: columns in which no cell begins are left out, and spans count what is left. */
function rawRowsOf(rows: readonly SheetRow[], hints: SheetHints): RawRow[] {
  const columns = columnsOf(rows);
  const places = new Map(columns.map((column, at) => [column, at]));
  // One copy of the cells serves the search for headers and the grid: a sheet may hold half a million.
  const given = rows.map((row, at) => ({
    index: row.index,
    cells: row.cells.map((cell) => ({
      text: cell.text,
      column: places.get(cell.column) ?? 0,
      columnSpan: cell.columnSpan === 1 ? 1 : columnsWithin(columns, cell),
      rowSpan: cell.rowSpan === 1 ? 1 : rowsWithin(rows, at, cell.rowSpan),
      isNumber: cell.isNumber,
      isHeader: false,
    })),
  }));
  const placed = withSpansOverGaps(given, columns.length);
  const headers = headerRowsOf(placed, columns.length, hints);
  return placed.map(({ cells }, at) => ({ isHead: at < headers ? true : null, cells }));
}

function columnsOf(rows: readonly SheetRow[]): number[] {
  const columns = new Set<number>();
  for (const row of rows) for (const cell of row.cells) columns.add(cell.column);
  return [...columns].sort((left, right) => left - right);
}

function columnsWithin(columns: readonly number[], { column, columnSpan }: SheetCell): number {
  return Math.max(1, columns.filter((each) => each >= column && each < column + columnSpan).length);
}

/** Of the sheet rows that a merged cell covers, those that hold text and so are rows of the table. */
function rowsWithin(rows: readonly SheetRow[], at: number, span: number): number {
  const last = (rows[at]?.index ?? 0) + span;
  let end = at + 1;
  while (end < rows.length && (rows[end]?.index ?? last) < last) end += 1;
  return end - at;
}
