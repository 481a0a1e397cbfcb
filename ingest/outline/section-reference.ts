import { appendAll } from "../large-lists.ts";
import { romanNumeral } from "./roman-numerals.ts";
import { spelledNumber, valueOfRoman, valueOfWords, wordsOfValue } from "./section-number.ts";

/** A part of a code that a text refers to by its number. */
export interface SectionReference {
  /** The word of a division ("article", "appendix"); null for a section. */
  readonly division: string | null;
  /** Parts of the number in lower case: "§ 30-42(b)(1)" is 30, 42, b, 1; "Article IV" is iv. */
  readonly parts: readonly string[];
  /** How many of the parts are said by separators outside brackets: 2 of "30-42(b)(1)". */
  readonly plainParts: number;
  /** Parts of the last number of a range, which belongs to it; null where one number is named. */
  readonly through: readonly string[] | null;
  /** Place of the reference in the text that was read. */
  readonly charStart: number;
  readonly charEnd: number;
}

const divisionWords: readonly (readonly [word: string, written: string])[] = [
  ["title", "titles?"],
  ["chapter", "chapters?|ch\\."],
  ["subchapter", "subchapters?"],
  ["article", "articles?|arts?\\."],
  ["division", "divisions?|div\\."],
  ["subdivision", "subdivisions?"],
  ["part", "parts?"],
  ["subpart", "subparts?"],
  ["appendix", "appendix|appendices|app\\."],
  ["annex", "annex(?:es)?"],
  ["schedule", "schedules?"],
  ["exhibit", "exhibits?"],
  ["attachment", "attachments?"],
];
/** Words that letters follow in small print too: "appendix b", but "part a" may be an article. */
const lettered = new Set(["appendix", "annex", "schedule", "exhibit", "attachment"]);

const dash = "[-\u2010-\u2015\u2212]";
const part = "(?:\\d+[a-z]{0,2}|[a-z]{1,2})(?![a-z\\d])";
const sectionNumber = `(?:[a-z]{1,3}${dash}?)?\\d+[a-z]{0,2}(?![a-z\\d])(?:(?:[.:]|${dash})${part})*(?:\\s?\\([a-z\\d]{1,4}\\))*`;
const divisionNumber = `(?:${spelledNumber}|[ivxlc]+(?:${dash}[a-z])?|\\d+[a-z]?(?:(?:[.]|${dash})\\d+[a-z]?)*|[a-z](?:[.]|${dash})?\\d*)(?![\\w'’])`;
const sectionWord = "§+|\\b(?:sub)?sections?\\b|\\bsecs?\\b\\.?";
const anyDivision = divisionWords.map(([, written]) => written).join("|");
const announced = new RegExp(
  `(?<section>${sectionWord})\\s*(?:no\\.?\\s*)?(?<number>${sectionNumber}|[ivxlc]+(?![\\w'’]))|\\b(?<division>${anyDivision})\\s*(?:no\\.?\\s*)?["“]?(?<place>${divisionNumber})`,
  "giu",
);
const standing = new RegExp(
  `(?<![\\w.$§-])\\d[\\da-z]*(?:(?:[.]|${dash})[\\da-z]+)+(?:\\([\\da-z]{1,4}\\))*(?![\\w])`,
  "giu",
);
const measures =
  "(?:%|percent|feet|foot|ft|inch(?:es)?|acres?|stor(?:y|ies)|units?|spaces?|square|sq|miles?|yards?|days?|hours?|years?|months?)";
const measureAhead = new RegExp(`^[\\s-]*${measures}\\b`, "iu");
/** By the word of the division: the first number of a list, and a further one with what joins it to the one before. */
const listPatterns = new Map([null, ...divisionWords.map(([word]) => word)].map((word) => [word, patternsOf(word)]));

/** Reads the parts of a code a text refers to with a word or sign before the number: "§ 4.2", "Articles IV and V". */
export function announcedReferences(text: string): SectionReference[] {
  const found: SectionReference[] = [];
  let readTo = 0;
  for (const match of text.matchAll(announced)) {
    if (match.index < readTo) continue;
    const { section, number, division, place } = match.groups ?? {};
    const word = divisionOf(division);
    const written = number ?? place ?? "";
    if (!isNumberOf(word, written)) continue;
    const isPlural = /^§§|s\.?$|^appendices$/i.test(section ?? division ?? "");
    const list = restOfList(text, match.index, match.index + match[0].length - written.length, { word, isPlural });
    appendAll(found, list);
    readTo = list.at(-1)?.charEnd ?? readTo;
  }
  return found;
}

