import { wordCount } from "../outline/heading-title.ts";
import { canFollow, isFirstInList, isNextInList } from "../outline/number-sequence.ts";
import { type Marker, parseMarker } from "../outline/section-number.ts";
import { type Item, type Line, type TableItem, wholeLine } from "./lines.ts";
import type { GridRow } from "./table-grid.ts";

/** The number of a section or the mark of an item, alone in its cell. */
const paragraphMark =
  /^(?:(?:§|Sec(?:tion|\.))?\s?\d{1,3}[A-Z]?(?:[.-]\d{1,3}[A-Z]?){1,4}\.?|\(?[A-Za-z]{1,2}[.)]|\(?\d{1,2}[.)]|\([ivx]{1,4}\))$/;
const fewestWordsOfProse = 8;
/** Of the marks of a list so many follow the one before; a number may be read wrongly. */
const leastInOrder = 0.6;

/**
 * Makes lines of tables that only lay out numbered paragraphs, the number in a column of its own: "33.15.7 | Parking: One
 * space shall be provided for …", "a. | Cultivation of land.".
 *
 * Every row must be a mark with its text, or one cell; the marks must count on. Section numbers with bare titles stay a
 * table: that is a list of contents.
 */
export function linesOfListedParagraphs(item: Item): Item[] {
  if (item.kind !== "table" || item.grid.rows.length < 2) return [item];
  const rows = item.grid.rows.map((row) => readRow(row));
  const isList = rows.every((row) => row !== null) && areParagraphs(rows.filter((row) => row !== null));
  return isList ? rows.flatMap((row, at) => (row ? [lineOf(row, item, item.grid.rows[at])] : [])) : [item];
}

interface ParagraphRow {
  readonly text: string;
  /** What stands alone in the first cell; null for a row of one cell. */
  readonly mark: Marker | null;
}

/** A row as a paragraph; null for one that holds more or other cells. */
function readRow({ cells }: GridRow): ParagraphRow | null {
  const [first = "", second, ...others] = cells.map(({ text }) => text.trim());
  if (others.length > 0) return null;
  if (second === undefined) return { text: first, mark: null };
  if (!paragraphMark.test(first) || !/^["“(]?\p{L}{2}/u.test(second)) return null;
  const text = `${first} ${second}`;
  const mark = parseMarker(text);
  return mark && { text, mark };
}

function areParagraphs(rows: readonly ParagraphRow[]): boolean {
  const marked = rows.flatMap(({ mark }) => (mark ? [mark] : []));
  if (marked.length === 0) return false;
  const isProse = rows.some(({ text }) => wordCount(text) > fewestWordsOfProse && /\p{Ll}{3}/u.test(text));
  const isOfItems = marked.every(({ kind }) => kind !== "section");
  return (isProse || (isOfItems && marked.length > 1)) && countOn(rows);
}

/** Whether most marks continue the one before; a paragraph in one cell can carry a mark of the sequence too. */
function countOn(rows: readonly ParagraphRow[]): boolean {
  const last = new Map<Marker["kind"], Marker>();
  let pairs = 0;
  let inOrder = 0;
  for (const { text, mark } of rows) {
    const own = mark ?? parseMarker(text);
    if (!own) continue;
    const before = last.get(own.kind);
    if (before && mark) {
      pairs += 1;
      const isNext =
        own.kind === "section" ? canFollow(before.parts, own.parts) : isNextInList(own.kind, before.number, own.number);
      if (isNext || isFirstInList(own.number)) inOrder += 1;
    }
    last.set(own.kind, own);
  }
  return inOrder >= pairs * leastInOrder;
}

function lineOf({ text }: ParagraphRow, table: TableItem, row: GridRow | undefined): Line {
  return { ...wholeLine(text, { page: row?.page ?? table.page }), isWhole: false };
}
