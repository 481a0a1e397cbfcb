import { isCapitals, wordCount } from "../../outline/heading-title.ts";
import { parseMarker } from "../../outline/section-number.ts";
import { isEntry, isValue, makeGrid, type RawRow, saysRate } from "../table-grid.ts";
import type { TextRow } from "./text-rows.ts";

/** A stretch of printed lines that is a table by its aligned columns. */
export interface AlignedTable {
  /** First and last row of the stretch, as indexes into the rows given. */
  readonly from: number;
  readonly to: number;
  readonly grid: NonNullable<ReturnType<typeof makeGrid>>;
}

interface Column {
  left: number;
  right: number;
}

const fewestRows = 3;
const leader = /(?:\.\s?){5,}/;
const sectionNumber = /^\d+(?:[.-]\d+)+\.?$/;
const longestCell = 6;
/** The mark of an item that a tab or spaces set apart from its words. */
export const bulletOrMarker = /^(?:[•·▪◦●○■□–—*-]|\(?[A-Za-z0-9]{1,5}[.)])$/;

/** Finds tables without ruling lines: rows in a run whose segments stand in the same columns. */
export function alignedTables(rows: readonly TextRow[]): AlignedTable[] {
  const found: AlignedTable[] = [];
  for (let from = 0; from < rows.length; ) {
    const to = runEnd(rows, from);
    const table = to - from + 1 >= fewestRows ? tableIn(rows, from, to) : null;
    if (table) found.push(table);
    from = table ? table.to + 1 : Math.max(to, from) + 1;
  }
  return found;
}

/** The last row of a run that starts here: rows of several segments, with at most two single ones between them. */
function runEnd(rows: readonly TextRow[], from: number): number {
  if (!isTabular(rows[from])) return from - 1;
  let end = from;
  for (let at = from + 1; at < rows.length; at += 1) {
    const row = rows[at];
    const before = rows[at - 1];
    if (!row || !before || row.y - before.y > row.fontSize * 4 || isSectionHead(row)) break;
    if (isTabular(row)) end = at;
    else if (at - end > 2 || leader.test(textOf(row))) break;
  }
  return carriesLastOn(rows[end], rows[end + 1]) ? end + 1 : end;
}

/** Whether a line carries on the last cell of the row above it: it stands right below that cell. */
function carriesLastOn(row: TextRow | undefined, next: TextRow | undefined): boolean {
  const cell = row?.segments.at(-1);
  const [line, ...others] = next?.segments ?? [];
  if (!row || !next || !cell || !line || others.length > 0 || row.segments.length < 2) return false;
  return next.y - row.y < row.fontSize * 1.6 && Math.abs(line.left - cell.left) < row.fontSize / 2;
}

function isTabular(row: TextRow | undefined): boolean {
  if (!row || row.segments.length < 2 || leader.test(textOf(row)) || isSectionHead(row)) return false;
  const [number, clause, ...others] = row.segments;
  // "5.2  In the RF district one lot without frontage may be …" is a section, and so is "5.1  Table 5-1.".
  const said = others.length === 0 && sectionNumber.test(number?.text ?? "") ? (clause?.text ?? "") : "";
  if (wordCount(said) > longestCell || /[A-Za-z].*\.$/.test(said)) return false;
  // A list item set with a tab after its number looks like two columns and is none.
  const body = bulletOrMarker.test(row.segments[0]?.text ?? "") ? row.segments.slice(1) : row.segments;
  return body.length >= 2;
}

/** "§ 12.021  R-1 DISTRICT.": a section's number and its title, set apart by more than one space. */
function isSectionHead({ segments }: TextRow): boolean {
  const [number, title] = segments;
  // "ARTICLE III  SECTION 315  RURAL RESIDENCE DISTRICT"
  if (segments.every(({ text }) => isCapitals(text)) && parseMarker(number?.text ?? "")?.kind === "word") return true;
  if (!number || !title || segments.length > 2 || isValue(title.text)) return false;
  const marker = parseMarker(number.text);
  if (marker?.rest !== "" || (marker.kind !== "word" && marker.kind !== "section")) return false;
  return marker.word !== null || (marker.parts.length > 1 && isCapitals(title.text));
}

function tableIn(rows: readonly TextRow[], from: number, to: number): AlignedTable | null {
  const own = rows.slice(from, to + 1);
  const columns = columnsOf(own);
  if (columns.length < 2) return null;
  const placed = own.map((row) => ({ row, cells: cellsIn(row, columns) }));
  if (
    !isTable(
      placed.map((each) => each.cells),
      columns.length,
    )
  )
    return null;
  const grid = makeGrid(joinWrapped(placed, columns.length));
  return grid && grid.rows.length >= fewestRows ? { from, to, grid } : null;
}

