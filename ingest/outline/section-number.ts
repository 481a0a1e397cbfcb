/** How a heading is numbered: a word ("Article V"), a section number ("§ 12-204", "3.1.8"), or a place in a list. */
export type MarkerKind = "word" | "section" | "roman" | "upper" | "arabic" | "lower" | "bracket";

/** A number at the start of a line, with what follows it. */
export interface Marker {
  readonly kind: MarkerKind;
  /** "article", "chapter" … for kind `word`; "section" where the line says Section or §; else null. */
  readonly word: string | null;
  /** As a citation names it: "Article V", "12-204(b)", "3.1.8", "A". */
  readonly number: string;
  /** The number's parts, for comparing: ["12", "204", "b"]. */
  readonly parts: readonly string[];
  readonly rest: string;
  /** Length of the marker with its punctuation: where `rest` starts in the line. */
  readonly length: number;
  /** "Reserved" runs of sections, printed as one heading. */
  readonly isRange: boolean;
}

const levelWords =
  "title|subtitle|chapter|subchapter|article|division|subdivision|part|subpart|appendix|annex|schedule|exhibit|attachment|addendum";
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const ones = "one two three four five six seven eight nine".split(" ");
/** Numbers in words up to thirty-nine, as divisions carry them: "Article Twelve". */
export const spelledNumber = `(?:${teens.join("|")}|(?:twenty|thirty)(?:[-\\s](?:${ones.join("|")}))?|${ones.join("|")})`;
const wordMarker = new RegExp(
  `^(${levelWords})\\s+(?:no\\.?\\s+)?["“]?(${spelledNumber}|[IVXLCDM]+|\\d+[A-Z]?(?:[.-]\\d+[A-Z]?)*|[A-Z]{1,2}[.-]?\\d+|[A-Z])(?![\\w'’])["”]?\\s*[.:]?\\s*[-–—:|]?\\s*`,
  "i",
);
/** "Ill" for III, as scanned codes have it. */
const misreadNumeral = /^[IVX]+l{1,3}$/;
const lonelyWord = /^(appendix|addendum)\s*[.:]?$/i;

const part = "\\d+[A-Za-z]?";
const sectionNumber = `(?:[A-Z]{1,3}[-.]?)?${part}(?:(?:[.:]|-\\s?)${part}(?![\\w]*\\/)|\\.[A-Z]{1,2}(?=[.\\s:)]|$))*(?:\\s?\\([A-Za-z0-9]{1,4}\\))*`;
/** A hyphen also stands before a title, so that only a number of several parts ends a range after one. */
const hyphenRange = `(?:\\s?-{2,3}\\s?|\\s-\\s)(?:§\\s?)?${part}(?:[.:-]${part})+`;
const range = `(?:\\s?(?:[–—]|through|to|and|&)\\s?(?:§\\s?)?${sectionNumber}|${hyphenRange})*`;
const punctuation = "\\s*[.:)]?\\s*(?:[-–—]+\\s*)?";
const saidSection = new RegExp(
  `^(§§?|[S$](?=\\s?\\d+[-.]\\d)|sections?|secs?\\.?|subsections?)\\s*(${sectionNumber}|[IVXLC]+)(${range})(?![\\w'’%])${punctuation}`,
  "i",
);
const bareSection = new RegExp(
  `^((?:[A-Z]{1,3}-?)?\\d+[A-Z]?(?:[.]${part}|-\\s?${part}|\\s?\\([A-Za-z0-9]{1,4}\\)|\\.[A-Z]{1,2}(?=[.\\s:)]|$))+|[A-Z]{1,2}-\\d{3,4}[A-Z]?)(${range})(?![\\w'’%/$])${punctuation}`,
);
const numberBefore = /^(\d{1,3}[A-Z]{0,2})\s+(?=["“(]?\p{Lu})/u;
const letteredNumber = /^(\d{1,3}[A-Z]{1,2})\s+(?=\p{Lu}{3})/u;
const loneInteger = /^(\d{1,3}[A-Z]{0,2})$/;
const listMarkers: readonly (readonly [MarkerKind, RegExp])[] = [
  ["bracket", /^\(([a-z]{1,3}|[A-Z]{1,2}|\d{1,3}|[ivxlc]+)\)\s*/],
  ["roman", /^([IVXLC]+)[.)]\s*/],
  ["roman", /^(II|III|IV|VI|VII|VIII|IX|X[IVX]+)\s+(?=\p{Lu}{3})/u],
  ["upper", /^([A-Z]{1,2})[.)]\s*/],
  ["arabic", /^(\d{1,3}[A-Z]?)[.)]\s*(?:[-–—]\s*)?/],
  ["lower", /^([a-z]{1,2}|[ivx]+)[.)]\s*/],
];
const romanValue = /^(?=[IVXLC])(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/;

/** Reads the number a line begins with, or null when it begins with none. */
export function parseMarker(text: string): Marker | null {
  return wordOf(text) ?? saidOf(text) ?? bareOf(text) ?? listOf(text);
}

/** Reads a plain number before words ("28 The minimum lot area …"), where it is known to number them. */
export function parsePlainNumber(text: string): Marker | null {
  const match = numberBefore.exec(text);
  if (!match?.[1]) return null;
  return marker("section", match[1], null, [match[1]], text.slice(match[0].length), match[0].length);
}

function wordOf(text: string): Marker | null {
  const lonely = lonelyWord.exec(text);
  if (lonely) return marker("word", lonely[1] ?? "", (lonely[1] ?? "").toLowerCase(), [], "", text.length);
  const match = wordMarker.exec(text);
  if (!match || !/^[A-Z]/.test(text)) return null;
  const [whole, word = "", printed = ""] = match;
  if (/^[a-z]/.test(printed)) return null;
  const number = misreadNumeral.test(printed) ? printed.replaceAll("l", "I") : printed;
  const rest = text.slice(whole.length);
  const spelled = valueOfWords(number);
  const parts = spelled === undefined ? partsOf(number) : [String(spelled)];
  return marker("word", `${word} ${number}`, word.toLowerCase(), parts, rest, whole.length);
}

function saidOf(text: string): Marker | null {
  const match = saidSection.exec(text);
  if (!match || !/^[A-Z§$]/.test(text)) return null;
  const [whole, , number = "", range = ""] = match;
  if (/^[ivxlc]+$/.test(number)) return null;
  const rest = text.slice(whole.length);
  return marker("section", tidy(number + range), "section", partsOf(number), rest, whole.length, range !== "");
}

function bareOf(text: string): Marker | null {
  const lone = loneInteger.exec(text);
  if (lone?.[1]) return marker("section", lone[1], null, [lone[1]], "", text.length);
  const lettered = letteredNumber.exec(text);
  if (lettered?.[1]) {
    return marker("section", lettered[1], null, [lettered[1]], text.slice(lettered[0].length), lettered[0].length);
  }
  const match = bareSection.exec(text);
  if (!match) return null;
  const [whole, number = "", range = ""] = match;
  if (/^0\.|^(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])-(?:19|20)\d\d$|^[A-Z]{1,3}-?\d{1,2}[A-Z]?$/.test(number))
    return null;
  const rest = text.slice(whole.length);
  // A figure after a bare number makes a row of figures of it.
  if (/^[\d$.]/.test(rest)) return null;
  return marker("section", tidy(number + range), null, partsOf(number), rest, whole.length, range !== "");
}

