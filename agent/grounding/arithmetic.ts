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
  const derived = new Set<number>();
  let isUsed = false;
  const fail = (fault: string): ArithmeticCheck => ({ derived, fault, isUsed: true });
  if (quantities.length === 0)
    return verdict.test(text)
      ? fail("A comparison must state both amounts, each with its source.")
      : { derived, fault: null, isUsed };

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
    const sums = [others, facts].filter((some) => some.length > 1);
    const isTotal =
      total.test(text) &&
      sums.some((some) =>
        same(
          some.reduce((sum, one) => sum + one.value, 0),
          value,
        ),
      );
    if (isDifference || isTotal) {
      derived.add(at);
      isUsed = true;
    } else if (operands.length > 0 && (difference.test(near) || total.test(text))) {
      return fail(`${value} is in no source, and does not follow from ${operands.join(" and ")}.`);
    }
  }

  for (const [at, left] of quantities.entries()) {
    const right = quantities[at + 1];
    if (!right) break;
    const between = text.slice(left.end, right.start);
    const after = text.slice(right.end, right.end + 40);
    const found = relationIn(between);
    if (!found) continue;
    if (left.unit !== null && right.unit !== null && left.unit !== right.unit) {
      // "A is larger by D than B" has no amounts of two units; a condition of the law may.
      if (new RegExp(finite, "i").test(between) && isCarried(at) && isCarried(at + 1) && isDirect(between))
        return fail("The amounts compared have different units.");
      continue;
    }
    const isOffset = !new RegExp(finite, "i").test(between);
    if (isOffset) {
      // "9,718 square feet more than the required 10,000": the first amount is the difference.
      const whole = [...quantities.filter((_, place) => place !== at && place !== at + 1), ...known]
        .filter((one) => unitsAgree(one.unit, right.unit))
        .map((one) => one.value);
      if (!derived.has(at)) continue;
      isUsed = true;
      const sign = found === "less" ? -1 : 1;
      if (!whole.some((one) => same(one, right.value + sign * left.value)))
        return fail(`No cited amount is ${left.value} ${found === "less" ? "less" : "more"} than ${right.value}.`);
      continue;
    }
    // The first of "A is D more than B" is compared with B.
    const third = quantities[at + 2];
    if (derived.has(at + 1) && third) {
      isUsed = true;
      const word = relationIn(text.slice(right.end, third.start));
      if (word && !holds(word, left.value, third.value)) return fail(falseRelation(left.value, word, third.value));
      continue;
    }
    if (derived.has(at + 1) || !isDirect(between)) continue;
    isUsed = true;
    const meant =
      found === "atLeast" && isMaximum.test(`${between}${after}`) && !/\bat least\b/i.test(between) ? "atMost" : found;
    if (!holds(meant, left.value, right.value)) return fail(falseRelation(left.value, meant, right.value));
  }
  return { derived, fault: null, isUsed };
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
