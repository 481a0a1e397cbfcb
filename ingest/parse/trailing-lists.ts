import { isFirstInList, isNextInList } from "../outline/number-sequence.ts";
import { type Marker, parseMarker } from "../outline/section-number.ts";
import type { Item, TableItem } from "./lines.ts";
import { linesOfListedParagraphs } from "./listed-paragraphs.ts";
import { isAmidLines, tablesTrail } from "./trailing-tables.ts";

/** A line that announces a list; a note on its adoption may stand behind. */
const announces = /:\s*(?:\([^()]{1,60}\))?$/;

/** A list that was handed on as a table at the end of its page, with the mark that it begins with. */
interface ListAtEnd {
  readonly at: number;
  readonly page: number;
  readonly first: Marker;
}

/**
 * Puts lists that a service handed on as tables at the ends of their pages where they were printed: one that begins with
 * "b." before the lines of its page, where the page before ends with "a."; one that begins with "a." behind the line that
 * announces a list and has none, where the page has as many of these as such lists.
 *
 * Shape   the very items given where nothing is moved
 */
export function withListsInPlace(items: readonly Item[]): readonly Item[] {
  const lists = listsAtEnds(items);
  if (lists.length === 0 || !tablesTrail(items)) return items;
  /** What moves before an item, by its index. */
  const moved = new Map<number, TableItem[]>();
  const gone = new Set<number>();
  const move = ({ at }: ListAtEnd, before: number) => {
    moved.set(before, [...(moved.get(before) ?? []), items[at] as TableItem]);
    gone.add(at);
  };
  const linesOf = linesByPage(items);
  for (const [page, ofPage] of byPage(lists)) {
    const lines = linesOf.get(page) ?? [];
    const [top] = lines;
    const begun = ofPage.filter(({ first }) => !isFirstInList(first.number));
    const [first] = begun;
    const before = lastMark(items, linesOf.get(page - 1) ?? []);
    if (begun.length === 1 && first && top !== undefined && goesOn(before, first.first) && opens(items[top]))
      move(first, top);
    const others = ofPage.filter((list) => !begun.includes(list));
    const gaps = gapsIn(items, lines);
    if (gaps.length === others.length) for (const [at, list] of others.entries()) move(list, (gaps[at] ?? 0) + 1);
  }
  if (moved.size === 0) return items;
  return items.flatMap((item, at) => [...(moved.get(at) ?? []), ...(gone.has(at) ? [] : [item])]);
}

function listsAtEnds(items: readonly Item[]): ListAtEnd[] {
  return items.flatMap((item, at) => {
    if (item.kind !== "table" || item.page === null || isAmidLines(items, at)) return [];
    const [line, next] = linesOfListedParagraphs(item);
    const first = line?.kind === "line" && next?.kind === "line" ? parseMarker(line.text) : null;
    return first === null ? [] : [{ at, page: item.page, first }];
  });
}

function byPage(lists: readonly ListAtEnd[]): Map<number, ListAtEnd[]> {
  const found = new Map<number, ListAtEnd[]>();
  for (const list of lists) found.set(list.page, [...(found.get(list.page) ?? []), list]);
  return found;
}

function linesByPage(items: readonly Item[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [at, { kind, page }] of items.entries()) {
    if (kind !== "line" || page === null) continue;
    const held = found.get(page);
    if (held) held.push(at);
    else found.set(page, [at]);
  }
  return found;
}

/** The mark of a line, which may stand alone before its text. */
function markOf(item: Item | undefined): Marker | null {
  if (item?.kind !== "line") return null;
  return parseMarker(/^\(?\w{1,3}[.)]$/.test(item.text) ? `${item.text} Text` : item.text);
}

function lastMark(items: readonly Item[], lines: readonly number[]): Marker | null {
  for (const at of lines.toReversed()) {
    const mark = markOf(items[at]);
    if (mark) return mark;
  }
  return null;
}

const goesOn = (before: Marker | null, next: Marker) =>
  before !== null && before.kind === next.kind && isNextInList(next.kind, before.number, next.number);

/** Whether a page begins with a new sentence, and not with the rest of the item that the page before ends in. */
const opens = (item: Item | undefined) => item?.kind === "line" && /^\W*[A-Z]/.test(item.text);

/** The lines of a page that announce a list and are followed by an item that begins none. */
function gapsIn(items: readonly Item[], lines: readonly number[]): number[] {
  return lines.filter((at, place) => {
    const item = items[at];
    const next = lines[place + 1];
    if (item?.kind !== "line" || !announces.test(item.text)) return false;
    const mark = next === undefined ? null : markOf(items[next]);
    return next === undefined || (mark !== null && !isFirstInList(mark.number));
  });
}
