import type { HeadingCandidate } from "./heading-candidates.ts";
import { valueOfRoman } from "./section-number.ts";

/** Fewer chapters by Roman numerals may be items of a list. */
const fewestChapters = 4;

/**
 * Returns the headings without a number that are inside of a chapter by a Roman numeral and hold none of the chapters after
 * it: loud lines of III, below which its sections go on before IV. One right above IV can be that of a part of the code.
 */
export function headingsAmidChapters(headings: readonly HeadingCandidate[]): ReadonlySet<HeadingCandidate> {
  const chapters: { readonly at: number; readonly value: number }[] = [];
  for (const [at, { marker, level, isCapitals }] of headings.entries()) {
    const isNumeral = marker !== null && marker.kind !== "section" && marker.kind !== "word" && level === null;
    const value = isNumeral && isCapitals ? valueOfRoman(marker.number) : undefined;
    const expected = (chapters.at(-1)?.value ?? 0) + 1;
    // The number of the first chapter can be lost.
    if (value === expected || (chapters.length === 0 && value === 2)) chapters.push({ at, value });
  }
  const amid = new Set<HeadingCandidate>();
  if (chapters.length < fewestChapters) return amid;
  for (const [place, chapter] of chapters.entries()) {
    const next = chapters[place + 1];
    if (next === undefined) continue;
    // The heading right above the next chapter is left as it is.
    for (const heading of headings.slice(chapter.at + 1, next.at - 1))
      if (heading.marker === null && heading.level === null && !heading.isListed) amid.add(heading);
  }
  return amid;
}