function listOf(text: string): Marker | null {
  for (const [kind, pattern] of listMarkers) {
    const match = pattern.exec(text);
    if (!match?.[1] || (kind === "roman" && !romanValue.test(match[1]))) continue;
    if (match[0].length < text.length && !/[\s)]$/.test(match[0]) && !/^["“A-Z]/.test(text.slice(match[0].length)))
      continue;
    return marker(kind, match[1], null, [match[1]], text.slice(match[0].length), match[0].length);
  }
  return null;
}

function marker(
  kind: MarkerKind,
  number: string,
  word: string | null,
  parts: readonly string[],
  rest: string,
  length: number,
  isRange = false,
): Marker {
  return { kind, word, number: number.trim(), parts, rest: rest.trim(), length, isRange };
}

const tidy = (number: string) =>
  number
    .replace(/\s*-{2,3}\s*|\s-\s/g, "–")
    .replace(/-\s+/g, "-")
    .replace(/\s+\(/g, "(")
    .replace(/\s+/g, " ")
    .trim();

/** The parts of a section number: letters and digits between its separators. */
export function partsOf(number: string): string[] {
  return number.split(/[^A-Za-z0-9]+/).filter((piece) => piece !== "");
}

/** Value of a number from one to thirty-nine in words, or undefined when it is none: "Twelve", "TWENTY-ONE". */
export function valueOfWords(words: string): number | undefined {
  const [first = "", second] = words.toLowerCase().split(/[-\s]+/);
  const one = ones.indexOf(second ?? first) + 1;
  if (teens.includes(first)) return second === undefined ? teens.indexOf(first) + 10 : undefined;
  const tens = ["twenty", "thirty"].indexOf(first);
  if (tens >= 0) return (tens + 2) * 10 + (second === undefined ? 0 : one);
  return one > 0 && second === undefined ? one : undefined;
}

/** A number from one to thirty-nine in words, "twenty-one"; undefined for others. */
export function wordsOfValue(value: number): string | undefined {
  const [tens, one] = [Math.floor(value / 10), value % 10];
  if (tens === 1) return teens[one];
  const unit = ones[one - 1];
  if (tens === 0) return unit;
  const ten = ["twenty", "thirty"][tens - 2];
  return ten === undefined || unit === undefined ? ten : `${ten}-${unit}`;
}

/** Value of a roman numeral, or undefined when it is none. */
export function valueOfRoman(numeral: string): number | undefined {
  const upper = numeral.toUpperCase();
  if (!romanValue.test(upper)) return undefined;
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };
  let total = 0;
  for (const [at, letter] of [...upper].entries()) {
    const value = values[letter] ?? 0;
    total += value < (values[upper[at + 1] ?? ""] ?? 0) ? -value : value;
  }
  return total;
}
