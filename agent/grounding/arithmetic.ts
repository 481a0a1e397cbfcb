import { type Quantity, unitsAgree } from "../text/quantities.ts";

/** What calculation says of a sentence. */
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
const finite = String.raw`\b(?:is|are|was|were|exceeds?|surpass(?:es)?|meets?|satisf(?:y|ies)|falls?|fails?|does|do|equals?|amounts?)\b`;
const relations: readonly (readonly [Relation, RegExp])[] = [
  ["atMost", /\b(?:no|not|n't)\s+(?:more|greater|larger|bigger|higher|over|above|exceed\w*)\b|\bat most\b|\bup to\b/i],
  ["atLeast", /\b(?:no|not|n't)\s+(?:less|smaller|lower|fewer|below|under|short)\b|\bat least\b/i],
  [
    "less",
    /\b(?:less|smaller|lower|fewer|below|under|short)\b|\b(?:not|n't)\s+(?:meet|satisfy|(?:\w+\s+)?enough)\b|\bfails?\b|\binsufficient\b/i,
  ],
  ["more", /\b(?:more|greater|larger|bigger|higher|over|above|exceeds?|surpass(?:es)?)\b/i],
  ["atLeast", /\b(?:meets?|satisf(?:y|ies)|enough|sufficient)\b/i],
  ["equal", /\b(?:equals?|equal to|(?:the )?same as|exactly)\b/i],
];
const isMaximum = /\b(?:maximum|limit|at most|no more than)\b/i;
const difference =
  /\b(?:by|more|less|short|left|remain\w*|difference|surplus|extra|beyond|over|above|below|under|greater|larger|smaller|fewer)\b/i;
const total = /\b(?:totals?|sum|together|combined|altogether|in all)\b/i;
/** A verdict on the site that states no amounts cannot be checked. */
const verdict =
  /\b(?:your|my|our|the|this|its?)\s+(?:\w+\s+)?(?:lot|parcel|site|land|property|area)\b[^.;]{0,40}\b(?:(?:is|are|has)\s+(?:(?:large|big|wide|deep)\s+enough|(?:too|not)\s+(?:small|large|big|narrow)\b(?:\s+enough)?|more than (?:enough|required)|short\b)|(?:meets?|exceeds?|satisf(?:y|ies)|falls? short of|(?:does not|fails to) meet)\s+(?:the|its|that|this)\s+(?:\w+\s+)?(?:minimum|requirement|required|maximum|limit))/i;

/**
 * Checks the comparisons, differences and totals of a sentence by calculation.
 *
 * Covers "A is more than B" and its kin, "A exceeds B by D", "D more than B" and "a total of T". Both sides must have one
 * unit; nothing is converted.
 *
 * @param isCarried whether cited evidence states the amount at a place of the list
 * @param known the main amount of each cited fact, which may be an operand that the sentence does not repeat
 */
export function checkArithmetic(
  text: string,
  quantities: readonly Quantity[],
  isCarried: (at: number) => boolean,
  known: readonly Quantity[] = [],
): ArithmeticCheck {
  if (quantities.length === 0) {
    const isVerdict = verdict.test(text);
    const fault = isVerdict ? "A comparison must state both amounts, each with its source." : null;
    return { derived: new Set(), fault, isUsed: isVerdict };
  }
  const sentence = { text, quantities, isCarried, known };
  const { derived, fault } = deriveAmounts(sentence);
  if (fault !== null) return { derived, fault, isUsed: true };
  const compared = compareNeighbors(sentence, derived);
  return { derived, fault: compared.fault, isUsed: compared.isUsed || derived.size > 0 };
}

/** A sentence with its amounts, as {@link checkArithmetic} takes it. */
interface Sentence {
  readonly text: string;
  readonly quantities: readonly Quantity[];
  isCarried(at: number): boolean;
  readonly known: readonly Quantity[];
}

/** Finds the amounts that are a difference or a total of others; `fault` names one that claims to be and is not. */
function deriveAmounts({ text, quantities, isCarried, known }: Sentence): {
  derived: Set<number>;
  fault: string | null;
} {
  const derived = new Set<number>();
  for (const [at, { value, unit }] of quantities.entries()) {
    if (isCarried(at)) continue;
    const others = quantities.filter(
      (other, place) => place !== at && isCarried(place) && unitsAgree(other.unit, unit),
    );
    const facts = known.filter((one) => unit !== null && one.unit === unit);
    const operands = distinct([...others, ...facts].map((one) => one.value));
    const near = text.slice(Math.max(0, (quantities[at]?.start ?? 0) - 60), (quantities[at]?.end ?? 0) + 60);
    const isDifference =
      difference.test(near) && operands.some((one) => others.some((other) => same(Math.abs(one - other.value), value)));
    const isTotal = total.test(text) && [others, facts].some((some) => some.length > 1 && same(sumOf(some), value));
    if (isDifference || isTotal) derived.add(at);
    else if (operands.length > 0 && (difference.test(near) || total.test(text))) {
      return { derived, fault: `${value} is in no source, and does not follow from ${operands.join(" and ")}.` };
    }
  }
  return { derived, fault: null };
}

function sumOf(quantities: readonly Quantity[]): number {
  return quantities.reduce((sum, one) => sum + one.value, 0);
}

/** What calculation says of two neighboring amounts: nothing, that a comparison is true, or what is wrong. */
type Comparison = "none" | "true" | { readonly fault: string };

/** Checks each comparison of an amount with the next one. */
function compareNeighbors(
  sentence: Sentence,
  derived: ReadonlySet<number>,
): { readonly fault: string | null; readonly isUsed: boolean } {
  let isUsed = false;
  for (const at of sentence.quantities.keys()) {
    const comparison = compareWithNext(sentence, derived, at);
    if (typeof comparison === "object") return { fault: comparison.fault, isUsed: true };
    isUsed ||= comparison === "true";
  }
  return { fault: null, isUsed };
}

function compareWithNext(sentence: Sentence, derived: ReadonlySet<number>, at: number): Comparison {
  const { text, quantities, isCarried } = sentence;
  const left = quantities[at];
  const right = quantities[at + 1];
  if (!left || !right) return "none";
  const between = text.slice(left.end, right.start);
  const found = relationIn(between);
  if (!found) return "none";
  const hasVerb = new RegExp(finite, "i").test(between);
  if (left.unit !== null && right.unit !== null && left.unit !== right.unit) {
    // "A is larger by D than B" has no amounts of two units; a condition of the law may.
    const isClaim = hasVerb && isCarried(at) && isCarried(at + 1) && isDirect(between);
    return isClaim ? { fault: "The amounts compared have different units." } : "none";
  }
  if (!hasVerb) return derived.has(at) ? compareOffset(sentence, at, left, right, found) : "none";
  // The first of "A is D more than B" is compared with B.
  const third = quantities[at + 2];
  if (derived.has(at + 1) && third) {
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
  { quantities, known }: Sentence,
  at: number,
  left: Quantity,
  right: Quantity,
  found: Relation,
): Comparison {
  const whole = [...quantities.filter((_, place) => place !== at && place !== at + 1), ...known]
    .filter((one) => unitsAgree(one.unit, right.unit))
    .map((one) => one.value);
  const sign = found === "less" ? -1 : 1;
  if (whole.some((one) => same(one, right.value + sign * left.value))) return "true";
  return { fault: `No cited amount is ${left.value} ${found === "less" ? "less" : "more"} than ${right.value}.` };
}

function compared(one: Quantity, relation: Relation, other: Quantity): Comparison {
  return holds(relation, one.value, other.value) ? "true" : { fault: falseRelation(one.value, relation, other.value) };
}

/** Returns how two amounts of one unit relate, in words. */
export function relationOf(one: number, other: number): "more than" | "less than" | "equal to" {
  return same(one, other) ? "equal to" : one > other ? "more than" : "less than";
}

function relationIn(words: string): Relation | undefined {
  if (/[.;:]\s/.test(words)) return undefined;
  return relations.find(([, pattern]) => pattern.test(words))?.[0];
}

/** True when the relation follows its verb: "is clearly more than", not "is permitted on lots of more than". */
function isDirect(between: string): boolean {
  const verb = new RegExp(finite, "i").exec(between);
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
      return one > other && !same(one, other);
    case "less":
      return one < other && !same(one, other);
    case "atLeast":
      return one > other || same(one, other);
    case "atMost":
      return one < other || same(one, other);
    case "equal":
      return same(one, other);
  }
}

const words: Readonly<Record<Relation, string>> = {
  more: "more than",
  less: "less than",
  atLeast: "at least",
  atMost: "at most",
  equal: "equal to",
};

function falseRelation(one: number, relation: Relation, other: number): string {
  return `${one} is not ${words[relation]} ${other}.`;
}

function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other));
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)];
}
