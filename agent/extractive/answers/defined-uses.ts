import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptsOf } from "../question/use-words.ts";
import { isDefining } from "./amount-gate.ts";
import { type AnswerSentence, asLabel } from "./answer.ts";
import { definedTerm, sayDefinition } from "./definition-answer.ts";
import { isExampleOf } from "./use-names.ts";

/** A use whose definition names the one asked about among its examples: "Meeting facility … including churches". */
export interface DefinedUse {
  /** The question with the defined use in place of the one that it names. */
  readonly question: QuestionReading;
  readonly definition: AnswerSentence;
}

const most = 3;

/** Returns the defined uses that take in the use of a question, in the order of the evidence; none for a use of no kind. */
export function definedUses(question: QuestionReading, evidence: readonly Evidence[]): DefinedUse[] {
  if (!question.useConcepts.some(({ kind }) => kind !== undefined)) return [];
  const found = new Map<string, DefinedUse>();
  for (const one of evidence) {
    if (one.cell !== null || !isDefining(one) || !isExampleOf(question, one.text)) continue;
    const term = asLabel(definedTerm(one));
    const useConcepts = conceptsOf(term);
    if (term === "" || useConcepts.length === 0 || found.has(term)) continue;
    found.set(term, { question: { ...question, use: term, useConcepts }, definition: sayDefinition(one) });
  }
  return [...found.values()].slice(0, most);
}
