import { dwellingUses, parkingUses } from "../lexicon/parking-uses.ts";
import { wordsOf } from "./label-words.ts";
import { isCountOfSpaces, type ParkingEntry, parkingEntries } from "./parking-entries.ts";
import { notesOf } from "./read-table-rules.ts";
import type { ParkingRule } from "./rule.ts";
import type { RuleChunk } from "./rule-chunk.ts";

const confidence = 0.9;
const number = String.raw`(\d+(?:\.\d+)?|one|two|three|four|five|six|ten|one and one-half|1\s?1\/2|1½)`;
const inBrackets = String.raw`(?:\s?\([\d.]+\))?`;
const spaces = String.raw`(?:(?:off-?street\s+)?parking\s+)?(?:spaces?|stalls?)?\s{0,3}`;
const per = String.raw`(?:per|for\s+each|for\s+every|\/)\s{0,3}`;
const base = String.raw`((?:famil(?:y|ies)\s+or\s+)?dwelling\s+units?|famil(?:y|ies)(?!\s+members?\b)|units?|d\.?u\.?|sq(?:uare)?\.?\s{0,2}f(?:ee|oo)?t\.?|s\.?f\.?|guest\s{0,2}rooms?|rooms?|sleeping\s+rooms?|(?:fixed\s+|patient\s+)?seats?|(?:patient\s+)?beds?|bedrooms?|dwelling)`;
const ratio = String.raw`${number}${inBrackets}\s{0,3}${spaces}${per}(?:([\d,.]+|one|two|three|four|five)${inBrackets}\s{0,3})?(?:gross\s+)?${base}\b`;
const ratioPattern = new RegExp(String.raw`^\W{0,6}(?:minimum\s+of\s+|at\s+least\s+)?${ratio}`, "i");
/** "2 parking spaces" beside a dwelling are those of one unit. */
const countOnly = new RegExp(
  String.raw`^\W{0,4}${number}${inBrackets}\s{0,3}(?:parking\s+)?(?:spaces|stalls)(?:\s{1,3}each)?\W{0,4}$`,
  "i",
);
const inWords: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, "one and one-half": 1.5, "1½": 1.5 },
};

/** Rows for a part of a use: they are added to the ratio, or hold for some of it. */
const cases =
  /\b(?:visitors?|guests?(?!\s*rooms?)|employees?|additional|studio|efficiency|bedrooms?|accessory|drive-?(?:in|through|thru)|(?:over|under|less|more|greater|up to)\s+(?:than\s+)?[\d,]+|first|each)\b/i;

/**
 * Returns what parking the tables, lists and sentences of a chunk require, once for each use that an entry names; a ratio
 * with an alternative or an addition has it as a condition.
 */
export function readParkingRules(chunk: RuleChunk): ParkingRule[] {
  const special = chunk.headingPath.find((heading) => ofSpecialUse.test(heading) && !/\bparking\b/i.test(heading));
  return parkingEntries(chunk).flatMap((entry) => {
    const rules = usesOf(entry.words).flatMap((use) => {
      const printed = entry.cell && isCountOfSpaces(entry.cell) ? `${entry.required} spaces` : entry.required;
      const read = ratioOf(printed, ratioPattern) ?? (isOfUnit(use) ? countOf(printed) : undefined);
      const conditions = [...(read?.conditions ?? []), ...(special === undefined ? [] : [special])];
      return read ? [ruleOf(chunk, entry, { use, ...read, conditions })] : [];
    });
    return rules.length > 0 ? rules : [ruleOf(chunk, entry, unmeasured)];
  });
}

/** A chapter on a special form of development: what parking it requires holds there and not at large. */
const ofSpecialUse =
  /\bspecial (?:exceptions?|permits?|uses?)\b|\bplanned\b|\boverlay\b|\bmixed[- ]use\b|\belderly\b|\bcluster\b|\bconservation\b/i;

type ReadRatio = Pick<ParkingRule, "value" | "unit" | "conditions">;

/** The requirement is kept only as printed. */
const unmeasured = { use: null, value: null, unit: null, conditions: [] };

function ruleOf(
  chunk: RuleChunk,
  { words, required, cell, charStart, charEnd }: ParkingEntry,
  read: ReadRatio & Pick<ParkingRule, "use">,
): ParkingRule {
  return {
    ...{ kind: "parking", words, required, ...read, districts: [], binding: "row", confidence },
    conditions: [...read.conditions, ...(cases.test(words) ? [words] : [])],
    notes: cell ? notesOf(cell) : [],
    evidence: { chunk: chunk.ordinal, charStart, charEnd },
  };
}

/** Returns the uses that a label names, by their key in `parking_ratio`: a row for "Banks and professional offices" is of both. */
export function usesOf(label: string): string[] {
  const plain = ` ${wordsOf(label).join(" ")} `
    .replaceAll(/ non (?:residential|dwelling) /g, " ")
    // A multifamily dwelling of "two or more bedrooms" is none of two families.
    .replaceAll(/ (?:one|two|three|[123])(?: or more)? bed ?rooms? /g, " ");
  const named = parkingUses
    .filter(
      ({ any, none }) =>
        any.some((words) => plain.includes(` ${words}`)) && !none.some((word) => plain.includes(` ${word}`)),
    )
    .map(({ key }) => key);
  // "Single-family dwelling" is not every dwelling.
  return named.some((use) => dwellingUses.includes(use)) ? named.filter((use) => use !== "dwelling") : named;
}

const isOfUnit = (use: string) => use === "dwelling" || dwellingUses.includes(use);

function countOf(text: string): ReadRatio | undefined {
  const stalls = amountOf(countOnly.exec(text)?.[1] ?? "");
  return stalls === undefined ? undefined : { value: stalls, unit: "stalls per dwelling unit", conditions: [] };
}

function amountOf(words: string): number | undefined {
  const amount = inWords[words.toLowerCase()] ?? (/1\s?1\/2/.test(words) ? 1.5 : Number(words.replaceAll(",", "")));
  return words !== "" && Number.isFinite(amount) ? amount : undefined;
}

function ratioOf(text: string, pattern: RegExp): ReadRatio | undefined {
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
