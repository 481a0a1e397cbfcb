import { remembered } from "../../ingest/index.ts";

/** A number as printed in a text, with the unit it is given in. */
export interface Quantity {
  readonly value: number;
  /** Canonical unit: "ft", "sqft", "acre", "percent", "story", "space", "day", … or null for a bare number. */
  readonly unit: string | null;
  /** Span inside the text that was read: number and unit. */
  readonly start: number;
  readonly end: number;
}

const fractions: Readonly<Record<string, number>> = {
  "½": 0.5,
  "¼": 0.25,
  "¾": 0.75,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
  "⅛": 0.125,
  "⅜": 0.375,
  "⅝": 0.625,
  "⅞": 0.875,
};

const smallNumbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = " ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const wordValues = new Map<string, number>([
  ...smallNumbers.map((word, value): [string, number] => [word, value]),
  ...tens.flatMap((word, at): [string, number][] => (at > 1 ? [[word, at * 10]] : [])),
  ["fourty", 40],
]);
const fractionWords: Readonly<Record<string, number>> = {
  "one half": 0.5,
  half: 0.5,
  "one quarter": 0.25,
  "one fourth": 0.25,
  quarter: 0.25,
  "three quarters": 0.75,
  "three fourths": 0.75,
  "one third": 1 / 3,
  "two thirds": 2 / 3,
};

const word = `(?:${[...wordValues.keys(), "hundred", "thousand"].join("|")})`;
const halves = String.raw`(?:one[- ]half|one[- ]quarter|one[- ]fourth|one[- ]third|three[- ](?:quarters|fourths)|two[- ]thirds)`;
const wordNumber = String.raw`\b${halves}\b|\b${word}(?:(?:[ -]|\s+and\s+)(?!(?:one|two|three)[ -](?:half|quarters?|fourths?|thirds?)\b)${word})*\b(?:\s+and\s+${halves})?`;
const digits = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:k\b)?|\.\d+`;
const fractionMark = `[${Object.keys(fractions).join("")}]`;
/** "1/2" and "3/4", and "21/2" where a text lost the raised numerator of 2 1/2; other numbers with a stroke are two. */
const commonFraction = "(?:1/[2348]|2/3|3/[48]|[57]/8)";
const digitNumber = String.raw`(?:(?<![\d.,/])\d{0,2}${commonFraction}(?![\d/])|(?:${digits})(?:\s?${fractionMark}|[\s-]\d{1,2}/\d{1,2}(?!\d|/))?|\d{1,2}/\d{1,2}(?!\d|/)|${fractionMark})`;

/** Unit words, longest first; each alternative names its canonical unit. */
const units: readonly (readonly [unit: string, pattern: string])[] = [
  [
    "sqft",
    String.raw`square[\s-]*f(?:ee|oo)t|sq(?:uare)?\.?\s*-?f(?:ee|oo)?t\b\.?|sq\.?\s*ft\.?|sf\b|s\.\s?f\.|s\.f\b|ft2|ft²`,
  ],
  ["sqm", String.raw`square\s+met(?:er|re)s?|sq\.?\s*m(?:et(?:er|re)s?)?\b\.?|m2\b|m²`],
  ["sqyd", String.raw`square\s+yards?`],
  [
    "perAcre",
    String.raw`(?:dwelling\s+|residential\s+)?(?:units?|d\.?u\.?'?s?)\s*(?:per|/)\s*(?:(?:gross|net|buildable|developable)\s+)?acre|(?:du|upa)/ac\b`,
  ],
  ["acre", String.raw`acres?\b|ac\b\.?`],
  ["percent", String.raw`%|per\s?cent\b|percent\b`],
  ["story", String.raw`stor(?:y|ies|ey|eys)\b`],
  ["mile", String.raw`miles?\b`],
  ["mph", String.raw`miles\s+per\s+hour|mph\b`],
  ["inch", String.raw`inch(?:es)?\b|in\.(?=[\s,;)]|$)|(?<!\s)["”″](?![A-Za-z])`],
  ["ft", String.raw`f(?:ee|oo)t\b|ft\b\.?|lineal\s+feet|linear\s+f(?:ee|oo)t|(?<!\s)['’′](?![a-wyzA-WYZ])`],
  ["yard", String.raw`cubic\s+yards?`],
  ["m", String.raw`met(?:er|re)s?\b|m\b(?=[\s.,;)]|$)`],
  [
    "space",
    String.raw`(?:(?:additional|visitor|guest|off-?street|parking|vehicle|motor\s+vehicle|car|bicycle|loading|stacking|queu(?:e|ing))\s+)*spaces?\b`,
  ],
  ["unit", String.raw`(?:dwelling\s+|residential\s+|housing\s+)?units?\b|dwellings?\b`],
  ["bedroom", String.raw`bedrooms?\b`],
  ["night", String.raw`(?:consecutive\s+)?nights?\b`],
  ["day", String.raw`(?:calendar\s+|business\s+|working\s+|consecutive\s+)?days?\b`],
  ["week", String.raw`weeks?\b`],
  ["month", String.raw`(?:(?:calendar|consecutive|continuous)\s+)?months?\b`],
  ["year", String.raw`(?:(?:calendar|consecutive|continuous)\s+)?years?\b`],
  ["hour", String.raw`hours?\b`],
  ["minute", String.raw`minutes?\b`],
  ["person", String.raw`persons?\b|people\b|employees?\b|occupants?\b|guests?\b|residents?\b|members?\b`],
  ["pound", String.raw`pounds?\b|lbs?\b\.?`],
  ["ton", String.raw`tons?\b`],
  ["footcandle", String.raw`foot-?\s?candles?\b`],
  ["lumen", String.raw`lumens?\b`],
  ["kelvin", String.raw`kelvins?\b`],
  ["decibel", String.raw`decibels?\b|dba?\b`],
  ["degree", String.raw`degrees?\b|°`],
];
const unitPattern = new RegExp(
  String.raw`^[\s)]{0,3}(?:-\s?)?(?:in\s+|of\s+an?\s+)?\(?\s*(?:${[...units]
    .sort((a, b) => (a[0] === "mph" ? -1 : b[0] === "mph" ? 1 : 0))
    .map(([unit, pattern]) => `(?<${unit}>${pattern})`)
    .join("|")})`,
  "i",
);

