import type { HeadingCandidate } from "./heading-candidates.ts";

/** "ARTICLE - SITE DEVELOPMENT PLANS": the word of a division whose number the reader of a scan missed. */
const withoutNumber = /^(title|chapter|subchapter|article|division|part)\s*[-–—:]\s*(?=\p{Lu})/iu;

/** Fewer numbered divisions of a word do not show that a heading with the word alone is one of them. */
const fewestNumbered = 3;

/**
 * Returns the word of the division that a heading without a number opens, by headings of the same document that are
 * numbered; undefined for another heading.
 */
export function unnumberedDivisions(
  headings: readonly HeadingCandidate[],
): (heading: HeadingCandidate) => string | undefined {
  const counts = new Map<string, number>();
  for (const { marker } of headings) {
    const word = marker?.kind === "word" ? (marker.word ?? "") : "";
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return ({ title, marker, isCapitals }) => {
    const word = marker === null && isCapitals ? withoutNumber.exec(title)?.[1]?.toLowerCase() : undefined;
    return word !== undefined && (counts.get(word) ?? 0) >= fewestNumbered ? word : undefined;
  };
}
