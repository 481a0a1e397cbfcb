import { analyse } from "../../../ingest/index.ts";
import type { Passage } from "../../../retrieval/index.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import { termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { statesMeasure } from "../question/measures.ts";
import { nearnessTo } from "../question/nearness.ts";
import { makeTermMatch } from "../question/other-words.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptsOf, isEveryday, kindsIn } from "../question/use-words.ts";
import { statesOtherLimit } from "./amount-answer.ts";
import { type ExtractiveAnswer, noAnswer } from "./answer.ts";
import { contradicts } from "./contradictions.ts";
import { standingOf } from "./district-match.ts";
import { termWeights } from "./general-answer.ts";
import { quoteAnswer } from "./quote.ts";

/** Nearness from which a passage is about what is asked; what is found for questions that nothing answers stays below it. */
const enoughNearness = 0.33;
/** What a meaning near to the question's counts beside the score of the search, and a near title beside that. */
const share = { nearness: 0.5, title: 0.2 };
/** A passage that comes so far behind the best one is not the closest. */
const closely = 0.12;
const mostSentences = 2;

/**
 * Tells the provision that comes closest to a question which no rule of reading answers: of the passage that the search
 * and the meaning of its words put first, the sentences nearest to the question. It is part of an answer at most, and
 * says so. Where the question names a kind of use, the passage must speak of it, and where it asks for an amount, the
 * sentence must state one.
 */
export function closestProvision(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const near = nearnessTo(question.terms);
  const ranked = [...new Set(evidence.map((one) => one.passage))]
    .map((passage) => ({ passage, ...closeness(passage, near) }))
    .sort((a, b) => b.score - a.score);
  const leastScore = (ranked[0]?.score ?? 0) - closely;
  for (const { passage, nearness, score } of ranked) {
    if (score < leastScore) break;
    if (nearness < enoughNearness || !speaksOfKinds(question, passage)) continue;
    const tellable = evidence.filter((one) => one.passage === passage && canTell(question, one));
    if (tellable.length > 0) return tell(question, tellable, evidence, near);
  }
  return noAnswer;
}

/** Tells the sentences of a passage that are nearest to the question; words weigh by how rare they are in all evidence. */
function tell(
  question: QuestionReading,
  tellable: readonly Evidence[],
  evidence: readonly Evidence[],
  near: (text: string) => number,
): ExtractiveAnswer {
  const weightOf = termWeights(evidence);
  const matchOf = makeTermMatch(question, weightOf);
  const told = tellable
    .map((one) => {
      const text = `${one.lead} ${one.text}`;
      const coverage = termCoverage(question.terms, withRelated(analyse(text)), weightOf, matchOf);
      return { one, score: coverage + near(text) };
    })
    .sort((a, b) => b.score - a.score);
  const least = (told[0]?.score ?? 0) - 0.15;
  const chosen = told
    .filter(({ score }) => score >= least)
    .slice(0, mostSentences)
    .map(({ one }) => one)
    .sort((a, b) => a.charStart - b.charStart);
  return quoteAnswer(chosen);
}

function closeness(passage: Passage, near: (text: string) => number) {
  const nearness = near(`${passage.headingPath.join(" ")} ${passage.text}`);
  const title = near(passage.headingPath.at(-1) ?? "");
  return { nearness, score: passage.score + share.nearness * nearness + share.title * title };
}

/**
 * Tells whether a passage speaks of the kinds of use, animal or structure the question names: of all where it asks
 * whether they may be, of one where it asks for something about them.
 */
function speaksOfKinds(question: QuestionReading, passage: Passage): boolean {
  const kinds = conceptsOf(question.text).flatMap((one) => (isEveryday(one) ? [] : (one.kind ?? [])));
  if (kinds.length === 0) return true;
  const held = new Set(kindsIn(`${passage.headingPath.join("\n")}\n${passage.text}`));
  return question.kind === "permission" ? kinds.every((kind) => held.has(kind)) : kinds.some((kind) => held.has(kind));
}

function canTell(question: QuestionReading, one: Evidence): boolean {
  const isDefining = headingsOf(one)
    .slice(0, 2)
    .some((heading) => /\bdefin|\bglossary\b/i.test(heading));
  if (isDefining && question.kind !== "definition") return false;
  if (contradicts(question, one) || statesOtherLimit(question, one)) return false;
  const isStatement = one.cell ? quantitiesIn(one.cell.value).length > 0 : isSaying(one);
  return isStatement && statesAmountAsked(question, one) && isOfDistrict(question, one);
}

/** A sentence with a verb of law, or an item of a list that one introduces; a title says nothing, whatever its words. */
function isSaying(one: Evidence): boolean {
  const { text, lead } = one;
  if (headingsOf(one).some((heading) => withoutStop(heading).endsWith(withoutStop(text)))) return false;
  return (text.length >= 30 && verb.test(text)) || (/:$/.test(lead) && verb.test(lead));
}

function withoutStop(text: string): string {
  return text.replace(/[\s.:]+$/, "").toLowerCase();
}

const verb =
  /\b(?:shall|must|may|can|will|is|are|be|has|have|means?|requires?|needs?|applies|governs?|prohibits?|permits?|expires?|lapses?)\b/i;

function statesAmountAsked({ kind, dimension, measure }: QuestionReading, one: Evidence): boolean {
  const told = one.cell ? one.cell.value : one.text;
  if (kind !== "value" || !dimension) return measure === null || statesMeasure(measure, told);
  const isStated = quantitiesIn(told).some(({ unit }) => unit !== null && dimension.units.includes(unit));
  const label = one.cell ? `${one.cell.group} ${one.cell.label} ${one.cell.column}` : one.text;
  return isStated && dimension.told.test(`${one.lead} ${label}`) && !dimension.notTold?.test(label);
}

/** A value of a district is told of that district only; another rule may hold for all. */
function isOfDistrict(question: QuestionReading, one: Evidence): boolean {
  if (question.districts.length === 0) return true;
  const { kind } = standingOf(one, question.districts);
  return question.kind === "value" && !question.isSiteDistrict ? kind === "named" : kind !== "other";
}
