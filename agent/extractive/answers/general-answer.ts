import { analyse } from "../../../ingest/index.ts";
import { quantitiesIn } from "../../text/quantities.ts";
import { contentTerms, termCoverage } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import { statesMeasure, unitAskedIn } from "../question/measures.ts";
import { makeTermMatch } from "../question/other-words.ts";
import { asksWho, type QuestionReading } from "../question/read-question.ts";
import { withRelated } from "../question/related-words.ts";
import { conceptMatch } from "../question/use-words.ts";
import {
  type AnswerSentence,
  asLabel,
  asSentence,
  type ExtractiveAnswer,
  noAnswer,
  spansWithLabels,
} from "./answer.ts";
import { contradicts } from "./contradictions.ts";
import { standingOf } from "./district-match.ts";
import { sentenceOfText } from "./text-sentence.ts";
import { hasValue, labelsOf } from "./value-told.ts";

const enoughCoverage = 0.72;
/** A word that no evidence holds may be the asker's own for something the ordinance calls otherwise. */
const unseenWeight = 2.5;
const mostSentences = 3;
/** A sentence that says something has a verb; a heading has none. */
const says =
  /\b(?:shall|must|may|can|will|is|are|be|was|has|have|becomes?|means?|includes?|requires?|required|applies|expires?|permitted|prohibited|allowed|needs?|lapses?|remains?|governs?|meets?|serves?|consists?|comply|complies|receives?|appoints?|elects?|keeps?|pays?|follows?|begins?|ends?)\b/i;

/** Answers any other question with the sentences that hold most of its words and the kind of answer it wants. */
export function answerGenerally(
  question: QuestionReading,
  evidence: readonly Evidence[],
  leastCoverage = enoughCoverage,
): ExtractiveAnswer {
  const seenWeight = termWeights(evidence);
  const asked = verbOfWho(question.text);
  const weightOf = (term: string) => seenWeight(term) * (asked.has(term) ? 0.35 : 1);
  const matchOf = makeTermMatch(question, rarityOf(evidence));
  const fitting = evidence
    .filter((one) => (one.cell ? one.cell.value !== "" : saysSomething(question.text, one.text)))
    .filter((one) => !contradicts(question, one))
    .map((one) => ({ one, ...scoreOf(question, one, { weightOf, matchOf }) }))
    .filter(
      ({ coverage, wanted, isOther }) =>
        coverage >= leastCoverage - leeway(question, wanted) && wanted >= 0 && !isOther,
    )
    .sort((a, b) => b.score - a.score);
  const whole = fitting.filter(({ about }) => about === 1);
  const scored = whole.length > 0 ? whole : fitting;
  const best = scored[0];
  if (!best) return noAnswer;
  const seen = new Set<string>();
  const chosen = scored.filter(({ one, score, inside, wanted }) => {
    const key = `${one.charStart} ${one.passage.documentId}`;
    if (seen.has(key) || score < best.score * 0.85) return false;
    seen.add(key);
    if (inside < best.inside - 0.15 || wanted < best.wanted) return false;
    return one.passage.parent.charStart === best.one.passage.parent.charStart || score > best.score * 0.95;
  });
  return { status: "answered", sentences: chosen.slice(0, mostSentences).map(({ one }) => sentenceOf(one)) };
}

/** A sentence that goes on from the one before: "Such notice shall be mailed …". */
const goesOn = /^\W*(?:\(?\w{1,3}[.)]\s+)?(?:such|said|this|these|that|those|it|they)\b/i;

interface Weighing {
  readonly weightOf: (term: string) => number;
  readonly matchOf: (term: string, held: ReadonlySet<string>) => number;
}

function scoreOf(question: QuestionReading, one: Evidence, { weightOf, matchOf }: Weighing) {
  const text = one.cell ? `${labelsOf(one.cell)} ${one.cell.value}` : one.text;
  const said = withRelated(analyse(text));
  const own = withRelated([...said, ...analyse(`${one.lead} ${goesOn.test(one.text) ? one.before : ""}`)]);
  const around = withRelated([...own, ...headingsOf(one).slice(0, 2).flatMap(analyse)]);
  const coverage = termCoverage(question.terms, around, weightOf, matchOf);
  const inside = termCoverage(question.terms, own, weightOf, matchOf);
  const itself = termCoverage(question.terms, said, weightOf, matchOf);
  const standing = standingOf(one, question.districts);
  const district =
    question.districts.length === 0 || question.isSiteDistrict
      ? 0
      : standing.kind === "named"
        ? 0.15
        : standing.kind === "other"
          ? -0.3
          : 0;
  const isTermList = /\bfollowing (?:words|terms|definitions)\b/i.test(one.lead) ? -0.3 : 0;
  const label = one.cell ? analyse(labelsOf(one.cell)) : [];
  const exactness = label.filter((term) => question.terms.includes(term)).length / Math.max(label.length, 1);
  const length = one.text.length < 40 ? -0.15 : one.text.length > 600 ? -0.1 : 0;
  const about = kindsHeld(question, one);
  const wanted = about < 0.6 ? -1 : wantedKind(question, one, text);
  const score =
    coverage * 0.5 +
    inside * 0.3 +
    itself * 0.1 +
    wanted * 0.2 +
    one.passage.score * 0.2 +
    exactness * 0.1 +
    district +
    length +
    isTermList;
  const isOther = question.districts.length > 0 && !question.isSiteDistrict && standing.kind === "other";
  return { coverage, inside, score, wanted, about, isOther };
}

/** Share of the things an amount is asked of that a piece of evidence speaks of: a shop's sign is no sign of a home business. */
function kindsHeld(question: QuestionReading, one: Evidence): number {
  const kinds = question.subject.filter(({ phrases }) => phrases.length > 1);
  if (question.measure === null || kinds.length === 0) return 1;
  const said = one.cell ? labelsOf(one.cell) : one.text;
  return conceptMatch(kinds, analyse([said, one.lead, ...headingsOf(one).slice(0, 2)].join(" ")));
}

