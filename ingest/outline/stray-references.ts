import type { Item } from "../parse/lines.ts";
import { isProse } from "./contents-list.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { compareParts } from "./number-sequence.ts";

/** So many tagged sections of one form tell that the source tags every section of that form. */
const fewestTagged = 3;

/**
 * Drops section numbers that open a paragraph only to refer to a section ("§ 155-41 Notwithstanding, a fence …"): those
 * without a title whose number has a titled heading of its own, and those that stand out of order among the sections
 * that the source itself tags as headings.
 */
export function withoutStrayReferences(
  headings: readonly HeadingCandidate[],
  items: readonly Item[],
): HeadingCandidate[] {
  return withoutUntaggedStrays(withoutUntitledTwins(headings, items));
}

const isSection = (each: HeadingCandidate) => each.marker?.kind === "section" && each.marker.parts.length > 1;

function withoutUntitledTwins(headings: readonly HeadingCandidate[], items: readonly Item[]): HeadingCandidate[] {
  const keys = twinKeys(headings);
  const titled = new Set(
    headings.flatMap((each, at) => (each.title !== "" && hasBody(headings, at, items) ? (keys[at] ?? []) : [])),
  );
  return headings.filter((each, at) => each.title !== "" || each.level !== null || !titled.has(keys[at] ?? ""));
}

/** The number of each section together with its division, which may count its sections anew; null for other headings. */
function twinKeys(headings: readonly HeadingCandidate[]): (string | null)[] {
  let division = 0;
  return headings.map((each) => {
    if (isSection(each)) return `${division}:${each.marker?.parts.join(".").toUpperCase()}`;
    if (each.marker?.kind === "word" || (each.marker?.kind === "section" && each.title !== "")) division += 1;
    return null;
  });
}

/** Tells whether a rule follows a heading; an entry of a list or of a register has none. */
function hasBody(headings: readonly HeadingCandidate[], at: number, items: readonly Item[]): boolean {
  const own = headings[at];
  const below = items.slice((own?.to ?? 0) + 1, headings[at + 1]?.from ?? items.length);
  return own !== undefined && (own.length !== null || below.some((item) => item.kind === "table" || isProse(item)));
}

/** Where the source tags its sections, an untagged number of their form is one only between the tagged ones around it. */
function withoutUntaggedStrays(headings: readonly HeadingCandidate[]): HeadingCandidate[] {
  const counts = new Map<string, number>();
  for (const each of headings) {
    if (each.level !== null && isSection(each)) counts.set(formOf(each), (counts.get(formOf(each)) ?? 0) + 1);
  }
  return headings.filter((each, at) => {
    if (each.level !== null || !isSection(each) || (counts.get(formOf(each)) ?? 0) < fewestTagged) return true;
    const isSibling = (other: HeadingCandidate) => other.level !== null && formOf(other) === formOf(each);
    const before = headings.slice(0, at).findLast(isSibling);
    const after = headings.slice(at + 1).find(isSibling);
    return (!before || compareNumbers(before, each) < 0) && (!after || compareNumbers(each, after) < 0);
  });
}

/** Whether the number says "section", and of how many parts it is. */
function formOf({ marker }: HeadingCandidate): string {
  return marker?.kind === "section" ? `${marker.word === null ? "bare" : "said"}:${marker.parts.length}` : "";
}

function compareNumbers(left: HeadingCandidate, right: HeadingCandidate): number {
  const [leftParts, rightParts] = [left.marker?.parts ?? [], right.marker?.parts ?? []];
  const differing = leftParts.findIndex((part, at) => part.toUpperCase() !== rightParts[at]?.toUpperCase());
  return differing < 0 ? 0 : compareParts(leftParts[differing] ?? "", rightParts[differing] ?? "");
}
