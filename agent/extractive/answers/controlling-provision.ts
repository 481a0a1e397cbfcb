import type { DistrictStandard } from "../../../retrieval/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { type AnswerSentence, asSentence, spanOf } from "./answer.ts";

const decides =
  /\b(?:shall|will|must|is to)\s+(?:\w+\s+)?(?:govern|control|prevail|apply|take precedence|be (?:applied|controlling|followed))\b|\b(?:governs|controls|prevails|applies)\b/i;
const ofStrictness =
  /\b(?:(?:more|most|greater|greatest)\s+(?:\w+\s+)?(?:restrictive|stringent|restriction|limitation)s?|stricter|strictest|(?:higher|highest|greater|greatest)\s+standards?)\b/i;
const ofDifference = /\b(?:conflict\w*|inconsisten\w*|differ\w*|at variance|overlap\w*|more than one|two or more)\b/i;
/** Clauses on private agreements and other governments, or on one matter alone, decide nothing between two provisions of the law. */
const ofOthers =
  /\b(?:covenants?|deeds?|easements?|private|federal|state law|statutes?|split|district lines?|boundar\w+|signs?|flood\w*)\b/i;

/**
 * Tells which of several provisions that disagree controls, where the law says that the stricter one does: the clause in
 * its words, and the stricter of the values; undefined where no clause on such a conflict was found.
 */
export function controllingProvision(
  told: readonly { readonly standard: DistrictStandard; readonly held: Evidence; readonly printed: string | null }[],
  evidence: readonly Evidence[],
): AnswerSentence | undefined {
  const clause = evidence
    .filter(({ cell, text }) => cell === null && decides.test(text) && ofStrictness.test(text) && !ofOthers.test(text))
    .toSorted((a, b) => Number(ofDifference.test(b.text)) - Number(ofDifference.test(a.text)))[0];
  const [first, ...others] = told;
  if (!clause || !first || others.some(({ standard }) => standard.limit !== first.standard.limit)) return undefined;
  const sign = first.standard.limit === "min" ? 1 : -1;
  const [strictest = first] = told.toSorted((a, b) => sign * ((b.standard.value ?? 0) - (a.standard.value ?? 0)));
  return {
    text: `Of these the stricter is ${strictest.printed}; where provisions differ, the law says: “${asSentence(clause.text)}”`,
    spans: [spanOf(clause), spanOf(strictest.held)],
    evidence: [clause],
  };
}
