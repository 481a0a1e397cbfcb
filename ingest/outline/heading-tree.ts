import { largestOf } from "../large-lists.ts";
import { headingsAmidChapters } from "./amid-chapters.ts";
import type { CitationStyle } from "./citation-style.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { type NearestHeadings, nearestHeadings } from "./nearest-headings.ts";
import { depthsOfNumbers, isInset } from "./number-depths.ts";
import { canFollow, compareParts, isFirstInList, isNextInList, sharedParts } from "./number-sequence.ts";
import { type Marker, type MarkerKind, valueOfRoman } from "./section-number.ts";
import { unnumberedDivisions } from "./unnumbered-divisions.ts";

/** A heading with its place in the tree of headings. */
export interface PlacedHeading extends HeadingCandidate {
  /** As cited: list numbers carry the numbers above them ("IV.A.2"). */
  readonly number: string | null;
  /** Index of the enclosing heading, or null. */
  readonly parent: number | null;
  /** Depth in the tree, from 1. */
  readonly depth: number;
}

/** Words of division from the widest to the narrowest, as most codes nest them. */
const wordRanks: Readonly<Record<string, number>> = {
  title: 10,
  subtitle: 12,
  appendix: 14,
  annex: 14,
  addendum: 14,
  attachment: 14,
  exhibit: 14,
  schedule: 14,
  chapter: 20,
  subchapter: 22,
  article: 30,
  division: 40,
  subdivision: 42,
  part: 44,
  subpart: 46,
};
const widePartRanks: Readonly<Record<string, number>> = { part: 11, subpart: 13 };
/** Openings that stand before the first section and hold none. */
const openingTitle = /^(?:preamble|foreword|preface|background|introduction|table of contents)$/i;
const rank = { listed: 70, above: 80, section: 100, list: 200, below: 300, item: 400 } as const;
const districtHeading =
  /^(?:[\p{Lu}/-]+\s){1,8}(?:ZONES?|DISTRICTS?)$|^[A-Z]{1,4}(?:-[A-Z0-9]{1,4})*\b.*\b(?:[Zz]ones?|ZONES?|[Dd]istricts?|DISTRICTS?|[Oo]verlay|OVERLAY)\b|\b(?:[Zz]ones?|ZONE|[Dd]istricts?|DISTRICT)\s*[("“]?[A-Z0-9-]{1,6}[)"”]?$/u;

/** Tells whether a title names a zoning district: "R-1 ZONE", "Village Center District (VC)". */
export function namesDistrict(title: string): boolean {
  // "R-1 USES IN R-3 ZONE", "SIGNS IN RESIDENTIAL DISTRICTS": a rule inside of districts.
  return districtHeading.test(title) && !/\S\s(?:in|within)\s/i.test(title);
}

/** Puts headings into a tree by what their numbers, words and type say about who holds whom. */
export function placeHeadings(headings: readonly HeadingCandidate[], style: CitationStyle): PlacedHeading[] {
  const ranked = rankOf(headings.filter((heading) => heading.itemDepth === undefined));
  const placed: PlacedHeading[] = [];
  const open: OpenRank[] = [];
  const byNumber = new SectionsByNumber(headings);
  headings.forEach((heading, index) => {
    const own = ranked(
      heading,
      open.map((each) => ({ ...each, heading: headings[each.index] })),
    );
    if (own === null) return;
    while (open.length > 0 && (open.at(-1)?.rank ?? 0) >= own) open.pop();
    const chain = byNumber.holderOf(heading, open);
    if (chain !== null) open.splice(0, open.length, ...chain);
    const parentIndex = open.at(-1)?.index ?? null;
    placed.push({ ...heading, number: null, parent: parentIndex, depth: open.length + 1 });
    open.push({ index, rank: own });
    byNumber.add(heading, open);
  });
  return numbered(reindexed(placed, headings), style);
}

interface OpenRank {
  readonly index: number;
  readonly rank: number;
}

/**
 * The sections so far by their numbers. On a page of two columns 24.1.1 can be read after 24.2; its number places it
 * under 24.1.
 */
class SectionsByNumber {
  readonly #headings: readonly HeadingCandidate[];
  /** The way to each section from the top, by what stands above its sections and its number. */
  readonly #chains = new Map<string, readonly OpenRank[]>();

  constructor(headings: readonly HeadingCandidate[]) {
    this.#headings = headings;
  }

  add({ level, marker }: HeadingCandidate, chain: readonly OpenRank[]): void {
    if (level === null && marker?.kind === "section" && !marker.isRange)
      this.#chains.set(this.#keyOf(chain, marker.parts), [...chain]);
  }

  /** The open headings that hold a section by its number, where others are open; null elsewhere. */
  holderOf({ level, marker }: HeadingCandidate, open: readonly OpenRank[]): readonly OpenRank[] | null {
    const above = this.#headings[open.at(-1)?.index ?? -1]?.marker;
    if (level !== null || marker?.kind !== "section" || marker.parts.length < 2 || above?.kind !== "section")
      return null;
    if (sharedParts(above.parts, marker.parts) === above.parts.length) return null;
    return this.#chains.get(this.#keyOf(open, marker.parts.slice(0, -1))) ?? null;
  }

  #keyOf(chain: readonly OpenRank[], parts: readonly string[]): string {
    const division = chain.findLast(({ index }) => this.#headings[index]?.marker?.kind !== "section");
    return `${division?.index ?? ""}:${parts.join(".").toUpperCase()}`;
  }
}

interface OpenHeading {
  readonly index: number;
  readonly rank: number;
  readonly heading: HeadingCandidate | undefined;
}

type Ranker = (heading: HeadingCandidate, open: readonly OpenHeading[]) => number | null;

function rankOf(headings: readonly HeadingCandidate[]): Ranker {
  const untagged = untaggedRanker(headings);
  return (heading, open) => {
    if (heading.level === null) {
      // Below the source's own heading that is open, whatever its level.
      const tagged = open.findLast((each) => each.heading?.level !== null && each.heading !== undefined);
      const base = tagged ? Math.floor(tagged.rank / 1000) * 1000 : 0;
      const own = untagged(
        heading,
        open.filter((each) => each.heading?.level === null),
      );
      return own === null ? null : base + own;
    }
    return heading.level * 1000 + depthBelowSibling(heading, open);
  };
}

/** Headings of one level in the source whose numbers say that the second is inside the first. */
function depthBelowSibling(heading: HeadingCandidate, open: readonly OpenHeading[]): number {
  const parts = heading.marker?.kind === "section" ? heading.marker.parts : [];
  const holder = open.findLast((each) => {
    const other = each.heading?.marker;
    if (each.heading?.level !== heading.level || other?.kind !== "section") return false;
    return other.parts.length < parts.length && sharedParts(other.parts, parts) === other.parts.length;
  });
  return holder ? (holder.rank % 1000) + 1 : 0;
}

function untaggedRanker(headings: readonly HeadingCandidate[]): Ranker {
  const styles = stylesAbove(headings);
  const titles = new Map<string, number>();
  for (const { title } of headings) titles.set(title.toLowerCase(), (titles.get(title.toLowerCase()) ?? 0) + 1);
  const dotted = new Set(headings.flatMap((each) => firstOfDotted(each)));
  const partIsWide = holdsOthers(headings, "part", ["chapter", "article"]);
  const lists = listRanks(headings);
  const sections = nearestHeadings(headings, ({ marker }) => marker?.kind === "section");
  const insets = insetsOf(headings, sections);
  const around = new Map(headings.map((heading, at) => [heading, sections[at]]));
  const depthOf = depthsOfNumbers(headings);
  const divisionOf = unnumberedDivisions(headings);
  const amid = headingsAmidChapters(headings);
  return (heading, open) => {
    const { marker } = heading;
    if (heading.itemDepth !== undefined) return rank.item + heading.itemDepth;
    const inset = insets.get(heading);
    if (inset !== undefined) return inset;
    const word = marker?.kind === "word" ? (marker.word ?? "") : divisionOf(heading);
    if (word !== undefined) return (partIsWide ? widePartRanks[word] : undefined) ?? wordRanks[word] ?? 50;
    if (marker?.kind === "section") return rank.section + depthOf(marker);
    if (marker?.kind === "arabic" && dotted.has(marker.number) && !isInChapter(heading, open, dotted))
      return rank.section + 1;
    if (marker) return listRank(heading, lists.get(heading) ?? rank.list, open);
    // Holds nothing, so that the first numbered section does not end up inside it.
    if (openingTitle.test(heading.title) && open.every((each) => !each.heading?.marker)) return rank.list - 1;
    const isUnique = titles.get(heading.title.toLowerCase()) === 1;
    const fineness = Math.max(0, 9 - Math.round((heading.size - 1) * 10));
    if (amid.has(heading) || (!heading.isListed && isBetweenItems(around.get(heading)))) return rank.below + fineness;
    if ((heading.isListed || namesDistrict(heading.title)) && isUnique) return rank.listed;
    return (styles.has(styleOf(heading)) ? rank.above : rank.below) + fineness;
  };
}

/** Whether a heading stands between 21.2.15 and 21.2.16: the head of a page, which holds neither. */
function isBetweenItems(around: NearestHeadings | undefined): boolean {
  const [before, after] = [around?.before?.marker?.parts ?? [], around?.after?.marker?.parts ?? []];
  const depth = after.length - 1;
  return depth >= 2 && before.length > depth && sharedParts(before, after) === depth && canFollow(before, after);
}

/** "2. Plan requirements" below section 7.1 is an item of a list, whatever chapter 2 holds. */
function isInChapter(heading: HeadingCandidate, open: readonly OpenHeading[], chapters: ReadonlySet<string>): boolean {
  const number = heading.marker?.number ?? "";
  return open.some(({ heading: other, rank: own }) => {
    const marker = other?.marker;
    if (!marker) return false;
    // The item before it was found to be none of the chapters, so it is none either.
    if (own >= rank.list && own < rank.below)
      return (
        chapters.has(marker.number) &&
        other.isCapitals === heading.isCapitals &&
        isNextInList(marker.kind, marker.number, number)
      );
    return marker.kind === "section" && compareParts(marker.parts[0] ?? "", number) >= 0;
  });
}

const firstOfDotted = (each: HeadingCandidate) =>
  each.marker?.kind === "section" && each.marker.parts.length > 1 ? each.marker.parts.slice(0, 1) : [];

/** Ranks of list markers: a kind whose first number mostly comes right below another kind stands inside that one. */
function listRanks(headings: readonly HeadingCandidate[]): ReadonlyMap<HeadingCandidate, number> {
  const kinds = listKinds(headings);
  const below = new Map<string, number>();
  let last: MarkerKind | undefined;
  for (const heading of headings) {
    const kind = kinds.get(heading);
    if (kind === undefined) {
      // A new section starts its lists afresh, whatever list the section before it ended with.
      if (heading.marker || heading.level !== null) last = undefined;
      continue;
    }
    if (last && last !== kind && isFirstInList(heading.marker?.number ?? "")) {
      below.set(`${last}>${kind}`, (below.get(`${last}>${kind}`) ?? 0) + 1);
    }
    last = kind;
  }
  const votes = (outer: MarkerKind, inner: MarkerKind) => below.get(`${outer}>${inner}`) ?? 0;
  const present = new Set(kinds.values());
  const order = usualOrder.filter((kind) => present.has(kind));
  order.sort((left, right) => votes(right, left) - votes(left, right));
  return new Map([...kinds].map(([heading, kind]) => [heading, rank.list + order.indexOf(kind) * 10]));
}

/** A marker that goes back inside an open list of its kind opens a list inside that one. */
function listRank(heading: HeadingCandidate, usual: number, open: readonly OpenHeading[]): number {
  const number = heading.marker?.number ?? "";
  const lists = open.filter((each) => each.rank >= rank.list && each.rank < rank.below);
  const going = lists.findLast((each) => {
    const other = each.heading?.marker;
    return other && Math.abs(each.rank - usual) < 10 && isNextInList(other.kind, other.number, number);
  });
  if (going) return going.rank;
  const same = lists.find((each) => each.rank === usual);
  const isBack = same?.heading?.marker && compareParts(number, same.heading.marker.number) < 0;
  return isBack ? largestOf(lists.map((each) => each.rank)) + 1 : usual;
}

const usualOrder: readonly MarkerKind[] = ["roman", "upper", "arabic", "lower", "bracket"];

/** The kind of each list marker; "I", "V" and "X" are letters or numerals by what they continue. */
function listKinds(headings: readonly HeadingCandidate[]): Map<HeadingCandidate, MarkerKind> {
  const kinds = new Map<HeadingCandidate, MarkerKind>();
  const last = new Map<MarkerKind, { readonly number: string; readonly at: number }>();
  headings.forEach((heading, at) => {
    const { marker } = heading;
    if (!marker || marker.kind === "word" || marker.kind === "section" || heading.level !== null) return;
    const possible: MarkerKind[] = /^[IVXLC]$/.test(marker.number) ? ["roman", "upper"] : [marker.kind];
    const continued = possible
      .filter((kind) => isNextInList(kind, last.get(kind)?.number ?? "", marker.number))
      .sort((left, right) => (last.get(right)?.at ?? 0) - (last.get(left)?.at ?? 0));
    const kind = continued[0] ?? (/^[LC]$/.test(marker.number) ? "upper" : possible[0]) ?? marker.kind;
    kinds.set(heading, kind);
    last.set(kind, { number: marker.number, at });
  });
  return kinds;
}

function styleOf(heading: HeadingCandidate): string {
  return `${heading.isCapitals ? "capitals" : "mixed"}:${heading.isStyled ? heading.size.toFixed(1) : "plain"}`;
}

/** Styles of unnumbered headings that mostly stand right above a numbered one, and so hold it. */
function stylesAbove(headings: readonly HeadingCandidate[]): ReadonlySet<string> {
  const counts = new Map<string, { all: number; above: number }>();
  headings.forEach((heading, at) => {
    if (heading.marker || heading.level !== null) return;
    const count = counts.get(styleOf(heading)) ?? { all: 0, above: 0 };
    counts.set(styleOf(heading), count);
    const next = headings[at + 1];
    count.all += 1;
    if (next && next.from === heading.to + 1 && next.marker?.kind === "section") count.above += 1;
  });
  return new Set([...counts].filter(([, { all, above }]) => above >= all * 0.4).map(([style]) => style));
}

/**
 * Ranks of schedules and exhibits that hold nothing of what follows them: printed in the middle of a code, whose sections
 * or chapters carry on after them, or listed before its body.
 */
function insetsOf(
  headings: readonly HeadingCandidate[],
  sections: readonly NearestHeadings[],
): ReadonlyMap<HeadingCandidate, number> {
  const ranks = new Map<HeadingCandidate, number>();
  for (const [at, heading] of headings.entries()) {
    if (!isInset(heading)) continue;
    const before = sections[at]?.before?.marker?.parts;
    const after = sections[at]?.after?.marker?.parts;
    const goesOn = after !== undefined && !after.every((part) => part === "1") && canFollow(before ?? [], after);
    if (before === undefined ? isInFrontList(headings, at) : goesOn) ranks.set(heading, rank.below - 1);
    else if (isAtEndOfDivision(headings, at)) ranks.set(heading, rank.section - 1);
  }
  return ranks;
}

/** Whether a schedule closes a division after which the next one follows: Chapter II, Schedule A, Chapter III. */
function isAtEndOfDivision(headings: readonly HeadingCandidate[], at: number): boolean {
  const isDivision = (each: HeadingCandidate) => each.marker?.kind === "word" && each.level === null && !isInset(each);
  const before = headings.slice(0, at).findLast(isDivision)?.marker;
  const after = headings.slice(at + 1).find(isDivision)?.marker;
  const countOf = (part = "") => valueOfRoman(part) ?? Number(part);
  return before?.word === after?.word && countOf(after?.parts[0]) - countOf(before?.parts[0]) === 1;
}

/** A list of schedules before the first section names what is attached; the districts and articles after it are not in it. */
function isInFrontList(headings: readonly HeadingCandidate[], at: number): boolean {
  const [before, heading, next] = [headings[at - 1], headings[at], headings[at + 1]];
  if (!heading) return false;
  const isBeside = (first: HeadingCandidate | undefined, second: HeadingCandidate | undefined) =>
    first !== undefined && second !== undefined && isInset(first) && isInset(second) && second.from - first.to <= 2;
  if (isBeside(before, heading) || isBeside(heading, next)) return true;
  // A code may itself be an appendix; none is a schedule that holds its districts.
  return heading.marker?.word !== "appendix" && headings.slice(at + 1).some((each) => isPlainDistrict(each));
}

const isPlainDistrict = ({ marker, title }: HeadingCandidate) => marker === null && namesDistrict(title);

/** Tells whether a division word that is narrow in most codes is wide in this one. */
function holdsOthers(headings: readonly HeadingCandidate[], word: string, others: readonly string[]): boolean {
  const words = headings.map((each) => each.marker?.word ?? "");
  const first = words.indexOf(word);
  if (first < 0) return false;
  const firstOther = words.findIndex((each) => others.includes(each));
  return firstOther > first && words.slice(first, firstOther).filter((each) => each === word).length === 1;
}

/** Parents point into the list of all candidates while the tree is built; here they point into the list that is kept. */
function reindexed(placed: readonly PlacedHeading[], headings: readonly HeadingCandidate[]): PlacedHeading[] {
  const position = new Map(placed.map((each, at) => [each.from, at]));
  return placed.map((each) => {
    const parent = each.parent === null ? undefined : headings[each.parent];
    return { ...each, parent: parent ? (position.get(parent.from) ?? null) : null };
  });
}

function numbered(placed: readonly PlacedHeading[], style: CitationStyle): PlacedHeading[] {
  const numbers: (string | null)[] = [];
  return placed.map((heading, at) => {
    const number = numberOf(heading, placed, numbers, style);
    numbers[at] = number;
    // A letter that no citation in the code uses is part of the title.
    const uncited = number === null ? heading.marker : null;
    return { ...heading, number, title: uncited ? `${printedMark(uncited)} ${heading.title}`.trim() : heading.title };
  });
}

const printedMark = ({ kind, number }: Marker) => (kind === "bracket" ? `(${number})` : `${number}.`);

function numberOf(
  heading: PlacedHeading,
  placed: readonly PlacedHeading[],
  numbers: readonly (string | null)[],
  style: CitationStyle,
): string | null {
  const { marker } = heading;
  if (!marker || heading.itemDepth !== undefined) return null;
  if (marker.kind === "word" || marker.kind === "section") return marker.number;
  for (let at = heading.parent; at !== null; at = placed[at]?.parent ?? null) {
    const above = numbers[at];
    if (!above) continue;
    if (!isCounted(heading, placed, numbers)) return null;
    const isBelowSection = placed[at]?.marker?.kind === "section";
    return isBelowSection ? style.extended(above, marker.number) : `${above}.${marker.number}`;
  }
  return marker.number;
}

/** A letter counts as a number only where its list is known from its first item on; else an item above it is missing. */
function isCounted(
  heading: PlacedHeading,
  placed: readonly PlacedHeading[],
  numbers: readonly (string | null)[],
): boolean {
  if (isFirstInList(heading.marker?.number ?? "")) return true;
  const at = placed.indexOf(heading);
  const sibling = placed.findLastIndex((each, index) => index < at && each.parent === heading.parent);
  const isAlike = sibling >= 0 && familyOf(placed[sibling]?.marker) === familyOf(heading.marker);
  return isAlike && (numbers[sibling] ?? null) !== null;
}

/** "I" and "V" are letters where "H" and "W" are. */
const familyOf = (marker: Marker | null | undefined) =>
  marker?.kind === "roman" && marker.number.length === 1 ? "upper" : marker?.kind;
