import type { Item } from "../parse/lines.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { wordCount } from "./heading-title.ts";
import { namesDistrict } from "./heading-tree.ts";
import { canFollow, compareParts } from "./number-sequence.ts";

/** Runs of this many headings with nothing between them are lists of headings when their numbers come again. */
const shortestRun = 4;

/** Keeps the candidates that hold together as the headings of one document. */
export function acceptHeadings(candidates: readonly HeadingCandidate[], items: readonly Item[]): HeadingCandidate[] {
  const inSequence = withoutStrayNumbers(candidates);
  return withoutRepeatedLists(withDoubleTitles(withoutLoudProse(inSequence, items)), items);
}

/**
 * Drops numbers that lead nowhere: a bare number needs a neighbour that it continues or that continues it, so that a
 * reference at the start of a line ("17.3.2 Signs are exempt") does not become a section.
 */
function withoutStrayNumbers(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const sections = candidates.filter(isNumberedSection);
  const firstParts = new Set(sections.filter((each) => each.isStrong).map((each) => formOf(each)));
  const kept = new Set<HeadingCandidate>();
  let last: HeadingCandidate | undefined;
  sections.forEach((section, at) => {
    const parts = section.marker?.parts ?? [];
    const isNext = last?.marker ? canFollow(last.marker.parts, parts) && !goesBack(last.marker.parts, parts) : false;
    const following = sections.slice(at + 1, at + 4).some((next) => next.marker && canFollow(parts, next.marker.parts));
    const isFirst = last === undefined;
    const fits = isNext || (following && (isFirst || !sharesForm(firstParts, section)));
    if (section.isStrong || fits) {
      kept.add(section);
      last = section;
    }
  });
  return candidates.filter((each) => !isNumberedSection(each) || each.level !== null || kept.has(each));
}

const isNumberedSection = (each: HeadingCandidate) => each.marker?.kind === "section";
const formOf = (each: HeadingCandidate) => (each.marker?.word === null ? "bare" : "said");
const sharesForm = (forms: ReadonlySet<string>, each: HeadingCandidate) => forms.size > 0 && !forms.has(formOf(each));

function goesBack(previous: readonly string[], next: readonly string[]): boolean {
  const differing = previous.findIndex((part, at) => part !== next[at]);
  const [before, after] = [previous[differing], next[differing]];
  return before !== undefined && after !== undefined && compareParts(after, before) < 0;
}

/** Several lines of capitals on end are a notice or a cover page, not headings; one heading may span two of them. */
function withoutLoudProse(candidates: readonly HeadingCandidate[], items: readonly Item[]): HeadingCandidate[] {
  return candidates.filter((each, at) => {
    if (each.marker || each.level !== null || each.isListed || each.isStyled) return true;
    const isAfter = candidates[at - 1]?.to === each.from - 1 && isPlainCapitals(candidates[at - 1]);
    const isBefore = candidates[at + 1]?.from === each.to + 1 && isPlainCapitals(candidates[at + 1]);
    const next = items[each.to + 1];
    const isOnly = !isAfter && !isBefore;
    return (
      isOnly || (isAfter !== isBefore && next !== undefined && (wordCount(each.title) >= 2 || each.title.length > 5))
    );
  });
}

/** "R-1 ZONE" above "SINGLE FAMILY ZONE": the symbol and the name of a district are one heading. */
function withDoubleTitles(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const joined: HeadingCandidate[] = [];
  for (const each of candidates) {
    const before = joined.at(-1);
    const isDouble =
      before &&
      before.to + 1 === each.from &&
      [before, each].every((title) => isPlain(title) && namesDistrict(title.title));
    if (before && isDouble)
      joined[joined.length - 1] = { ...before, to: each.to, title: `${before.title} ${each.title}` };
    else joined.push(each);
  }
  return joined;
}

const isPlain = (each: HeadingCandidate) => each.marker === null && each.level === null;
const isPlainCapitals = (each: HeadingCandidate | undefined) =>
  each !== undefined && !each.marker && !each.isStyled && each.isCapitals;

/** Drops lists of headings (a chapter's own contents): nothing stands between them, and most come again with a body. */
function withoutRepeatedLists(candidates: readonly HeadingCandidate[], items: readonly Item[]): HeadingCandidate[] {
  const keys = new Map<string, number>();
  for (const each of candidates) keys.set(keyOf(each), (keys.get(keyOf(each)) ?? 0) + 1);
  const dropped = new Set<HeadingCandidate>();
  for (let start = 0; start < candidates.length; ) {
    let end = start + 1;
    while (end < candidates.length && isNextTo(candidates[end - 1], candidates[end], items)) end += 1;
    const run = candidates.slice(start, end).filter((each) => each.level === null);
    const numbered = run.filter((each) => each.marker !== null);
    const repeated = numbered.filter((each) => (keys.get(keyOf(each)) ?? 0) > 1 && comesAgain(candidates, each, end));
    if (numbered.length >= shortestRun && repeated.length >= numbered.length * 0.6) {
      // The last of the run may be the first real heading, with its body behind it.
      for (const each of run) if (comesAgain(candidates, each, end) || each !== run.at(-1)) dropped.add(each);
    }
    start = end;
  }
  return candidates.filter((each) => !dropped.has(each));
}

const keyOf = (each: HeadingCandidate) =>
  `${each.marker?.word ?? ""}|${each.marker?.number.toUpperCase() ?? each.title.toUpperCase()}`;

function comesAgain(candidates: readonly HeadingCandidate[], each: HeadingCandidate, from: number): boolean {
  const key = keyOf(each);
  for (let at = from; at < candidates.length; at += 1) {
    const other = candidates[at];
    if (other && keyOf(other) === key) return true;
  }
  return false;
}

function isNextTo(
  before: HeadingCandidate | undefined,
  next: HeadingCandidate | undefined,
  items: readonly Item[],
): boolean {
  if (!before || !next || before.length !== null) return false;
  if (before.to + 1 === next.from) return true;
  const between = items[before.to + 1];
  return before.to + 2 === next.from && between?.kind === "line" && wordCount(between.text) <= 2;
}
