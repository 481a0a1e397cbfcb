import { analyse } from "../../../ingest/index.ts";
import { type BoundAmount, boundAmountsIn } from "../../grounding/reading/bounds.ts";
import { converted } from "../../text/units.ts";
import { type QuestionReading, withoutDistricts } from "../question/read-question.ts";
import { hasTrait } from "../question/use-words.ts";

/**
 * An amount with what it measures: "lot" and "floor" in square feet, "height" and "length" in feet, "weight" in pounds,
 * the "things" asked about, those counted with them ("people", "rooms", …), or else the name of its unit.
 */
export interface Amount extends BoundAmount {
  readonly of: string;
}

export const lotNoun = "lots?|parcels?|tracts?|land|propert(?:y|ies)|sites?|homesites?|acreage";
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
    // "Six pigs over six months old", "the two-acre zone": these say which.
    if (/^[\s-]*(?:old\b|of age\b|(?:residential\s+)?(?:zones?|districts?)\b)/i.test(text.slice(amount.end))) return [];
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
    const isHeight = /\b(?:height|high|tall(?:er)?|higher)\b/i.test(around) || upright.test(text.slice(end));
    return { value: feet, of: isHeight ? "height" : "length" };
  }
  if (unit === "ton" || unit === "pound") return { value: unit === "ton" ? value * 2_000 : value, of: "weight" };
  return { of: unit };
}

/** "A 7 foot privacy fence": what is called by its height. */
const upright = /^[\s-]*(?:[a-z]+\s+){0,2}?(?:fenc(?:e|es|ing)|walls?|hedges?)\b/i;

/** Kinds of which codes have several entries, by how many homes they have. */
const severalHomes: ReadonlySet<string> = new Set(["multifamily", "townhouse"]);

/** What comes behind an area to say what it is of: "of floor area", "parcel", in "800 square foot cottage" another thing. */
const noNoun =
  "in|on|at|for|and|or|is|are|with|to|each|of|more|less|than|can|could|may|would|will|do|does|i|we|my|our|the|an?|it|this|that|so";
const nounBehind = new RegExp(
  String.raw`^[\s-]*(?:of\s+)?(?!(?:${noNoun})\b)[a-z][\w'’-]*(?:\s+(?!(?:${noNoun})\b)[a-z][\w'’-]*){0,2}`,
  "i",
);

/** What an area is of: the noun right behind it, else the nearest before. */
function areaOf(text: string, { start, end }: BoundAmount): string {
  const [behind] = nounBehind.exec(text.slice(end, end + reach)) ?? [];
  if (behind !== undefined) return behind.match(ofLot) !== null && behind.match(ofFloor) === null ? "lot" : "floor";
  const before = text.slice(Math.max(0, start - reach), start);
  const last = (pattern: RegExp) => [...before.matchAll(pattern)].at(-1)?.index ?? -1;
  return last(ofLot) > last(ofFloor) ? "lot" : "floor";
}

/** What is counted behind a number: those that a use is for, those who work there, its beds or its rooms. */
export const countedThings: readonly (readonly [of: string, noun: string])[] = [
  ["staff", "employees?|workers?|staff|attendants?|teachers?|assistants?"],
  [
    "homes",
    "(?:(?:dwelling|residential|housing|attached|apartment)\\s+)*(?:units?|apartments?(?!\\s+(?:buildings?|houses?|complex))|flats?|homes|dwellings|townhouses|townhomes)",
  ],
  ["beds", "beds"],
  ["seats", "(?:fixed\\s+)?seats"],
  ["slips", "(?:boat\\s+)?(?:slips|berths|moorings)"],
  ["rooms", "(?:guest|bed|sleeping|lodging)[ -]?rooms?|rooms"],
  [
    "people",
    "children|kids|infants|toddlers|pupils|students|campers|clients|patients|residents?|persons?|people|guests?|boarders|roomers|lodgers|individuals|adults|occupants?|members",
  ],
];
/** "Two children per room", "three guests a night"; but "a theater with 450 seats a permitted use?" */
const rate = String.raw`\s*(?:per|for each)\b|\s+an?\s+(?:[\w-]+\s+)?(?:day|night|week|month|year|room|unit|home|house|dwelling|lot|acre|class|session|visit|time)\b`;
const countedThing = countedThings.map(([of, noun]) => ({
  of,
  told: new RegExp(String.raw`^\w+\s*(?:\(\d+\)\s*)?(?:\w+\s+){0,2}?(?:${noun})\b(?!${rate})`, "i"),
}));

