import { analyse } from "../../../ingest/index.ts";
import { type BoundAmount, boundAmountsIn } from "../../grounding/reading/bounds.ts";
import { converted } from "../../text/units.ts";
import { type Evidence, saidBy } from "../evidence/evidence.ts";
import { districtsIn, matchDistrict } from "../question/districts.ts";
import { type QuestionReading, withoutDistricts } from "../question/read-question.ts";

/**
 * An amount with what it measures: "lot" and "floor" in square feet, "height" and "length" in feet, "weight" in pounds,
 * the "things" asked about, those counted with them ("people", "rooms", …), or else the name of its unit.
 */
export interface Amount extends BoundAmount {
  readonly of: string;
}

/** Whether a provision's limits leave room for what a question tells; unknown where it tells nothing that they limit. */
export type Comparison = "broken" | "kept" | "unknown";

const lotNoun = "lots?|parcels?|tracts?|land|propert(?:y|ies)|sites?|homesites?|acreage";
const ofLot = new RegExp(String.raw`\b(?:${lotNoun})\b`, "gi");
const ofFloor = /\b(?:floor|building|structure|footprint|ground|gfa)\b/gi;
/** How far from an amount the thing is named that it is the size of. */
export const reach = 45;

/** Returns the amounts of a text with what each measures; an area of "8 by 10 feet" is one amount. */
export function amountsIn({ useConcepts }: QuestionReading, printed: string): Amount[] {
  const isOfHomes = severalHomes.has(useConcepts[0]?.kind ?? "");
  const text = acresInDigits(printed);
  const isNegated = negation.test(text);
  const things = new Set(useConcepts.flatMap(({ phrases }) => phrases.flat()));
  return asAreas(text, boundAmountsIn(text, isNegated)).flatMap((amount): Amount[] => {
    const [next = ""] = /^[\s)]*(?:[\w-]+\s+)?[\w-]+/.exec(text.slice(amount.end)) ?? [];
    const named = next === "" && amount.unit === null ? text.slice(0, amount.start) : next;
    const isOfThing = analyse(named).some((stem) => things.has(stem));
    const of = measuredBy(text, amount, isOfThing);
    return of === undefined || (of.of === "homes" && !isOfHomes) ? [] : [{ ...amount, ...of }];
  });
}

const negation =
  /^\W*(?:(?:with)?in\s[^,]{3,60},\s*)?no\b|\b(?:shall|may|must|do|does|is|are)\s+not\b|\b(?:at no time|in no (?:case|event))\b|\b(?:prohibited|forbidden|unlawful)\b/i;
const sides =
  /(?<![\d.,])(\d{1,3}(?:\.\d+)?)\s?(?:feet|foot|ft\.?|['’′])?\s?(?:by|x|×)\s?(\d{1,3}(?:\.\d+)?)(?:[\s-]?(?:feet|foot|ft\b\.?)|['’′])/gi;

/** Replaces the lengths of two sides, "8 by 10 feet", with the area between them. */
function asAreas(text: string, amounts: readonly BoundAmount[]): BoundAmount[] {
  const areas = [...text.matchAll(sides)].map(({ 0: printed, 1: one, 2: other, index }): BoundAmount => {
    const end = index + printed.length;
    const { bound = null, limit = null } = amounts.find(({ start }) => index <= start && start < end) ?? {};
    return { value: Number(one) * Number(other), unit: "sqft", start: index, end, bound, limit };
  });
  const isApart = (one: BoundAmount) => areas.every(({ start, end }) => one.end <= start || end <= one.start);
  return [...amounts.filter(isApart), ...areas].sort((a, b) => a.start - b.start);
}

function measuredBy(
  text: string,
  amount: BoundAmount,
  isOfThing: boolean,
): (Partial<Amount> & { of: string }) | undefined {
  const { unit, value, start, end } = amount;
  if (unit === null || unit === "person" || unit === "unit") {
    const of = countedIn(text, amount) ?? (isOfThing ? "things" : undefined);
    return of === undefined ? undefined : { of };
  }
  const area = converted(value, unit, "sqft");
  if (area !== undefined)
    return { value: area, of: unit === "acre" ? "lot" : isOfThing ? "floor" : areaOf(text, amount) };
  const feet = converted(value, unit, "ft");
  if (feet !== undefined) {
    const around = `${text.slice(Math.max(0, start - reach), start)} ${text.slice(end, end + 12)}`;
    return { value: feet, of: /\b(?:height|high|tall(?:er)?|higher)\b/i.test(around) ? "height" : "length" };
  }
  if (unit === "ton" || unit === "pound") return { value: unit === "ton" ? value * 2_000 : value, of: "weight" };
  return { of: unit };
}

