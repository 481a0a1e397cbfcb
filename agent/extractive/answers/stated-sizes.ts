import { analyse } from "../../../ingest/index.ts";
import { type BoundAmount, boundAmountsIn } from "../../grounding/reading/bounds.ts";
import { type Evidence, headingsOf, saidBy } from "../evidence/evidence.ts";
import { type QuestionReading, withoutDistricts } from "../question/read-question.ts";
import { conceptMatch, kindsSaidIn } from "../question/use-words.ts";
import { standingOf } from "./district-match.ts";
import { isReferredTo, sectionsReferredTo } from "./entry-references.ts";

/** An amount with what it is the size of: a lot, the things asked about, or anything else that is counted in its unit. */
interface Size extends BoundAmount {
  readonly of: string;
}

const squareFeetPerAcre = 43_560;
const ofLot = /\b(?:lots?|parcels?|tracts?|land|propert(?:y|ies)|sites?|acreage)\b/i;
/** How far from an amount the thing is named that it is the size of. */
const reach = 45;

/** The sizes that a text states: areas in square feet, and numbers of the things asked about. */
function sizesIn({ useConcepts }: QuestionReading, text: string): Size[] {
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
    return [{ ...amount, of: unit === "sqft" && ofLot.test(around) ? "lot" : unit }];
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

/** The sizes that a question states; a number in the name of its district is none: "Two-Acre Residential". */
function sizesAsked(question: QuestionReading): Size[] {
  const said = withoutDistricts(question.text, question.districts);
  return sizesIn(question, said.replace(acreAndHalf, "1.5 acres").replace(halfAcre, "0.5 acres"));
}

const acreAndHalf = /\b(?:an?|one) (?:acre and a half\b|and a half acres?\b)/gi;
const halfAcre = /\bhalf (?:of )?an? acre\b|\ba half[- ]acre\b/gi;

const saidWhole = (one: Evidence) => (one.cell ? `${saidBy(one)}: ${one.cell.value}` : one.text);

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

function exceeds(asked: readonly Size[], limits: readonly Size[]): boolean {
  return limits.some(({ of, value, limit }) => {
    const same = asked.filter((one) => one.of === of);
    return same.some((one) => (limit === "max" ? one.value > value : limit === "min" && one.value < value));
  });
}

/** Whether a question states a size for which the provisions that an entry refers to may set a limit. */
export const statesSize = (question: QuestionReading) => sizesAsked(question).some(isLimited);

/** Amounts of other kinds in the section of a use may be those of its signs, fences and hours. */
const isLimited = ({ of }: Size) => ["lot", "things", "sqft", "people", "beds", "rooms"].includes(of);

/** A limit that the size in a question does not keep. */
export interface BrokenLimit {
  readonly evidence: Evidence;
  /** The part of the code that holds it, as the entry prints it; undefined for the items of the entry itself. */
  readonly printed: string | undefined;
  /** It is set for the use itself, without exception: the entry allows no such size. */
  readonly isFirm: boolean;
}

/**
 * Finds the limit that the size in a question does not keep, among the items of the entry that allows the use and in the
 * sections that the entry refers to; undefined where none was found.
 */
export function limitNotKept(
  question: QuestionReading,
  entry: Evidence,
  evidence: readonly Evidence[],
): BrokenLimit | undefined {
  const asked = sizesAsked(question).filter(isLimited);
  if (asked.length === 0) return undefined;
  const named = new Set(kindsSaidIn(`${question.text}\n${saidBy(entry)}`));
  const references = sectionsReferredTo(entry);
  const isOnUse = (words: string) => conceptMatch(question.useConcepts.slice(0, 1), analyse(words)) === 1;
  const found = evidence.flatMap((one): BrokenLimit[] => {
    const said = saidWhole(one);
    if (one.passage.documentId !== entry.passage.documentId || !exceeds(asked, sizesOfUse(question, said))) return [];
    if (standingOf(one, question.districts).kind === "other") return [];
    if (!kindsSaidIn(said).every((kind) => named.has(kind))) return [];
    if (one.lead !== "" && one.lead === entry.text) return [{ evidence: one, printed: undefined, isFirm: false }];
    // A reference to a whole section takes in the standards of other uses: "subject to Section 32".
    const isOfUse = isOnUse(headingsOf(one).join("\n"));
    const held = references.find(
      ({ reference }) => (reference.parts.length > 1 || isOfUse) && isReferredTo(one, reference, entry),
    );
    const isOfWhole = isOnUse(`${headingsOf(one)[0] ?? ""} ${one.lead} ${said}`);
    return held ? [{ evidence: one, printed: held.printed, isFirm: isOfWhole && !exception.test(said) }] : [];
  });
  return found.find(({ isFirm }) => isFirm) ?? found[0];
}

/** Words that leave room for more than a limit says. */
const exception =
  /\b(?:unless|except\w*|without|special|conditional|waive\w*|modif\w*|increased?|approv\w*|authoriz\w*|permits?|additional|average|where|when|if)\b/i;

/** The sizes in a provision for a use that are those of the use, and not of a part of it that the question does not name. */
function sizesOfUse(question: QuestionReading, text: string): Size[] {
  return sizesIn(question, text).filter(({ of, start, end }) => {
    const around = text.slice(Math.max(0, start - reach), end + reach);
    const parts = [...around.matchAll(ofPart)].map(([word]) => word.toLowerCase());
    return of !== "sqft" || parts.every((word) => question.text.toLowerCase().includes(word));
  });
}

const ofPart =
  /\b(?:outdoor|outside|accessory|incidental|storage|display|signs?|patio|each|per|kitchen|office|yard|windows?|play|rooms?|portion)\b/gi;
