import type { DetectedHeadings } from "../outline/detect-headings.ts";
import { endsSentence, isHanging } from "../outline/heading-title.ts";
import { parseMarker } from "../outline/section-number.ts";
import type { Item, Line } from "./lines.ts";
import type { Grid } from "./table-grid.ts";

/** A stretch of a paragraph that stands on one page, with what parts it from the stretch before. */
export interface Piece {
  readonly text: string;
  readonly page: number | null;
  readonly joint: "" | " ";
}

/** A paragraph, a heading or a table, in the order of the text; `isContents` where it only lists what the document holds. */
export type Block =
  | {
      readonly kind: "paragraph";
      readonly pieces: readonly Piece[];
      readonly isListItem: boolean;
      readonly isContents: boolean;
    }
  | {
      readonly kind: "heading";
      readonly pieces: readonly Piece[];
      readonly heading: number;
      readonly body: readonly Piece[];
      /** The title of an item in a list. */
      readonly isListItem: boolean;
    }
  | { readonly kind: "table"; readonly grid: Grid; readonly page: number | null; readonly isContents: boolean };

/** What the last but one item of a list ends in; the next item stands in a line of its own. */
const betweenItems = /[;,:.]\s?(?:and|or|and\/or)$/i;
const bullet = /^[•·▪◦●○■□–—*-]\s/;

/** Joins lines into paragraphs, mends words parted at line ends, and sets headings and lists of contents apart. */
export function paragraphsOf(items: readonly Item[], { headings, contents }: DetectedHeadings): Block[] {
  const blocks: Block[] = [];
  const words = wordsOf(items);
  const headingAt = new Map(headings.map((heading, index) => [heading.from, index]));
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    if (!item) break;
    if (item.kind === "table") {
      blocks.push({ kind: "table", grid: mendedGrid(item.grid, words), page: item.page, isContents: contents.has(at) });
      at += 1;
      continue;
    }
    const index = headingAt.get(at);
    const heading = index === undefined ? undefined : headings[index];
    const isContents = contents.has(at);
    const isStop = (position: number) => headingAt.has(position) || contents.has(position) !== isContents;
    if (heading && index !== undefined) {
      const isListItem = heading.itemDepth !== undefined;
      const lines = items.slice(at, heading.to + 1).filter((each) => each.kind === "line");
      at = heading.to + 1;
      if (heading.length === null) {
        blocks.push({ kind: "heading", pieces: joined(lines, words), heading: index, body: [], isListItem });
        continue;
      }
      const last = lines.at(-1) ?? item;
      const own = { ...last, text: last.text.slice(0, heading.length).trimEnd() };
      const rest = { ...last, text: last.text.slice(heading.length).trimStart() };
      const taken = rest.text === "" ? [] : takeParagraph(items, at, rest, isStop);
      at += Math.max(0, taken.length - 1);
      blocks.push({
        kind: "heading",
        pieces: joined([...lines.slice(0, -1), own], words),
        heading: index,
        body: joined(taken, words),
        isListItem,
      });
      continue;
    }
    const taken = takeParagraph(items, at + 1, item, isStop);
    at += taken.length;
    const isListItem = bullet.test(item.text) || parseMarker(item.text) !== null;
    blocks.push({ kind: "paragraph", pieces: joined(taken, words), isListItem, isContents });
  }
  return blocks;
}

function takeParagraph(items: readonly Item[], from: number, first: Line, isStop: (at: number) => boolean): Line[] {
  const taken = [first];
  for (let at = from; at < items.length && !isStop(at); at += 1) {
    const next = items[at];
    const last = taken.at(-1) ?? first;
    if (next?.kind !== "line" || !goesOn(last, next)) break;
    taken.push(next);
  }
  return taken;
}

