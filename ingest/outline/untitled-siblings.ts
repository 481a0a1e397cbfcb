import type { Item, Line } from "../parse/lines.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { cleanTitle, endsSentence, isCapitals, isTitleCase, runInTitle, titleIn, wordCount } from "./heading-title.ts";
import { isFirstInList, isNextInList } from "./number-sequence.ts";
import { type Marker, parseMarker, valueOfRoman } from "./section-number.ts";

const longestTitle = 10;
const longestRunIn = 6;
/** Letters of a list may stand in one line, so that not each of them is met; what says only its title is no such letter. */
const mostInOneLine = 3;

/** A list whose last item so far is a heading. */
interface HeadedList {
  readonly family: string;
  /** Number of its last item, heading or not. */
  number: string;
  /** A list of the same look begins inside the item: what follows may be of either. */
  isDoubtful: boolean;
}

/**
 * The items that stand beside headings in one list and do not look like them: "4. If a lot …" between "3. Rear Yard" and
 * "5. Lot Area".
 *
 * As headings, most of them without a title, they end the section before them, which else would be cited for what they
 * say.
 */
export function untitledSiblings(
  items: readonly Item[],
  headings: readonly HeadingCandidate[],
  contents: ReadonlySet<number>,
): HeadingCandidate[] {
  const found: HeadingCandidate[] = [];
  const headingAt = new Map(headings.map((heading) => [heading.from, heading]));
  let open: HeadedList[] = [];
  /** The small letters since a heading: what is read as "C." may be the "c." after them. */
  let small: string[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const heading = headingAt.get(at);
    if (heading) {
      open = afterHeading(open, heading);
      small = [];
      at = heading.to;
      continue;
    }
    const line = items[at];
    if (open.length === 0 || line?.kind !== "line" || contents.has(at)) continue;
    const marker = parseMarker(line.text);
    if (!isOfList(marker)) continue;
    if (marker.kind === "lower") small.push(marker.number);
    if (!opensParagraph(items, at, line)) continue;
    const sibling = siblingAt(items, at, line, marker);
    const isAlone = sibling.length === null && sibling.title !== "";
    const farthest = isAlone ? (isCapitals(sibling.title) ? 0 : 1) : mostInOneLine;
    if (familyOf(marker) === "upper" && small.some((letter) => isNearAfter(letter, marker.number, farthest))) continue;
    const same = open.findLastIndex((list) => list.family === familyOf(marker));
    const list = open[same];
    if (!list) continue;
    const isSibling = isNext(list.number, marker.number) && !/^\p{Ll}/u.test(marker.rest);
    if (!list.isDoubtful && isSibling) {
      list.number = marker.number;
      open = open.slice(0, same + 1);
      found.push(sibling);
      at = sibling.to;
    } else if (isFirstInList(marker.number)) {
      list.isDoubtful = true;
    }
  }
  return found;
}

function afterHeading(open: readonly HeadedList[], { marker, level }: HeadingCandidate): HeadedList[] {
  if (level !== null || !isOfList(marker)) return [];
  const family = familyOf(marker);
  const next = open.findLastIndex((list) => list.family === family && isNext(list.number, marker.number));
  const same = open.findIndex((list) => list.family === family);
  const depth = next >= 0 ? next : same >= 0 ? same : open.length;
  return [...open.slice(0, depth), { family, number: marker.number, isDoubtful: false }];
}

const isOfList = (marker: Marker | null): marker is Marker =>
  marker !== null && marker.kind !== "word" && marker.kind !== "section";

/** "I.", "C." may be letters or numerals. */
const familyOf = ({ kind }: Marker) => (kind === "roman" ? "upper" : kind);

function isNext(before: string, next: string): boolean {
  const areNumerals = valueOfRoman(before) !== undefined && valueOfRoman(next) !== undefined;
  return isNextInList("upper", before, next) || (areNumerals && isNextInList("roman", before, next));
}

function isNearAfter(small: string, letter: string, farthest: number): boolean {
  const step = letter.toLowerCase().charCodeAt(0) - small.charCodeAt(0);
  return small.length === 1 && letter.length === 1 && step > 0 && step <= farthest;
}

function opensParagraph(items: readonly Item[], at: number, line: Line): boolean {
  const before = items[at - 1];
  return line.level === null && (line.opens || before?.kind !== "line" || before.isWhole || endsSentence(before.text));
}

/** An item as a heading, with a title where the item says one alone or first. */
function siblingAt(items: readonly Item[], at: number, line: Line, marker: Marker): HeadingCandidate {
  const { rest } = marker;
  const bare = {
    from: at,
    to: at,
    length: null,
    marker,
    title: "",
    level: null,
    isListed: false,
    isCapitals: false,
    isStyled: false,
    size: line.size,
    isStrong: true,
  };
  if (rest === "") {
    const below = items[at + 1];
    return below?.kind === "line" && isTitleLine(below) ? { ...bare, to: at + 1, title: cleanTitle(below.text) } : bare;
  }
  if (isTitle(rest)) return { ...bare, title: cleanTitle(rest) };
  const before = runInTitle(rest);
  const isTold = before !== null && wordCount(before.title) <= longestRunIn && isTitleCase(before.title);
  return isTold
    ? { ...bare, title: before.title, length: marker.length + before.length }
    : { ...bare, length: marker.length };
}

const isTitleLine = (line: Line) => line.level === null && parseMarker(line.text) === null && isTitle(line.text);

const isTitle = (text: string) =>
  wordCount(text) <= longestTitle &&
  isTitleCase(text) &&
  !/[.;,:]$/.test(text) &&
  titleIn(text)?.length === text.length;
