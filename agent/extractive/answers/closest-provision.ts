import { analyse } from "../../../ingest/index.ts";
import type { Passage } from "../../../retrieval/index.ts";
import { actorsIn } from "../../grounding/reading/actors.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import { termCoverage } from "../../text/words.ts";
import { amountsSaidIn, type Evidence, headingsOf, isTitle, saidBy, saidInFull } from "../evidence/evidence.ts";
import { isSetback } from "../question/dimensions.ts";
import { byHeight, statesMeasure } from "../question/measures.ts";
import { nearnessTo } from "../question/nearness.ts";
import { makeTermMatch } from "../question/other-words.ts";
import { partsAsked } from "../question/parts-asked.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptsOf, isEveryday, kindsIn } from "../question/use-words.ts";
import {
  amountsIn,
  beginsAtAmount,
  isDefining,
  isOfOtherYard,
  speaksOfKinds,
  statesOtherLimit,
} from "./amount-answer.ts";
import { type ExtractiveAnswer, sentenceOf } from "./answer.ts";
import { notesOf } from "./cell-notes.ts";
import { conditionFit, conditionsIn, isUnaskedCase } from "./conditions.ts";
import { standingOf } from "./district-match.ts";
import { quoteAnswer } from "./quote.ts";
import { termWeights } from "./term-weights.ts";

/**
 * Nearness from which a passage is about what is asked, and the share of the question's words that tells the same; what is
 * found for questions that nothing answers stays below both.
 */
const enough = { nearness: 0.33, words: 0.7 };
/** What a meaning near to the question's counts beside the score of the search, and a near title beside that. */
const share = { nearness: 0.5, title: 0.2 };
/** Passages, and sentences of them, that come so far behind the best one are not the closest. */
const closely = { passage: 0.2, sentence: 0.4 };
const mostPassages = 4;
/**
 * Tells a question which no way of answering answers the provisions that come closest. They are quoted, but for an amount
 * asked of one thing that one provision alone states: no other comes near it, it holds in the district and on the conditions
 * of the question, and says most of what is asked.
 */
export function closestProvision(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const closest = closestEvidence(question, evidence);
  const [only, ...others] = closest;
  const notes =
    only && others.length === 0 && answersAlone(question, only, evidence) ? notesOf(only, evidence) : undefined;
  if (!only || !notes) return quoteAnswer(closest);
  return { status: "answered", sentences: [sentenceOf(only), ...notes] };
}

/** Share of the question's words of which the one provision speaks; or the nearness of its meaning, whatever its words. */
const enoughAlone = { words: 0.5, nearness: 0.5 };

function answersAlone(question: QuestionReading, one: Evidence, evidence: readonly Evidence[]): boolean {
  const { dimension, measure, districts, kind, text } = question;
  if ((!dimension && !measure) || kind === "permission" || question.isForBody || partsAsked(question) > 1) return false;
  if (refersOn.test(one.text) || beginsAtAmount(question, one) || amountsIn(question, one).length === 0) return false;
  if (districts.length > 0 && standingOf(one, districts).kind !== "named") return false;
  const said = `${one.lead} ${saidBy(one)}`;
  const underTitle = `${said} ${headingsOf(one)[0] ?? ""}`;
  if (!speaksOfKinds(question, analyse(underTitle))) return false;
  const [asked, told] = [conditionsIn(text), conditionsIn(said)];
  if (conditionFit(asked, told) === "excludes" || isUnaskedCase(asked, told)) return false;
  if (dimension?.told.test(saidBy(one))) return true;
  const { near, coverageOf } = wordsAsked(question, evidence);
  return coverageOf(underTitle) >= enoughAlone.words || (!dimension && near(said) >= enoughAlone.nearness);
}

/**
 * Returns the provisions that come closest to a question, closest first: of the passages that the search and the
 * meaning of their words put first, the sentences nearest to the question. Where the question names a kind of use, the
 * passage must speak of it. Where it asks for an amount, the sentence must state one; where it asks who acts, the sentence must
 * name a body.
 */
export function closestEvidence(question: QuestionReading, evidence: readonly Evidence[]): Evidence[] {
  const words = wordsAsked(question, evidence);
  const { near, coverageOf } = words;
  const { isEntitled, speaksOf } = makeKindsAsked(question);
  const ranked = [...new Set(evidence.map((one) => one.passage))]
    .map((passage) => ({ passage, ...closeness(passage, near) }))
    .sort((a, b) => b.score - a.score);
  const least = (ranked[0]?.score ?? 0) - closely.passage;
  const closest = ranked
    .filter(
      ({ passage, nearness, score }) =>
        score >= least &&
        (nearness >= enough.nearness || isEntitled(passage) || coverageOf(wordsOf(passage)) >= enough.words) &&
        speaksOf(passage),
    )
    .slice(0, mostPassages);
  return nearestSentences(question, evidence, words, new Map(closest.map(({ passage, score }) => [passage, score])));
}

/** Share of the question's words, by weight, of which the passage that was found first must speak: one telling word at least. */
const enoughOfFirst = 0.2;

