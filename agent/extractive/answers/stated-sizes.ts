import { analyse } from "../../../ingest/index.ts";
import { type BoundAmount, boundAmountsIn } from "../../grounding/reading/bounds.ts";
import { type Evidence, saidBy } from "../evidence/evidence.ts";
import { type QuestionReading, withoutDistricts } from "../question/read-question.ts";

/** An amount with what it is the size of: a lot, the things asked about, or anything else that is counted in its unit. */
export interface Size extends BoundAmount {
  readonly of: string;
}

const squareFeetPerAcre = 43_560;
const ofLot = /\b(?:lots?|parcels?|tracts?|land|propert(?:y|ies)|sites?|acreage)\b/i;
/** How far from an amount the thing is named that it is the size of. */
export const reach = 45;

/** Returns the sizes that a text states: areas in square feet, and numbers of the things asked about. */
export function sizesIn({ useConcepts }: QuestionReading, text: string): Size[] {
  const isNegated = /^\W*no\b|\b(?:shall|may|must|do|does|is|are)\s+not\b/i.test(text);
  const things = new Set(useConcepts.flatMap(({ phrases }) => phrases.flat()));
  return boundAmountsIn(text, isNegated).flatMap((amount): Size[] => {
    const { value, unit, start, end } = amount;
    if (unit === "acre") return [{ ...amount, value: value * squareFeetPerAcre, of: "lot" }];
    const [next = ""] = /^[\s)]*(?:[\w-]+\s+)?[\w-]+/.exec(text.slice(end)) ?? [];
    const counted = unit === null || unit === "person" ? countedIn(text, amount) : undefined;
    if (counted !== undefined) return [{ ...amount, of: counted }];
    if (unit === null) return analyse(next).some((stem) => things.has(stem)) ? [{ ...amount, of: "things" }] : [];
    const around = text.slice(Math.max(0, start - reach), end + reach);
    // "A lot with an 800 square foot cottage": the thing right behind the amount is what it is the size of.
    const isOfThing = analyse(next).some((stem) => things.has(stem));
    return [{ ...amount, of: unit === "sqft" && !isOfThing && ofLot.test(around) ? "lot" : unit }];
  });
}

/** What is counted behind a number: those that a use is for, those who work there, its beds or its rooms. */
const countedThings: readonly (readonly [of: string, noun: string])[] = [
  ["staff", "employees?|workers?|staff|attendants?|teachers?|assistants?"],
  [
    "people",
    "children|kids|infants|toddlers|pupils|students|campers|clients|patients|residents?|persons?|people|guests?|boarders|roomers|lodgers|individuals|adults|occupants?|members",
  ],
  ["beds", "beds"],
  ["rooms", "(?:guest|bed|sleeping|lodging)[ -]?rooms?|rooms"],
];
const countedThing = countedThings.map(([of, noun]) => ({
  of,
  told: new RegExp(String.raw`^[\w-]+\s*(?:\(\d+\)\s*)?(?:[\w-]+\s+){0,2}?(?:${noun})\b`, "i"),
}));

/** What a number without a unit of measure counts; undefined for things of another kind, and for a rate: "per 10 children". */
function countedIn(text: string, { start }: BoundAmount): string | undefined {
  if (/\b(?:per|each|every)\s+$/i.test(text.slice(0, start))) return undefined;
  return countedThing.find(({ told }) => told.test(text.slice(start)))?.of;
}

/** Returns the sizes that a question states; a number in the name of its district is none: "Two-Acre Residential". */
export function sizesAsked(question: QuestionReading): Size[] {
  const said = withoutDistricts(question.text, question.districts);
  return sizesIn(question, said.replace(acreAndHalf, "1.5 acres").replace(halfAcre, "0.5 acres"));
}

const acreAndHalf = /\b(?:an?|one) (?:acre and a half\b|and a half acres?\b)/gi;
const halfAcre = /\bhalf (?:of )?an? acre\b|\ba half[- ]acre\b/gi;

/** What a piece of evidence says, a cell with its value. */
export const saidWhole = (one: Evidence) => (one.cell ? `${saidBy(one)}: ${one.cell.value}` : one.text);

/** Whether a provision is for sizes below or above the one that the question states: "up to 500 square feet" says nothing of 700. */
export function isOfOtherSize(question: QuestionReading, one: Evidence): boolean {
  return exceeds(sizesAsked(question), sizesIn(question, saidWhole(one)));
}

