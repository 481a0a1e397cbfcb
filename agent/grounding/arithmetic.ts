import { type Quantity, quantitiesIn } from "../text/quantities.ts";
import { converted } from "../text/units.ts";
import { type Amount, deriveAmounts, isSame, type Sentence } from "./derived-amounts.ts";

/** Result of checking a sentence by calculation. */
export interface ArithmeticCheck {
  /** Amounts of the sentence that follow from its other amounts, by their place in the list. */
  readonly derived: ReadonlySet<number>;
  /** What is wrong, as a sentence for the writer; null when everything calculated is true. */
  readonly fault: string | null;
  /** True when the sentence compares or calculates. */
  readonly isUsed: boolean;
}

type Relation = "more" | "less" | "atLeast" | "atMost" | "equal";

/** "A is B more than C" and "A exceeds C by B": words after the verb, at most four, then the relation. */
const finite =
  /\b(?:is|are|was|were|exceeds?|surpass(?:es)?|meets?|satisf(?:y|ies)|compl(?:y|ies)|falls?|fails?|does|do|equals?|amounts?|measures?)\b/i;
const lesser = "less|smaller|lower|fewer|below|under|short|narrower|shorter|shallower|closer|nearer";
const greater = "more|greater|larger|bigger|higher|over|above|wider|longer|taller|deeper|farther|further|steeper";
const relations: readonly (readonly [Relation, RegExp])[] = [
  [
    "atMost",
    new RegExp(
      String.raw`\b(?:no|not|n't)\s+(?:${greater}|exceed\w*)\b|\bat most\b|\bup to\b|\bwithin (?:the|its) (?:\w+ )?(?:maximum|limit)\b`,
      "i",
    ),
  ],
  ["atLeast", new RegExp(String.raw`\b(?:no|not|n't)\s+(?:${lesser})\b|\bat least\b`, "i")],
  [
    "less",
    new RegExp(
      String.raw`\b(?:${lesser})\b|\b(?:not|n't)\s+(?:meet|satisfy|comply|(?:\w+\s+)?enough)\b|\bfails?\b|\binsufficient\b`,
      "i",
    ),
  ],
  ["more", new RegExp(String.raw`\b(?:${greater}|exceeds?|surpass(?:es)?)\b`, "i")],
  ["atLeast", /\b(?:meets?|satisf(?:y|ies)|compl(?:y|ies)|enough|sufficient)\b/i],
  ["equal", /\b(?:equals?|equal to|(?:the )?same as|exactly)\b/i],
];
const isMaximum = /\b(?:maximum|limit|at most|no more than)\b/i;
/** A verdict on the site that states no amounts cannot be checked. */
const verdict =
  /\b(?:your|my|our|the|this|its?)\s+(?:\w+\s+)?(?:lot|parcel|site|land|property|area|frontage|width|depth|slope|coverage)\b[^.;]{0,40}\b(?:(?:is|are|has)\s+(?:(?:large|big|wide|deep|long|far)\s+enough|(?:too|not)\s+(?:small|large|big|narrow|steep|short|close)\b(?:\s+enough)?|more than (?:enough|required)|short\b)|(?:meets?|exceeds?|satisf(?:y|ies)|compl(?:y|ies) with|falls? short of|(?:does not|fails to) (?:meet|comply with))\s+(?:the|its|that|this)\s+(?:\w+\s+)?(?:minimum|requirement|required|maximum|limit))/i;

/**
 * Checks the comparisons and calculations of a sentence.
 *
 * Covers "A is more than B" and its variants, "A exceeds B by D", "D more than B", totals, shares and conversions.
 * Amounts of different units are compared when the table of units converts them.
 *
 * @param isCarried returns whether cited evidence states the amount at a place of the list
 * @param known amounts of the cited facts, which may be operands that the sentence does not repeat
 * @see deriveAmounts
 */
export function checkArithmetic(
  text: string,
  quantities: readonly Quantity[],
  isCarried: (at: number) => boolean,
  known: readonly Amount[] = [],
): ArithmeticCheck {
  if (quantities.length === 0) {
    const isVerdict = verdict.test(text);
    const fault = isVerdict ? "A comparison must state both amounts, each with its source." : null;
    return { derived: new Set(), fault, isUsed: isVerdict };
  }
  const sentence = { text, amounts: amountsOf(text, quantities), isCarried, known };
  const { derived, fault } = deriveAmounts(sentence);
  if (fault !== null) return { derived, fault, isUsed: true };
  const compared = compareNeighbors(sentence, derived);
  return { derived, fault: compared.fault, isUsed: compared.isUsed || derived.size > 0 };
}

/** What follows a bare number that counts things: "3 parcels", "2 curb cuts". */
const counted =
  /^\s+(?!(?:is|was|does|has|meets|exceeds|equals|falls|fails|amounts|satisfies|surpasses)\b)(?:[a-z-]+\s+)?([a-z]{3,}s)\b/i;

/** Returns the amounts of a text with the precision they are printed with. */
export function amountsIn(text: string): Amount[] {
  return amountsOf(text, quantitiesIn(text));
}

/** Returns quantities as amounts; a bare number before a plural counts that noun and nothing else. */
function amountsOf(text: string, quantities: readonly Quantity[]): Amount[] {
  return quantities.map((quantity) => {
    const decimals = /\d\.(\d+)/.exec(text.slice(quantity.start, quantity.end))?.[1]?.length ?? 0;
    const noun = quantity.unit === null ? counted.exec(text.slice(quantity.end))?.[1] : undefined;
    const unit = noun === undefined ? quantity.unit : `count of ${noun.toLowerCase()}`;
    return { ...quantity, unit, step: 10 ** -decimals };
  });
}