/**
 * Reads the parts of a code that a question names.
 *
 * A number counts when a word such as "section" or "§" announces it, when it has two separators ("3.1.8"), when it ends in
 * an item ("30-42(b)"), when it is hyphened with three digits on one side ("155-44"), or when it is all there is. Dates,
 * "2.5 stories" and "5-foot setback" name no section.
 */
export function namedReferences(query: string): SectionReference[] {
  const found = announcedReferences(query);
  for (const match of query.matchAll(standing)) {
    const [number] = match;
    const isRead = found.some((one) => one.charStart <= match.index && match.index < one.charEnd);
    const rest = query.slice(match.index + number.length);
    if (isRead || isDate(number) || measureAhead.test(rest)) continue;
    const isAll = query.replace(number, "").replace(/[^\p{L}\p{N}]/gu, "") === "";
    if (isAll || namesSection(number)) found.push(referenceTo(number, null, match.index));
  }
  return found;
}

/** Reads a section number as it stands alone, in an outline or a filter: "12-204(b)", "Article V", "17.20.050–17.20.090". */
export function readSection(written: string): SectionReference {
  const whole = written.trim();
  const [said] = announcedReferences(whole);
  if (said?.charStart === 0) return said;
  const [first] = restOfList(whole, 0, 0, { word: null, isPlural: true });
  // Some codes cite the letter below a section with a space: "12.21 A", "155-41 A(1)".
  const letter = /^\s([A-Z](?:\([A-Za-z\d]{1,5}\)|\.[A-Za-z\d]{1,5})*)$/.exec(
    whole.slice(first?.charEnd ?? whole.length),
  );
  if (first && letter) return { ...first, parts: [...first.parts, ...partsOf(letter[1] ?? "")] };
  return first ?? referenceTo(whole, null, 0);
}

const letterAfter = /^(\d+)([a-z])$/;

/** Another way to read a number, where there is one: "155-41A(1)" may be an item of 155-41. */
export function withLetterApart(reference: SectionReference): SectionReference | null {
  const at = reference.parts.findIndex((part, index) => index > 0 && letterAfter.test(part));
  const [, digits = "", letter = ""] = letterAfter.exec(reference.parts[at] ?? "") ?? [];
  if (digits === "") return null;
  return { ...reference, parts: reference.parts.toSpliced(at, 1, digits, letter) };
}