/** Whether a provision sets a limit for the size or the number that the question states, and the question keeps it. */
export function keepsLimit(question: QuestionReading, one: Evidence): boolean {
  const [asked, limits] = [sizesAsked(question), sizesIn(question, saidWhole(one))];
  const isSet = limits.some(({ of, limit }) => limit !== null && asked.some((size) => size.of === of));
  return isSet && !exceeds(asked, limits);
}

/** What allows other sizes on other terms. */
const onOtherTerms =
  /\b(?:each|every|per|additional|except\w*|unless|otherwise|smaller|waive[drs]?|waivers?|reduc\w+|special|existing|non-?conforming)\b/i;

/**
 * Whether a provision allows a use on lots of one least size only, or up to one number, and the lot or the number of the
 * question is not among them: "provided that the parcel contains at least three acres" of two acres.
 */
export function refusesSize(question: QuestionReading, one: Evidence): boolean {
  const said = saidWhole(one);
  const asked = sizesAsked(question);
  const limits = sizesIn(question, said).filter(({ limit }) => limit !== null);
  return (
    !onOtherTerms.test(said) &&
    (["lot", "things"] as const).some((kind) => {
      const [own, wanted] = [limits, asked].map((sizes) => sizes.filter(({ of }) => of === kind));
      const limit = kind === "lot" ? "min" : "max";
      return own?.length === 1 && wanted?.length === 1 && own[0]?.limit === limit && exceeds(wanted, own);
    })
  );
}

/** Whether one of the sizes is beyond a limit for its kind; "less than 5,000" and "over 5,000" leave 5,000 out. */
export function exceeds(asked: readonly Size[], limits: readonly Size[]): boolean {
  return limits.some(({ of, value, limit, bound }) =>
    asked.some((size) => {
      if (limit === null || size.of !== of) return false;
      const [inner, outer] = limit === "max" ? ["under", "over"] : ["over", "under"];
      if (size.value === value) return size.bound === outer || (bound === inner && size.bound !== inner);
      return limit === "max" ? size.value > value : size.value < value;
    }),
  );
}

const areaUnit = String.raw`(?:square[\s-]f(?:ee|oo)t|sq\.?\s*ft\.?|s\.?f\b\.?)`;
const squareFeet = String.raw`\d[\d,]*(?:\.\d+)?[\s-]*${areaUnit}`;
const ofFloor = String.raw`(?:(?:total|gross|net|leasable)\s+)*(?:floor\s+area|area|size|gfa)`;
const bounding = String.raw`(?:up to|(?:(?:not|no)\s+)?(?:more|less|greater|larger|smaller)\s+than|(?:not\s+)?(?:over|under|exceeding)|below|above|at (?:least|most))`;
/** Floor area behind the name of a use: ", less than 20,000 sf", "(5,000 to 20,000 square feet)", "of 20,000 sf or more". */
const floorArea = new RegExp(
  String.raw`[\s,(–-]+(?:(?:of|with|having|containing|in)\s+)*(?:an?\s+)?(?:${ofFloor}\s+(?:of\s+)?)?(?:${bounding}\s+)?(?:\d[\d,]*\s*(?:to|[-–])\s*)?${squareFeet}(?:\s+(?:or|and)\s+(?:more|less|greater|larger|smaller|over|under|above|below))?(?:\s+(?:of|in)?\s*${ofFloor})?\)?\s*(?=[,;.]|$)`,
  "i",
);
const sizeOfUse = new RegExp(
  String.raw`(?:\b(?:of|with)\s+)?(?:\b(?:roughly|about|around|approximately)\s+)?(?:${bounding}\s+)?\b(?:${squareFeet}|${areaUnit})\s*(?:(?:of\s+)?${ofFloor}\b)?`,
  "gi",
);

/** Returns the name of a use without the floor area that a question adds: "a 3,000 square foot shop". */
export const withoutSize = (use: string) => use.replace(sizeOfUse, "");

/**
 * Reads an entry whose name sets a floor area, where the question states one: whether the entry is for that size, and
 * the entry without it. Undefined for other entries and questions.
 */
export function sizedName(question: QuestionReading, entry: string): { isKept: boolean; rest: string } | undefined {
  const asked = sizesAsked(question).filter(({ of }) => of === "sqft");
  const found = floorArea.exec(entry);
  if (!found || asked.length === 0) return undefined;
  const limits = sizesIn(question, found[0]).filter(({ limit }) => limit !== null);
  const rest = `${entry.slice(0, found.index)}${entry.slice(found.index + found[0].length)}`;
  return limits.length === 0 ? undefined : { isKept: !exceeds(asked, limits), rest };
}
