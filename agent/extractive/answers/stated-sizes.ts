import { analyse } from "../../../ingest/index.ts";
import { namedReferences } from "../../../retrieval/index.ts";
import { type BoundAmount, boundAmountsIn } from "../../grounding/reading/bounds.ts";
import { type Evidence, headingsOf, saidBy } from "../evidence/evidence.ts";
import { type QuestionReading, withoutDistricts } from "../question/read-question.ts";
import { conceptMatch, kindsSaidIn } from "../question/use-words.ts";
import { standsIn } from "./named-section.ts";
import { nameFit } from "./use-names.ts";

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
    if (unit === null) return analyse(next).some((stem) => things.has(stem)) ? [{ ...amount, of: "things" }] : [];
    const around = text.slice(Math.max(0, start - reach), end + reach);
    // "A lot with an 800 square foot cottage": the thing right behind the amount is what it is the size of.
    const isOfThing = analyse(next).some((stem) => things.has(stem));
    return [{ ...amount, of: unit === "sqft" && !isOfThing && ofLot.test(around) ? "lot" : unit }];
  });
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

function exceeds(asked: readonly Size[], limits: readonly Size[]): boolean {
  return limits.some(({ of, value, limit }) => {
    const same = asked.filter((one) => one.of === of);
    return same.some((one) => (limit === "max" ? one.value > value : limit === "min" && one.value < value));
  });
}

/** The sections that the words of an entry refer to, as they print them: "subject to Section 24.6". */
export function sectionsReferredTo({ text, cell }: Evidence) {
  const printed = cell ? `${cell.label} ${cell.value}` : text;
  return namedReferences(printed).map((reference) => ({
    reference,
    printed: printed.slice(reference.charStart, reference.charEnd),
  }));
}

/** Whether a question states a size for which the provisions that an entry refers to may set a limit. */
export const statesSize = (question: QuestionReading) => sizesAsked(question).some(isLimited);

/** A sentence that limits the size of its subject. */
const limited =
  /^\W*(?:\(?\w{1,3}[.)]\s+)?(?:an?|the|any|each|every|no)\s+(?<use>[^.;:]{3,60}?)\s+(?:shall|must|may|can)\s+(?:not\s+)?(?:be|exceed|have|contain|occupy)\b/i;

/** Amounts of other kinds in the section of a use may be those of its signs, fences and hours. */
const isLimited = ({ of }: Size) => ["lot", "things", "sqft", "person"].includes(of);

/**
 * Finds the limit that the size in a question does not keep, among the items of the entry that allows the use and in the
 * sections that the entry refers to; undefined where none was found.
 */
export function limitNotKept(
  question: QuestionReading,
  entry: Evidence,
  evidence: readonly Evidence[],
): Evidence | undefined {
  const asked = sizesAsked(question).filter(isLimited);
  if (asked.length === 0) return undefined;
  const named = new Set(kindsSaidIn(`${question.text}\n${saidBy(entry)}`));
  const references = sectionsReferredTo(entry).map(({ reference }) => reference);
  // "Accessory dwelling. (3) The accessory dwelling shall be no larger than 600 square feet", among the standards of uses.
  const isOnUse = (one: Evidence) =>
    one.cell === null && nameFit(question, limited.exec(one.text)?.groups?.use ?? "") === "exact";
  // A reference to a whole section takes in the standards of other uses: "subject to Section 32".
  const isOfUse = (one: Evidence) =>
    conceptMatch(question.useConcepts.slice(0, 1), analyse(headingsOf(one).join("\n"))) === 1;
  const isOfEntry = (one: Evidence) =>
    one.passage.documentId === entry.passage.documentId &&
    ((one.lead !== "" && one.lead === entry.text) ||
      isOnUse(one) ||
      references.some((reference) => standsIn(one.passage, reference) && (reference.parts.length > 1 || isOfUse(one))));
  return evidence.find(
    (one) =>
      isOfEntry(one) &&
      (isOnUse(one) || kindsSaidIn(saidWhole(one)).every((kind) => named.has(kind))) &&
      exceeds(asked, sizesIn(question, saidWhole(one))),
  );
}
