import type { CitedItem, OutlineNode, Span } from "../corpus.ts";
import type { CitationStyle } from "./citation-style.ts";
import { endsSentence, wordCount } from "./heading-title.ts";
import { ItemLists, type ItemMark, isListed, marksOf, type PlacedItem } from "./item-lists.ts";

/** Lines ahead that tell "(i)" the letter from "(i)" the numeral. */
const linesAhead = 12;
/** An item as short as this is a title: what it says stands below it. */
const longestTitle = 6;
/** What an item's text goes on from when the mark is only named: "as told in subsection". */
const announces = /\b(?:sub)?(?:section|division|paragraph|clause|item)s?\s*$/i;
/** Numbers that lists stand below: "30-42", "4.3.B"; not "Article V", and not a range. */
const sectionNumber = /^(?!.*[–—])(?:[A-Z]{1,3}[-.]?)?\d/;

interface Line extends Span {
  readonly text: string;
}

/** What is marked like items and is none: tables and lists of contents, and the notes below tables. */
interface OtherText {
  readonly unread: readonly Span[];
  readonly notes: readonly Span[];
}

/**
 * Finds the lettered and numbered items below the sections of a document, each with the number a citation gives it:
 * "30-42(b)(1)", "4.3.B.2", "155-41 A(1)".
 *
 * Spans nest as the items do and come in the order of the text. Left out are items that nothing places (their list begins
 * in the middle), that stand alone, or whose number comes twice in their section: what is in them is cited by what is
 * around them. A paragraph without a mark belongs to an item only where its list goes on after it.
 */
export function citedItems(
  text: string,
  outline: readonly OutlineNode[],
  others: OtherText,
  style: CitationStyle,
): CitedItem[] {
  const taken = new Set(outline.flatMap(({ number }) => number ?? []));
  const found: CitedItem[][] = [];
  let next = outline.length;
  for (const [at, node] of [...outline.entries()].reverse()) {
    if (node.number === null) continue;
    if (sectionNumber.test(node.number)) {
      const charEnd = Math.min(node.section.charEnd, outline[next]?.heading.charStart ?? text.length);
      const lines = linesOf(text, { charStart: node.heading.charEnd, charEnd }, others);
      const breaks = outline.slice(at + 1, next).flatMap(({ isItem, heading }) => (isItem ? [] : heading.charStart));
      const items = itemsOf(lines, new Set(breaks));
      found.push(numbered(items, lines, node.number, { style, taken }));
    }
    next = at;
  }
  return found.reverse().flat();
}

/** The lines of a stretch that are neither rows or notes of tables nor lists of contents. */
function linesOf(text: string, { charStart, charEnd }: Span, others: OtherText): Line[] {
  const lines: Line[] = [];
  const unread = others.unread.filter((span) => span.charStart < charEnd && span.charEnd > charStart);
  const notes = others.notes.filter((span) => span.charStart >= charStart && span.charStart < charEnd);
  for (let at = charStart; at < charEnd; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 || newline > charEnd ? charEnd : newline;
    const own = text.slice(at, end);
    const start = at + own.length - own.trimStart().length;
    const isUnread =
      unread.some((span) => span.charStart <= start && span.charEnd >= end) ||
      notes.some((note) => note.charStart >= start && note.charStart < end);
    if (own.trim() !== "" && !isUnread) lines.push({ text: own.trim(), charStart: start, charEnd: end });
    at = end + 1;
  }
  return lines;
}

function itemsOf(lines: readonly Line[], breaks: ReadonlySet<number>): PlacedItem[] {
  const lists = new ItemLists();
  const marks: ItemMark[][] = lines.map((line, at) =>
    announces.test(lines[at - 1]?.text ?? "") ? [] : marksOf(line.text, line.charStart, at),
  );
  for (const [at, line] of lines.entries()) {
    const own = marks[at] ?? [];
    if (own.length === 0 && breaks.has(line.charStart)) lists.end();
    const ahead = marks.slice(at + 1, at + 1 + linesAhead).flatMap((each) => each[0]?.marker ?? []);
    if (own.length > 0) lists.take(own, ahead);
  }
  return lists.placed;
}

function numbered(
  items: readonly PlacedItem[],
  lines: readonly Line[],
  section: string,
  { style, taken }: { readonly style: CitationStyle; readonly taken: ReadonlySet<string> },
): CitedItem[] {
  const numbers = new Map<PlacedItem, string>();
  const counts = new Map<string, number>();
  for (const item of items) {
    const above = item.parent === null ? section : (numbers.get(item.parent) ?? section);
    const number = style.item(above, item.marker, item.parent === null);
    numbers.set(item, number);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const isSure = (item: PlacedItem): boolean => {
    const number = numbers.get(item) ?? "";
    return counts.get(number) === 1 && !taken.has(number) && (item.parent === null || isSure(item.parent));
  };
  const ends = endsOf(items, lines);
  return items
    .filter((item) => isListed(item) && isSure(item))
    .map((item) => ({ number: numbers.get(item) ?? "", charStart: item.at, charEnd: ends.get(item) ?? item.at }));
}

/** Where items end: at the next item of their list; the last of a list with its own paragraph and the items in it. */
function endsOf(items: readonly PlacedItem[], lines: readonly Line[]): Map<PlacedItem, number> {
  const marked = new Set(items.map((item) => item.line));
  const ends = new Map<PlacedItem, number>();
  const next = new Map<PlacedItem["list"], PlacedItem>();
  for (const item of items.toReversed()) {
    const following = next.get(item.list);
    next.set(item.list, item);
    const end = following?.isNext
      ? endBefore(following, lines)
      : Math.max(ownEnd(item, lines, marked), ends.get(item) ?? 0);
    ends.set(item, end);
    if (item.parent) ends.set(item.parent, Math.max(ends.get(item.parent) ?? 0, end));
  }
  return ends;
}

/** End of the paragraph an item begins; with the next one where the item's own is only a title or breaks off. */
function ownEnd(item: PlacedItem, lines: readonly Line[], marked: ReadonlySet<number>): number {
  const [line, next] = [lines[item.line], lines[item.line + 1]];
  if (!line) return item.at;
  const isTitle = wordCount(line.text) <= longestTitle || !endsSentence(line.text);
  return isTitle && next && !marked.has(item.line + 1) ? next.charEnd : line.charEnd;
}

/** End of what stands before an item: in its own line only where another mark begins the line. */
function endBefore({ at, line }: PlacedItem, lines: readonly Line[]): number {
  return lines[line]?.charStart === at ? (lines[line - 1]?.charEnd ?? at) : at;
}
