import { appendAll } from "../large-lists.ts";
import type { Item, Line, TableItem } from "./lines.ts";
import { symbolCharacters } from "./symbol-characters.ts";
import { makeGrid, type RawRow } from "./table-grid.ts";

/** The symbol of a district above a column: "R-1", "VC", "MUC-40". */
const district = /^[A-Z]{1,5}(?:\d{1,3}[A-Za-z]?)?(?:[-/.][A-Z0-9][A-Za-z0-9]{0,3}){0,2}[*†]?$/;
/** Words in capitals above the column of uses. */
const headerWord = /^(?:USES?|ZONES?|ZONING|LAND|TYPES?|AND|OF|BY|IN|THE|TABLE)$/;
/** What a use is marked with, with the mark of a note or without: "P", "SE", "C(1)", "—". */
const code = new RegExp(
  String.raw`^(?:[A-Z]{1,3}\d?|[A-Z]{1,2}\/[A-Z]{1,2}|np|[pcsxn]|n\/a|[—–-]{1,2}|\.{1,3}|[${symbolCharacters}])(?:[*†]|\(\d{1,2}\))?$`,
);
const fewestColumns = 2;
const mostColumns = 40;
/** Rows that make a table; with two columns more of them, since two letters may end a line by chance. */
const fewestRows = 3;
const fewestNarrowRows = 5;
/** Different symbols that a matrix has; more of them are words. */
const mostSymbols = 9;
const mostHeaderWords = 6;
const mostLabelWords = 25;
const mostGroupWords = 8;
/** So many lines without codes may stand between two rows: a group's label, a label's first lines. */
const mostBetween = 2;

/** A line split into the words of a label and the codes or districts at its end. */
interface Split {
  readonly label: string;
  readonly ends: readonly string[];
}

interface Reading {
  readonly table: TableItem;
  /** First item after the table. */
  readonly next: number;
}

/**
 * Finds use tables whose lines lost their columns: "Bakery P P C -" under "R-1 R-2 C-1 C-2", or one cell a line.
 *
 * A line is a row when it ends in as many codes as the header names districts. A line with fewer codes has lost its empty
 * cells, and with them the place of the others: it stays one cell, so that no district is given a code of another.
 */
export function withMatrixLines(items: readonly Item[]): Item[] {
  const found: Item[] = [];
  for (let at = 0; at < items.length; ) {
    const reading = matrixAt(items, at) ?? cellLinesAt(items, at);
    const item = items[at];
    if (reading) found.push(reading.table);
    else if (item) found.push(item);
    at = reading ? reading.next : at + 1;
  }
  return found;
}

function lineAt(items: readonly Item[], at: number): Line | null {
  const item = items[at];
  return item?.kind === "line" && item.level === null ? item : null;
}

function headerOf(line: Line): Split | null {
  const whole = splitEnd(line.text, district);
  const words = whole.ends.findLastIndex((end) => headerWord.test(end)) + 1;
  const ends = whole.ends.slice(words);
  const label = [whole.label, ...whole.ends.slice(0, words)].join(" ").trim();
  const isTold = ends.length >= fewestColumns && ends.length <= mostColumns && new Set(ends).size === ends.length;
  if (!isTold || wordsIn(label) > mostHeaderWords || /[.;,]$/.test(label)) return null;
  // Words in capitals are a title; symbols of districts have figures or are short.
  return ends.every((end) => /\d/.test(end) || end.length <= 4) ? { label, ends } : null;
}

function matrixAt(items: readonly Item[], at: number): Reading | null {
  const first = lineAt(items, at);
  const header = first && headerOf(first);
  if (!first || !header) return null;
  const width = header.ends.length;
  const rows: RawRow[] = [headerRow(header, first.page)];
  const codes: string[] = [];
  let waiting: Line[] = [];
  let full = 0;
  let next = at + 1;
  for (let place = at + 1; place < items.length; place += 1) {
    const line = lineAt(items, place);
    if (!line) break;
    const split = splitEnd(line.text, code, width);
    const isRepeat = line.text === first.text;
    const isRow = split.ends.length === width && wordsIn(split.label) <= mostLabelWords;
    const isPart = split.ends.length > 0 && full > 0 && split.ends.every((end) => codes.includes(end));
    if (isRepeat) rows.push(headerRow(header, line.page));
    else if (isRow || isPart) {
      const told = aboveRow(waiting, split.label);
      if (told === null) break;
      rows.push(...told.groups.map(groupRow), codeRow(told.label, split.ends, { width, page: line.page }));
      if (isRow) full += 1;
      appendAll(codes, split.ends);
    } else if (waiting.length < mostBetween && isLabelLike(line)) {
      waiting.push(line);
      continue;
    } else break;
    waiting = [];
    next = place + 1;
  }
  return readingOf({ rows, codes, full, width }, first, next);
}