/** Tells whether `next` is a further line of the paragraph that `last` belongs to. */
function goesOn(last: Line, next: Line): boolean {
  if (last.isWhole || next.isWhole || next.level !== null || bullet.test(next.text)) return false;
  const startsLower = /^\p{Ll}/u.test(next.text);
  const isTurned = last.page !== next.page;
  const isUnfinished = !endsSentence(last.text) || isHanging(last.text);
  if (isTurned) return isUnfinished && (startsLower || isHanging(last.text)) && !startsItem(next);
  if (next.opens) return isUnfinished && startsLower && isHanging(last.text) && !startsItem(next);
  if (startsItem(next) && (!isHanging(last.text) || betweenItems.test(last.text))) return false;
  if (/^[\p{L}]-$/u.test(last.text.slice(-2)) && startsLower) return true;
  return last.fill > 0.72 || (isUnfinished && startsLower) || (isHanging(last.text) && last.fill > 0.5);
}

function startsItem(line: Line): boolean {
  const marker = parseMarker(line.text);
  if (!marker) return false;
  // A bare figure at the start of a line ("2.5 stories") is no list item.
  return marker.kind !== "section" || marker.word !== null || /^["“\p{Lu}]/u.test(marker.rest);
}

function joined(lines: readonly Line[], words: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  for (const line of lines) {
    const before = pieces.at(-1);
    if (!before || line.text === "") {
      if (line.text !== "") pieces.push({ text: line.text, page: line.page, joint: "" });
      continue;
    }
    const mended = mendedWord(before.text, line.text, words);
    if (mended === undefined) {
      pieces.push({ text: line.text, page: line.page, joint: " " });
      continue;
    }
    pieces[pieces.length - 1] = { ...before, text: mended.before };
    pieces.push({ text: line.text, page: line.page, joint: "" });
  }
  return pieces;
}

/** Mends a word parted by a hyphen at a line end; a hyphen that belongs to the word stays. */
function mendedWord(before: string, next: string, words: ReadonlySet<string>): { before: string } | undefined {
  const head = /([\p{L}]+(?:-[\p{L}]+)*)-$/u.exec(before)?.[1];
  const tail = /^[\p{L}]+/u.exec(next)?.[0];
  if (head === undefined || tail === undefined) return undefined;
  const closed = words.has(`${head}${tail}`.toLowerCase());
  const hyphened = words.has(`${head}-${tail}`.toLowerCase());
  if (!/^\p{Ll}/u.test(tail)) return { before };
  if (hyphened && !closed) return { before };
  const bothStand = words.has(head.toLowerCase()) && words.has(tail.toLowerCase());
  if (closed || !bothStand) return { before: before.slice(0, -1) };
  return { before };
}

/** A line end inside a cell is no more than a space after the hyphen: "re- quirement". */
const partedInCell = /(\p{L}{2,})- (\p{Ll}{2,})/gu;

/** What a hyphen joins to the words after it. */
const hyphenedHead = /^(?:non|self|multi|semi|cross|well|mid|single|two|three|four|one)$/i;

/** Mends the words that line ends parted inside the cells of a table. */
function mendedGrid(grid: Grid, words: ReadonlySet<string>): Grid {
  const mended = (text: string) =>
    text.replace(partedInCell, (parted: string, head: string, tail: string) => {
      if (words.has(`${head}${tail}`.toLowerCase())) return `${head}${tail}`;
      if (words.has(`${head}-${tail}`.toLowerCase()) || hyphenedHead.test(head)) return `${head}-${tail}`;
      return parted;
    });
  if (!grid.rows.some(({ cells }) => cells.some(({ text }) => text.includes("- ")))) return grid;
  const rows = grid.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, text: mended(cell.text) })),
  }));
  return { ...grid, rows, caption: grid.caption === null ? null : mended(grid.caption) };
}

/** The words of a document as they stand inside its lines, for telling a parted word from a hyphened one. */
function wordsOf(items: readonly Item[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const item of items) {
    if (item.kind !== "line") continue;
    for (const [word] of item.text.matchAll(/[\p{L}]+(?:-[\p{L}]+)*(?![\p{L}-])/gu)) words.add(word.toLowerCase());
  }
  return words;
}
