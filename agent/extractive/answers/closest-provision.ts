import { analyse, remembered } from "../../../ingest/index.ts";
import type { Passage } from "../../../retrieval/index.ts";
import { actorsIn } from "../../grounding/reading/actors.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import { termCoverage } from "../../text/words.ts";
import { amountsSaidIn, type Evidence, headingsOf, isTitle, saidBy, saidInFull } from "../evidence/evidence.ts";
import { termsAsked } from "../question/asking-sentence.ts";
import { statesMeasure } from "../question/measures.ts";
import { nearnessTo } from "../question/nearness.ts";
import { speaksOfSpaces } from "../question/other-spaces.ts";
import { makeTermMatch } from "../question/other-words.ts";
import { amountsAsked, partsAsked } from "../question/parts-asked.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptsOf, isEveryday, kindsIn } from "../question/use-words.ts";
import {
  amountsIn,
  holdsAsAsked,
  isCrowded,
  isDefining,
  isOfOtherPlace,
  opensAtAmount,
  speaksOfKinds,
  statesOtherLimit,
  withoutShares,
} from "./amount-gate.ts";
import type { ExtractiveAnswer } from "./answer.ts";
import { assertedWithNotes } from "./cell-notes.ts";
import { standingOf } from "./district-match.ts";
import { lacksCount } from "./parking-answer.ts";
import { quoteAnswer } from "./quote.ts";
import { contradicts } from "./rivals.ts";
import { termWeights } from "./term-weights.ts";

/**
 * What counts beside the score of the search for how close a sentence comes: the share of the question's words that it mentions, how
 * near it is in meaning, and whether it can tell what is asked.
 *
 * Chosen on the 184 labelled questions that nothing else answers. For 95 of them a single sentence is the answer; for 79 of
 * these it is among the three closest.
 */
const share = { words: 0.1, nearness: 0.2, telling: 0.1 };
/** From this on a sentence is close; nine in ten of the questions that nothing answers find none. */
const enough = 0.69;
/** A passage with a lower score of the search holds no sentence that could be close. */
const leastToRead = enough - share.words - share.nearness - share.telling;
/** Nearness of meaning, or share of the question's words, from which a passage is about what is asked. */
const about = { nearness: 0.33, words: 0.7 };
/** Below this score of the search neither tells so. */
const leastAbout = 0.36;
/** Sentences that come so far behind the closest one are not quoted beside it. */
const closely = 0.2;
/** Two sentences compete when their coverage of the question, by words and meaning, differs by no more than this. */
const clearly = 0.4;

/**
 * Tells a question which no way of answering answers the provisions that come closest. They are quoted, but for an amount
 * asked of one thing that one provision alone states: no other comes near it, it holds in the district and on the conditions
 * of the question, and says most of what is asked.
 */
export function closestProvision(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const words = wordsAsked(question, evidence);
  const close = closeSentences(question, evidence, words);
  return assertedAlone(question, evidence, close, words) ?? quoteAnswer(closest(close));
}

function assertedAlone(
  question: QuestionReading,
  evidence: readonly Evidence[],
  close: readonly CloseSentence[],
  words: WordsAsked,
): ExtractiveAnswer | undefined {
  const only = onlyTelling(question, close);
  return only && answersAlone(question, only, words) ? assertedWithNotes([only], evidence) : undefined;
}

/** Returns the provisions that come closest to a question, closest first; none where none comes close. */
export function closestEvidence(question: QuestionReading, evidence: readonly Evidence[]): Evidence[] {
  return closest(closeSentences(question, evidence, wordsAsked(question, evidence)));
}

/**
 * Returns the provision that comes closest to a question, the closest of each passage, closest first, and the answer where one
 * provision alone tells what is asked; the first and the last undefined where there is none.
 */
export function closestOfAll(question: QuestionReading, evidence: readonly Evidence[]) {
  const words = wordsAsked(question, evidence);
  const close = closeSentences(question, evidence, words);
  return {
    closest: closest(close)[0],
    ofEach: closestOfEach(question, evidence, words),
    alone: assertedAlone(question, evidence, close, words),
  };
}

