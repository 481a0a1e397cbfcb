import { analyse } from "../../ingest/index.ts";
import type { MarkedFact } from "../facts.ts";
import { readConceptQuestion } from "../question/concept-question.ts";

/**
 * Returns the facts to include in a model's prompt for a question. A fact that only says that something is unknown is left
 * out unless the question mentions its subject, and a fact on the concept unless the question asks for it; otherwise a
 * project without map layers, or with a concept, would lengthen every prompt.
 */
export function factsToTell(question: string, facts: readonly MarkedFact[]): MarkedFact[] {
  const asked = new Set(analyse(question));
  const ofConcept = facts.filter(({ fact }) => fact.isOfConcept === true);
  const { facts: told = [] } = readConceptQuestion(question, ofConcept) ?? {};
  return facts.filter((marked) => {
    const { isOfConcept, isUnknown, about = "" } = marked.fact;
    if (isOfConcept === true) return told.includes(marked);
    return isUnknown !== true || analyse(about).some((term) => asked.has(term));
  });
}
