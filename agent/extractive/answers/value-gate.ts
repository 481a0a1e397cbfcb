import { quantitiesIn } from "../../text/quantities.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import type { ExtractiveAnswer } from "./answer.ts";
import { standingOf } from "./district-match.ts";
import { quoteAnswer } from "./quote.ts";
import { isOfAnotherThing } from "./thing-asked.ts";

/** More sentences than these, each with a value of its own, are no single rule. */
const mostStatements = 2;
/** So many rows with values of their own are a table, and no answer. */
const mostRows = 3;

/**
 * An answer that states a value, asserted only where the value is bound to the district asked about or set for all
 * districts, and its provisions agree; otherwise what it rests on is quoted.
 */
export function gateValue(question: QuestionReading, answer: ExtractiveAnswer): ExtractiveAnswer {
  if (answer.status === "not_located") return answer;
  const evidence = answer.sentences.flatMap((sentence) => sentence.evidence);
  const isAsserted =
    answer.status === "answered" &&
    evidence.every((one) => isBound(question, one)) &&
    !evidence.some((one) => isDefining(one)) &&
    rowsOf(evidence) <= mostRows &&
    evidence.filter(({ cell, text }) => cell === null && quantitiesIn(text).length > 0).length <= mostStatements &&
    !isContradictory(evidence);
  return isAsserted ? answer : quoteAnswer(evidence);
}

/**
 * Whether a value holds for the question: in the district asked about, or in every district. Where none is asked about, a
 * value of one district is bound only if a table states it for the very thing asked about.
 */
function isBound(question: QuestionReading, one: Evidence): boolean {
  if (isOfAnotherThing(question, one)) return false;
  if (question.districts.length > 0 || standingOf(one, []).kind !== "other") return true;
  return one.cell !== null && question.subject.length > 0;
}

/** What a term means sets no value. */
function isDefining(one: Evidence): boolean {
  return headingsOf(one)
    .slice(0, 2)
    .some((heading) => /\bdefin|\bglossary\b/i.test(heading));
}

/** Counts the table rows with different values. */
function rowsOf(evidence: readonly Evidence[]): number {
  const cells = evidence.flatMap(({ cell }) => (cell ? [cell] : []));
  const isOne = new Set(cells.map(({ value }) => value.trim())).size === 1;
  return isOne ? 1 : new Set(cells.map(({ group, label }) => `${group} ${label}`)).size;
}

/** Two sentences that say the same but for their numbers contradict each other. */
function isContradictory(evidence: readonly Evidence[]): boolean {
  const stated = evidence.filter(({ cell }) => cell === null).map(({ text }) => ({ words: wordsOf(text), text }));
  return stated.some(({ words, text }, at) =>
    stated
      .slice(at + 1)
      .some(
        (other) =>
          isMostly(words, other.words) && isMostly(other.words, words) && amountsOf(text) !== amountsOf(other.text),
      ),
  );
}

const enoughShared = 0.75;

function isMostly(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return one.size > 0 && shared / one.size >= enoughShared;
}

const unitOrNumber =
  /^(?:the|of|a|an|shall|be|is|zero|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|feet|foot|ft|square|acres?|sq|percent)$/;

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  return new Set(words.filter((word) => !unitOrNumber.test(word)));
}

function amountsOf(text: string): string {
  return quantitiesIn(text)
    .map(({ value, unit }) => `${value} ${unit}`)
    .join(", ");
}