/** Columns are where the segments of the fullest rows stand, grown until they no longer touch. */
function columnsOf(rows: readonly TextRow[]): Column[] {
  const counts = new Map<number, number>();
  for (const row of rows)
    if (row.segments.length > 1) counts.set(row.segments.length, (counts.get(row.segments.length) ?? 0) + 1);
  const usual = [...counts].sort((left, right) => right[1] - left[1] || right[0] - left[0])[0]?.[0] ?? 0;
  const columns: Column[] = [];
  for (const row of rows) {
    if (row.segments.length < usual) continue;
    for (const segment of row.segments) {
      const touching = columns.filter((column) => segment.left < column.right + 2 && segment.right > column.left - 2);
      const [first, ...others] = touching;
      if (!first) columns.push({ left: segment.left, right: segment.right });
      else {
        first.left = Math.min(first.left, segment.left, ...others.map((column) => column.left));
        first.right = Math.max(first.right, segment.right, ...others.map((column) => column.right));
        for (const other of others) columns.splice(columns.indexOf(other), 1);
      }
    }
  }
  return columns.sort((left, right) => left.left - right.left);
}

interface PlacedCell {
  text: string;
  readonly column: number;
  readonly columnSpan: number;
  readonly isHeader: boolean;
}

function cellsIn(row: TextRow, columns: readonly Column[]): PlacedCell[] {
  const cells: PlacedCell[] = [];
  for (const segment of row.segments) {
    const over = columns.flatMap((column, at) =>
      segment.left < column.right && segment.right > column.left ? [at] : [],
    );
    const column = over[0] ?? nearest(columns, segment.left);
    const before = cells.at(-1);
    const text = segment.text.replaceAll("|", "/");
    if (before && before.column + before.columnSpan > column) before.text += ` ${text}`;
    else cells.push({ text, column, columnSpan: Math.max(1, over.length), isHeader: segment.bold > 0.8 });
  }
  return cells;
}

function nearest(columns: readonly Column[], x: number): number {
  let best = 0;
  columns.forEach((column, at) => {
    if (Math.abs(column.left - x) < Math.abs((columns[best]?.left ?? 0) - x)) best = at;
  });
  return best;
}

/** Cells are short, columns are used, and the first column is not just the numbers of a list. */
function isTable(rows: readonly (readonly PlacedCell[])[], width: number): boolean {
  const full = rows.filter((cells) => cells.length >= 2);
  if (full.length < fewestRows) return false;
  const first = full.map((cells) => cells[0]?.text ?? "");
  if (first.filter((text) => bulletOrMarker.test(text)).length > first.length * 0.5) return false;
  const later = full.flatMap((cells) => cells.slice(1).map((cell) => cell.text));
  const short = later.filter((text) => text.split(" ").length <= 6 || saysRate(text)).length;
  const values = later.filter((text) => isEntry(text) || saysRate(text)).length;
  if (width === 2) return short >= later.length * 0.7 && values >= later.length * 0.4;
  return short >= later.length * 0.5;
}

/** Lines that only carry on the cells of the line above join it; the stacked lines of a header become one row. */
function joinWrapped(placed: readonly { row: TextRow; cells: PlacedCell[] }[], width: number): RawRow[] {
  const joined: { row: TextRow; cells: PlacedCell[] }[] = [];
  const firstValue = placed.findIndex(({ cells }) => cells.slice(1).some((cell) => isEntry(cell.text)));
  placed.forEach(({ row, cells }, at) => {
    const before = joined.at(-1);
    const isNear = before !== undefined && row.y - before.row.y < row.fontSize * 1.6;
    // A label alone below a header with all its labels opens the first group of rows.
    const opensGroup = cells.length === 1 && (before?.cells.length ?? 0) >= width;
    const isStackedHeader =
      firstValue > 0 &&
      at < firstValue &&
      at > 0 &&
      isNear &&
      !opensGroup &&
      cells.every((cell) => cell.columnSpan === 1);
    if (before && isNear && (isStackedHeader || carriesOn(before.cells, cells, width))) {
      joined[joined.length - 1] = { row, cells: withLine(before.cells, cells) };
    } else {
      joined.push({ row, cells });
    }
  });
  return joined.map(({ cells }) => ({ isHead: null, cells: cells.map((cell) => ({ ...cell, rowSpan: 1 })) }));
}

function carriesOn(before: readonly PlacedCell[], cells: readonly PlacedCell[], width: number): boolean {
  if (cells.some((cell) => isValue(cell.text))) return false;
  const isLabelless = cells.every((cell) => cell.column > 0) && cells.length < Math.max(2, width - 1);
  const isLabelOnly = cells.length === 1 && cells[0]?.column === 0 && /^[\p{Ll}(&]/u.test(cells[0].text);
  return (isLabelless && before.length > 1) || isLabelOnly;
}

function withLine(before: readonly PlacedCell[], cells: readonly PlacedCell[]): PlacedCell[] {
  const joined = before.map((cell) => ({ ...cell }));
  for (const cell of cells) {
    const same = joined.find((each) => each.column <= cell.column && each.column + each.columnSpan > cell.column);
    if (same) same.text += ` ${cell.text}`;
    else joined.push(cell);
  }
  return joined.sort((left, right) => left.column - right.column);
}

const textOf = (row: TextRow) => row.segments.map((segment) => segment.text).join(" ");
