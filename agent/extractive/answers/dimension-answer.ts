import type { MarkedPassage } from "../../evidence-desk.ts";
import type { ReadRules } from "../../tool.ts";
import { type Evidence, overlaps } from "../evidence/evidence.ts";
import { type Dimension, dimensions, isSetback } from "../question/dimensions.ts";
import { isOfOtherDimension, unreadMeasures } from "../question/dimensions-asked.ts";
import { otherSpacesAsked } from "../question/other-spaces.ts";
import { linesAsked, partsAsked } from "../question/parts-asked.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { amountsIn } from "./amount-gate.ts";
import { type AnswerSentence, type ExtractiveAnswer, noAnswer, withoutRepetition } from "./answer.ts";
import { conditionsIn } from "./conditions.ts";
import { answerParking, lacksCount, withCount } from "./parking-answer.ts";
import { answerParkingOfSection } from "./parking-sentences.ts";
import { evidenceOfRule } from "./rule-evidence.ts";
import { answerByStandard, isForCase } from "./standard-answer.ts";
import { answerValue } from "./value-answer.ts";

/** What was found for a question: passages, what they state, and the rules that were read at ingest. */
export interface Found {
  readonly passages: readonly MarkedPassage[];
  readonly evidence: readonly Evidence[];
  readonly rules: ReadRules;
}

/** Of several dimensions each gets its rule and two cases of it. */
const sentencesPerDimension = 3;

/** Answers each dimension of a question in turn: "setbacks and height", "setbacks" as front, side and rear. */
export function answerDimensions(question: QuestionReading, found: Found): ExtractiveAnswer {
  const asked = question.dimensions;
  // What a text says of a size is looked for whole: "180 square feet".
  const isSize = question.dimension?.id === "stall size";
  const parts = asked.map((dimension) =>
    answerDimension(asked.length === 1 ? question : partOn(question, dimension), found, isSize),
  );
  const located = parts.filter((part) => part.status !== "not_located");
  const isOfLines = ({ status, sentences }: ExtractiveAnswer) => status === "answered" && sentences.every(isOfAllLines);
  const isOfSetbacks = question.dimension?.id === "setbacks";
  if (located.length === 0) {
    const ofLines = isOfSetbacks ? answerDimension(question, found, isSize) : noAnswer;
    return isOfLines(ofLines) ? ofLines : noAnswer;
  }
  const ofAllLines = located.find(isOfLines);
  if (isOfSetbacks && ofAllLines) return ofAllLines;
  const isWhole = located.length === parts.length && located.every((part) => part.status === "answered");
  // The question may ask for something else besides the dimension, which this answer does not give.
  const isPart =
    question.dimension?.id !== "parking" &&
    (statedIn(question, located) < partsAsked(question) || unreadMeasures(question.text) > 0 || lacksLine(question));
  return {
    status: isWhole && !isPart ? "answered" : "partial",
    sentences: withoutRepetition(located.flatMap((part) => part.sentences.slice(0, sentencesPerDimension))),
  };
}

/** The part of a question on one of its dimensions: what only the words on another one name is not its subject. */
const partOn = (question: QuestionReading, dimension: Dimension): QuestionReading => ({
  ...question,
  dimension,
  limit: dimension.limit,
  subject: question.subject.filter(
    (one) => one.kind !== undefined || !isOfOtherDimension(question.text, one, dimension),
  ),
});

/** Whether a question asks for the distance from more lines than were read as setbacks. */
function lacksLine({ text, dimensions: asked }: QuestionReading): boolean {
  const lines = linesAsked(text);
  return lines > 1 && asked.filter(isSetback).length < lines;
}

/** How many parts of a question are stated: its dimensions, or the values of the one that is asked for in several cases. */
function statedIn(question: QuestionReading, located: readonly ExtractiveAnswer[]): number {
  if (question.dimensions.length > 1) return located.length;
  const told = located.flatMap(({ sentences }) => sentences.flatMap(({ evidence }) => evidence));
  return Math.max(
    located.length,
    new Set(told.flatMap((one) => amountsIn(question, one).map(({ value }) => value))).size,
  );
}

/** "At least ten feet from each lot line": the setback from the front, the sides and the rear alike. */
const isOfAllLines = ({ text }: AnswerSentence) =>
  /\b(?:an?|any|each|every|all)\s+(?:lot|property)\s+(?:boundary\s+)?lines?\b/i.test(text);

/** "How wide must my lot be": where the law limits no width, its frontage on the street answers. */
const asksHowWide = ({ dimension, text }: QuestionReading) =>
  dimension?.id === "lot width" && /\bhow wide\b/i.test(text) && !/\bwidth\b/i.test(text);
const frontage = dimensions.find(({ id }) => id === "frontage") ?? null;
const ofFrontage = (question: QuestionReading): QuestionReading => ({ ...question, dimension: frontage });

const isOfAccessory = ({ conditions }: ReadRules["standards"][number]) =>
  conditionsIn(conditions.join(" ")).get("role")?.has("accessory") === true;

/** Answers one dimension by the rules read at ingest, which quote what disagrees, else by what the passages state. */
function answerDimension(question: QuestionReading, found: Found, isSize: boolean): ExtractiveAnswer {
  const { evidence, rules, passages } = found;
  if (otherSpacesAsked(question)) return noAnswer;
  const byStandard = (asked: QuestionReading) =>
    answerByStandard(asked, { standards: rules.standards, passages, evidence });
  const own = question.dimension?.id === "parking" ? parkingAnswer(question, found) : byStandard(question);
  const ruled = own.status === "not_located" && asksHowWide(question) ? byStandard(ofFrontage(question)) : own;
  if (ruled.status !== "not_located" || isSize) return ruled;
  // What was read as the standard of accessory buildings states no value at large.
  const ofOthers = rules.standards
    .filter((one) => isOfAccessory(one) && !isForCase(question, one))
    .flatMap((one) => evidenceOfRule(one, passages) ?? []);
  const others = evidence.filter((one) => !ofOthers.some((other) => overlaps(one, other)));
  const stated = answerValue(question, others);
  if (question.dimension?.id !== "parking" || stated.status !== "answered") return stated;
  const counted = stated.sentences.map((one) => withCount(one, one.text, { question: question.text, evidence }));
  const lacksOne = counted.some((one) => lacksCount(one, question.text));
  return { status: lacksOne ? "partial" : "answered", sentences: counted };
}

/** Answers what parking a use needs by the entries read at ingest, else by what a section on that use alone says. */
function parkingAnswer(question: QuestionReading, { evidence, rules, passages }: Found): ExtractiveAnswer {
  const ruled = answerParking(question, { parking: rules.parking, passages, evidence });
  if (ruled.status === "answered") return ruled;
  const ofSection = answerParkingOfSection(question, evidence);
  return ofSection.status === "answered" || ruled.status === "not_located" ? ofSection : ruled;
}
