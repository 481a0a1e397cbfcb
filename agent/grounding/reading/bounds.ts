import { type Quantity, quantitiesIn } from "../../text/quantities.ts";

/** How an amount bounds: as printed, before the negation of its clause is applied. */
export type Bound = "over" | "under" | "within" | "atLeast" | "atMost";

/** An amount with the side of it that its statement allows. */
export interface BoundAmount extends Quantity {
  readonly bound: Bound | null;
  /** What the statement sets: a least or a greatest value; null when it only names the amount. */
  readonly limit: "min" | "max" | null;
}

const comparatives = "greater|larger|bigger|higher|taller|wider|longer|deeper|farther|further";
const lessers = "less|fewer|smaller|lower|narrower|shorter|closer|nearer";
const cues: readonly (readonly [Bound, RegExp])[] = [
  [
    "atMost",
    new RegExp(
      String.raw`\b(?:at most|up to|maximum|max|limited to|no more than|not more than|not (?:to )?exceed(?:ing)?(?: an? maximum(?: \w+){0,3} of)?|(?:no|not) (?:${comparatives}) than|not over|nor more than|only)\b`,
      "gi",
    ),
  ],
  [
    "atLeast",
    new RegExp(
      String.raw`\b(?:at least|minimum|min|no less than|not less than|nor less than|(?:no|not)(?: be)? (?:${lessers}) than|not within|in excess of the minimum)\b`,
      "gi",
    ),
  ],
  [
    "over",
    new RegExp(
      String.raw`\b(?:(?:more|${comparatives}) than|exceed(?:s|ed|ing)?(?: an? maximum(?: \w+){0,3} of)?|in excess of|over|above|beyond)\b`,
      "gi",
    ),
  ],
  ["under", new RegExp(String.raw`\b(?:(?:${lessers}) than|under|below)\b`, "gi")],
  ["within", /(?<!\bnot )\bwithin\b/gi],
];
const after: readonly (readonly [Bound, RegExp])[] = [
  [
    "atLeast",
    /^[\s,)]{0,3}(?:(?:in|of) \w{1,12} )?(?:or (?:more|greater|larger|higher|over|longer)|and (?:over|up)|minimum|min\b|at (?:a )?minimum)/i,
  ],
  [
    "atMost",
    /^[\s,)]{0,3}(?:(?:in|of) \w{1,12} )?(?:or (?:less|fewer|smaller|under|lower)|and under|maximum|max\b|at (?:a )?maximum)/i,
  ],
];
const reach = 90;

/** Words for a small count before a thing that is counted: "two accessory apartments". */
const counted =
  /\b(one|a single|two|three|four|five|six|seven|eight|nine|ten)\s+(?!(?:of|or(?! (?:more|fewer|less)\b)|and|another|half|quarter|third|fourth|hundred|thousand|feet|foot|percent|day|days|month|months|year|years|hour|hours|acre|acres|family|story|square|week|weeks|mile|miles|side)\b)(?=[a-z])/gi;
const counts = new Map(
  ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].map((word, at) => [word, at + 1]),
);

/** Reads the amounts and counts of a statement with their bounds; `isNegated` tells whether its main clause forbids. */
export function boundAmountsIn(text: string, isNegated: boolean): BoundAmount[] {
  const read = quantitiesIn(text);
  const found = [...read, ...countsIn(text, read)].sort((a, b) => a.start - b.start).filter(isSaidOnce(text));
  return found.map((quantity, at) => {
    const from = Math.max(found[at - 1]?.end ?? 0, quantity.start - reach);
    const isRange = /^\s*(?:to|-|–)\s*$/.test(text.slice(quantity.end, found[at + 1]?.start ?? quantity.end));
    const endsRange = at > 0 && /^\s*(?:to|-|–)\s*$/.test(text.slice(found[at - 1]?.end, quantity.start));
    const bound = isRange
      ? "atLeast"
      : endsRange
        ? "atMost"
        : boundOf(text.slice(from, quantity.start), text.slice(quantity.end, quantity.end + 24));
    return { ...quantity, bound, limit: limitOf(bound, isNegated) };
  });
}

/** "twenty-five percent (25%)" is one amount. */
function isSaidOnce(text: string) {
  return (quantity: Quantity, at: number, all: readonly Quantity[]) => {
    const before = all[at - 1];
    return !(before && before.value === quantity.value && /^\s*\($/.test(text.slice(before.end, quantity.start)));
  };
}

/** A count that ends a text, behind its limit: "Hens, not over eight". */
const countedLast =
  /\b(?:(?:not|no) (?:over|more than)|up to|at most|maximum of)\s+(?<count>one|two|three|four|five|six|seven|eight|nine|ten)\W*$/gi;

function countsIn(text: string, read: readonly Quantity[]): Quantity[] {
  const last = [...text.matchAll(countedLast)].map(({ index, 0: said, groups: { count = "" } = {} }) => {
    const start = index + said.lastIndexOf(count);
    return { value: counts.get(count.toLowerCase()) ?? 1, unit: null, start, end: start + count.length };
  });
  return [...text.matchAll(counted)]
    .flatMap((match): Quantity[] => {
      const start = match.index;
      const isRead = read.some((one) => one.start <= start && start < one.end);
      const before = text.slice(Math.max(0, start - 3), start);
      if (isRead || /\bno\s$/i.test(before) || /-$/.test(before)) return [];
      const value = counts.get((match[1] ?? "").toLowerCase()) ?? 1;
      return [{ value, unit: null, start, end: start + (match[1]?.length ?? 0) }];
    })
    .concat(last);
}

/** The cue nearest to the amount decides; of two at one place the longer. */
function boundOf(before: string, following: string): Bound | null {
  for (const [bound, pattern] of after) if (pattern.test(following)) return bound;
  let best: { bound: Bound; end: number; length: number } | null = null;
  for (const [bound, pattern] of cues) {
    const last = [...before.matchAll(pattern)].at(-1);
    if (!last) continue;
    const end = last.index + last[0].length;
    if (!best || end > best.end || (end === best.end && last[0].length > best.length))
      best = { bound, end, length: last[0].length };
  }
  return best?.bound ?? null;
}

function limitOf(bound: Bound | null, isNegated: boolean): BoundAmount["limit"] {
  switch (bound) {
    case "atLeast":
      return "min";
    case "atMost":
      return "max";
    case "over":
      return isNegated ? "max" : "min";
    case "under":
      return isNegated ? "min" : "max";
    case "within":
      return isNegated ? "min" : "max";
    default:
      return null;
  }
}

/** Tells whether two amounts bound on the same side. A bare amount agrees with either. */
export function boundsAgree(claim: BoundAmount, law: BoundAmount): boolean {
  if (claim.limit === null || law.limit === null) return true;
  // "more than 30 feet needs approval" turns "not more than 30 feet without approval" round: verdicts are compared apart.
  return claim.limit === law.limit || (claim.bound === law.bound && claim.bound !== null && isOpen(claim.bound));
}

function isOpen(bound: Bound): boolean {
  return bound === "over" || bound === "under";
}
