import { inDigits } from "../../text/quantities.ts";

/** So many parking spaces for so much of something: "1 space for each 75 square feet of floor area". */
export interface ParkingRate {
  readonly spaces: number;
  /** How much of it the spaces are for; 1 for "each seat". */
  readonly per: number;
  readonly of: Counted;
  /** How a part of a space is counted for this rate alone: "every 3 units or part thereof". */
  readonly rounding: Rounding | null;
  /** Sizes of the building that the rate is for, in square feet; null for any. */
  readonly sizes: SizeRange | null;
}

/** What a rate counts by: floor area, or things, of which dwelling units may have so many bedrooms. */
export interface Counted {
  readonly unit: "sqft" | "things";
  /** As printed, in decimal numbers: "square feet of ground floor area", "unit with 2 bedrooms or more". */
  readonly words: string;
  readonly bedrooms: BedroomRange | null;
}

/** Both ends are included. */
interface BedroomRange {
  readonly least: number;
  readonly most: number;
}

interface SizeRange {
  /** Included. */
  readonly from: number;
  /** Not included. */
  readonly below: number;
}

/** What becomes of a part of a space. */
export type Rounding = "up" | "nearest" | "halfDown" | "down";

/** What a law requires of a use: rates of which the results are added or the greatest is taken, and a least number. */
export interface Requirement {
  readonly rates: readonly ParkingRate[];
  readonly combined: "sum" | "greatest" | "either";
  /** Spaces required beside those counted by rates. */
  readonly added: number;
  readonly least: number;
}

const number = String.raw`(?:\d+(?:\.\d+)?|\.\d+)`;
const spaces = String.raw`(?:(?:additional|more|guest|visitor|off-?\s?street|parking|vehicle|car|automobile)\s+)*(?:spaces?|stalls?)`;
const area = String.raw`(?:square\s+f(?:ee|oo)t|sq\.?\s*f(?:ee|oo)?t\.?|s\.?\s?f\b\.?)`;
const each = String.raw`(?:per\b(?:\s+(?:each|every))?|for\s+(?:each|every)|for(?=\s+\d)|\/)`;
const head = new RegExp(
  // "1 space for each 3 seats or for each 200 square feet": the number of spaces is not repeated.
  String.raw`(?:(?<![\w.,/-])(${number})\s*(?:${spaces}|additional)?(?:\s+(?:shall\s+be\s+)?(?:required|provided))?\s*|(?<=\bor\s))${each}\s*(?:additional\s+)?(?:(${number})(?![\s-]*(?:or\s+more\s+)?bed\s?rooms?\b)\s*)?(?=[a-z]|\d+[\s-]*(?:or\s+more\s+)?bed)`,
  "gi",
);
const constant = new RegExp(String.raw`(?<![\w.,/-])(${number})\s*${spaces}`, "gi");
const leastBefore = /\b(?:minimum\s+of|at\s+least|no(?:t)?\s+(?:less|fewer)\s+than)\s*$/i;
/** What joins a rate to the one before it; rates side by side may be of different uses. */
const joined = /(?:[,;+&]|\b(?:plus|and|or|with))\s*(?:\w+\s+){0,3}$/i;
/** What a requirement says beside its rates, and counts nothing: that other entries differ, what share of its spaces is covered, what a board may change. */
const beside =
  /,?\s*\bexcept\s+(?:for|as)\s+(?:the\s+)?(?:uses?\s+)?(?:\w+\s+){0,2}(?:listed|specified|provided|noted)\b(?:\s+(?:above|below|herein|elsewhere))?|,?\s*\bwith\s+at\s+least\s+\d+\s*(?:percent|%)\s+of\s+(?:the|said|such|these)\s+spaces\b|[.;]\s+The\s+(?:\w+\s+){0,4}(?:Commission|Board|Director|Administrator|Officer|Council)\s+may\b.*$/g;
/** A number of spaces on top of which a first rate adds others: "at least two for the owner and one additional for each room". */
const toppedUp = /\b(?:a\s+minimum\s+of|at\s+least|not\s+less\s+than)\s+(?=\d)/i;
/** Rates that hold for a part of the amount alone, or only in a case, are not counted here. */
const marginal = /\b(?:first|next|thereafter|remaining|remainder|excess of|up to|except|unless)\b/i;

/**
 * Reads what a law requires of a use. Undefined where a number of it is in none of its rates, or where a rate holds only
 * for a part of an amount ("for the first 10,000 square feet"): a number of spaces counted without it could be wrong.
 */
export function readRequirement(printed: string): Requirement | undefined {
  const text = inDigits(printed.replace(/\s+/g, " ")).replace(beside, "");
  const heads = [...text.matchAll(head)];
  const [first] = heads;
  if (!first || marginal.test(text)) return undefined;
  const opening = text.slice(0, first.index);
  let rest = first[0].includes("additional") ? opening.replace(toppedUp, "plus ") : opening;
  let least = 0;
  const rates: ParkingRate[] = [];
  for (const [at, match] of heads.entries()) {
    const said = text.slice(match.index + match[0].length, heads[at + 1]?.index ?? text.length);
    const before = text.slice(heads[at - 1]?.index ?? 0, match.index);
    const isLeast = at > 0 && leastBefore.test(before);
    const count = Number(match[1] ?? rates.at(-1)?.spaces);
    const rate = isLeast ? undefined : rateOf(count, Number(match[2] ?? 1), said);
    if (!isLeast && (!rate || (at > 0 && !joined.test(before) && !match[0].includes("additional")))) return undefined;
    if (isLeast) least = count;
    if (rate) rates.push(rate.rate);
    rest += ` ${rate ? rate.rest : said}`;
  }
  const { left, added, floor } = constantsIn(rest);
  const combined = combinationOf(text, rates);
  // What comes on top of the greatest of several rates is not told apart from them.
  const isMixed = combined === "greatest" && (added > 0 || /\b(?:plus|and)\s+\d/i.test(text));
  if (/\d/.test(left) || isMixed) return undefined;
  return { rates, combined, added, least: Math.max(least, floor) };
}

