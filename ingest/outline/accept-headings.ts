import type { Item } from "../parse/lines.ts";
import { titleKey } from "./contents-list.ts";
import { withoutFigureCaptions } from "./figure-captions.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { endsSentence, wordCount } from "./heading-title.ts";
import { namesDistrict } from "./heading-tree.ts";
import { canFollow, compareParts } from "./number-sequence.ts";
import { withoutRegisters } from "./registers.ts";
import type { Marker } from "./section-number.ts";
import { withoutStrayCapitals } from "./stray-capitals.ts";
import { withoutStrayReferences } from "./stray-references.ts";

/** Runs of this many headings with nothing between them are lists of headings when their numbers come again. */
const shortestRun = 4;

/** The headings of a document, and the candidates that only list headings which come again with a body. */
export interface AcceptedHeadings {
  readonly headings: readonly HeadingCandidate[];
  readonly listed: readonly HeadingCandidate[];
}

/** Keeps the candidates that hold together as the headings of one document. */
export function acceptHeadings(candidates: readonly HeadingCandidate[], items: readonly Item[]): AcceptedHeadings {
  const inSequence = withoutStrayCapitals(withoutFigureCaptions(withoutStrayNumbers(candidates)), items);
  const { headings, listed } = partRepeatedLists(withDoubleTitles(withoutLoudProse(inSequence, items)), items);
  return { headings: withLostNumbers(withoutStrayReferences(withoutRegisters(headings, items), items)), listed };
}

/** "SECTION - DEFINITIONS" right above 5.1, where no other heading is section 5: a scan lost its number. */
function withLostNumbers(headings: readonly HeadingCandidate[]): HeadingCandidate[] {
  const numbers = new Set(headings.map(({ marker }) => marker?.number));
  return headings.map((each, at) => {
    const [, title] = each.marker === null ? (lostNumber.exec(each.title) ?? []) : [];
    const [first, second, ...others] = headings[at + 1]?.marker?.parts ?? [];
    if (title === undefined || first === undefined || second !== "1" || others.length > 0) return each;
    if (numbers.has(first) || headings[at + 1]?.marker?.kind !== "section") return each;
    const marker: Marker = {
      ...{ kind: "section", word: "section", number: first, parts: [first] },
      ...{ rest: title, length: each.title.length - title.length, isRange: false },
    };
    return { ...each, marker, title };
  });
}

const lostNumber = /^SECTION\s*[-–—]\s*(\p{Lu}[^a-z]+)$/u;

/**
 * Drops numbers that lead nowhere: a bare number needs a neighbour that it continues or that continues it, so that a
 * reference at the start of a line ("17.3.2 Signs are exempt") does not become a section.
 */
