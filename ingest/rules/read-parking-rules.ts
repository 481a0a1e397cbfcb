import type { RowCell } from "../corpus.ts";
import { dwellingUses, parkingUses } from "../lexicon/parking-uses.ts";
import { wordsOf } from "./label-words.ts";
import { notesOf } from "./read-table-rules.ts";
import type { ParkingRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

const confidence = 0.9;
const number = String.raw`(\d+(?:\.\d+)?|one|two|three|four|five|six|ten|one and one-half|1\s?1\/2|1½)`;
const inBrackets = String.raw`(?:\s?\([\d.]+\))?`;
const spaces = String.raw`(?:(?:off-?street\s+)?parking\s+)?(?:spaces?|stalls?)?\s{0,3}`;
const per = String.raw`(?:per|for\s+each|for\s+every|\/)\s{0,3}`;
const base = String.raw`(dwelling\s+units?|units?|d\.?u\.?|sq(?:uare)?\.?\s{0,2}f(?:ee|oo)?t\.?|s\.?f\.?|guest\s{0,2}rooms?|rooms?|sleeping\s+rooms?|(?:fixed\s+|patient\s+)?seats?|(?:patient\s+)?beds?|bedrooms?|dwelling)`;
const ratio = String.raw`${number}${inBrackets}\s{0,3}${spaces}${per}(?:([\d,.]+|one|two|three|four|five)${inBrackets}\s{0,3})?(?:gross\s+)?${base}\b`;
const ratioPattern = new RegExp(String.raw`^\W{0,6}(?:minimum\s+of\s+|at\s+least\s+)?${ratio}`, "i");
const ratioInLine = new RegExp(String.raw`(?<![\w.])${ratio}`, "i");
/** "2 parking spaces" beside a dwelling are those of one unit. */
const countOnly = new RegExp(
  String.raw`^\W{0,4}${number}${inBrackets}\s{0,3}(?:parking\s+)?(?:spaces|stalls)\W{0,4}$`,
  "i",
);
const inWords: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, "one and one-half": 1.5, "1½": 1.5 },
};

/** Rows for a part of a use: they are added to the ratio, or hold for some of it. */
const cases =
  /\b(?:visitors?|guests?(?!\s*rooms?)|employees?|additional|studio|efficiency|bedrooms?|accessory|drive-?(?:in|through|thru)|(?:over|under|less|more|greater|up to)\s+(?:than\s+)?[\d,]+|first|each)\b/i;
const otherColumns = /\b(?:maximum|max|bicycle|bike|loading|accessible)\b/i;
const longestLine = 260;
const longestUse = 140;

/**
 * Returns the parking ratios in the tables, lists and sentences of a chunk; a ratio with an alternative or an addition
 * has it as a condition.
 */
export function readParkingRules(chunk: RuleChunk): ParkingRule[] {
  const about = [...chunk.headingPath, ...chunk.rows.slice(0, 1).map(({ caption = "" }) => caption)].join(" ");
  const isAbout = /\bparking\b/i.test(about);
  return [...rulesOfRows(chunk, isAbout), ...(isAbout ? rulesOfLines(chunk) : [])];
}

function rulesOfRows(chunk: RuleChunk, isAbout: boolean): ParkingRule[] {
  // A table that has columns for bicycles says in its heads which column is which: without them none is taken.
  const hasBicycles = chunk.rows.some(({ cells }) => cells.some(({ column }) => /\bbi(?:cycle|ke)/i.test(column)));
  return chunk.rows.flatMap((row) => {
    const cells = row.cells.filter(
      ({ column }) => !otherColumns.test(column) && !(hasBicycles && !/\b(?:vehicle|auto|car)/i.test(column)),
    );
    const isParking = isAbout || cells.some(({ column }) => /\b(?:parking|spaces|stalls)\b/i.test(column));
    if (!isParking) return [];
    return usesOf(row.label).flatMap((use) => {
      const cell = cells.find(({ value }) => ratioPattern.test(value) || isCountOfUnit(value, use));
      const read = cell && (ratioOf(cell.value, ratioPattern) ?? countOf(cell.value));
      if (!cell || !read) return [];
      return [ruleOf(chunk, { use, words: row.label, read, span: row, cell })];
    });
  });
}

