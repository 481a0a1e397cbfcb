import { analyse, verdictIn } from "../../../ingest/index.ts";
import { type Evidence, headingsOf, saidBy } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, kindsSaidIn } from "../question/use-words.ts";
import { type Amount, factsTold, reach } from "./amounts.ts";
import { type ExtractiveAnswer, wordedBan } from "./answer.ts";
import { standingOf } from "./district-match.ts";
import { isReferredTo, sectionsReferredTo } from "./entry-references.ts";
import { exceeds, limitsIn, refusesAmount, saidWhole } from "./limits.ts";
import { quoteAnswer } from "./quote.ts";
import { nameFit } from "./use-names.ts";
import { type UseProvision, verdictOfList } from "./use-provisions.ts";
import { withoutAmounts } from "./without-amounts.ts";

/** Whether a question states a size for which the provisions that an entry refers to may set a limit. */
export const statesSize = (question: QuestionReading) => factsTold(question).some(isLimited);

/** Amounts of other kinds in the section of a use may be those of its signs, fences and hours. */
const isLimited = ({ of }: Amount) =>
  ["lot", "things", "floor", "people", "beds", "rooms", "seats", "slips"].includes(of);

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
  const asked = factsTold(question).filter(isLimited);
  if (asked.length === 0) return undefined;
  const named = new Set(kindsSaidIn(`${question.text}\n${saidBy(entry)}`));
  const references = sectionsReferredTo(entry);
  const isOnUse = (words: string) => conceptMatch(question.useConcepts.slice(0, 1), analyse(words)) === 1;
  // "(3) The accessory dwelling shall be no larger than 600 square feet", among the standards of uses.
  const isOnSubject = ({ cell, text }: Evidence) =>
    cell === null && nameFit(question, limited.exec(text)?.groups?.use ?? "") === "exact";
  const found = evidence.flatMap((one): BrokenLimit[] => {
    const said = saidWhole(one);
    if (one.passage.documentId !== entry.passage.documentId || !exceeds(asked, sizesOfUse(question, said))) return [];
    // What the entry of the district refers to holds there, whatever district its chapter is named for.
    const standing = standingOf(one, question.districts);
    if (standing.kind === "other" && standing.where !== "heading") return [];
    if (!isOnSubject(one) && !kindsSaidIn(said).every((kind) => named.has(kind))) return [];
    if (one.lead !== "" && one.lead === entry.text) return [{ evidence: one, printed: undefined, isFirm: false }];
    // A reference to a whole section takes in the standards of other uses: "subject to Section 32".
    const isOfUse = isOnUse(headingsOf(one).join("\n"));
    const held = references.find(
      ({ reference }) => (reference.parts.length > 1 || isOfUse) && isReferredTo(one, reference, entry),
    );
    const isOfWhole = isOnUse(`${headingsOf(one)[0] ?? ""} ${one.lead} ${said}`);
    const isFirm = isOfWhole && !exception.test(said) && !ofSomeLots.test(said);
    if (held) return [{ evidence: one, printed: held.printed, isFirm }];
    const isOfDistrict = standing.kind === "named" && !exception.test(said) && !ofSomeLots.test(said);
    return isOnSubject(one) ? [{ evidence: one, printed: undefined, isFirm: isOfDistrict }] : [];
  });
  return found.find(({ isFirm }) => isFirm) ?? found[0];
}

/** A sentence that limits the size of its subject. */
const limited =
  /^\W*(?:\(?\w{1,3}[.)]\s+)?(?:an?|the|any|each|every|no)\s+(?<use>[^.;:]{3,60}?)\s+(?:shall|must|may|can)\s+(?:not\s+)?(?:be|exceed|have|contain|occupy)\b/i;

/** Words that leave room for more than a limit says. */
const exception =
  /\b(?:unless|except\w*|without|special|conditional|waive\w*|modif\w*|increased?|approv\w*|authoriz\w*|permits?|additional|average|where|when|if|per|each|every|groups?)\b/i;
/** "On lots of three acres or more not more than 12 hens shall be kept": another rule may be for other lots. */
const ofSomeLots =
  /^\W*(?:\w{1,3}[.)]\s+)?(?:on|for|in)\s+(?:an?\s+|any\s+|all\s+)?(?:lots?|parcels?|tracts?|sites?|properties)\b|\b(?:on|for)\s+(?:an?\s+)?(?:lots?|parcels?|tracts?|sites?|properties)\s+(?:of\s+|with\s+)?(?:less|under|smaller|between|up to|over|larger|more)\b/i;