/** Kinds of which codes have several entries, by how many homes they have. */
const severalHomes: ReadonlySet<string> = new Set(["multifamily", "townhouse"]);

/** What an area is of: the noun right behind it, else the nearest before. */
function areaOf(text: string, { start, end }: BoundAmount): string {
  const [behind = ""] = /^[^.;,\d]{0,30}/.exec(text.slice(end)) ?? [];
  const before = text.slice(Math.max(0, start - reach), start);
  const at = (pattern: RegExp, words: string) => [...words.matchAll(pattern)];
  const [floor, lot] = [at(ofFloor, behind)[0]?.index, at(ofLot, behind)[0]?.index];
  if (floor !== undefined || lot !== undefined) return (lot ?? reach) < (floor ?? reach) ? "lot" : "floor";
  const [floorBefore, lotBefore] = [at(ofFloor, before).at(-1)?.index ?? -1, at(ofLot, before).at(-1)?.index ?? -1];
  return lotBefore > floorBefore ? "lot" : "floor";
}

/** What is counted behind a number: those that a use is for, those who work there, its beds or its rooms. */
const countedThings: readonly (readonly [of: string, noun: string])[] = [
  ["staff", "employees?|workers?|staff|attendants?|teachers?|assistants?"],
  [
    "homes",
    "(?:(?:dwelling|residential|housing|attached|apartment)\\s+)*(?:units?|apartments?|flats?|homes|dwellings|townhouses|townhomes)",
  ],
  ["beds", "beds"],
  ["rooms", "(?:guest|bed|sleeping|lodging)[ -]?rooms?|rooms"],
  [
    "people",
    "children|kids|infants|toddlers|pupils|students|campers|clients|patients|residents?|persons?|people|guests?|boarders|roomers|lodgers|individuals|adults|occupants?|members",
  ],
];
const countedThing = countedThings.map(([of, noun]) => ({
  of,
  told: new RegExp(String.raw`^\w+\s*(?:\(\d+\)\s*)?(?:\w+\s+){0,2}?(?:${noun})\b(?!\s*(?:per|an?|for each)\b)`, "i"),
}));

/** What a number without a unit of measure counts; undefined for things of another kind, and for a rate: "per 10 children". */
function countedIn(text: string, { start }: BoundAmount): string | undefined {
  if (/\b(?:per|each|every)\s+$/i.test(text.slice(0, start))) return undefined;
  const words = text.slice(start, start + 2 * reach).replace(/-/g, " ");
  return countedThing.find(({ told }) => told.test(words))?.of;
}

/** Amounts in words that are no numbers, with digits of no more characters. */
const acres: readonly (readonly [words: RegExp, digits: string])[] = [
  [/\b(?:an?|one) (?:acre and a half\b|and a half acres?\b)/gi, "1.5 acres"],
  [/\bhalf (?:of )?(?:an? )?acre\b|\bhalf-acre\b/gi, "0.5 acre"],
  [/\bquarter (?:of )?(?:an? )?acre\b|\bquarter-acre\b/gi, "1/4 acre"],
  [/(?<=\b(?:on|have|has|own|owns|about|than|of|under|over|least|just|only)\s)an acre\b/gi, "1 acre"],
];

/** A text with its acres in digits, as long as before. */
const acresInDigits = (text: string) =>
  acres.reduce((said, [words, digits]) => said.replace(words, (one) => digits.padEnd(one.length)), text);

/** "A triplex" is three homes. */
const plex = /\b(?:an?\s+)?(tri|three|four|quad(?:ru)?)-?\s?plex(?:es)?\b/gi;
const homesOf = (_: string, count: string) => `${/^t/i.test(count) ? 3 : 4} homes`;

/** Returns the amounts that a question tells; a number in the name of its district is none: "Two-Acre Residential". */
export function amountsTold(question: QuestionReading): Amount[] {
  return amountsIn(question, withoutDistricts(question.text, question.districts).replace(plex, homesOf));
}

/** What a piece of evidence says, a cell with its value. */
export const saidWhole = (one: Evidence) => (one.cell ? `${saidBy(one)}: ${one.cell.value}` : one.text);

