import type { HeadingCandidate } from "./heading-candidates.ts";
import { nearestHeadings } from "./nearest-headings.ts";
import { canFollow } from "./number-sequence.ts";

/** Fewer exhibits inside of sections may be attachments that were bound in at the wrong place. */
const fewestCaptions = 3;

/**
 * Drops exhibits that are captions of drawings: those that a code prints inside of its sections, three or more of them, each
 * between a section and the next one. What stands below such a caption belongs to the section around it.
 */
export function withoutFigureCaptions(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const sections = nearestHeadings(candidates, ({ marker }) => marker?.kind === "section");
  const captions = new Set(
    candidates.filter((each, at) => {
      const { before, after } = sections[at] ?? {};
      return isExhibit(each) && before?.marker && after?.marker && canFollow(before.marker.parts, after.marker.parts);
    }),
  );
  return captions.size < fewestCaptions ? [...candidates] : candidates.filter((each) => !captions.has(each));
}

const isExhibit = ({ marker, level }: HeadingCandidate) =>
  marker?.word === "exhibit" && level === null && /^\d+[A-Z]?$/.test(marker.parts[0] ?? "");