/** Labels above a row: the first lines of its own label, and labels of the group it opens. */
function aboveRow(waiting: readonly Line[], label: string): { groups: readonly Line[]; label: string } | null {
  const goesOn = /^[\p{Ll}(&]/u.test(label);
  const own = goesOn || label === "" ? waiting.at(-1) : undefined;
  const whole = [own?.text ?? "", label].filter((part) => part !== "").join(" ");
  if (whole === "") return null;
  const groups = own ? waiting.slice(0, -1) : waiting;
  return groups.every((line) => wordsIn(line.text) <= mostGroupWords) ? { groups, label: whole } : null;
}

const isLabelLike = ({ text }: Line) =>
  wordsIn(text) <= mostLabelWords && !/[.;]$/.test(text) && /\p{L}{3}/u.test(text);

/** One cell a line: districts, then a label and as many codes, again and again. */
function cellLinesAt(items: readonly Item[], at: number): Reading | null {
  const first = lineAt(items, at);
  if (!first || !district.test(first.text)) return null;
  const ends: string[] = [];
  let place = at;
  for (; ends.length < mostColumns; place += 1) {
    const text = lineAt(items, place)?.text ?? "";
    if (!district.test(text) || ends.includes(text) || !(/\d/.test(text) || text.length <= 4)) break;
    ends.push(text);
  }
  const width = ends.length;
  if (width < fewestColumns + 1) return null;
  const rows: RawRow[] = [headerRow({ label: "", ends }, first.page)];
  const codes: string[] = [];
  let full = 0;
  let next = place;
  while (place < items.length) {
    const groups: Line[] = [];
    let label = lineAt(items, place);
    if (!label || !isLabelLike(label)) break;
    const after = lineAt(items, place + 1);
    if (after && isLabelLike(after) && !code.test(after.text)) {
      groups.push(label);
      label = after;
      place += 1;
    }
    const own = codesFrom(items, place + 1, width);
    if (own.length !== width || groups.some((line) => wordsIn(line.text) > mostGroupWords)) break;
    rows.push(...groups.map(groupRow), codeRow(label.text, own, { width, page: label.page }));
    appendAll(codes, own);
    full += 1;
    place += width + 1;
    next = place;
  }
  return readingOf({ rows, codes, full, width }, first, next);
}

function codesFrom(items: readonly Item[], at: number, width: number): string[] {
  const codes: string[] = [];
  while (codes.length <= width) {
    const text = lineAt(items, at + codes.length)?.text ?? "";
    if (!code.test(text)) break;
    codes.push(text);
  }
  return codes;
}

function readingOf(
  found: { rows: readonly RawRow[]; codes: readonly string[]; full: number; width: number },
  first: Line,
  next: number,
): Reading | null {
  const { rows, codes, full, width } = found;
  const symbols = new Set(codes.map((each) => each.replace(/[*†]$|\(\d+\)$/, "")));
  if (full < (width < 3 ? fewestNarrowRows : fewestRows) || symbols.size > mostSymbols) return null;
  const grid = makeGrid(rows);
  return grid && { table: { kind: "table", page: first.page, grid }, next };
}

/** The words at the end of a line that are all of one kind, at most so many, and what stands before them. */
function splitEnd(text: string, kind: RegExp, most = Number.POSITIVE_INFINITY): Split {
  const words = text.replace(/\s+\((?=\d{1,2}\))/g, "(").split(" ");
  let from = words.length;
  while (from > 0 && words.length - from < most && kind.test(words[from - 1] ?? "")) from -= 1;
  return { label: words.slice(0, from).join(" "), ends: words.slice(from) };
}

function cell(text: string, column: number, columnSpan = 1): RawRow["cells"][number] {
  return { text, column, columnSpan, rowSpan: 1, isHeader: false };
}

const onPage = (page: number | null) => (page === null ? {} : { page });

function headerRow({ label, ends }: Split, page: number | null): RawRow {
  return { cells: [cell(label, 0), ...ends.map((end, at) => cell(end, at + 1))], isHead: true, ...onPage(page) };
}

function groupRow(line: Line): RawRow {
  return { cells: [cell(line.text, 0)], isHead: false, ...onPage(line.page) };
}

function codeRow(
  label: string,
  ends: readonly string[],
  { width, page }: { width: number; page: number | null },
): RawRow {
  // Outside the column of labels, so that it is neither a group's label nor a value of any district.
  const whole = cell([label, ...ends].join(" "), 1);
  const codes = ends.map((end, at) => cell(end, at + 1));
  return { cells: ends.length === width ? [cell(label, 0), ...codes] : [whole], isHead: false, ...onPage(page) };
}

const wordsIn = (text: string) => text.split(" ").filter((word) => word !== "").length;
