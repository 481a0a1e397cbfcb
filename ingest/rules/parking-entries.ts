import type { RowCell, RowSentence, Span } from "../corpus.ts";
import type { RuleChunk } from "./rule-chunk.ts";

/** A use and the parking that it needs, as a row of a table or a line of a list prints them. */
export interface ParkingEntry extends Span {
  readonly words: string;
  readonly required: string;
  /** Present when a table separates the requirement from the use. */
  readonly cell?: RowCell;
}

const count = String.raw`(?:\d+(?:\.\d+)?(?:\s?\/\s?\d)?|one|two|three|four|five|six|eight|ten|twelve|fifteen|twenty)(?:\s?(?:½|1\/2|and one-half))?(?:\s?\([\d./]+\))?`;
const stalls = String.raw`(?:(?:off-?street\s+|automobile\s+|vehicle\s+|car\s+)?(?:parking\s+)?(?:spaces?|stalls?))`;
/** "one (1) space for each 200 square feet", "2 per unit", "1/300 sq. ft.", "4 parking spaces"; "(revised 11/16/20)" is a date. */
const requirement = new RegExp(
  String.raw`(?<![\w.,(/-])${count}\s{0,3}(?:${stalls}(?:\s{0,3},)?(?:\s{1,3}shall\s+be\s+(?:provided|required))?\s{0,3}(?:per|for|each|\/|plus|$|[.;,])|(?:per\b|for\s+(?:each|every))\s{0,3}\w|\/\s{0,3}(?:[a-z]|\d[\d,]*\s{0,3}[a-z]))`,
  "i",
);
/** Words between the use and what is required of it. */
const between =
  /[\s,:;.–—-]{0,12}(?:(?:there\s{1,3})?(?:shall|must)\s{1,3}(?:be\s{1,3})?(?:provided?|have|required?|require|contain|supply)?|(?:is|are)\s{1,3}required|requires?|(?:a\s{1,3})?minimum(?:\s{1,3}of)?|at\s{1,3}least|not\s{1,3}less\s{1,3}than)?[\s,:;.–—-]{0,12}$/i;
const opening =
  /^\W*(?:(?:\(?(?:[a-z]|\d{1,3}|[ivx]{2,5})[.)]|\d+(?:\.\d+)+\.?)\s+)*(?:for\s+(?:an?\s+|the\s+|all\s+|each\s+)?)?/i;
/** A line that ends so goes on in the next: "plus", or "one space for every three (3)" without what is counted. */
const unfinished =
  /(?:\b(?:plus|and|or|per|each|every|of|for|the|square)|\b(?:per|each|every)\s{1,3}(?:\d[\d,]{0,6}|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|fifty|(?:one|two|three|four|five) hundred)(?:\s\(\d{1,3}\))?|[,+])\s*$/i;