/** Orders two numbers part by part: 9 before 10, 4a after 4. */
export function compareParts(left: readonly string[], right: readonly string[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = (left[at] ?? "").localeCompare(right[at] ?? "", "en", { numeric: true });
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const romanNumerals = new Map(
  Array.from({ length: 120 }, (_, at) => at + 1).map((value) => [value, romanNumeral(value)] as const),
);

/** Every way a division's number may be written, in lower case: iv, 4 and four. */
export function waysToWrite(number: string): string[] {
  const value = /^\d+$/.test(number) ? Number(number) : valueOfRoman(number);
  if (value === undefined) return [number];
  const others = [`${value}`, romanNumerals.get(value), wordsOfValue(value)];
  return [...new Set([number, ...others.filter((way) => way !== undefined)])];
}

function divisionOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const found = divisionWords.find(([, forms]) => new RegExp(`^(?:${forms})$`, "i").test(written));
  return found?.[0] ?? null;
}

/** A letter or a roman numeral in small print is a number only where nothing else can be meant. */
function isNumberOf(division: string | null, written: string): boolean {
  if (/\d/.test(written) || /^[A-Z]+(?:\W[A-Za-z])?$/.test(written)) return true;
  if (division === null) return false;
  // "Part two of the form" is none; "article twelve" is only ever a division.
  if (valueOfWords(written) !== undefined)
    return division === "article" || division === "chapter" || /^[A-Z]/.test(written);
  return /^[a-z]$/.test(written) ? lettered.has(division) : valueOfRoman(written) !== undefined;
}

function patternsOf(word: string | null) {
  const number = word === null ? `${sectionNumber}|[IVXLC]+(?![\\w'’])` : divisionNumber;
  const said = word === null ? "(?:§+|sections?|secs?\\.?)?" : `(?:${word}s?)?`;
  const joint = `\\s*,\\s*(?:and|or)\\s+|\\s*[,&]\\s*|\\s+(?:and|or|to|through|thru)\\s+|\\s*${dash}{1,2}\\s*`;
  return {
    first: new RegExp(`(?:${number})`, "iuy"),
    next: new RegExp(`(?<joint>${joint})${said}\\s*(?<number>${number})`, "iuy"),
  };
}

/** The numbers of a list or range, from the first one on: "4.2, 4.3 and 4.4", "IV through VI". */
function restOfList(
  text: string,
  charStart: number,
  numberStart: number,
  { word, isPlural }: { word: string | null; isPlural: boolean },
): SectionReference[] {
  const { first, next } = listPatterns.get(word) ?? patternsOf(word);
  first.lastIndex = numberStart;
  const start = first.exec(text);
  if (!start) return [];
  let at = numberStart + start[0].length;
  const list = partedRange(start[0], { word, isPlural, charStart }).map((one) => ({ ...one, charEnd: at }));
  for (;;) {
    next.lastIndex = at;
    const more = next.exec(text);
    const { joint = "", number = "" } = more?.groups ?? {};
    if (!more || !isNumberOf(word, number)) return list;
    const isMeasure = measureAhead.test(text.slice(at + more[0].length));
    if (isMeasure || (!isPlural && !/\d[\W_]+\w/.test(number))) return list;
    const before = list.at(-1);
    if (/to|through|thru|[-\u2010-\u2015\u2212]/.test(joint) && before && before.through === null) {
      list[list.length - 1] = { ...before, through: partsOf(number), charEnd: at + more[0].length };
    } else {
      appendAll(list, partedRange(number, { word, isPlural, charStart: at + more[0].length - number.length }));
    }
    at += more[0].length;
  }
}

/** "4.2–4.5" after a plural is a range; "205–15" is one number written with a dash. */
function partedRange(
  number: string,
  { word, isPlural, charStart }: { word: string | null; isPlural: boolean; charStart: number },
): SectionReference[] {
  const whole = referenceTo(number, word, charStart);
  if (!isPlural) return [whole];
  for (const { index, 0: sign } of number.matchAll(new RegExp(dash, "gu"))) {
    const from = partsOf(number.slice(0, index));
    const through = partsOf(number.slice(index + 1));
    // "35.2-42.4" is one number of a code that numbers so.
    const isAlike = word !== null || (from.length > 1 && (sign !== "-" || from[0] === through[0]));
    const isRange = from.length === through.length && isAlike;
    if (isRange && compareParts(from, through) < 0)
      return [{ ...whole, parts: from, plainParts: from.length, through }];
  }
  return [whole];
}

function referenceTo(number: string, division: string | null, charStart: number): SectionReference {
  const spelled = division === null ? undefined : valueOfWords(number);
  const parts = spelled === undefined ? partsOf(number) : [`${spelled}`];
  const plainParts = partsOf(number.replace(/\(.*$/s, "")).length;
  return { division, parts, plainParts, through: null, charStart, charEnd: charStart + number.length };
}

function partsOf(number: string): string[] {
  return number
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function namesSection(number: string): boolean {
  const plain = number.replace(/\(.*$/s, "");
  if (plain !== number) return true;
  const parts = partsOf(number);
  if (parts.length > 2) return true;
  const [left = "", right = ""] = parts;
  const isSpread = left.length === right.length && Number(left) < Number(right);
  return /^\d+[^.\w]\d+$/.test(number) && Math.max(left.length, right.length) > 2 && !isSpread;
}

/** "12-04-2023", "2023-12-04", "4.12.1999". */
function isDate(number: string): boolean {
  const parts = partsOf(number);
  if (parts.length !== 3 || !parts.every((one) => /^\d+$/.test(one))) return false;
  const isYear = (one: string | undefined) => /^(?:19|20)\d\d$/.test(one ?? "");
  const small = isYear(parts[0]) ? parts.slice(1) : isYear(parts[2]) ? parts.slice(0, 2) : [];
  return small.length === 2 && small.every((one) => Number(one) >= 1 && Number(one) <= 31);
}
