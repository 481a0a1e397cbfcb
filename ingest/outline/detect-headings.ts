import type { Item } from "../parse/lines.ts";
import { acceptHeadings } from "./accept-headings.ts";
import { type CitationStyle, citationStyleOf } from "./citation-style.ts";
import { findContents } from "./contents-list.ts";
import { type HeadingCandidate, headingCandidates } from "./heading-candidates.ts";
import { type PlacedHeading, placeHeadings } from "./heading-tree.ts";
import { itemsOfContents } from "./items-of-contents.ts";
import { runInItems } from "./run-in-items.ts";
import { untitledSiblings } from "./untitled-siblings.ts";

/** The headings of a document as a tree, and the items that list them and say nothing else. */
export interface DetectedHeadings {
  readonly headings: readonly PlacedHeading[];
  readonly contents: ReadonlySet<number>;
  readonly style: CitationStyle;
}

const inOrder = (headings: readonly HeadingCandidate[]) => headings.toSorted((one, other) => one.from - other.from);

/**
 * Finds the headings among a document's lines and puts them into a tree.
 *
 * Looks at the source's own heading tags where there are any, at section numbers and division words, at the type a
 * line is set in, and at whether numbers continue one another; tables of contents and cross-references are not headings.
 */
export function detectHeadings(items: readonly Item[]): DetectedHeadings {
  const contents = findContents(items);
  const accepted = acceptHeadings(headingCandidates(items, contents), items);
  const left = itemsOfContents(items, contents, accepted);
  const unread = new Set([...contents.items, ...left]);
  const marked = inOrder([...accepted.headings, ...untitledSiblings(items, accepted.headings, unread)]);
  const headings = inOrder([...marked, ...runInItems(items, marked, unread)]);
  const style = citationStyleOf(items);
  return { headings: placeHeadings(headings, style), contents: left, style };
}