function withoutStrayNumbers(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const sections = candidates.filter(isNumberedSection);
  const firstParts = new Set(sections.filter((each) => each.isStrong).map((each) => formOf(each)));
  const kept = new Set<HeadingCandidate>();
  const titled = new Set<string>();
  let last: HeadingCandidate | undefined;
  sections.forEach((section, at) => {
    const parts = section.marker?.parts ?? [];
    const isNext = last?.marker ? canFollow(last.marker.parts, parts) && !goesBack(last.marker.parts, parts) : false;
    const next = sections.slice(at + 1, at + 4);
    const following = next.some(({ marker }) => marker && canFollow(parts, marker.parts));
    const isFirst = last === undefined;
    const fits = isNext || (following && (isFirst || !sharesForm(firstParts, section)));
    // A number that a titled section already has, alone on a line and followed by no section of its chapter, is a running head.
    const number = parts.join(".");
    const isAgain = parts.length > 1 && section.title === "" && titled.has(number);
    const isOfRunningHead = isAgain && !next.some(({ marker }) => marker?.parts[0] === parts[0]);
    if ((section.isStrong || fits) && !isOfRunningHead) {
      kept.add(section);
      if (section.title !== "") titled.add(number);
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

/** Sets lists of headings apart (a chapter's own contents): nothing stands between them, and most come again with a body. */
function partRepeatedLists(candidates: readonly HeadingCandidate[], items: readonly Item[]): AcceptedHeadings {
  const byKey = Map.groupBy(candidates, keyOf);
  const sections = candidates.filter(isPartedSection);
  const comesAgain = (each: HeadingCandidate) =>
    (byKey.get(keyOf(each)) ?? [])
      .slice(-mostBodies)
      .some((other) => other.from > each.from && isOfTitle(each, other)) ||
    sections.some((other) => isWrittenOut(each, other));
  const dropped = new Set<HeadingCandidate>();
  for (let start = 0; start < candidates.length; ) {
    let end = start + 1;
    while (end < candidates.length && isNextTo(candidates[end - 1], candidates[end], items)) end += 1;
    const run = candidates.slice(start, end).filter((each) => each.level === null);
    const numbered = run.filter((each) => each.marker !== null);
    const repeated = numbered.filter(comesAgain);
    if (numbered.length >= shortestRun && repeated.length >= numbered.length * 0.6) {
      // The first of the run may be the chapter that holds the list, the last the first real heading with its body.
      const holder = run[0]?.marker?.kind === "word" && run[0].marker.word !== run[1]?.marker?.word ? run[0] : null;
      const lastEntry = run.findLastIndex((each) => each.marker !== null && comesAgain(each));
      for (const [at, each] of run.entries()) {
        // What has no number below the last entry is a group of the body, which begins there.
        const isKept = each === run.at(-1) || each === holder || (each.marker === null && at > lastEntry);
        if (comesAgain(each) || !isKept) dropped.add(each);
      }
    }
    start = end;
  }
  return { headings: candidates.filter((each) => !dropped.has(each)), listed: [...dropped] };
}

const keyOf = (each: HeadingCandidate) =>
  `${each.marker?.word ?? ""}|${each.marker?.number.toUpperCase() ?? each.title.toUpperCase()}`;

/** An entry of a list is compared with at most this many of the last headings that have its number. */
const mostBodies = 20;

/** Whether two headings of one number have one title, as far as both are printed: chapters that each begin at 1.01 have others. */
function isOfTitle(entry: HeadingCandidate, body: HeadingCandidate): boolean {
  const [one, other] = [titleKey(entry.title), titleKey(body.title)];
  if (one === "" || one.startsWith(other) || other.startsWith(one)) return one === "" || other !== "";
  const [own, words] = [one.split(" "), new Set(other.split(" "))];
  return own.filter((word) => words.has(word)).length * 2 >= Math.min(words.size, own.length);
}

/** A list may leave out the sign that stands before a section's number, or shorten its title. */
function isWrittenOut(entry: HeadingCandidate, { from, marker, title }: HeadingCandidate): boolean {
  if (from <= entry.from || entry.title === "" || marker?.number !== entry.marker?.number) return false;
  return titleKey(title).startsWith(titleKey(entry.title));
}

/** Titles of groups may stand between the sections that a list names. */
const mostBetween = 2;
const longestGroupTitle = 6;

function isNextTo(
  before: HeadingCandidate | undefined,
  next: HeadingCandidate | undefined,
  items: readonly Item[],
): boolean {
  if (!before || !next || before.length !== null) return false;
  const between = items.slice(before.to + 1, next.from);
  const [most, longest] = isPartedSection(before) && isPartedSection(next) ? [mostBetween, longestGroupTitle] : [1, 2];
  return (
    between.length <= most &&
    between.every(
      (item) => item.kind === "line" && wordCount(item.text) <= longest && (longest <= 2 || !endsSentence(item.text)),
    )
  );
}

/** "12.3", "40-2": a number whose parts place it among others. */
const isPartedSection = (each: HeadingCandidate) => isNumberedSection(each) && (each.marker?.parts.length ?? 0) > 1;
