import type { HeadingCandidate } from "./heading-candidates.ts";
import type { Marker } from "./section-number.ts";

const insetWord = /^(?:appendix|annex|addendum|attachment|exhibit|schedule)$/;

/** Tells whether a heading is of a schedule or an exhibit, by its word. */
export const isInset = (each: HeadingCandidate | undefined) =>
  each !== undefined && insetWord.test(each.marker?.word ?? "") && each.level === null;

/** Returns how deep the number of a section stands among those of its code: four for each of its parts, less for what opens a group. */
export function depthsOfNumbers(headings: readonly HeadingCandidate[]): (marker: Marker) => number {
  const isByHundreds = countsByHundreds(headings);
  const chapters = chaptersOpenAtZero(headings);
  const isBelowSaid = saidSectionsHoldBare(headings);
  return (marker) => {
    // What has no chapter of its number stands beside chapters, not in another one.
    const isBesideChapters = chapters.size > 0 && (isAtZero(marker) || !chapters.has(marker.parts[0] ?? ""));
    const above = (isByHundreds ? levelsInHundreds(marker.parts) : 0) + (isBesideChapters ? 1 : 0);
    const below = isBelowSaid && isBareInHundreds(marker) ? 1 : 0;
    return sectionDepth(marker.parts) - above + below;
  };
}

/** Numbers such as 17-2-0300 open a group: the sections 17-2-0301 to 17-2-0399 stand inside it. */
function sectionDepth(parts: readonly string[]): number {
  return parts.length * 4 - (/^\d{2,}00$/.test(parts.at(-1) ?? "") && parts.length > 1 ? 1 : 0);
}

/** The number of a chapter that counts as its first section: 3.0 before 3.1. */
const isAtZero = ({ parts }: Marker) => parts.length === 2 && parts[1] === "0";

/**
 * Returns the chapters that open at zero, 3.0 before 3.1: the code gives them no other number, and each a title of its own.
 * Where 3.0 is "Purpose" in every chapter, it is a section like the others.
 */
function chaptersOpenAtZero(headings: readonly HeadingCandidate[]): ReadonlySet<string> {
  const isNumbered = (each: HeadingCandidate) =>
    each.marker?.kind === "section" || (each.marker?.kind === "word" && !isInset(each));
  const alone = new Set(
    headings.filter(isNumbered).flatMap(({ marker }) => (marker?.parts.length === 1 ? marker.parts : [])),
  );
  const chapters = headings.filter(({ marker }) => marker?.kind === "section" && isAtZero(marker));
  const titles = new Set(chapters.map(({ title }) => title.toLowerCase()));
  const numberedTwice = chapters.filter(({ marker }) => alone.has(marker?.parts[0] ?? ""));
  const isSo =
    chapters.length >= fewestChapters &&
    titles.size >= chapters.length * 0.7 &&
    numberedTwice.length < chapters.length / 2;
  return new Set(isSo ? chapters.map(({ marker }) => marker?.parts[0] ?? "") : []);
}

const fewestChapters = 3;

/**
 * Whether the last part of section numbers counts by hundreds, tens and ones: 4.02.100, 4.02.200, 4.02.210, 4.02.211. Where
 * 17.20.100 comes right after 17.20.090 it does not.
 */
function countsByHundreds(headings: readonly HeadingCandidate[]): boolean {
  const last = new Map<string, number>();
  let jumps = 0;
  let steps = 0;
  for (const { marker } of headings) {
    const parts = marker?.kind === "section" ? marker.parts : [];
    const own = parts.at(-1) ?? "";
    if (parts.length < 2 || !inHundreds.test(own)) continue;
    const group = parts.slice(0, -1).join(".");
    const before = last.get(group);
    if (before !== undefined && own.endsWith("00"))
      if (Number(own) - before > 20) jumps += 1;
      else steps += 1;
    last.set(group, Number(own));
  }
  return jumps >= fewestJumps && jumps >= steps * 4;
}

const isBareInHundreds = ({ kind, word, parts }: Marker) =>
  kind === "section" && word === null && parts.length === 1 && /^[1-9]\d\d$/.test(parts[0] ?? "");

/** Whether "SECTION 520." heads the sections 521. to 528.: most of those that say the word open a ten, and bare ones follow each. */
function saidSectionsHoldBare(headings: readonly HeadingCandidate[]): boolean {
  const said = headings.filter(({ marker }) => marker?.word === "section" && /^[1-9]\d\d$/.test(marker.parts[0] ?? ""));
  const bare = headings.filter(({ marker }) => marker !== null && isBareInHundreds(marker));
  const opening = said.filter(({ marker }) => marker?.parts[0]?.endsWith("0"));
  return said.length >= fewestChapters && opening.length * 2 > said.length && bare.length > said.length;
}

const inHundreds = /^[1-9]\d{2,3}$/;
const fewestJumps = 6;

/** How many levels a number stands above one of ones: two for 200, one for 210. */
function levelsInHundreds(parts: readonly string[]): number {
  const last = parts.at(-1) ?? "";
  if (parts.length < 2 || !inHundreds.test(last)) return 0;
  return last.endsWith("00") ? 2 : last.endsWith("0") ? 1 : 0;
}
