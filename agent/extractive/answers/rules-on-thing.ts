import { analyse } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { conceptMatch, isAccessoryStructure } from "../question/use-words.ts";
import { isDefining } from "./amount-answer.ts";
import { useStandingOf } from "./district-match.ts";
import { exceptionOf } from "./use-names.ts";

/** The subject of a rule, up to its verb: "No septic system shall", "B. Basements are". */
const ruled = /^(.{3,80}?)\s(?:shall|must|may|is|are|needs?|requires?)\b/i;

/**
 * Finds the rules whose subject is the thing asked about, the nearest first: "No septic system shall be built …",
 * "Basements are prohibited …". A well or a basement is no use of land, and its absence from the lists of uses says
 * nothing; none is returned for a known kind of use, which the lists decide, unless it is an accessory structure.
 */
export function rulesOnThing(question: QuestionReading, evidence: readonly Evidence[]) {
  const { use, useConcepts, districts } = question;
  if (useConcepts.some(isAccessoryStructure)) return rulesOnAccessory(question, evidence);
  if (use === null || useConcepts.some(({ kind }) => kind !== undefined)) return [];
  const thing = contentTerms(use);
  return evidence
    .filter((one) => {
      const [, subject = ""] = (one.cell ? null : ruled.exec(one.text)) ?? [];
      const about = new Set(contentTerms(subject));
      if (!thing.some((term) => about.has(term)) || isDefining(one)) return false;
      const said = new Set([one.text, ...headingsOf(one).slice(0, 2)].flatMap(analyse));
      return thing.every((term) => said.has(term)) && useStandingOf(one, districts).kind !== "other";
    })
    .sort((one, other) => other.passage.score - one.passage.score);
}

const mostRules = 4;

/** The rules whose subject is an accessory structure of the kind asked about, the nearest first. */
function rulesOnAccessory(question: QuestionReading, evidence: readonly Evidence[]) {
  return evidence
    .filter((one) => {
      const [, subject = ""] = (one.cell ? null : ruled.exec(one.text)) ?? [];
      // "Livestock, excluding chickens, is permitted" is no rule on chickens.
      const own = subject.slice(0, subject.length - exceptionOf(subject).length);
      const isOnIt = conceptMatch(question.useConcepts.slice(0, 1), analyse(own)) > 0;
      return isOnIt && !isDefining(one) && useStandingOf(one, question.districts).kind !== "other";
    })
    .sort((one, other) => other.passage.score - one.passage.score)
    .slice(0, mostRules);
}
