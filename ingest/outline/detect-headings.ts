import type { Item } from "../parse/lines.ts";
import { acceptHeadings } from "./accept-headings.ts";
import { citationStyleOf } from "./citation-style.ts";
import { findContents } from "./contents-list.ts";
import { headingCandidates } from "./heading-candidates.ts";
import { type PlacedHeading, placeHeadings } from "./heading-tree.ts";
import { itemsOfContents } from "./items-of-contents.ts";

/** The headings of a document as a tree, and the items that list them and say nothing else. */
export interface DetectedHeadings {
  readonly headings: readonly PlacedHeading[];
  readonly contents: ReadonlySet<number>;
}

/**
 * Finds the headings among a document's lines and puts them into a tree.
 *
 * Looks at the source's own heading tags where there are any, at section numbers and division words, at the type a
 * line is set in, and at whether numbers continue one another; tables of contents and cross-references are not headings.
 */
export function detectHeadings(items: readonly Item[]): DetectedHeadings {
  const contents = findContents(items);
  const accepted = acceptHeadings(headingCandidates(items, contents), items);
  return {
    headings: placeHeadings(accepted.headings, citationStyleOf(items)),
    contents: itemsOfContents(items, contents, accepted),
  };
}
