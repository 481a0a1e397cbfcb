import type { QuestionReading } from "../question/read-question.ts";
import { type Amount, acresInDigits, amountsIn, countedThings, lotNoun } from "./amounts.ts";

/** Words that tie an amount to what it bounds, before it and behind it: "on properties with a minimum lot area of", "tall". */
const tying = new RegExp(
  `^(?:(?:more|less|fewer|greater|larger|smaller|bigger|taller|higher|longer|wider|not?|than|exceed(?:s|ing)?|excess|contain(?:s|ed)?|up|to|at|least|most|minimum|maximum|over|under|above|below|of|with|having|containing|on|in|for|only|and|or|an?|the|each|which|that|is|are|do(?:es)?|rated|about|roughly|around|approximately|total|gross|net|leasable|ground|floor|size|area|capacity|footprint|gfa|height|high|tall|long|wide|weight|equal|rows?|accommodating|serving|${lotNoun})$)`,
  "i",
);
/** Words with which such a phrase begins. */
const opening =
  /^(?:more|less|fewer|greater|larger|smaller|taller|higher|longer|wider|not?|exceed(?:s|ing)?|in|up|at|over|under|above|below|of|with|having|containing|on|for|only|and|to|which|that|an?|about|rated|roughly|around|approximately|minimum|maximum|accommodating|serving)$/i;
/** A unit whose number stands outside the text: "square foot shop". */
const bareUnit = /\b(?:square[\s-]f(?:ee|oo)t|sq\.?\s*ft\b\.?|s\.?f\b\.?)/gi;
const dangling = /^(?:of|in|an?|the|and|with|on|for|to|each|that|which|is|are)$/i;
const countedKinds: ReadonlySet<string> = new Set(countedThings.map(([of]) => of));
const countedNoun = new RegExp(
  String.raw`^\s*(?:\(\d+\)\s*)?(?:or\s+(?:more|fewer|less)\s+)?(?:[\w-]+\s+)?(?:${countedThings.map(([, noun]) => noun).join("|")})\b`,
  "i",
);
const districtsBehind =
  /^\s*(?:in|within)\s+(?:the\s+)?[A-Z][\w/-]*(?:,?\s+(?:and\s+|or\s+)?[A-Z][\w/-]*){0,8}?\s+(?:districts?|zones?)\b/i;

const sizes = ["lot", "floor", "height", "length", "weight", "things", "homes"];
/** The kinds of amounts that limit what a name stands for; the duration and the hours of a use do not. */
export const ofNames: ReadonlySet<string> = new Set([...sizes, "people", "beds", "rooms"]);

/** Returns the use of a question without the size that it tells: "shop" of "3,000 square foot shop". */
export function useWithoutSize(question: QuestionReading): string | null {
  const plain = question.use && withoutAmounts(question, question.use, new Set(sizes));
  return plain === "" ? question.use : plain;
}

/** Returns a text without its amounts and the words that tie them to the rest: "fences" of "fences less than six feet tall". */
export function withoutAmounts(question: QuestionReading, text: string, taken = ofNames): string {
  let rest = acresInDigits(text);
  for (const amount of amountsIn(question, text).toReversed()) {
    if (!taken.has(amount.of)) continue;
    const start = tiedBefore(rest, amount.start);
    const end = amount.end + tiedBehind(rest.slice(amount.end), amount);
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  }
  return rest
    .replace(bareUnit, " ")
    .replace(/[([]\s*[)\]]/g, " ")
    .replace(/\s+(?=[,;.)])|(?<=[([])\s+/g, "")
    .replace(/[\s,;–-]+(?=[.;]?\s*$)/, "")
    .replace(/\s+/g, " ")
    .trim();
}

function tiedBefore(text: string, at: number): number {
  let [start, from] = [at, at];
  for (const { 0: word, index } of [...text.slice(0, at).matchAll(/[A-Za-z'’]+|[^A-Za-z\s]/g)].toReversed()) {
    if (/^[,(–-]$/.test(word)) start = index;
    else if (!tying.test(word)) break;
    else if (opening.test(word)) start = index;
    from = index;
    if (/^[(]$/.test(word)) break;
  }
  return Math.min(start, at, Math.max(from, start));
}

function tiedBehind(text: string, { of }: Amount): number {
  const counted = countedKinds.has(of) ? (countedNoun.exec(text)?.[0].length ?? 0) : 0;
  let end = counted;
  for (const { 0: word, index } of text.slice(counted).matchAll(/[\w'’-]+|[^\w\s]/g)) {
    if (!tying.test(word) && !(word === ")" && !text.slice(0, index).includes(")"))) break;
    if (!dangling.test(word)) end = counted + index + word.length;
  }
  return end + (districtsBehind.exec(text.slice(end))?.[0].length ?? 0);
}
