import type { Item } from "../parse/lines.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { wordCount } from "./heading-title.ts";
import { namesDistrict } from "./heading-tree.ts";
import { nearestHeadings } from "./nearest-headings.ts";
import { canFollow, isFirstInList, isNextInList, sharedParts } from "./number-sequence.ts";
import { type Marker, type MarkerKind, parseMarker } from "./section-number.ts";

/** So many lines in capitals with no sentence between them are the labels of a drawing. */
const fewestLabels = 3;
const fewestWordsOfSentence = 6;

/**
 * Drops lines in capitals without a number that are no headings: labels of a drawing, terms among definitions, blocks printed
 * inside a list that goes on after them, and lines whose next one goes on in small letters.
 *
 * Only the letters speak for such a line, so what stands around it decides; a heading that the source tags, that the table
 * of contents names, that is set in type of its own or names a district stays.
 */
export function withoutStrayCapitals(
  candidates: readonly HeadingCandidate[],
  items: readonly Item[],
): HeadingCandidate[] {
  const labels = labelsOfDrawings(candidates, items);
  const terms = termsAmongDefinitions(candidates);
  return candidates.filter(
    (each, at) =>
      !isPlainCapitals(each) ||
      !(
        labels.has(each) ||
        terms.has(each) ||
        goesOnInSmallLetters(each, items) ||
        isInsideList(candidates, at, items)
      ),
  );
}

/** Whether a candidate has nothing but its capitals to make it a heading. */
function isPlainCapitals(each: HeadingCandidate): boolean {
  return (
    each.marker === null &&
    each.level === null &&
    each.isCapitals &&
    !each.isListed &&
    !each.isStyled &&
    !namesDistrict(each.title)
  );
}

function labelsOfDrawings(
  candidates: readonly HeadingCandidate[],
  items: readonly Item[],
): ReadonlySet<HeadingCandidate> {
  const labels = new Set<HeadingCandidate>();
  let run: HeadingCandidate[] = [];
  const close = () => {
    if (run.length >= fewestLabels) for (const each of run) labels.add(each);
    run = [];
  };
  for (const each of candidates) {
    const before = run.at(-1);
    if (!isPlainCapitals(each)) close();
    else if (before === undefined || items.slice(before.to + 1, each.from).some(saysSentence)) {
      close();
      run = [each];
    } else run.push(each);
  }
  close();
  return labels;
}

/** Whether an item is more than a few words: a table, or a line with small letters that is as long as a sentence. */
function saysSentence(item: Item): boolean {
  return item.kind === "table" || (/\p{Ll}{2}/u.test(item.text) && wordCount(item.text) >= fewestWordsOfSentence);
}

const definitions = /\bdefinitions?\b|\bterms defined\b|\bdefined terms\b/i;

/** What stands below a numbered heading of definitions, or inside of such a section, up to the next number of its kind. */
function termsAmongDefinitions(candidates: readonly HeadingCandidate[]): ReadonlySet<HeadingCandidate> {
  const numbered = nearestHeadings(candidates, ({ marker }) => marker !== null);
  const terms = new Set<HeadingCandidate>();
  let section: Marker | null = null;
  for (const [at, each] of candidates.entries()) {
    if (each.marker?.kind === "section" && definitions.test(each.title)) section = each.marker;
    const { before, after } = numbered[at] ?? {};
    if (each.marker !== null || !before?.marker) continue;
    const isOfDefinitions = definitions.test(before.title) || (section !== null && holds(section, before.marker));
    if (isOfDefinitions && (!after?.marker || comesNext(before.marker, after.marker))) terms.add(each);
  }
  return terms;
}

/** 2.2 holds 2.2.1. */
function holds(outer: Marker, inner: Marker): boolean {
  const isLonger = inner.kind === "section" && outer.parts.length < inner.parts.length;
  return isLonger && sharedParts(outer.parts, inner.parts) === outer.parts.length;
}

function comesNext(before: Marker, next: Marker): boolean {
  if (before.kind !== next.kind) return next.kind === "word" || next.kind === "section";
  if (before.kind === "word" || before.kind === "section") return canFollow(before.parts, next.parts);
  return isNextInList(before.kind, before.number, next.number);
}

/** A heading is never the beginning of a sentence. */
function goesOnInSmallLetters(each: HeadingCandidate, items: readonly Item[]): boolean {
  const next = items[each.to + 1];
  return next?.kind === "line" && /^\p{Ll}{2}/u.test(next.text) && parseMarker(next.text) === null;
}

/** How many items before and after a line are searched for the list around it. */
const reach = 60;

/** Whether the first list item below continues a list from above: (p), the line, (q). */
function isInsideList(candidates: readonly HeadingCandidate[], at: number, items: readonly Item[]): boolean {
  const each = candidates[at];
  if (each === undefined) return false;
  const start = Math.max(candidates[at - 1]?.from ?? 0, each.from - reach);
  const end = Math.min(candidates[at + 1]?.from ?? items.length, each.to + 1 + reach);
  const below = firstListMarker(items.slice(each.to + 1, end));
  if (below === null || isFirstInList(below.number)) return false;
  const last = lastNumbers(items.slice(start, each.from)).get(below.kind);
  return last !== undefined && isNextInList(below.kind, last, below.number);
}

const listMarkerOf = (item: Item) => {
  const marker = item.kind === "line" ? parseMarker(item.text) : null;
  return marker && marker.kind !== "word" && marker.kind !== "section" ? marker : null;
};

function firstListMarker(items: readonly Item[]): Marker | null {
  for (const item of items) {
    const marker = listMarkerOf(item);
    if (marker) return marker;
  }
  return null;
}

/** The last number of each kind of list among items. */
function lastNumbers(items: readonly Item[]): ReadonlyMap<MarkerKind, string> {
  const last = new Map<MarkerKind, string>();
  for (const item of items) {
    const marker = listMarkerOf(item);
    if (marker) last.set(marker.kind, marker.number);
  }
  return last;
}