/** What comes closest to a question, read once. */
export type ClosestRead = ReturnType<typeof closestOfAll>;

/**
 * The closest sentence, if it can state what is asked, its passage is about that, and no competing sentence states other
 * amounts of the kind, but for one that its amount only says of which things it is: "a vehicle over 5,000 pounds shall …".
 */
function onlyTelling(question: QuestionReading, close: readonly CloseSentence[]): Evidence | undefined {
  const [first, ...others] = close.filter(({ tells }) => tells);
  if (!first?.isAbout || first.score < (close[0]?.score ?? 0) - closely) return undefined;
  const isOther = ({ fit, one }: CloseSentence) =>
    !mayBeVaried.test(one.text) &&
    fit >= first.fit - clearly &&
    !opensAtAmount(question, one) &&
    contradicts(question, one, first.one);
  return others.some(isOther) ? undefined : first.one;
}

/** A board may allow more than a limit, which does not contradict it: "the Commission may permit an increase of said height to 120 feet". */
const mayBeVaried =
  /\bmay (?:permit|allow|approve|grant|authorize)\b[^.;]{0,30}\b(?:increase|reduction|greater|lesser|modification|waiver)/i;

/** Share of the question's words of which the one provision speaks; or the nearness of its meaning, whatever its words; or nearly all words, whatever kinds they name. */
const enoughAlone = { words: 0.5, nearness: 0.5, whole: 0.85 };

/** A question about the distance from a lot line is answered only by a provision that mentions a line, a lot or a yard. */
const fromLine = /\b(?:lot|property|boundary|street|side|rear|front) lines?\b/i;
const ofLine = /\b(?:lines?|boundar(?:y|ies)|lots?|propert(?:y|ies)|yards?|setbacks?)\b/i;

function answersAlone(question: QuestionReading, one: Evidence, { near, coverageOfAsked }: WordsAsked): boolean {
  const { dimension, measure, districts, kind } = question;
  if ((!dimension && !measure) || kind === "permission" || question.isForBody) return false;
  if (!statesAllAsked(question, one)) return false;
  const standing = standingOf(one, districts);
  const isOfPlace = districts.length > 0 ? standing.kind === "named" : !dimension || standing.kind !== "other";
  const said = `${one.lead} ${saidBy(one)}`;
  const underTitle = `${said} ${headingsOf(one)[0] ?? ""}`;
  if (!isOfPlace || amountsIn(question, one).length === 0) return false;
  if (fromLine.test(question.text) && !ofLine.test(underTitle)) return false;
  const covered = coverageOfAsked(underTitle);
  if (!speaksOfKinds(question, analyse(underTitle)) && covered < enoughAlone.whole) return false;
  if (!holdsAsAsked(question, one)) return false;
  if (isCrowded(one)) return false;
  if (dimension?.id === "parking" && lacksCount({ text: one.text }, question.text)) return false;
  if (dimension?.told.test(withoutShares(saidBy(one)))) return true;
  return covered >= enoughAlone.words || (!dimension && near(said) >= enoughAlone.nearness);
}

/** Whether one provision states an amount for each of the dimensions or measures asked for, and as many as there are parts of the question. */
function statesAllAsked(question: QuestionReading, one: Evidence): boolean {
  const { dimensions } = question;
  const isOfSeveral = dimensions.length > 1;
  const asked = isOfSeveral
    ? dimensions.map((dimension) => ({ ...question, dimension, limit: dimension.limit }))
    : amountsAsked(question);
  const said = `${one.lead} ${saidBy(one)}`;
  const isTold = (part: QuestionReading) =>
    amountsIn(part, one).length > 0 && (!isOfSeveral || (part.dimension?.told.test(said) && holdsAsAsked(part, one)));
  const amounts = asked.flatMap((part) => amountsIn(part, one).map(({ value, unit }) => `${value} ${unit}`));
  return asked.every(isTold) && new Set(amounts).size >= Math.max(dimensions.length, partsAsked(question));
}