/** "Hotels 1 for each guest room", "For a restaurant, one (1) space for every three (3) seats." */
function rulesOfLines(chunk: RuleChunk): ParkingRule[] {
  const inTables = chunk.rows.filter(({ cells }) => cells.length > 0);
  const rules: ParkingRule[] = [];
  let at = 0;
  for (const line of chunk.text.split("\n")) {
    const [charStart, charEnd] = [chunk.charStart + at, chunk.charStart + at + line.length];
    at += line.length + 1;
    if (line.length > longestLine || inTables.some((row) => charStart < row.charEnd && charEnd > row.charStart))
      continue;
    const match = ratioInLine.exec(line);
    const words = line.slice(0, match?.index ?? 0).replace(/^\W*(?:\(?\w{1,3}[.)]\s+)?/, "");
    if (!match || words.length > longestUse || otherColumns.test(words)) continue;
    const read = ratioOf(line, ratioInLine);
    if (!read) continue;
    for (const use of usesOf(words)) rules.push(ruleOf(chunk, { use, words, read, span: { charStart, charEnd } }));
  }
  return rules;
}

interface ReadRatio {
  readonly use: string;
  readonly words: string;
  readonly read: Pick<ParkingRule, "value" | "unit" | "conditions">;
  readonly span: { readonly charStart: number; readonly charEnd: number };
  readonly cell?: RowCell;
}

function ruleOf(chunk: RuleChunk, { use, words, read, span, cell }: ReadRatio): ParkingRule {
  return {
    ...{ kind: "parking", use, words: words.trim(), ...read, districts: [], binding: "row", confidence },
    conditions: [...read.conditions, ...(cases.test(words) ? [words.trim()] : [])],
    notes: cell ? notesOf(cell) : [],
    evidence: { chunk: chunk.ordinal, charStart: span.charStart, charEnd: span.charEnd },
  };
}

/** The uses that a label names: a row for "Banks and professional offices" is of both. */
function usesOf(label: string): string[] {
  const plain = ` ${wordsOf(label).join(" ")} `;
  const named = parkingUses
    .filter(
      ({ any, none }) =>
        any.some((words) => plain.includes(` ${words}`)) && !none.some((word) => plain.includes(` ${word}`)),
    )
    .map(({ key }) => key);
  // "Single-family dwelling" is not every dwelling.
  return named.some((use) => dwellingUses.includes(use)) ? named.filter((use) => use !== "dwelling") : named;
}

const isCountOfUnit = (text: string, use: string) =>
  countOnly.test(text) && (use === "dwelling" || dwellingUses.includes(use));

function countOf(text: string): ReadRatio["read"] | undefined {
  const stalls = amountOf(countOnly.exec(text)?.[1] ?? "");
  return stalls === undefined ? undefined : { value: stalls, unit: "stalls per dwelling unit", conditions: [] };
}

function amountOf(words: string): number | undefined {
  const amount = inWords[words.toLowerCase()] ?? (/1\s?1\/2/.test(words) ? 1.5 : Number(words.replaceAll(",", "")));
  return words !== "" && Number.isFinite(amount) ? amount : undefined;
}

function ratioOf(text: string, pattern: RegExp): ReadRatio["read"] | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [whole, count = "", amount, of = ""] = match;
  const stalls = amountOf(count);
  const each = amount === undefined ? 1 : amountOf(amount);
  if (stalls === undefined || each === undefined || !(each > 0)) return undefined;
  const rest = text.slice(match.index + whole.length).trim();
  const conditions = /\b(?:plus|or more|whichever|and one|and 1|for the first|additional)\b/i.test(rest)
    ? [rest.slice(0, 200)]
    : [];
  const lower = of.toLowerCase();
  if (/^(?:sq|s\.?f)/.test(lower)) {
    return each < 20 ? undefined : { value: round((stalls * 1000) / each), unit: "stalls per 1,000 sq ft", conditions };
  }
  const value = round(stalls / each);
  if (/room/.test(lower)) return { value, unit: "stalls per room", conditions };
  if (/seat/.test(lower)) return { value, unit: "stalls per seat", conditions };
  if (/bed/.test(lower)) return { value, unit: "stalls per bed", conditions };
  return { value, unit: "stalls per dwelling unit", conditions };
}

const round = (value: number) => Math.round(value * 1000) / 1000;
