import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import type { ExtractiveAnswer } from "./answer.ts";
import { findValue, forAllDistricts } from "./value-answer.ts";
import { answerByReference, furtherByReference } from "./value-by-reference.ts";

/**
 * Answers a question for a value as it is stated, or, where no rule of the district states it, as a rule that refers to
 * another district or section gives it. A stated value that gives way to another section is told with what that one sets.
 */
export function answerStatedOrReferred(question: QuestionReading, evidence: readonly Evidence[]): ExtractiveAnswer {
  const found = findValue(question, evidence);
  const holdsForAll = question.subject.length > 0 || forAllDistricts.has(question.dimension?.id ?? "");
  const isOwn = question.districts.length === 0 || found?.best.standing.kind === "named" || holdsForAll;
  if (found && isOwn) {
    const further = furtherByReference(question, found.best.evidence, evidence);
    return { ...found.answer, sentences: [...found.answer.sentences, ...further] };
  }
  const referred = answerByReference(question, evidence);
  return referred.status === "answered" || !found ? referred : found.answer;
}