/** What a number without a unit of measure counts; undefined for things of another kind, and for a rate: "per 10 children". */
function countedIn(text: string, { start }: BoundAmount): string | undefined {
  if (/\b(?:per|each|every)\s+$/i.test(text.slice(0, start))) return undefined;
  const words = text
    .slice(start, start + 2 * reach)
    .replace(leastOfRange, "")
    .replace(/^[a-z]+-(?=[a-z]+\b)/i, "")
    .replace(/-/g, " ");
  return countedThing.find(({ told }) => told.test(words))?.of;
}

/** The least number of a range, of which the greatest is said with what both count: "nine (9) to twenty-four (24) units". */
const leastOfRange = /^[\w-]+\s*(?:\(\d+\)\s*)?(?:to|through)\s+(?=[\w-]+\s)/i;

/** Amounts in words that are no numbers, with digits of no more characters. */
const acres: readonly (readonly [words: RegExp, digits: string])[] = [
  [/\b(?:an?|one) (?:acre and a half\b|and a half acres?\b)/gi, "1.5 acres"],
  [/\bhalf (?:of )?(?:an? )?acre\b|\bhalf-acre\b/gi, "0.5 acre"],
  [/\bquarter (?:of )?(?:an? )?acre\b|\bquarter-acre\b/gi, "1/4 acre"],
  [/(?<=\b(?:on|have|has|own|owns|about|than|of|under|over|least|just|only)\s)an acre\b/gi, "1 acre"],
];

/** A text with its acres in digits, as long as before. */
export const acresInDigits = (text: string) =>
  acres.reduce((said, [words, digits]) => said.replace(words, (one) => digits.padEnd(one.length)), text);

/** "A triplex" is three homes. */
const plex = /\b(?:an?\s+)?(tri|three|four|quad(?:ru)?)-?\s?plex(?:es)?\b/gi;
const homesOf = (_: string, count: string) => `${/^t/i.test(count) ? 3 : 4} homes`;

/** Returns the amounts that a question tells; a number in the name of its district is none: "Two-Acre Residential". */
export function factsTold(question: QuestionReading): Amount[] {
  const text = acresInDigits(withoutDistricts(question.text, question.districts).replace(plex, homesOf));
  const things = question.useConcepts.filter(({ kind }, at) => at === 0 || !hasTrait(kind, "everyday"));
  const own = new Set(things.flatMap(({ asked, phrases }) => (asked ?? phrases).flat()));
  const told = amountsIn(question, text).filter(({ of, start, end }) => {
    if (of === "lot") return !ofNeighbor.test(text.slice(0, start)) && !notOfLot.test(text.slice(end));
    const other =
      of === "floor" ? (structureBehind.exec(text.slice(end)) ?? structureBefore.exec(text.slice(0, start))) : null;
    return other === null || analyse(other.groups?.noun ?? "").some((stem) => own.has(stem));
  });
  // Of several areas of land it is not known which is that of the lot.
  const lots = new Set(told.filter(({ of }) => of === "lot").map(({ value }) => value));
  return lots.size > 1 ? told.filter(({ of }) => of !== "lot") : told;
}

/** "My neighbor has two acres", "a two-acre pond", "two acres away": no area of the lot asked about. */
const ofNeighbor = /\bneighbou?r(?:s|['’]s|s['’])?\s+(?:[a-z]+\s+){0,3}$/i;
const notOfLot =
  /^[\s-]*(?:of\s+)?(?:ponds?|lakes?|paddocks?|pastures?|lawns?|woods?|parks?|fields?|gardens?|meadows?|wetlands?|away|from)\b/i;

/** "A wholesale house with 8,000 square feet" is a business and no structure beside the use. */
const structure =
  "(?<!\\b(?:wholesale|boarding|rooming|lodging|coffee|tea|club|guest|packing|publishing|auction|opera|movie)\\s)(?<noun>house|home|dwelling|residence|barn|garage|shed|basement|apartment|cottage|office|store|shop|restaurant|warehouse)s?";
/** A structure that an area is of: "a 2,000 square foot house", "our house is 2,000 square feet". */
const structureBehind = new RegExp(String.raw`^[\s-]*(?:[a-z-]+\s+){0,2}?${structure}\b`, "i");
const structureBefore = new RegExp(
  String.raw`\b${structure}\s+(?:is|has|of|with|contains|measures)\s+(?:about\s+|only\s+|just\s+)?$`,
  "i",
);