/** Returns the limits that a text sets for the districts asked about: "20,000 in R-15 districts and 15,000 in R-10 districts". */
export function limitsIn(question: QuestionReading, text: string): Amount[] {
  const amounts: Amount[] = [];
  for (const one of amountsIn(question, text)) {
    const before = amounts.at(-1);
    const isNext = before?.unit === one.unit && byDistrict.test(text.slice(before.end, one.start));
    amounts.push(isNext && one.limit === null ? { ...one, ...limitOf(before) } : one);
  }
  return amounts.filter(({ limit, end }, at) => {
    if (limit === null) return false;
    const behind = text.slice(end, amounts[at + 1]?.start ?? text.length);
    const named = /^[\s,]*in\s[^.;]*\b(?:districts?|zones?)\b/i.test(behind) ? districtsIn(behind) : [];
    const { districts } = question;
    return (
      named.length === 0 ||
      districts.length === 0 ||
      named.some(({ printed }) => districts.some((one) => matchDistrict(printed, one, true) === "named"))
    );
  });
}

/** What stands between the limits of two districts. */
const byDistrict = /^\s*in\s[^.;]*\b(?:districts?|zones?)\b,?\s*and\s*$/i;
const limitOf = ({ limit, bound, of }: Amount) => ({ limit, bound, of });

/**
 * Compares what a question tells with the limits of a text: one of them is broken, all are kept, or the question does not
 * tell an amount for each. A limit on one kind of amount says nothing of another.
 */
export function comparedWith(question: QuestionReading, text: string): Comparison {
  const [told, limits] = [amountsTold(question), limitsIn(question, text)];
  if (exceeds(told, limits)) return "broken";
  const isKept = limits.length > 0 && limits.every(({ of }) => told.some((one) => one.of === of));
  return isKept ? "kept" : "unknown";
}

/** Whether one of the amounts is beyond a limit of its kind; "less than 5,000" and "over 5,000" leave 5,000 out. */
export function exceeds(told: readonly Amount[], limits: readonly Amount[]): boolean {
  return limits.some(({ of, value, limit, bound }) =>
    told.some((one) => {
      if (limit === null || one.of !== of) return false;
      const [inner, outer] = limit === "max" ? ["under", "over"] : ["over", "under"];
      if (one.value === value) return one.bound === outer || (bound === inner && one.bound !== inner);
      return limit === "max" ? one.value > value : one.value < value;
    }),
  );
}

/** What allows other amounts on other terms. */
const onOtherTerms =
  /\b(?:each|every|per|additional|except\w*|unless|otherwise|smaller|waive[drs]?|waivers?|reduc\w+|special|existing|non-?conforming)\b/i;

/**
 * Whether a provision allows a use on lots of one least size only, or up to one number, and the lot or the number of the
 * question is not among them: "provided that the parcel contains at least three acres" of two acres.
 */
export function refusesAmount(question: QuestionReading, text: string): boolean {
  const [told, limits] = [amountsTold(question), limitsIn(question, text)];
  return (
    !onOtherTerms.test(text) &&
    (["lot", "things"] as const).some((kind) => {
      const [own, wanted] = [limits, told].map((amounts) => amounts.filter(({ of }) => of === kind));
      const limit = kind === "lot" ? "min" : "max";
      return own?.length === 1 && wanted?.length === 1 && own[0]?.limit === limit && exceeds(wanted, own);
    })
  );
}

/** Words that tie an amount to what it bounds, before it and behind it: "on properties with a minimum lot area of", "tall". */
const tying = new RegExp(
  `^(?:(?:more|less|fewer|greater|larger|smaller|bigger|taller|higher|longer|wider|not?|than|exceed(?:s|ing)?|excess|contain(?:s|ed)?|up|to|at|least|most|minimum|maximum|over|under|above|below|of|with|having|containing|on|in|for|only|and|or|an?|the|each|which|that|is|are|do(?:es)?|rated|about|roughly|around|approximately|total|gross|net|leasable|ground|floor|size|area|capacity|footprint|gfa|height|high|tall|long|wide|weight|equal|rows?|accommodating|serving|${lotNoun})$)`,
  "i",
);
/** Words with which such a phrase begins. */
const opening =
  /^(?:more|less|fewer|greater|larger|smaller|taller|higher|longer|wider|not?|exceed(?:s|ing)?|in|up|at|over|under|above|below|of|with|having|containing|on|for|only|and|to|which|that|an?|about|rated|roughly|around|approximately|minimum|maximum|accommodating|serving)$/i;
/** The unit of a number that is no part of the text: "square foot shop". */
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