/** A sentence that is close enough to a question to be quoted. */
interface CloseSentence {
  readonly one: Evidence;
  /** The score of the search for its passage, and what its own words, meaning and kind add: `share`. */
  readonly score: number;
  /** How much of the question it covers by its words and its meaning, with the score of the search. */
  readonly fit: number;
  readonly tells: boolean;
  /** Whether its passage is about what is asked. */
  readonly isAbout: boolean;
}

/**
 * The sentences that come close to a question, closest first: those with a high score, and those that can tell what is asked in a
 * passage that is about it.
 */
function closeSentences(question: QuestionReading, evidence: readonly Evidence[], words: WordsAsked): CloseSentence[] {
  const read = evidence.filter(({ passage }) => passage.score >= leastToRead);
  const passages = [...new Set(read.map(({ passage }) => passage))];
  const isAbout = new Map(passages.map((passage) => [passage, isAboutAsked(question, passage, words)]));
  return read
    .filter((one) => isQuotable(question, one))
    .map((one): CloseSentence => {
      const text = `${one.lead} ${saidInFull(one)}`;
      const [covered, nearness, tells] = [words.coverageOf(text), words.near(text), canTell(question, one)];
      const { score } = one.passage;
      const told = share.words * covered + share.nearness * nearness + (tells ? share.telling : 0);
      return {
        one,
        tells,
        isAbout: isAbout.get(one.passage) === true,
        score: score + told,
        fit: score + covered + nearness,
      };
    })
    .filter(({ score, tells, isAbout }) => score >= enough || (tells && isAbout))
    .sort((a, b) => b.score - a.score);
}

/** Whether a passage that the search does not put far down is about what is asked, by its meaning, its words or its title. */
function isAboutAsked(question: QuestionReading, passage: Passage, { near, coverageOf }: WordsAsked): boolean {
  if (passage.score < leastAbout) return false;
  const text = wordsOf(passage);
  const { mentions, isTitle } = speaksOfAsked(question, passage);
  return mentions && (isTitle || near(text) >= about.nearness || coverageOf(text) >= about.words);
}

const closest = (close: readonly CloseSentence[]): Evidence[] =>
  close.filter(({ score }) => score >= (close[0]?.score ?? 0) - closely).map(({ one }) => one);

/** Share of the question's words, by weight, of which a passage must speak: one telling word at least. */
const enoughOfPassage = 0.3;
/** What the score of the search counts beside how much of the question a sentence covers. */
const scoreOfPassage = 2;

function closestOfEach(
  question: QuestionReading,
  evidence: readonly Evidence[],
  { near, coverageOf }: WordsAsked,
): Evidence[] {
  const ofPassages = [...Map.groupBy(evidence, ({ passage }) => passage)].flatMap(([passage, own]) => {
    if (coverageOf(wordsOf(passage)) < enoughOfPassage) return [];
    const telling = own.filter((one) => isQuotable(question, one) && canTell(question, one));
    const [best] = telling
      .map((one) => ({ one, text: `${one.lead} ${saidInFull(one)}` }))
      .map(({ one, text }) => ({ one, fit: coverageOf(text) + near(text) }))
      .sort((a, b) => b.fit - a.fit);
    return best ? [{ one: best.one, fit: best.fit + passage.score * scoreOfPassage }] : [];
  });
  return ofPassages.sort((a, b) => b.fit - a.fit).map(({ one }) => one);
}

const wordsOf = ({ headingPath, text }: Passage) => `${headingPath.join(" ")} ${text}`;

type WordsAsked = ReturnType<typeof wordsAsked>;

/**
 * Measures how close a text is to the words of a question, and which share of these words it mentions, or of those of the
 * sentence that asks.
 */
