import { quantitiesIn } from "../../text/quantities.ts";
import { partsAsked } from "../question/parts-asked.ts";
import type { QuestionReading } from "../question/read-question.ts";
import type { ExtractiveAnswer } from "./answer.ts";
import { conditionFit, conditionsIn } from "./conditions.ts";
import { quoteAnswer } from "./quote.ts";
import { labelsOf } from "./value-told.ts";

/** A text with more amounts, or longer than this, is a table that lost its lines, or several provisions in one. */
const mostAmounts = 5;
const longestStatement = 600;

/** A question for an amount, which a sentence without one does not answer. */
const asksAmount = /\bhow (?:many|much|tall|high|big|large|small|wide|deep|far|close|near|thick|steep)\b/i;

/**
 * Quotes in place of an assertion what cannot carry one: a text that states many things, and a provision that says nothing
 * of the case asked about ("fronting on an arterial road"). An assertion that answers one of several things asked for is
 * a part of an answer.
 */
export function quoteUnclear(question: QuestionReading, answer: ExtractiveAnswer): ExtractiveAnswer {
  if (answer.status !== "answered" || question.kind === "permission") return answer;
  const evidence = answer.sentences.flatMap((sentence) => sentence.evidence);
  const [first] = evidence;
  if (!first) return answer;
  // A row that a rule was read from has its columns.
  const isCrowded =
    first.cell === null &&
    !first.text.includes(" | ") &&
    (quantitiesIn(first.text).length > mostAmounts || first.text.length >= longestStatement);
  const told = first.cell ? `${labelsOf(first.cell)} ${first.cell.value}` : first.text;
  const states = answer.sentences.some(({ text }) => quantitiesIn(text).length > 0 || /\d/.test(text));
  if (asksAmount.test(question.text) && !states) return quoteAnswer(evidence);
  if (isCrowded || leavesCaseUntold(question, `${first.lead} ${told}`)) return quoteAnswer(evidence);
  return answer.sentences.length < partsAsked(question) ? { ...answer, status: "partial" } : answer;
}

/** Whether a question states on what condition it asks, and a text says nothing of any such condition. */
function leavesCaseUntold({ kind, text }: QuestionReading, told: string): boolean {
  const asked = conditionsIn(text);
  const partsCases = [...asked.keys()].some((facet) => facet !== "role");
  return kind !== "definition" && partsCases && conditionFit(asked, conditionsIn(told)) === "silent";
}