/** A sentence with a verb of law, or with the verb of a question for who does it: "The board hears appeals." */
function saysSomething(question: string, text: string): boolean {
  return says.test(text) || (asksWho(question) && /\.$/.test(text) && actsAsAsked(question, text) === 1);
}

/** Whether a sentence holds the kind of thing the question asks for: an amount, a person in charge, a rule. */
function wantedKind(question: QuestionReading, one: Evidence, text: string): number {
  const counted = countedIn(question.text);
  if (counted.length > 0) {
    const held = withRelated(analyse(text));
    return isCounting(text) && counted.every((stem) => held.has(stem)) ? 1 : -1;
  }
  if (/\bhow often\b/i.test(question.text)) return frequency.test(text) ? 1 : -1;
  const { measure } = question;
  if (measure) {
    const isStated = one.cell ? hasValue({ ...question, dimension: null }, one) : statesMeasure(measure, text);
    const unit = unitAskedIn(question.text);
    const isInUnit =
      unit === null || !measure.units.includes(unit) || quantitiesIn(text).some((one) => one.unit === unit);
    if (isStated) return measure.told.test(text) && isInUnit ? 1 : 0.3;
    return measure.told.test(text) ? 0 : -0.6;
  }
  if (asksWho(question.text)) return actsAsAsked(question.text, text);
  return /\b(?:shall|must|may|is|are|required|permitted|prohibited|unlawful)\b/i.test(text) ? 0.4 : 0;
}

/** What a question counts: "hens" of "How many hens may I keep?". */
function countedIn(question: string): string[] {
  const counted =
    /\bhow many\s+(?:different\s+|total\s+)?([\w-]+(?:\s+[\w-]+){0,2}?)(?=\s+(?:do|does|did|can|could|may|might|must|should|are|is|was|will|shall|would|have|has|per|in|on|an?|the|need|at|for|of|to|make)\b|\s*[?.]?$)/i.exec(
      question,
    )?.[1];
  return counted === undefined ? [] : contentTerms(counted).slice(-1);
}

/** Tells whether a text gives a number of something, in digits or words. */
function isCounting(text: string): boolean {
  return (
    quantitiesIn(text).length > 0 ||
    /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|single)\b/i.test(text)
  );
}

/** Amounts of a rare kind tell by themselves what a sentence is about: kelvins, decibels, money. */
function leeway(question: QuestionReading, wanted: number): number {
  return wanted === 1 && question.measure !== null && tellingMeasures.has(question.measure.id) ? 0.2 : 0;
}

const tellingMeasures = new Set(["color temperature", "light", "sound"]);
const frequency =
  /\b(?:each|every|once|twice|times|hourly|daily|weekly|monthly|quarterly|annual(?:ly)?|yearly|regular(?:ly)?)\b/i;

/** Whether a sentence names who does what is asked: someone in charge with the verb of the question, or one turned to. */
function actsAsAsked(question: string, text: string): number {
  if (!actors.test(text)) return -0.5;
  const verb = [...verbOfWho(question)];
  const held = withRelated(analyse(text));
  if (verb.length === 0 || verb.some((stem) => held.has(stem))) return 1;
  return /\b(?:to|by|with) the\b/i.test(text) && text.length < 260 ? 0.3 : -0.5;
}

/** The verb of a question for a person in charge, which a law may word in another way. */
function verbOfWho(question: string): ReadonlySet<string> {
  const verb = /^\s*(?:who|(?:which|what)\s+\w+)\s+(?:(?:can|may|must|will|should)\s+)?(\w+)/i.exec(question)?.[1];
  return new Set(verb === undefined ? [] : analyse(verb));
}

const actors =
  /\b(?:board|commission|council|administrator|officer|examiner|supervisors?|trustees|agency|magistrate|director|planner|inspector|manager|department|committee|official|appeals|court|selectmen|mayor|chief|clerk|marshal|engineer|authority)\b/i;

/** Weighs the words of ordinances by how few pieces of evidence hold them; one that none holds says nothing here. */
function rarityOf(evidence: readonly Evidence[]): (term: string) => number {
  const rarity = countTerms(evidence, (one) => new Set(analyse(`${one.lead} ${one.text}`)));
  return (term) => {
    const rare = rarity(term);
    return rare === null ? 0 : Math.max(rare, 0.1);
  };
}

/** Weighs the words of a question by how few pieces of evidence hold them, in these words or in related ones. */
export function termWeights(evidence: readonly Evidence[]): (term: string) => number {
  const rarity = countTerms(evidence, (one) => withRelated(analyse(one.text)));
  return (term) => Math.min(Math.max(rarity(term) ?? unseenWeight, 0.3), 6);
}

/** The logarithm of how rare a term is among the evidence; null for one that none holds. */
function countTerms(
  evidence: readonly Evidence[],
  termsOf: (one: Evidence) => ReadonlySet<string>,
): (term: string) => number | null {
  const counts = new Map<string, number>();
  for (const one of evidence) for (const term of termsOf(one)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => {
    const count = counts.get(term);
    return count === undefined ? null : Math.log((evidence.length + 1) / (count + 0.5));
  };
}

function sentenceOf(one: Evidence): AnswerSentence {
  if (!one.cell) return sentenceOfText(one);
  const { label, column, value } = one.cell;
  return {
    text: asSentence(`${[asLabel(label), asLabel(column)].filter((part) => part !== "").join(", ")}: ${value}`),
    spans: spansWithLabels(one, { header: column !== "" }),
    evidence: [one],
  };
}
