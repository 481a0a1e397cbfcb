import { quantitiesIn } from "../../text/quantities.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { asSentence, type ExtractiveAnswer, noAnswer, spanOf } from "./answer.ts";
import { conditionFit, conditionsIn, isUnaskedCase } from "./conditions.ts";
import { standingOf } from "./district-match.ts";

/** What stands further down was found for a few of the words only. */
const nearestPassages = 5;

/**
 * Answers a question for an amount on a condition that parts whole cases ("city water but no sewer", "a corner lot") with
 * the sentence of the district asked about that states an amount of that kind for this very condition.
 */
export function answerOnCondition(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const asked = conditionsIn(question.text);
  const units = question.dimension?.units ?? question.measure?.units ?? [];
  const partsCases = isUnaskedCase(new Map(), asked);
  if (!partsCases || question.districts.length === 0) return noAnswer;
  const [first, ...others] = evidence.filter(
    (one) =>
      one.cell === null &&
      one.marker <= nearestPassages &&
      quantitiesIn(one.text).some(({ unit }) => unit !== null && units.includes(unit)) &&
      conditionFit(asked, conditionsIn(one.text)) === "fits" &&
      standingOf(one, question.districts).kind === "named",
  );
  if (!first) return noAnswer;
  const told = [first, ...others.filter((one) => one.passage.parent.charStart === first.passage.parent.charStart)];
  return {
    status: "answered",
    sentences: told.slice(0, 2).map((one) => ({ text: asSentence(one.text), spans: [spanOf(one)], evidence: [one] })),
  };
}