/** The sizes in a provision for a use that are those of the use, and not of a part of it that the question does not name. */
function sizesOfUse(question: QuestionReading, text: string): Amount[] {
  return limitsIn(question, text).filter(({ of, start, end }) => {
    const around = text.slice(Math.max(0, start - reach), end + reach);
    const parts = [...around.matchAll(ofPart)].map(([word]) => word.toLowerCase());
    return of !== "floor" || parts.every((word) => question.text.toLowerCase().includes(word));
  });
}

const ofPart =
  /\b(?:outdoor|outside|accessory|incidental|storage|display|signs?|patio|each|per|kitchen|office|yard|windows?|play|rooms?|portion)\b/gi;

/**
 * Returns the entry that allows the use asked about, but not at the size or in the number that the question tells; undefined
 * where the district has an entry on the use, or a form of it, that allows more.
 */
export function refusingEntry(
  question: QuestionReading,
  provisions: readonly UseProvision[],
): UseProvision | undefined {
  const onUse = provisions.filter(
    ({ standing, kind, name, verdict }) =>
      standing.kind === "named" && kind !== "clause" && name !== "other" && verdict !== "prohibited",
  );
  const refusing = onUse.filter(({ evidence }) => {
    const entry = evidence.cell?.label ?? evidence.text;
    return refusesAmount(question, entry) && nameFit(question, withoutAmounts(question, entry)) === "exact";
  });
  return refusing.length === onUse.length ? refusing[0] : undefined;
}

/** How an answer begins that denies a use of the size asked about, while others are allowed. */
export const notAtSize = "No, not at this size";

/** Denies a size that the items of an entry or the standards for the use do not allow; a limit that leaves room is only quoted. */
export function answerByLimit(
  question: QuestionReading,
  { evidence, printed, isFirm }: BrokenLimit,
  entry: Evidence,
): ExtractiveAnswer {
  const isDenied = isFirm || (printed === undefined && refusesAmount(question, saidWhole(evidence)));
  if (!isDenied) return quoteAnswer([evidence, entry]);
  const told = wordedBan(printed === undefined ? notAtSize : `${notAtSize} under ${printed}`, evidence);
  // The entry that the limit holds for.
  return { status: "answered", sentences: [told, ...quoteAnswer([entry], "", "The use").sentences.slice(0, 1)] };
}

/** "Any use listed in Section 4.1 that occupies a floor area greater than 5,000 square feet", "Any of the above uses over 10,000 sq. ft." */
const everyUse =
  /^\W*(?:\d+(?:\.\d+)+\.?\s+|\(?\w{1,3}[.)]\s+)?(?:any|all|each)\s+(?:of\s+the\s+)?(?:(?:above|foregoing|listed|permitted)\s+)?uses?\b(?!\s+(?:of|for|other|except|not|accessory)\b)(?!.*\b(?:except|other than|excluding)\b)/i;

/** "An accessory building exceeding 1,000 square feet may be permitted by special permit": a use of more than an amount. */
const useAbove =
  /^\W*(?:\(?\w{1,3}[.)]\s+)?(?:an?|any|all|each|the)?\s*(?<use>[^.;:]{3,120}?)\s(?:shall|may|must|is|are|requires?|needs?)\b/i;

/**
 * Finds the clause by which the use asked about, or every use that a district permits, needs an approval above an amount
 * that the question exceeds; undefined where none was found.
 */
export function approvalAboveSize(question: QuestionReading, evidence: readonly Evidence[]): UseProvision | undefined {
  const told = factsTold(question);
  if (told.length === 0) return undefined;
  for (const one of evidence) {
    if (one.cell || (verdictIn(one.text) ?? verdictOfList(one)) !== "conditional") continue;
    const isOfAll = everyUse.test(one.text);
    const subject = isOfAll ? one.text : (useAbove.exec(one.text)?.groups?.use ?? "");
    const least = limitsIn(question, subject).filter(
      ({ of, limit }) => limit === "min" && (of === "floor" || !isOfAll),
    );
    const isAbove =
      least.length > 0 && !exceeds(told, least) && least.every(({ of }) => told.some((fact) => fact.of === of));
    const standing = standingOf(one, question.districts);
    const isBound = standing.kind === "named" || (!isOfAll && standing.kind === "general");
    if (isAbove && isBound && (isOfAll || nameFit(question, withoutAmounts(question, subject)) === "exact"))
      return { evidence: one, standing, kind: "item", verdict: "conditional", name: "limited", nearness: 1 };
  }
  return undefined;
}