/** Returns the provisions of the passage that was found first which come closest to a question, closest first. */
export function closestOfFirst(question: QuestionReading, evidence: readonly Evidence[]): Evidence[] {
  const [first] = evidence;
  if (!first) return [];
  const words = wordsAsked(question, evidence);
  const isNear = words.coverageOf(wordsOf(first.passage)) >= enoughOfFirst;
  return isNear ? nearestSentences(question, evidence, words, new Map([[first.passage, 0]])) : [];
}

/** Measures how close a text is to the words of a question, and which share of these words it mentions. */
export function wordsAsked(question: QuestionReading, evidence: readonly Evidence[]) {
  const weightOf = termWeights(evidence);
  const matchOf = makeTermMatch(question, weightOf);
  const coverageOf = (text: string) => termCoverage(question.terms, withRelated(analyse(text)), weightOf, matchOf);
  return { near: nearnessTo(question.terms), coverageOf };
}

/** The sentences of scored passages that can tell what is asked, nearest first. */
function nearestSentences(
  question: QuestionReading,
  evidence: readonly Evidence[],
  { near, coverageOf }: ReturnType<typeof wordsAsked>,
  scores: ReadonlyMap<Passage, number>,
): Evidence[] {
  const told = evidence
    .filter((one) => scores.has(one.passage) && canTell(question, one))
    .map((one) => {
      const text = `${one.lead} ${saidInFull(one)}`;
      return {
        one,
        score: (scores.get(one.passage) ?? 0) + coverageOf(text) + near(text),
      };
    })
    .sort((a, b) => b.score - a.score);
  const leastTold = (told[0]?.score ?? 0) - closely.sentence;
  return told.filter(({ score }) => score >= leastTold).map(({ one }) => one);
}

const wordsOf = ({ headingPath, text }: Passage) => `${headingPath.join(" ")} ${text}`;

function closeness(passage: Passage, near: (text: string) => number) {
  const nearness = near(wordsOf(passage));
  const title = near(passage.headingPath.at(-1) ?? "");
  return { nearness, score: passage.score + share.nearness * nearness + share.title * title };
}

/** The kinds of use, animal or structure that a question names, and how passages deal with them. */
function makeKindsAsked({ text, kind }: QuestionReading) {
  const kinds = conceptsOf(text).flatMap((one) => (isEveryday(one) ? [] : (one.kind ?? [])));
  const heldIn = (words: string) => {
    const held = new Set(kindsIn(words));
    return (one: string) => held.has(one);
  };
  const isEntitled = ({ headingPath }: Passage) => kinds.some(heldIn(headingPath.at(-1) ?? ""));
  return {
    /** Whether the passage's own title names one of them. */
    isEntitled,
    /**
     * Whether the passage mentions what the question names: all of it where permission is asked and the title names none of it, else
     * at least one. True for a question that names nothing.
     */
    speaksOf(passage: Passage): boolean {
      if (kinds.length === 0) return true;
      const held = heldIn(`${passage.headingPath.join("\n")}\n${passage.text}`);
      return kind === "permission" ? kinds.every(held) || isEntitled(passage) : kinds.some(held);
    },
  };
}

function canTell(question: QuestionReading, one: Evidence): boolean {
  if (isDefining(one) && question.kind !== "definition") return false;
  if (isOfOtherYard(question, one) || statesOtherLimit(question, one)) return false;
  if (question.isForBody && actorsIn(`${one.lead} ${saidBy(one)}`).length === 0) return false;
  const isStatement = one.cell ? quantitiesIn(one.cell.value).length > 0 : isSaying(one);
  const isOther = question.districts.length > 0 && standingOf(one, question.districts).kind === "other";
  return isStatement && statesAmountAsked(question, one) && !isOther;
}

const shortestSentence = 15;

/** A sentence with a verb of law, or an item of a list that one introduces; a title says nothing, whatever its words. */
function isSaying(one: Evidence): boolean {
  const { text, lead } = one;
  if (isTitle(one)) return false;
  return (text.length >= shortestSentence && verb.test(text)) || (/:$/.test(lead) && verb.test(lead));
}

const verb =
  /\b(?:shall|must|may|can|will|is|are|be|has|have|means?|requires?|needs?|applies|governs?|prohibits?|permits?|expires?|lapses?|decides?|hears?|grants?|approves?|issues?|enforces?|reviews?|administers?|receives?|determines?)\b/i;

/** A provision that sends the reader to a section, table or appendix for what it sets. */
const refersOn =
  /\b(?:as|by|to|what|that|see|under|in)\s+(?:[\w-]+\s+){0,3}?(?:[Ss]ections?\b|§|[Tt]able\b|[Aa]ppendix\b)/;

function statesAmountAsked({ kind, dimension, measure }: QuestionReading, one: Evidence): boolean {
  const told = one.cell ? one.cell.value : one.text;
  if (kind !== "value" || !dimension) return measure === null || statesMeasure(measure, told, amountsSaidIn(one));
  const isStated =
    one.cell !== null ||
    (isSetback(dimension) && byHeight.test(told)) ||
    quantitiesIn(told).some(({ unit }) => unit !== null && dimension.units.includes(unit));
  const [heading = ""] = headingsOf(one);
  return (
    isStated &&
    dimension.told.test(`${heading} ${one.lead} ${saidBy(one)}`) &&
    (!dimension.notTold?.test(saidBy(one)) || dimension.told.test(heading))
  );
}
