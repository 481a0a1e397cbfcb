import { analyse } from "../../../ingest/index.ts";
import { contentTerms } from "../../text/words.ts";
import { type Evidence, headingsOf } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { isDefining } from "./amount-answer.ts";
import { useStandingOf } from "./district-match.ts";

/** The subject of a rule, up to its verb: "No septic system shall", "B. Basements are". */
const ruled = /^(.{3,80}?)\s(?:shall|must|may|is|are)\b/i;

/**
 * Finds the rules whose subject is the thing asked about, the nearest first: "No septic system shall be built …",
 * "Basements are prohibited …". A well or a basement is no use of land, and its absence from the lists of uses says
 * nothing; none is returned for a known kind of use, which the lists decide.
 */
export function rulesOnThing({ use, useConcepts, districts }: QuestionReading, evidence: readonly Evidence[]) {
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
