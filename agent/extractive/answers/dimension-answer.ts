import { quantitiesIn } from "../../text/quantities.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { districtsIn, matchDistrict } from "../question/districts.ts";
import { partsAsked } from "../question/parts-asked.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { type ExtractiveAnswer, noAnswer, withoutRepetition } from "./answer.ts";
import { standingOf } from "./district-match.ts";
import type { Found } from "./found.ts";
import { answerParking } from "./parking-answer.ts";
import { quoteAnswer } from "./quote.ts";
import { answerByStandard } from "./standard-answer.ts";
import { answerStatedOrReferred } from "./stated-or-referred.ts";
import { gateValue } from "./value-gate.ts";

/** Spaces of which the requirements for cars say nothing. */
const otherSpaces =
  /\b(?:electric|evs?|charg(?:ers?|ing)|bicycles?|bikes?|motorcycles?|loading|handicap\w*|accessible|disabled|trucks?|trailers?|boats?|rvs?)\b/i;
/** Of several dimensions each gets its rule and two cases of it. */
const sentencesPerDimension = 3;

/** Answers each dimension of a question in turn: "setbacks and height", "setbacks" as front, side and rear. */
export function answerValues(question: QuestionReading, found: Found): ExtractiveAnswer {
  if (question.dimensions.length < 2) {
    const answer = answerDimension(question, found);
    // The question asks for something else besides the dimension, which this answer does not give.
    const isOneOfTwo = question.dimension?.id !== "parking" && partsAsked(question) > 1;
    const isPart = answer.status === "answered" && answer.isRuled === true && isOneOfTwo;
    return isPart ? { ...answer, status: "partial" } : answer;
  }
  const parts = question.dimensions.map((dimension) =>
    answerDimension({ ...question, dimension, limit: dimension.limit }, found),
  );
  const located = parts.filter((part) => part.status !== "not_located");
  const isOneWord =
    question.dimension?.id === "setbacks" && question.dimensions.every((one) => / setback$/.test(one.id));
  if (located.length === 0 || (isOneWord && located.length < 2)) return answerDimension(question, found);
  const sentences = located.flatMap((part) => part.sentences.slice(0, sentencesPerDimension));
  const isWhole = located.length === parts.length && located.every((part) => part.status === "answered");
  return {
    status: isWhole ? "answered" : "partial",
    sentences: withoutRepetition(sentences),
  };
}

/**
 * Answers one dimension by the rules read at ingest, else by what the passages state. A sentence that contradicts the
 * rule in so many words is quoted beside it.
 */
function answerDimension(
  question: QuestionReading,
  { evidence, rules, passages }: Found,
): ExtractiveAnswer & { readonly isRuled?: boolean } {
  if (question.dimension?.id === "parking" && otherSpaces.test(question.text)) return noAnswer;
  const ruled =
    question.dimension?.id === "parking"
      ? answerParking(question, { parking: rules.parking, passages })
      : answerByStandard(question, { standards: rules.standards, passages });
  const read = gateValue(question, answerStatedOrReferred(question, evidence));
  if (ruled.status !== "answered") return ruled.status === "partial" && read.status !== "answered" ? ruled : read;
  const against = contradicting(question, ruled, read);
  if (against.length === 0) return { ...ruled, isRuled: true };
  return quoteAnswer([...ruled.sentences.flatMap((sentence) => sentence.evidence), ...against]);
}

/** The sentences of a reading that name the district asked about, and no other, and state an amount that its rule does not. */
function contradicting(
  { districts }: QuestionReading,
  ruled: ExtractiveAnswer,
  read: ExtractiveAnswer,
): readonly Evidence[] {
  if (read.status !== "answered") return [];
  const amountsOf = (text: string) => quantitiesIn(text).map(({ value }) => value);
  const said = new Set(ruled.sentences.flatMap(({ evidence }) => evidence.flatMap(({ text }) => amountsOf(text))));
  return read.sentences
    .flatMap(({ evidence }) => evidence)
    .filter((one) => {
      if (one.cell || standingOf(one, districts).kind !== "named") return false;
      const named = districtsIn(one.text);
      const isOwn =
        named.length > 0 &&
        named.every(({ printed }) => districts.some((own) => matchDistrict(printed, own, true) === "named"));
      return isOwn && !amountsOf(one.text).some((value) => said.has(value));
    });
}
