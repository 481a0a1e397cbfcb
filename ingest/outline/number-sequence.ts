import { type MarkerKind, valueOfRoman } from "./section-number.ts";

/** How far a number may jump and still be the next one: codes skip reserved and repealed sections. */
const widestGap = 6;

/** Compares two parts of section numbers: "2" < "10" < "10A" < "A". */
export function compareParts(left: string, right: string): number {
  const [leftDigits, leftLetters] = splitPart(left);
  const [rightDigits, rightLetters] = splitPart(right);
  if (leftDigits !== null && rightDigits !== null && leftDigits !== rightDigits) return leftDigits - rightDigits;
  if ((leftDigits === null) !== (rightDigits === null)) return leftDigits === null ? 1 : -1;
  return (
    leftLetters.length - rightLetters.length || (leftLetters < rightLetters ? -1 : leftLetters > rightLetters ? 1 : 0)
  );
}

/**
 * Tells whether `next` can stand after `previous` in a code: its first child, its next sibling, or the next sibling
 * of one of its parents.
 */
export function canFollow(previous: readonly string[], next: readonly string[]): boolean {
  const shared = sharedParts(previous, next);
  const step = next[shared];
  if (step === undefined) return false;
  const before = previous[shared];
  const isNear = before === undefined ? isFirst(step) : isNextPart(before, step);
  return isNear && next.slice(shared + 1).every(isFirst);
}

/** Number of leading parts two numbers have in common. */
export function sharedParts(left: readonly string[], right: readonly string[]): number {
  let shared = 0;
  while (
    shared < left.length &&
    shared < right.length &&
    left[shared]?.toUpperCase() === right[shared]?.toUpperCase()
  ) {
    shared += 1;
  }
  return shared;
}

function isNextPart(before: string, next: string): boolean {
  const [beforeDigits, beforeLetters] = splitPart(before);
  const [nextDigits, nextLetters] = splitPart(next);
  if (beforeDigits !== null && nextDigits !== null) {
    if (beforeDigits === nextDigits) return beforeLetters < nextLetters;
    const step = nextDigits - beforeDigits;
    // Long numbers ("0303") are spaced by tens or hundreds; short ones by one.
    return step > 0 && step <= (next.length >= 4 ? 1000 : next.length === 3 ? 100 : widestGap);
  }
  if (beforeDigits !== null || nextDigits !== null) return false;
  return isNextLetter(beforeLetters, nextLetters);
}

function isNextLetter(before: string, next: string): boolean {
  const step = letterValue(next) - letterValue(before);
  return step > 0 && step <= widestGap;
}

function isFirst(part: string): boolean {
  const [digits, letters] = splitPart(part);
  if (digits === null) return letters === "A" || letters === "I" || letters === "B";
  return digits <= 3 || /^0\d+$/.test(part) || (digits % 100 <= 3 && part.length >= 3);
}

/** Tells whether a list marker is the one after another of its kind: "B" after "A", "V" after "IV". */
export function isNextInList(kind: MarkerKind, before: string, next: string): boolean {
  if (kind === "roman") return (valueOfRoman(next) ?? 0) - (valueOfRoman(before) ?? 0) === 1;
  const [beforeDigits, beforeLetters] = splitPart(before);
  const [nextDigits, nextLetters] = splitPart(next);
  if (beforeDigits !== null && nextDigits !== null) {
    return nextDigits - beforeDigits === 1 || (nextDigits === beforeDigits && beforeLetters < nextLetters);
  }
  return letterValue(nextLetters) - letterValue(beforeLetters) === 1;
}

/** Tells whether a list marker opens a list: "A", "1", "I", "(a)". */
export function isFirstInList(value: string): boolean {
  return /^(A|1|I|a|i)$/.test(value);
}

/** Returns the place of letters in a list: 3 for "c", 27 for "AA", which comes after "Z"; 0 for none. */
export function letterValue(letters: string): number {
  return letters === "" ? 0 : (letters.toUpperCase().codePointAt(0) ?? 64) - 64 + (letters.length - 1) * 26;
}

function splitPart(part: string): [number | null, string] {
  const match = /^(\d+)([A-Za-z]*)$/.exec(part);
  return match?.[1] === undefined ? [null, part.toUpperCase()] : [Number(match[1]), (match[2] ?? "").toUpperCase()];
}