const numberPattern = new RegExp(
  String.raw`(?<money>\$\s?)?(?:(?<words>${wordNumber})(?:\s*\(\s*(?:${digitNumber})\s*(?:%|['’′])?\s*\))?|(?<digits>${digitNumber}))`,
  "gi",
);

/** What stands before a number that is a reference, not an amount: "Section 5.2", "§ 12", "Table 4". */
const referenceBefore =
  /(?:§+\s*|\b(?:sections?|secs?\.|articles?|art\.|chapters?|ch\.|chap\.|tables?|figures?|fig\.|exhibits?|appendix|schedule|part|paragraphs?|subsections?|items?|notes?|note|footnotes?|page|pages|pp?\.|title|volume|vol\.|no\.|number|ordinance|resolution|act|book|map|division|clause|step|lot|phase|p\.?a\.?)\s*(?:nos?\.?\s*)?#?\s*\(?)$/i;
const monthBefore =
  /(?:jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?|july?|aug(?:ust|\.)?|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)\s+(?:\d{1,2},\s*)?$/i;

/** A number in the name of a district: "Business 1 (B-1) district", "Business District 2". */
const nameBefore = /\b(?:[A-Z][A-Za-z]+|district|zone)\s+$/;
const districtAfter = /^\s*(?:\([A-Z][\w-]*\)\s*)?(?:zoning\s+)?(?:districts?|zones?)\b/i;

/** Reads every amount in a text: digits, words, fractions, "thirty-five (35)"; section numbers, district codes and dates are none. */
export const quantitiesIn: (text: string) => readonly Quantity[] = remembered(readQuantities);

function readQuantities(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(numberPattern)) {
    const words = match.groups?.words ?? "";
    const skipped = lengthBeforeLastNumber(words);
    const start = match.index + skipped;
    const end = match.index + match[0].length;
    if (isReference(text, start, end, match[0])) continue;
    const value = words === "" ? valueOfDigits(match.groups?.digits ?? "") : valueOfWords(words.slice(skipped));
    if (value === null) continue;
    const unit = match.groups?.money ? { unit: "money", length: 0 } : unitAfter(text.slice(end, end + 48));
    if (match.groups?.words && unit === null && !match[0].includes("(")) continue;
    found.push({ value, unit: unit?.unit ?? null, start, end: end + (unit?.length ?? 0) });
  }
  return withSharedUnits(text, found);
}

