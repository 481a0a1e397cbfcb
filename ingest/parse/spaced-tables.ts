import { isCapitals, isHanging } from "../outline/heading-title.ts";
import { normaliseText } from "./normalise.ts";
import { alignedTables, bulletOrMarker } from "./pdf/aligned-tables.ts";
import { rowFrom, type Segment, type TextRow } from "./pdf/text-rows.ts";
import { type Grid, isEntry, isValue, saysRate } from "./table-grid.ts";

/** Lines of a text that are a table, the first and the last. */
export interface SpacedTable {
  readonly from: number;
  readonly to: number;
  readonly grid: Grid;
}

/** Typed text has characters of one width; in points, so that it can be read like a printed page. */
const [characterWidth, lineHeight, fontSize] = [6, 12, 10];
/** Characters between the columns that tabs part. */
const tabColumn = 60;
/** A wrapped label is indented by less than this, in points. */
const longestIndent = 8 * characterWidth;
/** Two spaces also stand after a sentence; after anything else they part columns, as three always do. */
const columnGap = /(?<=[.;:!?]["”')\]]?) {3,}|(?<![.;:!?]["”')\]]?) {2,}/;
/** Of the cells beside the first column so many hold figures or codes: names in columns are addresses or signatures. */
const valueShare = 0.4;
const longestCellWords = 12;

/** Finds tables whose columns are set with spaces or tabs, in lines as they were typed. */
export function spacedTables(lines: readonly string[]): SpacedTable[] {
  const rows = lines.flatMap((line, at) => rowOf(line, at) ?? []);
  if (!rows.some((row) => row.segments.length > 1)) return [];
  const whole = withWholeLabels(rows);
  return alignedTables(whole).flatMap(({ from, to, grid }) => {
    const [first, last] = [whole[from], whole[to]];
    if (!first || !last || !isTable(grid)) return [];
    return [{ from: first.top / lineHeight, to: last.y / lineHeight, grid }];
  });
}

function isTable(grid: Grid): boolean {
  const later = grid.rows.flatMap((row) => (row.isHeader ? [] : row.cells.filter((cell) => cell.column > 0)));
  const values = later.filter(({ text }) => isEntry(text) || saysRate(text)).length;
  const short = later.filter(({ text }) => text.split(" ").length <= longestCellWords || saysRate(text)).length;
  return values >= later.length * valueShare && short >= later.length * 0.9;
}

/** The segments of a line; a line of dashes, which only rules a table off, has none. */
function rowOf(line: string, at: number): TextRow | null {
  if (/^[\s=_+~-]*$/.test(line)) return null;
  const segments = line.trim().includes("\t") ? segmentsOfTabs(line, at) : segmentsOfSpaces(line, at);
  return segments.length === 0 ? null : { ...rowFrom(segments), top: at * lineHeight };
}

/** Dots that lead to words and not to the number of a page: "Dwellings ........ 2 spaces each". */
const leader = /\.{5,}(?=[^.]*[A-Za-z]{3})/;

function segmentsOfSpaces(typed: string, at: number): Segment[] {
  const line = typed.replace(leader, (dots) => " ".repeat(dots.length));
  const segments: Segment[] = [];
  let start = line.length - line.trimStart().length;
  for (const piece of cellsApart(line.trim().split(columnGap))) {
    const left = line.indexOf(piece, start);
    start = left + piece.length;
    const text = normaliseText(piece);
    if (text !== "") segments.push(segmentOf(text, left, start, at));
  }
  return segments;
}

const mark = String.raw`[A-Z]{1,4}\d?`;
const figure = String.raw`(?:\d[\d,]*(?:\.\d+)?|--)(?:\s(?:ac|acres?|ft|sf)\b\.?)?(?:\s\([a-z\d]{1,2}\))?`;
/** Cells of these kinds, with a single space between them. */
const runs = [mark, figure].map((cell) => ({
  whole: new RegExp(`^(?:${cell})(?: {1,2}(?:${cell}))*$`),
  each: new RegExp(`${cell}(?= |$)`, "g"),
}));
/** A row with fewer of them may hold two figures in one cell. */
const fewestInRow = 3;

/** The cells of a row of marks or figures, where a long one leaves a single space before the next: "CEO1 N", "20,000 5,000". */
function cellsApart(pieces: readonly string[]): readonly string[] {
  for (const { whole, each } of runs) {
    const parted = pieces.map((piece) => (whole.test(piece) ? (piece.match(each) ?? [piece]) : [piece]));
    const found = parted.flatMap((parts, at) => (whole.test(pieces[at] ?? "") ? parts : []));
    if (found.length >= fewestInRow) return parted.flat();
  }
  return pieces;
}

/** Between tabs stand whole cells, wherever the tab stops were. */
function segmentsOfTabs(line: string, at: number): Segment[] {
  return line.split("\t").flatMap((cell, column) => {
    const text = normaliseText(cell);
    const left = column * tabColumn;
    return text === "" ? [] : [segmentOf(text, left, left + Math.min(text.length, tabColumn - 4), at)];
  });
}

function segmentOf(text: string, from: number, to: number, at: number): Segment {
  const place = { left: from * characterWidth, right: to * characterWidth, y: at * lineHeight };
  return { text, ...place, fontSize, bold: 0, boldLead: 0 };
}

/** Joins the lines of labels that were wrapped: "Retail store, not over" above "  2,000 square feet    P    P". */
function withWholeLabels(rows: readonly TextRow[]): TextRow[] {
  const joined: TextRow[] = [];
  rows.forEach((row, at) => {
    const before = joined.at(-1);
    const [label] = row.segments;
    if (before && label && isWrapped(before, row, rows[at + 1])) joined[joined.length - 1] = underOneLabel(before, row);
    else joined.push(row);
  });
  return joined;
}

function isWrapped(before: TextRow, row: TextRow, next: TextRow | undefined): boolean {
  const lonely = [before, row].filter((each) => each.segments.length === 1);
  const [only] = lonely;
  const text = before.segments[0]?.text ?? "";
  if (lonely.length === 2) return opensLabel(before, row, next) && isHanging(text);
  if (lonely.length !== 1 || !only || row.y - before.y > lineHeight || isValue(text)) return false;
  // "C.   In the B-2 district no sign shall exceed" has no label, and the end of a sentence is none.
  if (bulletOrMarker.test(text) || /\p{Ll}{4}[.;:]$/u.test(text)) return false;
  if (only.segments[0] && only.left > Math.min(before.left, row.left) + longestIndent) return false;
  if (isHanging(text)) return true;
  const isIndented = row.left >= before.left + 2 * characterWidth && !isCapitals(text);
  // A group's rows may all be indented below its label.
  const isBack = next === undefined || next.left <= before.left || next.y - row.y > lineHeight;
  return isIndented && isBack && (only === row || text.split(" ").length > 2);
}

/** Whether two lines without values open a label whose third line has them: "Housing for seasonal farm or / cannery workers, not more than / twelve persons  N  N". */
function opensLabel(before: TextRow, row: TextRow, next: TextRow | undefined): boolean {
  const isBelow = (above: TextRow, each: TextRow) => each.y - above.y <= lineHeight && each.left > before.left;
  return next !== undefined && next.segments.length > 1 && isBelow(before, row) && isBelow(row, next);
}

function underOneLabel(before: TextRow, row: TextRow): TextRow {
  const [first, second] = [before.segments[0], row.segments[0]];
  if (!first || !second) return before;
  const others = [...before.segments.slice(1), ...row.segments.slice(1)];
  const label = { ...first, text: `${first.text} ${second.text}`, right: Math.max(first.right, second.right) };
  return { ...rowFrom([label, ...others]), y: row.y, top: before.top };
}
