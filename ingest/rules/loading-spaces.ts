import type { FloorAreaBand } from "./rule.ts";

/** How many loading spaces a building of some floor area needs. */
export interface LoadingNeed {
  readonly value: number;
  readonly floorArea: FloorAreaBand;
}

const area = String.raw`(?:square feet|sq\.?\s?ft\.?|GFA)`;
const space = String.raw`\b(?:1|one)\s+(?:off-street\s+)?(?:truck\s+)?loading(?:\s+and\s+unloading)?\s+(?:space|berth)\b`;
const forEach = new RegExp(
  String.raw`${space}[^.;]{0,60}?\bfor\s+(?:each|every)\s+([\d,]{4,9})\s*${area}(?:[^.;]{0,80}?\bin\s+excess\s+of\s+([\d,]{4,9}))?`,
  "i",
);
const fromSize = new RegExp(
  String.raw`\b(?:more than|in excess of|over|exceeding)\s+([\d,]{4,9})\s*${area}|\b([\d,]{4,9})\s*${area}\s+or\s+more\b`,
  "i",
);
const between = new RegExp(
  String.raw`\b([\d,]{4,9})\s+to\s+([\d,]{4,9})\s*${area}[^.;]{0,60}?${space}(?!\s+for\b)`,
  "i",
);
const otherThings = /\b(?:may|reduc\w+|waive\w*|dwelling|ground floor)\b/i;
const number = (text: string | undefined) => (text === undefined ? undefined : Number(text.replaceAll(",", "")));
/** "Five thousand (5,000)" with its first words in digits. */
const plain = (text: string) => text.replaceAll(/\b\d+ (?:thousand|hundred thousand) \(([\d,]+)\)/g, "$1");

/**
 * Returns how many loading spaces a sentence asks for: "1 loading space for each 20,000 square feet", "more than 5,000 to 20,000 square
 * feet - 1 loading space".
 *
 * @param sentence with its numbers in digits
 */
export function loadingNeedIn(sentence: string): LoadingNeed | undefined {
  const text = plain(sentence);
  if (otherThings.test(text)) return undefined;
  const [, low, high] = between.exec(text) ?? [];
  if (low !== undefined) return { value: 1, floorArea: band(number(low), number(high)) };
  const each = forEach.exec(text);
  const size = number(each?.[1]);
  if (!each || size === undefined) return undefined;
  const eachOver = number(each[2]) ?? 0;
  const [, above, from] = fromSize.exec(text.slice(0, each.index)) ?? [];
  const over = number(above) ?? (from === undefined ? eachOver : (number(from) ?? 0) - 1);
  return { value: 0, floorArea: { ...band(over, undefined), each: size, eachOver } };
}

const band = (over = 0, upTo: number | undefined): FloorAreaBand => ({
  ...{ over, upTo: upTo ?? null, each: null, eachOver: 0 },
});

/**
 * Returns how many loading spaces a row of a table asks for: "20,001 to 60,000" with "2", "More than 60,000" with "3, and 1 for each
 * additional 50,000". Undefined for a row of another kind, and where none is asked for.
 */
export function loadingNeedOfRow(label: string, value: string): LoadingNeed | undefined {
  const [, spaces, each] =
    /^(\d{1,2})(?:,? (?:and|plus) (?:1|one) for each additional ([\d,]{4,9}).*)?$/i.exec(value.trim()) ?? [];
  const floorArea = bandOf(label.trim());
  if (spaces === undefined || floorArea === undefined) return undefined;
  const step = number(each) ?? null;
  return {
    value: Number(spaces),
    floorArea: { ...floorArea, each: step, eachOver: step === null ? 0 : floorArea.over },
  };
}

function bandOf(label: string): FloorAreaBand | undefined {
  const [, low, high] = /^([\d,]{4,9})\s*(?:to|-|–|—)\s*([\d,]{4,9})\b/i.exec(label) ?? [];
  if (low !== undefined) return band(Math.max(0, (number(low) ?? 0) - 1), number(high));
  const [, over] = /^(?:more than|over|greater than|above)\s+([\d,]{4,9})\b/i.exec(label) ?? [];
  return over === undefined ? undefined : band(number(over), undefined);
}

const asked =
  /\bshall\s+(?:have|provide)\s+(?:[\w-]+\s+){0,6}?loading\s+(?:and\s+unloading\s+)?(?:spaces?|berths?|areas?|facilities)\b|\bloading\s+(?:and\s+unloading\s+)?(?:spaces?|berths?)\s+shall\s+be\s+(?:provided|required)\b/i;
const askedOfOthers = /\b(?:may|if|signs?|dwelling|parking|drop-?off|passengers?|screen\w*|not)\b/i;

/** Returns whether a sentence asks for loading spaces, with or without their number. */
export const asksForLoading = (sentence: string): boolean =>
  /^\W*(?:\(?\w{1,3}[.)]\s+)?[A-Z]/.test(sentence) &&
  asked.test(sentence) &&
  !askedOfOthers.test(sentence) &&
  loadingSizeIn(sentence) === undefined;

const shown = (value: number) => value.toLocaleString("en-US");

/** Returns the condition of a rule on loading spaces: its floor area in words. */
export const floorAreaWords = ({ over, upTo, each, eachOver }: FloorAreaBand): string => {
  const more =
    each === null ? "" : `, and 1 for each ${shown(each)} sq ft${eachOver > 0 ? ` over ${shown(eachOver)}` : ""}`;
  return `floor area over ${shown(over)}${upTo === null ? "" : ` up to ${shown(upTo)}`} sq ft${more}`;
};

const sizes = [
  /\b(\d{1,2})\s*feet\s+(?:wide|in width)\b[^.;]{0,20}?\b(\d{2})\s*feet\s+(?:long|in length)/i,
  /\b(\d{1,2})\s*feet\s+by\s+(\d{2})\s*feet\b/i,
  /\bwidth of (?:at least )?(\d{1,2})\s*feet\b[^.;]{0,40}?\blength of (?:at least )?(\d{2})\s*feet/i,
  /\b(\d{1,2})\s*feet\s+in width,?\s+(\d{2})\s*feet\s+in length/i,
];

/** Returns the width and the length of a loading space that a sentence states, feet. */
export function loadingSizeIn(sentence: string): readonly [width: number, length: number] | undefined {
  if (!/\bloading\s+(?:spaces?|berths?|areas?)\b/i.test(sentence) || !/\b(?:shall|must)\b/i.test(sentence))
    return undefined;
  const found = sizes.map((pattern) => pattern.exec(plain(sentence))).find((match) => match !== null);
  const [width, length] = [Number(found?.[1]), Number(found?.[2])];
  return width >= 8 && width <= 20 && length >= 20 && length <= 80 ? [width, length] : undefined;
}
