import type { HeadingCandidate } from "./heading-candidates.ts";

const fewestFigures = 5;
const fewestChapters = 3;

/**
 * Returns the headings without the captions of figures: exhibits that are counted through several chapters of a code, as
 * drawings in its text are. The text behind one goes on with its section.
 */
export function withoutCaptions(headings: readonly HeadingCandidate[]): readonly HeadingCandidate[] {
  const exhibits = new Set(
    headings.filter(({ marker }) => marker?.word === "exhibit" && /^\d+$/.test(marker.parts[0] ?? "")),
  );
  const chapters = new Set<string | undefined>();
  let chapter: string | undefined;
  for (const heading of headings) {
    if (heading.marker?.kind === "section") chapter = heading.marker.parts[0];
    if (exhibits.has(heading)) chapters.add(chapter);
  }
  const isSo = exhibits.size >= fewestFigures && chapters.size >= fewestChapters;
  return isSo ? headings.filter((heading) => !exhibits.has(heading)) : headings;
}
