import { largestOf, smallestOf } from "../large-lists.ts";
import { compareParts } from "../outline/number-sequence.ts";
import { partsOf, valueOfRoman } from "../outline/section-number.ts";
import type { Line } from "./lines.ts";

/** A page's lines at one edge, the outermost first. */
export interface PageEdge {
  /** Place of the page among the pages. */
  readonly at: number;
  readonly lines: readonly Line[];
}

/** A section that a page's head or foot names: its wording without the number, and the number. */
interface SectionHead extends Pick<PageEdge, "at"> {
  readonly line: Line;
  readonly words: string;
  readonly parts: readonly string[];
}

/** Heads that name sections stand on this share of the pages from the first that has one to the last. */
const leastShare = 0.5;
const fewestPages = 4;
/** A head names the section that the page before ended with, so that the same one comes again. */
const leastRepeated = 0.3;
/** Sections follow one another in their order, but for numbers that were read wrongly. */
const leastOrdered = 0.8;
/** The first section of a page and its last. */
const mostOfPage = 2;
const longestWords = 60;
const number = "(?:[A-Z]{1,3}[-.]?)?\\d+[A-Za-z]?(?:[-.:]\\w{1,5})*(?:\\([A-Za-z0-9]{1,4}\\))*";
const saidNumber = new RegExp(
  `(?:§§?|\\b(?:sections?|secs?|articles?|arts?|chapters?|ch)\\b\\.?)\\s*(${number}|[IVXLC]{1,6}\\b)|(?<![\\w.])(\\d+[A-Z]?(?:[-.:]\\d+[A-Za-z]?)+)(?![\\w-])`,
  "gi",
);

/**
 * The heads of a code that name, on every page, the sections that stand on it: "§ 12-3.6 TOWN CODE § 12-3.11" in one
 * line or in three, "Art. II, Sec. 8".
 *
 * They neither say the same on every page nor count the pages: they are lines of one wording at the edges of most pages,
 * whose numbers come again and rise. `isPrinted` tells the lines that are known to be running heads or page numbers:
 * only they may stand between a head and the edge.
 */
export function sectionHeads(edges: readonly PageEdge[], isPrinted: (line: Line) => boolean): ReadonlySet<Line> {
  const groups = new Map<string, SectionHead[]>();
  for (const { at, lines } of edges) {
    let taken = 0;
    for (const line of lines) {
      const head = taken < mostOfPage ? headOf(line) : null;
      if (head) {
        taken += 1;
        groups.set(head.words, [...(groups.get(head.words) ?? []), { ...head, at }]);
      } else if (!isPrinted(line)) break;
    }
  }
  return new Set([...groups.values()].filter(areRunning).flatMap((group) => group.map(({ line }) => line)));
}

function headOf(line: Line): Omit<SectionHead, "at"> | null {
  if (line.text.length > longestWords + 30) return null;
  const [first] = line.text.matchAll(saidNumber);
  if (!first) return null;
  const wording = line.text.replace(saidNumber, (said, after = "", bare = "") => said.replace(after || bare, "#"));
  const words = wording
    .replace(/[^\p{L}\d§#]+/gu, " ")
    .trim()
    .toLowerCase();
  if (/\d/.test(words) || words.length > longestWords) return null;
  return { line, words, parts: partsOf(first[1] ?? first[2] ?? "").map(roman) };
}

const roman = (part: string) => (/^[IVXLC]+$/.test(part) ? String(valueOfRoman(part) ?? part) : part);

/** The name of a code in capitals beside section numbers, as in "§ 12-3 TOWN CODE § 12-5": a running head, not the title of a section. */
const nameOfCode = /\b(?:CODE|ZONING|ORDINANCES?|REGULATIONS?|RESOLUTION|BY-?LAWS?)\b/;
const namesCode = ({ line }: SectionHead) => nameOfCode.test(line.text) && !/\p{Ll}{2}/u.test(line.text);

function areRunning(group: readonly SectionHead[]): boolean {
  const pages = new Set(group.map(({ at }) => at));
  const stretch = largestOf(pages) - smallestOf(pages) + 1;
  if (pages.size < fewestPages || pages.size < stretch * leastShare) return false;
  if (group.every(namesCode)) return true;
  const isBeside = (each: SectionHead, other: SectionHead | undefined) =>
    other !== undefined && other.line.text === each.line.text && Math.abs(other.at - each.at) <= 2;
  const repeated = group.filter((each, at) => isBeside(each, group[at - 1]) || isBeside(each, group[at + 1])).length;
  const ordered = group.slice(1).filter((each, at) => compareNumbers(group[at]?.parts ?? [], each.parts) <= 0).length;
  return repeated >= group.length * leastRepeated && ordered >= (group.length - 1) * leastOrdered;
}

function compareNumbers(left: readonly string[], right: readonly string[]): number {
  const differing = left.findIndex((part, at) => part.toUpperCase() !== right[at]?.toUpperCase());
  const [before, after] = [left[differing], right[differing]];
  return before === undefined || after === undefined ? 0 : compareParts(before, after);
}