/** Outcome of comparing two neighboring amounts. */
type Comparison = "none" | "true" | { readonly fault: string };

/** Checks each comparison of an amount with the next one. */
function compareNeighbors(
  sentence: Sentence,
  derived: ReadonlySet<number>,
): { readonly fault: string | null; readonly isUsed: boolean } {
  let isUsed = false;
  for (const at of sentence.amounts.keys()) {
    const comparison = compareWithNext(sentence, derived, at);
    if (typeof comparison === "object") return { fault: comparison.fault, isUsed: true };
    isUsed ||= comparison === "true";
  }
  return { fault: null, isUsed };
}

function compareWithNext(sentence: Sentence, derived: ReadonlySet<number>, at: number): Comparison {
  const { text, amounts, isCarried } = sentence;
  const left = amounts[at];
  const right = amounts[at + 1];
  if (!left || !right) return "none";
  const between = text.slice(left.end, right.start);
  const found = relationIn(between);
  if (!found) return "none";
  const hasVerb = finite.test(between);
  if (!isComparable(left, right)) {
    // "A is larger by D than B" has no amounts of two kinds; a condition of the law may.
    const isClaim = hasVerb && isCarried(at) && isCarried(at + 1) && isDirect(between);
    return isClaim ? { fault: "The amounts compared have different units." } : "none";
  }
  if (!hasVerb) return derived.has(at) ? compareOffset(sentence, at, left, right, found) : "none";
  // The first of "A is D more than B" is compared with B.
  const third = amounts[at + 2];
  if (derived.has(at + 1) && third && isComparable(right, third)) {
    const word = relationIn(text.slice(right.end, third.start));
    return word ? compared(left, word, third) : "true";
  }
  if (derived.has(at + 1) || !isDirect(between)) return "none";
  const after = text.slice(right.end, right.end + 40);
  const isMost = found === "atLeast" && isMaximum.test(`${between}${after}`) && !/\bat least\b/i.test(between);
  return compared(left, isMost ? "atMost" : found, right);
}

/** Checks "9,718 square feet more than the required 10,000", where the first amount is the difference. */
function compareOffset(
  { amounts, known }: Sentence,
  at: number,
  left: Amount,
  right: Amount,
  found: Relation,
): Comparison {
  const sign = found === "less" ? -1 : 1;
  const offset = valueIn(left, right);
  const isStated = [...amounts.filter((_, place) => place !== at && place !== at + 1), ...known].some((one) => {
    const whole = valueIn(one, right);
    if (whole === undefined || offset === undefined) return false;
    const isExact = [left, one].every(({ unit }) => unit === null || right.unit === null || unit === right.unit);
    const off = Math.abs(whole - (right.value + sign * offset));
    return isExact ? isSame(whole, right.value + sign * offset) : off <= 0.01 * Math.abs(offset);
  });
  if (isStated) return "true";
  return { fault: `No cited amount is ${left.value} ${found === "less" ? "less" : "more"} than ${right.value}.` };
}

/** Returns whether two amounts measure the same; a bare number may stand in any unit. */
function isComparable(one: Amount, other: Amount): boolean {
  return valueIn(one, other) !== undefined;
}

/** Returns the value of one amount in the unit of another; undefined where they do not measure the same. */
function valueIn({ value, unit }: Amount, other: Amount): number | undefined {
  return unit === null || other.unit === null ? value : converted(value, unit, other.unit);
}

function compared(one: Amount, relation: Relation, other: Amount): Comparison {
  const value = valueIn(one, other);
  if (value === undefined) return "none";
  const isConverted = one.unit !== null && other.unit !== null && one.unit !== other.unit;
  if (isConverted) {
    const precision = ((value / one.value) * one.step + other.step) / 2;
    if (Math.abs(value - other.value) <= precision) {
      return { fault: `${one.value} and ${other.value} are too close to compare in different units.` };
    }
  }
  if (holds(relation, value, other.value)) return "true";
  return { fault: `${one.value} is not ${words[relation]} ${other.value}.` };
}

/** Returns how two amounts of one unit relate, in words. */
export function relationOf(one: number, other: number): "more than" | "less than" | "equal to" {
  return isSame(one, other) ? "equal to" : one > other ? "more than" : "less than";
}

function relationIn(words: string): Relation | undefined {
  if (/[.;:]\s/.test(words)) return undefined;
  return relations.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Returns whether the relation follows its verb: "is clearly more than", not "is permitted on lots of more than". */
function isDirect(between: string): boolean {
  const verb = finite.exec(between);
  const words = between
    .slice(verb?.index ?? 0)
    .trim()
    .split(/\s+/);
  const first = words.findIndex((_, at) => relationIn(words.slice(0, at + 1).join(" ")) !== undefined);
  return (
    verb !== null &&
    first >= 0 &&
    first <= 3 &&
    !/\b(?:permitted|allowed|required|used|located|for|on|in|with)\b/i.test(words.slice(0, first).join(" "))
  );
}

function holds(relation: Relation, one: number, other: number): boolean {
  switch (relation) {
    case "more":
      return one > other && !isSame(one, other);
    case "less":
      return one < other && !isSame(one, other);
    case "atLeast":
      return one > other || isSame(one, other);
    case "atMost":
      return one < other || isSame(one, other);
    case "equal":
      return isSame(one, other);
  }
}

const words: Readonly<Record<Relation, string>> = {
  more: "more than",
  less: "less than",
  atLeast: "at least",
  atMost: "at most",
  equal: "equal to",
};