export function wordsAsked(question: QuestionReading, evidence: readonly Evidence[]) {
  const weightOf = termWeights(evidence);
  const matchOf = makeTermMatch(question, weightOf);
  const coverageOf = (text: string) => termCoverage(question.terms, withRelated(analyse(text)), weightOf, matchOf);
  const asked = termsAsked(question);
  const telling = asked.length >= 2 ? asked : question.terms;
  const coverageOfAsked = (text: string) => termCoverage(telling, withRelated(analyse(text)), weightOf, matchOf);
  return { near: remembered(nearnessTo(question.terms)), coverageOf: remembered(coverageOf), coverageOfAsked };
}

/**
 * Whether a passage mentions the kinds of use, animal or structure that a question names, and whether its title does: all of them
 * where permission is asked and its title names none, else at least one. A question that names nothing is mentioned by all.
 */
function speaksOfAsked({ text, kind }: QuestionReading, { headingPath, text: told }: Passage) {
  const kinds = conceptsOf(text).flatMap((one) => (isEveryday(one) ? [] : (one.kind ?? [])));
  if (kinds.length === 0) return { mentions: true, isTitle: false };
  const ofTitle = new Set(kindsIn(headingPath.at(-1) ?? ""));
  const held = new Set(kindsIn(`${headingPath.join("\n")}\n${told}`));
  const isTitle = kinds.some((one) => ofTitle.has(one));
  const mentions =
    kind === "permission" && !isTitle ? kinds.every((one) => held.has(one)) : kinds.some((one) => held.has(one));
  return { mentions, isTitle };
}

/** Whether what a quotable sentence states can be what is asked. */
function canTell(question: QuestionReading, one: Evidence): boolean {
  if (isDefining(one) && question.kind !== "definition") return false;
  if (isOfOtherPlace(question, one) || statesOtherLimit(question, one)) return false;
  if (question.isForBody && actorsIn(`${one.lead} ${saidBy(one)}`).length === 0) return false;
  return statesAmountAsked(question, one);
}

/** Whether a piece of evidence states something, and not of another district than the question's. */
function isQuotable(question: QuestionReading, one: Evidence): boolean {
  const { districts } = question;
  const isStatement = one.cell ? quantitiesIn(one.cell.value).length > 0 : isSaying(one);
  return (
    isStatement &&
    speaksOfSpaces(question, one) &&
    !(districts.length > 0 && standingOf(one, districts).kind === "other")
  );
}

const shortestSentence = 15;

/** A sentence with a verb of law, or an item of a list that one introduces; a title says nothing, whatever its words. */
function isSaying(one: Evidence): boolean {
  const { text, lead } = one;
  if (isTitle(one)) return false;
  const isSentence = text.length >= shortestSentence && (verb.test(text) || isWholeSentence(text));
  return isSentence || (/:$/.test(lead) && verb.test(lead));
}

/** Six words or more up to a full stop: "The Township Board sets the fees by resolution." */
const isWholeSentence = (text: string) =>
  /^\W*[A-Z]/.test(text) && /\.["”’')]?(?:\s?\[\d+\])?$/.test(text.trim()) && text.trim().split(/\s+/).length >= 6;

const verb =
  /\b(?:shall|must|may|can|will|is|are|be|has|have|means?|requires?|needs?|applies|governs?|prohibits?|permits?|expires?|lapses?|decides?|hears?|grants?|approves?|issues?|enforces?|reviews?|administers?|receives?|determines?)\b/i;

function statesAmountAsked(question: QuestionReading, one: Evidence): boolean {
  const { kind, dimension, measure } = question;
  if (kind !== "value" || !dimension)
    return measure === null || statesMeasure(measure, one.cell ? one.cell.value : one.text, amountsSaidIn(one));
  const [heading = ""] = headingsOf(one);
  const isOf = dimension.told.test(withoutShares(`${heading} ${one.lead} ${saidBy(one)}`));
  const isOfOther = dimension.notTold?.test(saidBy(one)) && !dimension.told.test(heading);
  return (one.cell !== null || amountsIn(question, one).length > 0) && isOf && !isOfOther;
}
