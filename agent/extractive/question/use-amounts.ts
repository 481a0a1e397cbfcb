import { quantitiesIn } from "../../text/quantities.ts";

/** How a size or number that a question names stands to the limits an entry sets. */
export type AmountFit = "within" | "beyond" | "unasked" | "unlimited";

interface Amount {
  readonly value: number;
  readonly of: string;
}

interface Limit extends Amount {
  readonly bound: "most" | "least";
}

/** Words for what is counted; those of one line are one measure. */
const measures: readonly (readonly [string, RegExp])[] = [
  ["sqft", /^(?:square[\s-]*f|sq\b|sf\b)/i],
  ["acre", /^acres?\b/i],
  ["seat", /^(?:seats?|seating)\b/i],
  [
    "person",
    /^(?:[a-z]+\s+)?(?:people|persons?|residents?|children|child|kids|pupils|students|clients|occupants|individuals|adults|patients)\b/i,
  ],
  ["room", /^(?:(?:guest|rental|sleeping|lodging)\s*)?(?:rooms?|guestrooms?|bedrooms?)\b/i],
  ["unit", /^(?:(?:dwelling|residential|housing)\s+)?(?:units?|dwellings|apartments|famil(?:y|ies))\b/i],
  ["animal", /^(?:[a-z]+\s+)?(?:hens|chickens|dogs|animals|goats|horses|pets|birds|hives)\b/i],
  ["bed", /^beds?\b/i],
  ["story", /^(?:stor(?:y|ies|eys?)|floors?)\b/i],
  ["employee", /^(?:[a-z]+\s+)?(?:employees?|workers)\b/i],
  ["barrel", /^barrels?\b/i],
  ["pump", /^(?:[a-z]+\s+)?pumps?\b/i],
  ["vehicle", /^(?:[a-z]+\s+)?(?:vehicles?|cars?|trucks?)\b/i],
];

const most =
  /\b(?:up\s+to(?:\s+and\s+including)?|(?:not|no)\s+more\s+than|not\s+(?:to\s+exceed|exceeding|over|greater\s+than|larger\s+than)|(?:no|not)\s+(?:larger|greater)\s+than|less\s+than|fewer\s+than|smaller\s+than|under|below|at\s+most|(?:a\s+)?maximum\s+of|limited\s+to|≤|<)\s*(?:(?:a\s+)?total\s+of\s+)?$/i;
const least =
  /\b(?:more\s+than|over|exceeding|exceeds?|greater\s+than|larger\s+than|in\s+excess\s+of|above|at\s+least|not\s+less\s+than|(?:a\s+)?minimum\s+of|≥|>)\s*$/i;
const mostAfter = /^[^,;.]{0,40}?\b(?:or\s+(?:less|fewer|smaller|under)|maximum|and\s+under)\b/i;
const leastAfter = /^[^,;.]{0,40}?\b(?:or\s+(?:more|larger|greater|over)|and\s+(?:over|larger|above)|minimum)\b/i;

/**
 * Compares the sizes and numbers a question names with the limits an entry of a list of uses sets: "retail of not more
 * than 5,000 square feet" is `beyond` for a store of 12,000, and `unasked` when no size is named.
 */
export function amountFit(question: string, entry: string): AmountFit {
  const limits = limitsIn(entry);
  if (limits.length === 0) return "unlimited";
  const asked = amountsIn(question);
  const compared = limits.flatMap((limit) => {
    const own = asked.find((amount) => amount.of === limit.of);
    return own === undefined ? [] : [limit.bound === "most" ? own.value <= limit.value : own.value >= limit.value];
  });
  if (compared.length === 0) return "unasked";
  return compared.every((isMet) => isMet) ? "within" : "beyond";
}

function amountsIn(text: string): Amount[] {
  return quantitiesIn(text).flatMap(({ value, unit, start, end }) => {
    const of = measureOf(unit, text.slice(start, end), text.slice(end));
    return of === undefined ? [] : [{ value, of }];
  });
}

function limitsIn(text: string): Limit[] {
  return quantitiesIn(text).flatMap(({ value, unit, start, end }): Limit[] => {
    const of = measureOf(unit, text.slice(start, end), text.slice(end));
    if (of === undefined) return [];
    const before = text.slice(0, start);
    const after = text.slice(end);
    if (most.test(before) || mostAfter.test(after)) return [{ value, of, bound: "most" }];
    return least.test(before) || leastAfter.test(after) ? [{ value, of, bound: "least" }] : [];
  });
}

function measureOf(unit: string | null, printed: string, after: string): string | undefined {
  const words = `${printed.replace(/^[\d.,\s/-]+/, "")}`.trim();
  const told = unit === null ? after.replace(/^(?:\s*\(\d+\))?[\s-]*/, "") : words;
  const named = measures.find(([, pattern]) => pattern.test(told))?.[0];
  if (named !== undefined) return named;
  if (unit === null) return undefined;
  return { sqft: "sqft", acre: "acre", person: "person", unit: "unit", story: "story", bedroom: "room" }[unit];
}
