import { type Decision, decisionOfLabel, numbersIn } from "./judge-answers.ts";

/** What is known beforehand of a good answer to a question; members that do not apply are empty. */
export interface AnswerLabels {
  /** Words of a judged record that hold the answer, verbatim; null when none were marked. */
  readonly span: string | null;
  /** Values of which a right answer states one; areas in square feet. */
  readonly values: readonly number[];
  /** Further values, one group for each part of the question: a right answer states one of every group. */
  readonly parts: readonly (readonly number[])[];
  /** Pages of the file where the value stands; empty when the judged records say it. */
  readonly pages: readonly number[];
  /** Decisions on a use that count as right. */
  readonly decisions: readonly Decision[];
  /** True when nothing in the corpus answers. */
  readonly shouldAbstain: boolean;
  /** Words of which a right answer says one; empty where a value or a decision is the answer. */
  readonly words: readonly string[];
  /** Section numbers of which a right answer cites one. */
  readonly requiredSections: readonly string[];
}

/**
 * Reads the labels of a question from its `metadata`.
 *
 * Members  `answer_span`; `answer_values` or `answer_sqft`, else the numbers of `answer` where `pages` are given;
 *          `answer_parts`; `answer_words`; `decision_in`; `should_abstain`; `must_cite_section_refs`. An `answer` without pages is words of the record.
 * @throws TypeError naming the member that is not what it should be
 */
export function readAnswerLabels(metadata: Readonly<Record<string, unknown>>): AnswerLabels {
  const pages = listOf(metadata, "pages", isNumber, "numbers");
  const answer = typeof metadata.answer === "string" ? metadata.answer : null;
  const given = [
    ...listOf(metadata, "answer_values", isNumber, "numbers"),
    ...listOf(metadata, "answer_sqft", isNumber, "numbers"),
  ];
  const isValue = given.length > 0 || (pages.length > 0 && answer !== null);
  const span = typeof metadata.answer_span === "string" ? metadata.answer_span : isValue ? null : answer;
  if (metadata.should_abstain !== undefined && typeof metadata.should_abstain !== "boolean")
    throw new TypeError("metadata.should_abstain must be true or false");
  const shouldAbstain = metadata.should_abstain === true;
  const decisions = listOf(metadata, "decision_in", isText, "texts").flatMap((label) => decisionOfLabel(label) ?? []);
  return {
    span,
    values: given.length > 0 ? given : isValue ? numbersIn(answer ?? "") : [],
    parts: listOf(metadata, "answer_parts", isNumbers, "lists of numbers"),
    pages,
    decisions: shouldAbstain ? [] : decisions,
    shouldAbstain,
    words: listOf(metadata, "answer_words", isText, "texts"),
    requiredSections: listOf(metadata, "must_cite_section_refs", isText, "texts").map(bareSection),
  };
}

/** Tells whether an answer to the question can be judged by more than its numbers. */
export function asksForAnswer(labels: AnswerLabels): boolean {
  return (
    [labels.values, labels.parts, labels.decisions, labels.words].some((list) => list.length > 0) ||
    labels.shouldAbstain
  );
}

function bareSection(reference: string): string {
  return reference.replace(/^(?:sec(?:tion)?s?\.?|§+|art(?:icle)?\.?)\s*/i, "").replace(/\.$/, "");
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every(isNumber);
const isText = (value: unknown): value is string => typeof value === "string";

function listOf<Item>(
  metadata: Readonly<Record<string, unknown>>,
  member: string,
  fits: (value: unknown) => value is Item,
  what: string,
): readonly Item[] {
  const list = metadata[member] ?? [];
  if (!Array.isArray(list) || !list.every(fits)) throw new TypeError(`metadata.${member} must be a list of ${what}`);
  return list;
}
