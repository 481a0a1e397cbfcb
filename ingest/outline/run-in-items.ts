import type { Item, Line } from "../parse/lines.ts";
import { editorial, type HeadingCandidate } from "./heading-candidates.ts";
import { cleanTitle, endsSentence, isHanging, isTitleCase, runInTitle, titleIn, wordCount } from "./heading-title.ts";
import { isNextInList } from "./number-sequence.ts";
import { type Marker, parseMarker, valueOfRoman } from "./section-number.ts";

/** One item is no list. */
const fewestItems = 2;
/** What follows a title is a rule; a figure after a label ("Frontage: 75 feet") is said by the whole line. */
const fewestBodyWords = 6;
const longestAlone = 8;

/** What the numbers of a list look like: "(a)", "(i)", "1.", "IV." and so on. */
type Form = `${"bracket" | "point"} ${"digits" | "lower" | "upper" | "lower roman" | "upper roman"}`;

interface ListItem {
  readonly marker: Marker;
  /** The item as a heading; null when it begins with no title. */
  readonly heading: HeadingCandidate | null;
  /** Words that follow the title in its line and the next one. */
  readonly bodyWords: number;
}

interface OpenList {
  readonly form: Form;
  readonly items: ListItem[];
  /** A number is missing in it: what the missing item says is not known. */
  isBroken: boolean;
}

/**
 * The titles of list items that stand before the item's text in its line: "2. Side Yards. There shall be two …".
 *
 * Only lists of which every item has such a title count, so that an item's first short sentence is not taken for one.
 */
export function runInItems(
  items: readonly Item[],
  headings: readonly HeadingCandidate[],
  contents: ReadonlySet<number>,
): HeadingCandidate[] {
  const found: HeadingCandidate[] = [];
  const open: OpenList[] = [];
  const close = (depth: number) => {
    while (open.length > depth) {
      const list = open.pop();
      if (!list || !isTitled(list)) continue;
      for (const { heading } of list.items) if (heading) found.push({ ...heading, itemDepth: open.length });
    }
  };
  const taken = new Map(headings.map((heading) => [heading.from, heading.to]));
  for (let at = 0; at < items.length; at += 1) {
    const to = taken.get(at);
    if (to !== undefined) {
      close(0);
      at = to;
      continue;
    }
    const line = items[at];
    if (line?.kind !== "line" || line.level !== null || contents.has(at) || isInSentence(items, at, line)) continue;
    const marker = parseMarker(line.text);
    if (!marker || marker.kind === "word" || marker.kind === "section" || editorial.test(marker.rest)) continue;
    const before = items[at - 1];
    const isIntroduced = before?.kind === "line" && /:\s*$/.test(before.text);
    place(itemAt(items, at, line, marker, taken), { open, close, isIntroduced });
  }
  close(0);
  return found.sort((left, right) => left.from - right.from);
}

function isTitled({ items, isBroken }: OpenList): boolean {
  if (isBroken || items.length < fewestItems || items.some((item) => item.heading === null)) return false;
  return items.filter((item) => item.bodyWords >= fewestBodyWords).length > items.length / 2;
}

/** Puts an item into the list that it continues, else into a list of its own. */
function place(
  item: ListItem,
  {
    open,
    close,
    isIntroduced,
  }: { readonly open: OpenList[]; readonly close: (depth: number) => void; readonly isIntroduced: boolean },
): void {
  const { number } = item.marker;
  const forms = formsOf(item.marker);
  const at = open.findLastIndex(({ form, items }) => {
    return forms.includes(form) && isNext(form, items.at(-1)?.marker.number ?? "", number);
  });
  if (at >= 0) {
    close(at + 1);
    open[at]?.items.push(item);
    return;
  }
  const form = forms.find((each) => isFirst(each, number));
  if (form !== undefined) {
    // A list of the same form does not begin again inside itself: it ended, unless an item of a list in it introduces this one.
    const same = open.findIndex((list) => list.form === form);
    if (same >= 0 && !(isIntroduced && same < open.length - 1)) close(same);
    open.push({ form, items: [item], isBroken: false });
    return;
  }
  const broken = open.findLast((list) => forms.includes(list.form));
  if (!broken) return;
  broken.isBroken = true;
  broken.items.push(item);
}

