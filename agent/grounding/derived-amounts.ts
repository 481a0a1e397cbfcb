import type { Quantity } from "../text/quantities.ts";
import { converted, kindOfUnit } from "../text/units.ts";

/** An amount with the precision that it is printed with. */
export interface Amount extends Quantity {
  /** The value of the last printed digit: 1 for "12", 0.1 for "12.4". */
  readonly step: number;
}

/** A sentence with its amounts. */
export interface Sentence {
  readonly text: string;
  readonly amounts: readonly Amount[];
  /** Returns whether cited evidence states the amount at a place of the list. */
  isCarried(at: number): boolean;
  /** Amounts of the cited facts, which may be operands that the sentence does not repeat. */
  readonly known: readonly Amount[];
}

const difference =
  /\b(?:by|more|less|short|left|remain\w*|difference|surplus|extra|beyond|over|above|below|under|greater|larger|smaller|fewer|wider|narrower|longer|shorter|taller|deeper|farther|closer|steeper)\b/i;
const total = /\b(?:totals?|sum|together|combined|altogether|in all)\b/i;
/** A rounded result may differ from the exact one by so much of it. */
const mostRounding = 0.01;

/**
 * Finds the amounts of a sentence that follow from its other amounts and from cited facts: a difference, a total, a
 * share of one in another, the amount that a share comes to, or a conversion. Operands are amounts that evidence states.
 *
 * Sums and differences of one unit must be exact; a share or a conversion may be rounded to the digits it is printed
 * with, by at most 1 percent.
 *
 * @returns the places of the derived amounts, and what is wrong with one that claims to be a difference or a total
 */
export function deriveAmounts(sentence: Sentence): { readonly derived: Set<number>; readonly fault: string | null } {
  const derived = new Set<number>();
  for (const at of sentence.amounts.keys()) {
    if (sentence.isCarried(at)) continue;
    const found = deriveAmount(sentence, at);
    if (typeof found === "object") return { derived, fault: found.fault };
    if (found) derived.add(at);
  }
  return { derived, fault: null };
}

function deriveAmount(sentence: Sentence, at: number): boolean | { readonly fault: string } {
  const { text, amounts, known } = sentence;
  const amount = amounts[at];
  if (!amount) return false;
  const others = amounts.filter((_, place) => place !== at && sentence.isCarried(place));
  const stated = inUnitOf(amount, others);
  const facts = amount.unit === null ? [] : inUnitOf(amount, known);
  const operands = [...stated, ...facts];
  const near = text.slice(Math.max(0, amount.start - 60), amount.end + 60);
  const isDifference =
    difference.test(near) &&
    operands.some((one) => stated.some((other) => isResult(amount, Math.abs(one.value - other.value), one, other)));
  const isTotal =
    total.test(text) &&
    [stated, facts]
      .flatMap((some) => [some.filter(({ isExact }) => isExact), some])
      .some((some) => some.length > 1 && isResult(amount, sumOf(some), ...some));
  if (isDifference || isTotal || isConversion(amount, operands) || isShare(amount, [...others, ...known])) return true;
  if (operands.length === 0 || !(difference.test(near) || total.test(text))) return false;
  const values = distinct(operands).map(({ value }) => rounded(value));
  return { fault: `${amount.value} is in no source, and does not follow from ${values.join(" and ")}.` };
}

/** An operand in the unit of the result; `isExact` is false when it was converted. */
interface Operand {
  readonly value: number;
  readonly isExact: boolean;
}

/** Returns the amounts that can be added to another one, in its unit; a bare number stands in any unit. */
function inUnitOf({ unit }: Amount, amounts: readonly Amount[]): Operand[] {
  return amounts.flatMap((one): Operand[] => {
    if (unit === null || one.unit === null || one.unit === unit) return [{ value: one.value, isExact: true }];
    const value = converted(one.value, one.unit, unit);
    return value === undefined ? [] : [{ value, isExact: false }];
  });
}

function sumOf(operands: readonly Operand[]): number {
  return operands.reduce((sum, { value }) => sum + value, 0);
}

function isResult(amount: Amount, exact: number, ...operands: readonly Operand[]): boolean {
  return operands.every(({ isExact }) => isExact) ? isSame(amount.value, exact) : isRoundedTo(amount, exact);
}

function isConversion(amount: Amount, operands: readonly Operand[]): boolean {
  return operands.some(({ value, isExact }) => !isExact && isRoundedTo(amount, value));
}

/** "12 percent of the site" of two amounts of one kind, or "2,366 square feet" of a share and an amount. */
function isShare(amount: Amount, operands: readonly Amount[]): boolean {
  if (amount.unit === "percent") {
    return operands.some((part) =>
      operands.some(
        (whole) =>
          kindOfUnit(whole.unit) !== "share" &&
          whole.value > 0 &&
          isRoundedTo(amount, shareOf(part, whole) ?? Number.NaN),
      ),
    );
  }
  const kind = kindOfUnit(amount.unit);
  if (kind === undefined || kind === "share") return false;
  const shares = operands.filter(({ unit }) => unit === "percent");
  return inUnitOf(
    amount,
    operands.filter(({ unit }) => kindOfUnit(unit) === kind),
  ).some((whole) => shares.some((share) => isRoundedTo(amount, (whole.value * share.value) / 100)));
}

/** Returns the share of one amount in another, in percent; undefined where they do not measure the same. */
function shareOf(part: Amount, whole: Amount): number | undefined {
  if (part === whole || part.unit === null || whole.unit === null) return undefined;
  const value = converted(part.value, part.unit, whole.unit);
  return value === undefined ? undefined : (100 * value) / whole.value;
}

/** Returns whether a printed amount is an exact one rounded to the digits it is printed with. */
function isRoundedTo({ value, step }: Amount, exact: number): boolean {
  const off = Math.abs(value - exact);
  return isSame(value, exact) || (off <= step / 2 + 1e-9 && off <= mostRounding * Math.abs(exact));
}

/** Returns whether two values are equal but for the error of floating-point numbers. */
export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other));
}

function distinct(operands: readonly Operand[]): Operand[] {
  return operands.filter((one, at) => operands.findIndex((other) => isSame(one.value, other.value)) === at);
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
