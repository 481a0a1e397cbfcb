import { wordCount } from "../outline/heading-title.ts";
import { canFollow, letterValue } from "../outline/number-sequence.ts";
import { valueOfRoman } from "../outline/section-number.ts";
import { type Item, type Line, type TableItem, wholeLine } from "./lines.ts";
import type { GridRow } from "./table-grid.ts";

/** A part of a section number; recognized text may have a comma for the period before it. */
const furtherPart = String.raw`[.,-](?:\d{1,4}[A-Z]?|[A-Z])`;
/** The number of a section or the mark of an item, with what follows it: nothing where it is alone in its cell. */
const paragraphMark = new RegExp(
  String.raw`^(?:(?:§|Sec(?:tion|\.))?\s?(?<section>\d{1,3}[A-Z]?(?:${furtherPart}){1,5})[.:]?|\(?(?<item>[A-Za-z]{1,2}|\d{1,2}|[ivx]{1,5})[.)]|(?<letter>[A-Z]))(?=\s|$)`,
);
/** What a column of values holds: "20 feet", "P", "SP", a bullet; no text of a paragraph. */
const value = /^(?:\W*|[A-Z]{1,4}|[\d.,/$%'"\s-]+(?:[a-z]+\.?(?:\s[a-z]+\.?)?)?|yes|no)$/;
const word = /\p{L}{3}/u;
const fewestWordsOfProse = 8;
/** Of section numbers so many must have more than a title beside them, or the table is a list of contents. */
const leastProse = 0.25;
/** Of the marks of a list so many follow the one before; a number may be read wrongly. */
const leastInOrder = 0.6;
/** Of the rows so many may hold two parts of a sentence and no mark: a reader parted it. */
const mostParted = 0.25;

/**
 * Makes lines of tables that only lay out numbered paragraphs, the number in a column of its own: "33.15.7 | Parking: One
 * space shall be provided for …", "a. | Cultivation of land.".
 *
 * Every row must be a mark with its text, one cell, or a sentence parted in two; no cell may be a value, and the marks must
 * count on. Section numbers with bare titles stay a table: that is a list of contents.
 */
export function linesOfListedParagraphs(item: Item): Item[] {
  if (item.kind !== "table" || item.grid.rows.length < 2) return [item];
  const rows = item.grid.rows.map((row) => readRow(row));
  const isList = rows.every((row) => row !== null) && areParagraphs(rows.filter((row) => row !== null));
  return isList ? rows.flatMap((row, at) => (row ? [lineOf(row, item, item.grid.rows[at])] : [])) : [item];
}

interface ParagraphRow {
  readonly text: string;
  /** "marked": the mark is in the first cell and its text in the second; "whole": one cell; "parted": two cells without a mark. */
  readonly kind: "marked" | "whole" | "parted";
}

/** A row as a paragraph; null for one that holds more cells, or a value. */
function readRow({ cells }: GridRow): ParagraphRow | null {
  // Some readers give the text of a cell twice.
  const [first = "", second, ...others] = new Set(cells.map(({ text }) => text.trim()));
  if (others.length > 0) return null;
  if (second === undefined) return { text: first, kind: "whole" };
  if (value.test(second) || !word.test(second)) return null;
  const [mark] = paragraphMark.exec(first) ?? [];
  return { text: `${first} ${second}`, kind: mark === first ? "marked" : "parted" };
}

function areParagraphs(rows: readonly ParagraphRow[]): boolean {
  const marked = rows.filter(({ kind }) => kind === "marked");
  const parted = rows.filter(({ kind }) => kind === "parted");
  if (marked.length === 0 || parted.length > rows.length * mostParted) return false;
  const isOfItems = marked.every(({ text }) => paragraphMark.exec(text)?.groups?.section === undefined);
  const prose = marked.filter(({ text }) => isProse(text, isOfItems));
  const isTold = isOfItems ? prose.length > 0 || marked.length > 1 : prose.length >= marked.length * leastProse;
  return isTold && countOn(rows);
}

/** Whether a paragraph tells more than a title: beside a section number it ends as a sentence does, or is long. */
function isProse(text: string, isOfItems: boolean): boolean {
  if (!/\p{Ll}{3}/u.test(text)) return false;
  const words = wordCount(text);
  return isOfItems ? words > fewestWordsOfProse : /[.;:]$/.test(text) || words > 2 * fewestWordsOfProse;
}

/** Whether most marks continue the one before; a paragraph in one cell can carry a mark of the sequence too. */
function countOn(rows: readonly ParagraphRow[]): boolean {
  const last = new Map<string, readonly string[]>();
  let pairs = 0;
  let inOrder = 0;
  for (const { text, kind } of rows) {
    const readings = readingsOf(text, kind);
    const known = readings.flatMap(({ series, parts }) => {
      const before = last.get(series);
      return before ? [{ series, before, parts }] : [];
    });
    if (kind === "marked" && known.length > 0) {
      pairs += 1;
      const isFirst = readings.some(({ series, parts }) => series !== "section" && parts[0] === "1");
      if (isFirst || known.some(isNext)) inOrder += 1;
    }
    for (const { series, parts } of readings) last.set(series, parts);
  }
  return inOrder >= pairs * leastInOrder;
}

interface MarkReading {
  readonly series: "section" | "letter" | "roman" | "number";
  /** The parts of a section number; of another mark its place in the series: ["3"] for "c." */
  readonly parts: readonly string[];
}

/** What the mark of a paragraph may count: "i." is the ninth letter and the first numeral; recognized text has "I" for "l". */
function readingsOf(text: string, kind: ParagraphRow["kind"]): MarkReading[] {
  const { section, item, letter: bare } = paragraphMark.exec(text)?.groups ?? {};
  // A letter without a period is a mark only if it is alone in its cell; "A camp" is the beginning of a sentence.
  const letter = item ?? (kind === "marked" ? bare : undefined);
  if (section !== undefined) return [{ series: "section", parts: section.split(/[.,-]/) }];
  if (letter === undefined) return [];
  if (/^\d/.test(letter)) return [{ series: "number", parts: [letter] }];
  const roman = valueOfRoman(letter);
  const letters = letter === "I" ? ["I", "L"] : [letter];
  return [
    ...(roman === undefined ? [] : [{ series: "roman", parts: [String(roman)] } as const]),
    ...letters.map((one) => ({ series: "letter", parts: [String(letterValue(one))] }) as const),
  ];
}

const isNext = ({ series, before, parts }: MarkReading & { readonly before: readonly string[] }): boolean =>
  series === "section" ? canFollow(before, parts) : Number(parts[0]) - Number(before[0]) === 1;

function lineOf({ text }: ParagraphRow, table: TableItem, row: GridRow | undefined): Line {
  return { ...wholeLine(text, { page: row?.page ?? table.page }), isWhole: false };
}
