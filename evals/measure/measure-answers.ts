import { asksForAnswer } from "../answer-labels.ts";
import type { AnswerOutcome } from "../answer-outcome.ts";
import type { EvalQuery } from "../eval-folder.ts";
import { type Decision, decisionOf, isInSection, statesValue, unsupportedNumbers } from "../judge-answers.ts";
import type { AnswerMeasure, AnswerRecord } from "../run-record.ts";
import type { Engine, GivenAnswer } from "./engine.ts";

const quoteLength = 400;

/** Answers judged, with the citations that were looked up. */
export interface MeasuredAnswers {
  readonly records: readonly AnswerRecord[];
  readonly checked: number;
  readonly misquoted: number;
}

type Marks = Partial<Record<AnswerMeasure, boolean>>;

/** Asks every question whose answer has labels, and judges each answer by them; `onAnswer` gets the answers so far. */
export async function measureAnswers(
  engine: Engine,
  queries: readonly EvalQuery[],
  onAnswer: (records: readonly AnswerRecord[]) => void = () => undefined,
): Promise<MeasuredAnswers> {
  const records: AnswerRecord[] = [];
  let checked = 0;
  let misquoted = 0;
  for (const query of queries) {
    if (!asksForAnswer(query.labels)) continue;
    const given = await engine.answer(query);
    const looked = given.citations.filter(({ stands }) => stands !== null);
    checked += looked.length;
    misquoted += looked.filter(({ stands }) => !stands).length;
    records.push(judge(query, given));
    onAnswer(records);
  }
  return { records, checked, misquoted };
}

/** Judges one answer by the labels of its question. */
export function judge(query: EvalQuery, given: GivenAnswer): AnswerRecord {
  const { labels } = query;
  const hasFailed = given.failure !== undefined;
  const hasAbstained = given.status === "not_located";
  const isQuoted = given.status === "partial" && !opensWithDecision.test(given.text);
  const marks: Marks = labels.shouldAbstain
    ? { "abstains where nothing answers": hasAbstained }
    : { "answers where something does": !hasAbstained && !hasFailed };
  if (valueGroups(labels).length > 0) Object.assign(marks, valueMarks(query, given));
  // A quote of the law decides nothing, whatever words of permission it contains.
  const decision = hasFailed ? "failed" : hasAbstained ? "abstained" : isQuoted ? "quoted" : decisionOf(given.text);
  if (labels.decisions.length > 0) {
    marks["decision right"] = labels.decisions.some((label) => label === decision);
    if (!hasFailed) marks["promises no more than the law"] = !promisesTooMuch(labels.decisions, decision);
  }
  if (labels.words.length > 0)
    marks["words right"] = given.citations.length > 0 && labels.words.some((words) => says(given.text, words));
  if (labels.requiredSections.length > 0) {
    marks["cites a required section"] = given.citations.some((citation) =>
      labels.requiredSections.some((reference) => isInSection(citation, reference)),
    );
  }
  if (given.citations.length > 0) marks["every number cited"] = isFaithful(query, given);
  const outcome = hasFailed
    ? "failed"
    : hasAbstained
      ? "abstained"
      : isQuoted
        ? "quoted"
        : outcomeOfAssertion(query, marks);
  if (outcome === "right" || outcome === "wrong") marks["assertion right"] = outcome === "right";
  if (isQuoted && !labels.shouldAbstain) marks["quote holds the answer"] = holdsAnswer(query, given, marks);
  return {
    query: query.id,
    answer: given.text,
    status: given.status,
    outcome,
    marks,
    ...(labels.decisions.length > 0 ? { decided: decision, wanted: labels.decisions } : {}),
    citations: given.citations.map(({ section, page, headingPath, quote }) => ({
      section,
      page,
      heading: headingPath.join(" > "),
      quote: quote.slice(0, quoteLength).toWellFormed(),
    })),
    tookMs: Math.round(given.tookMs * 10) / 10,
    ...(given.failure === undefined ? {} : { failure: given.failure }),
    ...(given.use === undefined ? {} : { use: given.use }),
  };
}

/** A partial answer that says yes or no asserts it, whatever its status. */
const opensWithDecision = /^(?:yes|no)[,:]/i;

/**
 * An assertion is right when its value, decision or words are right. A value must cite a place that the labels name too; a
 * decision or a body that the law names in several places need not.
 */
function outcomeOfAssertion(query: EvalQuery, marks: Marks): AnswerOutcome {
  if (query.labels.shouldAbstain) return "wrong";
  const isRight = marks["value right"] !== false && marks["decision right"] !== false && marks["words right"] !== false;
  return isRight && marks["value and page right"] !== false ? "right" : "wrong";
}

/** "Permitted" where the law asks for an approval or forbids, and "with an approval" where it forbids. */
function promisesTooMuch(wanted: readonly Decision[], decided: AnswerRecord["decided"]): boolean {
  const strictness: readonly string[] = ["permitted", "conditional", "restricted"];
  const at = strictness.indexOf(decided ?? "");
  return at >= 0 && wanted.every((label) => strictness.indexOf(label) > at);
}

/** A quote holds the answer when it cites a judged place and contains the labelled value or words, where there are any. */
function holdsAnswer(query: EvalQuery, given: GivenAnswer, marks: Marks): boolean {
  return marks["value right"] !== false && marks["words right"] !== false && citesJudged(query, given);
}

/** Whether a citation is on a labelled page, in a required section, or in a judged record. */
function citesJudged({ labels, relevant }: EvalQuery, { citations }: GivenAnswer): boolean {
  return citations.some(
    (citation) =>
      (labels.pages.length > 0
        ? citation.page !== null && labels.pages.includes(citation.page)
        : citation.records.some((record) => relevant.has(record))) ||
      labels.requiredSections.some((reference) => isInSection(citation, reference)),
  );
}

/** Tells whether a text holds words as they are written, apart from case and spaces. */
function says(text: string, words: string): boolean {
  const plain = (part: string) => part.replace(/\s+/g, " ").toLowerCase();
  return plain(text).includes(plain(words));
}

/** Groups of values of which a right answer states one each. */
function valueGroups({ values, parts }: EvalQuery["labels"]): readonly (readonly number[])[] {
  return values.length > 0 ? [values, ...parts] : parts;
}

function valueMarks(query: EvalQuery, given: GivenAnswer): Marks {
  const isStated = (values: readonly number[]) => statesValue(given.text, values);
  const value = given.citations.length > 0 && valueGroups(query.labels).every(isStated);
  const page = citesJudged(query, given);
  return { "value and page right": value && page, "value right": value, "page right": page };
}

/** Every number in digits of an answer stands in a quote it cites or in the headings of one, or is counted for the question by a rate it states. */
function isFaithful({ text: question }: EvalQuery, { text, citations }: GivenAnswer): boolean {
  const sources = citations.flatMap(({ quote, headingPath }) => [quote, ...headingPath]);
  // Where the answer repeats the district that was asked about, the number is the question's.
  const asked = /\bIn the [^:]{1,80} district\b|, [^:]{1,80} district:|\bin the [^:]{1,80}:/g;
  return unsupportedNumbers(text.replace(asked, " "), sources, question).length === 0;
}