/** An item with its title, which ends in this line, or in the next one where the title wraps. */
function itemAt(
  items: readonly Item[],
  at: number,
  line: Line,
  marker: Marker,
  taken: ReadonlyMap<number, number>,
): ListItem {
  const next = items[at + 1];
  const isTextNext =
    next?.kind === "line" && next.level === null && !taken.has(at + 1) && parseMarker(next.text) === null;
  const isFollowed = isTextNext && !next.opens;
  const { rest } = marker;
  const isAbove = isTextNext && isTitleAbove(rest, next);
  const alone = isAbove || isTitleAlone(rest, next) ? cleanTitle(rest) : null;
  if (alone !== null) {
    const bodyWords = isAbove ? wordCount(next.text) : 0;
    return { marker, heading: headingOf(line, at, marker, alone), bodyWords };
  }
  const text = isFollowed ? `${rest} ${next.text}` : rest;
  const title = runInTitle(text);
  if (!title || !/^["“(]?\p{Lu}/u.test(title.title)) return { marker, heading: null, bodyWords: 0 };
  const isWrapped = title.length > rest.length + 1;
  const length = isWrapped ? title.length - rest.length - 1 : line.text.length - rest.length + title.length;
  const last = isWrapped && isFollowed ? next : line;
  const heading = {
    ...headingOf(line, at, marker, title.title),
    to: isWrapped ? at + 1 : at,
    length: length >= last.text.length ? null : length,
  };
  return { marker, heading, bodyWords: wordCount(text.slice(title.length)) };
}

function headingOf(line: Line, at: number, marker: Marker, title: string): HeadingCandidate {
  return {
    from: at,
    to: at,
    length: null,
    marker,
    title,
    level: null,
    isListed: false,
    isCapitals: false,
    isStyled: false,
    size: line.size,
    isStrong: true,
  };
}

/** Tells whether an item says its title and nothing else, above a list of its own: "C. Definitions." above "1. Lamp: …". */
function isTitleAlone(rest: string, next: Item | undefined): boolean {
  if (next?.kind !== "line" || !/^\p{Lu}/u.test(rest) || wordCount(rest) > longestAlone) return false;
  const opened = parseMarker(next.text);
  const opensList = opened !== null && opened.kind !== "word" && /^(?:[1aAiI])$/.test(opened.number);
  return opensList && isTitleCase(rest) && titleIn(rest)?.length === rest.length;
}

/** Tells whether an item says its title in a line of its own, above a line that begins its text: "7. Heliport" above "Such facilities may …". */
function isTitleAbove(rest: string, next: Line): boolean {
  return (
    wordCount(rest) <= longestAlone &&
    /^\p{Lu}/u.test(next.text) &&
    wordCount(next.text) >= fewestBodyWords &&
    !isHanging(rest) &&
    isTitleCase(rest) &&
    titleIn(rest)?.length === rest.length
  );
}

/** Tells whether a line goes on in the sentence of the line before it, so that its number is no item's. */
function isInSentence(items: readonly Item[], at: number, line: Line): boolean {
  const before = items[at - 1];
  if (line.opens || before?.kind !== "line" || before.isWhole || endsSentence(before.text)) return false;
  return isHanging(before.text) || before.fill > 0.7;
}

/** The forms a number may be of: "i", "v" and "x" are letters or numerals by what they continue. */
function formsOf({ kind, number }: Marker): Form[] {
  const mark = kind === "bracket" ? "bracket" : "point";
  if (/^\d/.test(number)) return [`${mark} digits`];
  const letters = number === number.toUpperCase() ? "upper" : "lower";
  if (valueOfRoman(number) === undefined) return [`${mark} ${letters}`];
  const roman: Form = `${mark} ${letters} roman`;
  return number.length === 1 ? [roman, `${mark} ${letters}`] : [roman];
}

function isNext(form: Form, before: string, next: string): boolean {
  return isNextInList(form.endsWith("roman") ? "roman" : "upper", before, next);
}

function isFirst(form: Form, number: string): boolean {
  return form.endsWith("roman") ? /^[iI]$/.test(number) : /^[1aA]$/.test(number);
}