/**
 * Returns how many characters of number words come before the last number: "two three" is two numbers, of which the last one
 * has the unit ("two three-story buildings"); "twenty-three" and "one hundred three" are one.
 */
function lengthBeforeLastNumber(words: string): number {
  let length = 0;
  let isAfterSmall = false;
  for (const { 0: printed, index } of words.matchAll(/[a-z]+/gi)) {
    const isSmall = smallNumbers.includes(printed.toLowerCase());
    if (isSmall && isAfterSmall) length = index;
    isAfterSmall = isSmall;
  }
  return length;
}

function isReference(text: string, start: number, end: number, printed: string): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  const after = text.slice(end, end + 12);
  if (printed.startsWith(".") && /[\w)]$/.test(before)) return true;
  if (/[A-Za-z][-–.]?$/.test(before) && !/\s$/.test(before) && /^[\d.]/.test(printed)) return true;
  if (/[\d)][.:-]$/.test(before) || /^[.:-]\d/.test(after)) return true;
  if (/^\([a-z0-9]{1,3}\)/i.test(after) && !/^\(\d/.test(after)) return true;
  if (/^\d/.test(printed) && /^-?[A-Z](?![a-z'’])/.test(after) && !/^-?\s?(?:SF|S\.F)/.test(after)) return true;
  if (referenceBefore.test(before) || monthBefore.test(before)) return true;
  if (/^\d{1,2}$/.test(printed) && nameBefore.test(before) && districtAfter.test(text.slice(end, end + 40)))
    return true;
  return (
    /^(?:1[6-9]|20)\d\d$/.test(printed) &&
    /(?:\b(?:in|since|of|by|before|after|until|to|on|from|or)\s|[,/-]\s?)$/i.test(before) &&
    unitAfter(text.slice(end, end + 48)) === null
  );
}

/** "10 and 20 feet", "5 or 6 spaces", "30 x 40 feet": a bare number shares the unit of the number joined to it. */
function withSharedUnits(text: string, quantities: readonly Quantity[]): Quantity[] {
  return quantities.map((quantity, at) => {
    const next = quantities[at + 1];
    if (quantity.unit !== null || !next || next.unit === null || next.unit === "money") return quantity;
    const between = text.slice(quantity.end, next.start);
    return /^\s*(?:,|and|or|to|by|x|-|–|\/)+\s*$/i.test(between) ? { ...quantity, unit: next.unit } : quantity;
  });
}

function unitAfter(rest: string): { unit: string; length: number } | null {
  const match = unitPattern.exec(rest);
  const unit = match?.groups && Object.entries(match.groups).find(([, printed]) => printed !== undefined)?.[0];
  return match && unit ? { unit, length: match[0].length } : null;
}

const joinedFraction = new RegExp(String.raw`(?<![\d.,/])(\d{1,2})(${commonFraction})(?![\d/])`, "g");

/** A text with the fractions of its numbers apart: "2 1/2" for "21/2". */
export function withFractionApart(text: string): string {
  return text.replace(joinedFraction, "$1 $2");
}

/** Tells whether a text ends in a number word or in the word for a fraction: "not less than ten", "one and one-half". */
export const endsInNumberWord = (text: string): boolean => {
  const last = /[a-z]+\s*$/i.exec(text.slice(-20))?.[0].trim().toLowerCase() ?? "";
  return wordValues.has(last) || /^(?:hundred|thousand|half|thirds?|quarters?|fourths?)$/.test(last);
};

const numberWords = new RegExp(wordNumber, "gi");
const fractionOfDigits = new RegExp(
  String.raw`(?:(?<![\d.,/])(\d+)\s?)?(${fractionMark}|(?<![\d/])${commonFraction}(?![\d/]))`,
  "g",
);
/** "(3)" and "(200 s.f.)" behind the same amount in words. */
const repeatedInDigits = /\s*\(\s*\d[\d,./\s]*(?:[½¼¾⅓⅔]\s*)?(?:s\.?\s?f\.?|sq\.?\s*f(?:ee|oo)?t\.?)?\s*\)/gi;

/**
 * Returns a text with its number words and fractions as decimal numbers, and without the digits in brackets that repeat
 * them: "one and one-half (1 1/2) spaces for each two hundred square feet (200 s.f.)" is "1.5 spaces for each 200 square feet".
 */
export function inDigits(text: string): string {
  return withFractionApart(text)
    .replace(numberWords, (words) => String(valueOfWords(words)))
    .replace(repeatedInDigits, "")
    .replace(fractionOfDigits, (printed) => String(valueOfDigits(printed)))
    .replace(/(?<=\d),(?=\d{3}\b)/g, "");
}

function valueOfDigits(printed: string): number | null {
  const plain = printed.replace(/,/g, "").trim();
  const mark = [...plain].find((char) => char in fractions);
  if (mark !== undefined) {
    const whole = plain.replace(mark, "").trim();
    return (whole === "" ? 0 : Number(whole)) + (fractions[mark] ?? 0);
  }
  const mixed = /^(?:(\d+(?:\.\d+)?)[\s-])?(\d+)\/(\d+)$/.exec(withFractionApart(plain));
  if (mixed) return Number(mixed[3]) === 0 ? null : Number(mixed[1] ?? 0) + Number(mixed[2]) / Number(mixed[3]);
  const value = Number(plain.replace(/k$/i, ""));
  if (!Number.isFinite(value)) return null;
  return /k$/i.test(plain) && value < 1_000 ? value * 1_000 : value;
}

function valueOfWords(printed: string): number | null {
  const plain = printed
    .toLowerCase()
    .replace(/[-\s]+/g, " ")
    .trim();
  const fraction = Object.keys(fractionWords).find((name) => plain === name || plain.endsWith(` and ${name}`));
  const whole = fraction === undefined ? plain : plain.slice(0, plain.length - fraction.length).replace(/ and $/, "");
  let total = 0;
  let current = 0;
  for (const part of whole.split(" ")) {
    if (part === "" || part === "and") continue;
    if (part === "hundred") current = (current || 1) * 100;
    else if (part === "thousand") {
      total += (current || 1) * 1_000;
      current = 0;
    } else current += wordValues.get(part) ?? 0;
  }
  return total + current + (fraction === undefined ? 0 : (fractionWords[fraction] ?? 0));
}

/** Tells whether two units can stand for the same amount: equal, or one of them left out. */
export function unitsAgree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

const physicalUnits = new Set(["sqft", "sqm", "acre", "percent", "ft", "m", "story", "inch", "perAcre", "space"]);
const namedUnits = units
  .filter(([unit]) => physicalUnits.has(unit))
  .map(([unit, pattern]) => ({ unit, pattern: new RegExp(`(?<![A-Za-z])(?:${pattern})`, "i") }));

/** A label with its own amounts blanked out: they say which row it is, not what its values are counted in. */
function withoutAmounts(label: string): string {
  const amounts = quantitiesIn(label).filter(({ unit }) => unit !== null);
  return amounts.reduce(
    (text, { start, end }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end),
    label,
  );
}

/** The unit a label names for the values under it: "Lot area (sq. ft.)" gives sqft; "5,001 to 6,000 SF" names none. */
export function unitNamedIn(label: string): { readonly unit: string; readonly printed: string } | null {
  const plain = withoutAmounts(label).replace(/\bopen\s+space\b|\bparking\s+spaces?\b(?!\s*[)\]])/gi, (found) =>
    " ".repeat(found.length),
  );
  const named = namedUnits.flatMap(({ unit, pattern }) => {
    const match = pattern.exec(plain);
    return match && !/^['’′"”″]/.test(match[0]) ? [{ unit, printed: match[0], at: match.index }] : [];
  });
  const [first] = named.sort((a, b) => a.at - b.at || b.printed.length - a.printed.length);
  return first ? { unit: first.unit, printed: first.printed } : null;
}
