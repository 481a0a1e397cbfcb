import type { HeadingCandidate } from "./heading-candidates.ts";

/** The nearest headings of a kind around one. */
export interface NearestHeadings {
  readonly before: HeadingCandidate | undefined;
  readonly after: HeadingCandidate | undefined;
}

/** Returns for each candidate the nearest others that `isSought` holds for, in two passes over the list. */
export function nearestHeadings(
  candidates: readonly HeadingCandidate[],
  isSought: (candidate: HeadingCandidate) => boolean,
): NearestHeadings[] {
  const after: (HeadingCandidate | undefined)[] = [];
  let next: HeadingCandidate | undefined;
  for (let at = candidates.length - 1; at >= 0; at -= 1) {
    const each = candidates[at] as HeadingCandidate;
    after[at] = next;
    if (isSought(each)) next = each;
  }
  let last: HeadingCandidate | undefined;
  return candidates.map((each, at) => {
    const before = last;
    if (isSought(each)) last = each;
    return { before, after: after[at] };
  });
}