/** The end of a sentence, or of a line that introduces a list. */
const finished = /[.;:]["”)]?\s*$/;
/** "1 charging station for every 25 parking stalls": a share of the spaces, not a requirement of a use. */
const ofSpaces =
  /(?:per|for\s+(?:each|every))\s+(?:\w+\s+)?(?:\(?\d+\)?\s+)?(?:required\s+|parking\s+|automobile\s+)*(?:stalls|spaces)\b/i;
const otherColumns = /\b(?:maximum|max|bicycle|bike|loading|accessible)\b/i;
const longestLine = 400;
const longestUse = 220;

/** Returns the uses of a chunk on parking with what each requires. */
export function parkingEntries(chunk: RuleChunk): ParkingEntry[] {
  const about = [...chunk.headingPath, ...chunk.rows.slice(0, 1).map(({ caption = "" }) => caption)].join(" ");
  const isAbout = /\bparking\b/i.test(about);
  return [...entriesOfRows(chunk, isAbout), ...(isAbout ? entriesOfLines(chunk) : [])].flatMap(partsOf);
}

/** "…; offices of physicians, five for each practitioner": behind a semicolon a use, and what it requires. */
const furtherUse = new RegExp(
  String.raw`;\s+(?:for\s+)?([a-z][a-z\s,'’-]{3,80}?),\s+(${count}\s{1,3}(?:per|for\s+(?:each|every))\s.+)$`,
  "i",
);

/** Returns an entry, and what it requires of a further use in the same line as an entry of that use. */
function partsOf(entry: ParkingEntry): ParkingEntry[] {
  const further = furtherUse.exec(entry.required);
  if (!further || entry.cell) return [entry];
  const [, words = "", required = ""] = further;
  return [
    { ...entry, required: entry.required.slice(0, further.index) },
    { ...entry, words, required },
  ];
}

function entriesOfRows({ rows }: RuleChunk, isAbout: boolean): ParkingEntry[] {
  // A table that has columns for bicycles says in its heads which column is which: without them none is taken.
  const hasBicycles = rows.some(({ cells }) => cells.some(({ column }) => /\bbi(?:cycle|ke)/i.test(column)));
  return rows.flatMap((row) => {
    const cells = row.cells.filter(
      ({ column }) => !otherColumns.test(column) && !(hasBicycles && !/\b(?:vehicle|auto|car)/i.test(column)),
    );
    const isParking = isAbout || cells.some(({ column }) => /\b(?:parking|spaces|stalls)\b/i.test(column));
    const cell = isParking
      ? cells.find(
          (one) =>
            (isCountOfSpaces(one) && ofHomes.test(row.label)) ||
            (requirement.test(one.value) && !ofSpaces.test(one.value)),
        )
      : undefined;
    // A cell with all uses of a district in it, and one with all conditions, are no entry for one use.
    const isEntry =
      row.label.trim() !== "" && row.label.length <= longestUse && (cell?.value.length ?? 0) <= longestLine;
    return cell && isEntry ? [entryOfRow(row, cell)] : [];
  });
}

/** Whether a cell is a bare number in a column of spaces, and of no rate: "2" under "Spaces required". */
export const isCountOfSpaces = ({ column, value }: RowCell): boolean =>
  /^\d{1,2}(?:\.\d+)?$/.test(value.trim()) &&
  /\b(?:spaces|stalls)\b/i.test(column) &&
  !/\b(?:each|per|every)\b|\d/i.test(column);
const ofHomes = /\b(?:dwellings?|famil(?:y|ies)|apartments?|residen\w+|homes?)\b/i;

const entryOfRow = ({ label, charStart, charEnd }: RowSentence, cell: RowCell): ParkingEntry => ({
  ...{ words: label.trim(), required: cell.value.trim(), charStart, charEnd, cell },
});

interface Line extends Span {
  readonly text: string;
}

/**
 * "Hotels 1 for each guest room", "For a restaurant, one (1) space for every three (3) seats", a use over its requirement;
 * the first line may complete the title of its section: "14.3.2 Dwellings" over "Two (2) spaces for each dwelling unit".
 */
function entriesOfLines(chunk: RuleChunk): ParkingEntry[] {
  const lines = linesOf(chunk);
  const title = useOfTitle(chunk);
  return lines.flatMap((line, at): ParkingEntry[] => {
    const match = requirement.exec(line.text.slice(0, longestLine));
    if (!match || ofSpaces.test(line.text)) return [];
    const before = lines[at - 1];
    // A line that completes the line above does not begin an entry.
    if (before && requirement.test(before.text) && unfinished.test(before.text)) return [];
    const own = useOf(line.text.slice(0, match.index));
    const isBelow = own === "" && before !== undefined && !requirement.test(before.text) && !/[.:]$/.test(before.text);
    const isExplained = title !== "" && line.text.startsWith("(");
    const ofTitle = isExplained ? `${title} (${own}` : own === "" ? title : own;
    const words = isBelow ? useOf(before.text) : at === 0 ? ofTitle : own;
    if (words.length < 3 || words.length > longestUse || otherColumns.test(words)) return [];
    const end = match.index + firstSentence(line.text.slice(match.index)).length;
    const further = end < line.text.length ? [] : furtherLines(lines, at);
    const required = [line.text.slice(match.index, end), ...further.map(({ text }) => text)].join(" ");
    const charEnd = further.at(-1)?.charEnd ?? line.charStart + end;
    return [{ words, required, charStart: isBelow ? before.charStart : line.charStart, charEnd }];
  });
}

const mostFurtherLines = 3;

/** The lines in which the sentence of a line goes on: behind an unfinished one the next, then those in small letters up to its end. */
function furtherLines(lines: readonly Line[], at: number): Line[] {
  const further: Line[] = [];
  let last = lines[at];
  if (!last || !unfinished.test(last.text)) return further;
  for (const next of lines.slice(at + 1, at + 1 + mostFurtherLines)) {
    if (
      next.text.length > longestLine ||
      (further.length > 0 && (finished.test(last.text) || !/^[a-z]/.test(next.text)))
    )
      break;
    further.push(next);
    last = next;
  }
  return further;
}

/** Titles of sections on parking that name no use. */
const noUse =
  /\b(?:parking|park|spaces?|stalls?|loading|general|number|standards?|requirements?|required|schedule|table|minimum|maximum|dimensions?|districts?|zones?|reduc\w*|shared|joint|mixed|other|exempt\w*|exceptions?|location|purpose|bi(?:cycle|ke)s?|electric)\b/i;

/** The use that the title of a section in a chapter on parking names; empty for any other section. */
function useOfTitle({ headingPath }: RuleChunk): string {
  const title = (headingPath.at(-1) ?? "").replace(opening, "");
  const isInChapter = headingPath.slice(0, -1).some((heading) => /\bparking\b/i.test(heading));
  return isInChapter && /[a-z]{3}/i.test(title) && !noUse.test(title) ? title.trim() : "";
}

/** "1 per 200 sq. ft. of floor area. Any drive-in window …": what is required ends with its sentence. */
const firstSentence = (text: string) =>
  text.slice(0, /(?<=[a-z)]{3}\.)\s+(?=[A-Z][a-z]+\s)/.exec(text)?.index ?? text.length);

const useOf = (text: string) => text.replace(opening, "").replace(between, "").trim();

/** The lines of a chunk that hold words and belong to no table. */
function linesOf({ text, charStart: from, rows }: RuleChunk): Line[] {
  const inTables = rows.filter(({ cells }) => cells.length > 0);
  let at = from;
  return text.split("\n").flatMap((line) => {
    const charStart = at + line.length - line.trimStart().length;
    const charEnd = charStart + line.trim().length;
    at += line.length + 1;
    const isOfTable = inTables.some((row) => charStart < row.charEnd && charEnd > row.charStart);
    return line.trim() === "" || isOfTable ? [] : [{ text: line.trim(), charStart, charEnd }];
  });
}