/** "Whichever is greater" compares rates; of rates that "or" joins without it one applies. */
function combinationOf(text: string, rates: readonly ParkingRate[]): Requirement["combined"] {
  if (/\bwhichever\s+(?:\w+\s+){1,3}?(?:great|larg|high)(?:er|est)\b/i.test(text)) return "greatest";
  const isEither = new RegExp(String.raw`[\s,;]or,?\s+(?:${number}\s*(?:${spaces})?\s*)?${each}`, "i").test(text);
  return isEither && rates.length > 1 ? "either" : "sum";
}

/** Numbers of spaces outside the rates: "with a minimum of 10 spaces", "plus 5 spaces for visitors". */
function constantsIn(text: string): { left: string; added: number; floor: number } {
  let added = 0;
  let floor = 0;
  const left = text.replace(constant, (whole, digits: string, at: number) => {
    const before = text.slice(0, at);
    if (leastBefore.test(before)) floor = Number(digits);
    else if (/(?:\bplus|\band|\+)\s*$/i.test(before)) added += Number(digits);
    else return whole;
    return " ";
  });
  return { left, added, floor };
}

/** A preposition or a mark that ends the words for what is counted. */
const endOfCounted =
  /[,;.:()]|\b(?:plus|and(?=\s*$)|and(?=\s+\d)|or(?=\s*$)|located|in addition|with a minimum|whichever|excluding|not including|including|except)\b/i;
/** "Boat, berth, slip or mooring". */
const listOfThings = /^[a-z]+(?:,\s[a-z]+){1,4},?\s(?:or|and)\s[a-z]+/i;
const sizeAfter =
  /\bfor\s+(?:\w+\s+){0,2}?(?:buildings?|structures?|establishments?|stores?|uses|centers?|facilities)\b(.*)$/i;

function rateOf(count: number, per: number, said: string): { rate: ParkingRate; rest: string } | undefined {
  const sized = sizeAfter.exec(said);
  const sizes = sized ? sizeRangeOf(sized[1] ?? "") : null;
  const own = sized && sizes ? said.slice(0, sized.index) : said;
  const isArea = new RegExp(`^${area}`, "i").test(own);
  const inner = isArea ? own.replace(new RegExp(String.raw`^${area}\s*`, "i"), "") : own;
  const bedrooms = isArea ? null : bedroomsIn(inner);
  const listed = isArea ? 0 : (listOfThings.exec(inner)?.[0].length ?? 0);
  const end = listed + (endOfCounted.exec(inner.slice(listed))?.index ?? inner.length);
  const words = inner.slice(0, bedrooms ? Math.max(end, bedrooms.end) : end).trim();
  const rest = inner.slice(words.length + (inner.length - inner.trimStart().length));
  if (!(per > 0) || (isArea && per < 5) || (!isArea && words === "")) return undefined;
  const of: Counted = { unit: isArea ? "sqft" : "things", words, bedrooms: bedrooms?.range ?? null };
  return { rate: { spaces: count, per, of, rounding: roundingIn(said), sizes }, rest };
}

/** "Under 10,000 square feet", "10,000 square feet and over"; null where a text sets no such range. */
function sizeRangeOf(text: string): SizeRange | null {
  const [, before = "", value, after = ""] =
    new RegExp(String.raw`^(.{0,30}?)\b(${number})\s*${area}(.{0,30})`, "i").exec(text) ?? [];
  if (value === undefined) return null;
  if (/\b(?:under|less than|below|smaller than|up to)\b/i.test(before)) return { from: 0, below: Number(value) };
  const isFrom = /\b(?:over|more than|above|greater than|exceeding|at least)\b/i.test(before);
  if (isFrom || /^\W*(?:or|and)\s+(?:over|more|above|greater|larger|up)\b/i.test(after))
    return { from: Number(value), below: Number.POSITIVE_INFINITY };
  return null;
}

const bedroomCount =
  /\b(?:efficiency|studio)\b|(\d+)(?:\s+or\s+(\d+))?[\s-]*(or\s+more\s+)?bed\s?rooms?\b(?:\s+(?:dwelling\s+)?units?\b)?(\s+(?:or|and)\s+(?:more|over|up|above)\b)?/gi;

/** The numbers of bedrooms for which a rate is, from the least to the most, and where their words end. */
function bedroomsIn(text: string): { range: BedroomRange; end: number } | undefined {
  const found = [...text.matchAll(bedroomCount)];
  const last = found.at(-1);
  if (!last || !/\bunits?\b|\bdwellings?\b|\bapartments?\b|\befficiency\b|\bstudio\b/i.test(text)) return undefined;
  const ranges = found.map(([, first, second, before, behind]): BedroomRange => {
    if (first === undefined) return { least: 0, most: 0 };
    const isOpen = before !== undefined || behind !== undefined;
    return { least: Number(first), most: isOpen ? Number.POSITIVE_INFINITY : Number(second ?? first) };
  });
  const range = {
    least: Math.min(...ranges.map(({ least }) => least)),
    most: Math.max(...ranges.map(({ most }) => most)),
  };
  return { range, end: last.index + last[0].length };
}

function roundingIn(text: string): Rounding | null {
  if (/\bmajor (?:part|fraction|portion)\b/i.test(text)) return "nearest";
  return /\b(?:part|fraction|portion) there(?:of)?\b/i.test(text) ? "up" : null;
}
