import type { Item } from "../parse/lines.ts";
import { isProse } from "./contents-list.ts";
import type { HeadingCandidate } from "./heading-candidates.ts";
import { wordCount } from "./heading-title.ts";

/** Fewer entries than this are no register. */
const fewestEntries = 8;
/** So many other headings may stand between two entries. */
const widestGap = 2;
const leastShare = 0.7;
const longestEntryLine = 16;
const month = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*";
const date = new RegExp(
  `^\\W*(?:${month}\\.?\\s+\\d{1,2}(?:\\s*,\\s*|\\s*/\\s*|\\s+)\\d{2,4}|\\d{1,2}\\s+${month}\\.?,?\\s+\\d{4}|\\d{1,4}\\s?[-/.]\\s?\\d{1,2}\\s?[-/.]\\s?\\d{2,4})(?!\\d)`,
  "i",
);

/**
 * Drops the numbers of registers: lists of amendments, tables that compare old numbers with new ones or name the laws
 * behind a section. Their entries are numbers of sections with dates or other numbers beside them, and say no sentence;
 * as headings they would be cited in place of the sections themselves.
 */
export function withoutRegisters(headings: readonly HeadingCandidate[], items: readonly Item[]): HeadingCandidate[] {
  const entries = entriesOf(headings, items);
  const registers = registersOf(headings, entries);
  return headings.filter((each, at) => {
    const isInside = registers.some(({ from, to }) => at >= from && at <= to);
    return !isInside || each.level !== null || (each.marker?.kind === "word" && !entries.has(at));
  });
}

/** The untagged numbers with no sentence below them that are dated, stand alone, or were a section's before. */
function entriesOf(headings: readonly HeadingCandidate[], items: readonly Item[]): ReadonlySet<number> {
  const entries = new Set<number>();
  const known = new Set<string>();
  headings.forEach((each, at) => {
    if (each.marker?.kind === "word" && each.level === null && date.test(each.marker.rest)) entries.add(at);
    if (each.marker?.kind !== "section") return;
    const key = each.marker.parts.join(".").toUpperCase();
    const below = items.slice(each.from, headings[at + 1]?.from ?? items.length);
    const says = below.some(
      (item) => item.kind === "table" || isProse(item) || wordCount(item.text) > longestEntryLine,
    );
    const rest = each.marker.rest;
    if (each.level === null && !says && (rest === "" || date.test(rest) || known.has(key))) entries.add(at);
    else if (says) known.add(key);
  });
  return entries;
}

function registersOf(
  headings: readonly HeadingCandidate[],
  entries: ReadonlySet<number>,
): { readonly from: number; readonly to: number }[] {
  const runs: { from: number; to: number; count: number }[] = [];
  for (const at of entries) {
    const open = runs.at(-1);
    if (open && at - open.to <= widestGap + 1) {
      open.to = at;
      open.count += 1;
    } else runs.push({ from: at, to: at, count: 1 });
  }
  return runs.filter(({ from, to, count }) => {
    const numbered = headings.slice(from, to + 1);
    const sections = numbered.filter((each, at) => each.marker?.kind === "section" || entries.has(from + at)).length;
    return count >= fewestEntries && count >= sections * leastShare;
  });
}
