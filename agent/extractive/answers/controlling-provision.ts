import type { DistrictStandard } from "../../../retrieval/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { type AnswerSentence, asSentence, spanOf } from "./answer.ts";

const decides =
  /\b(?:shall|will|must|is to)\s+(?:\w+\s+)?(?:govern|control|prevail|apply|take precedence|be (?:applied|controlling|followed))\b|\b(?:governs|controls|prevails|applies)\b/i;
const ofStrictness =
  /\b(?:(?:more|most|greater|greatest)\s+(?:\w+\s+)?(?:restrictive|stringent|restriction|limitation)s?|stricter|strictest|(?:higher|highest|greater|greatest)\s+standards?)\b/i;
/** The law at large, as such a clause names it, and the case that two of its rules differ. */
const ofLaw =
  /\b(?:provisions?|requirements?|standards?|restrictions?)\s+of\s+(?:this|these|the|any|such|said|other|two)\b|\b(?:this|these|any|other)\s+(?:zoning\s+)?(?:ordinances?|regulations?|codes?|by-?laws?|resolutions?|chapters?|laws?)\b/i;
const ofDifference =
  /\b(?:conflict\w*|inconsisten\w*|differ\w*|at variance|overlap\w*|more than one|two or more|impos\w+\s+(?:an?\s+)?(?:greater|higher|more|stricter))\b/i;
/** Clauses on private agreements, other governments or one matter alone decide nothing between two provisions of the law. */
const ofOthers =
  /\b(?:covenants?|deeds?|easements?|private|federal|state law|statutes?|split|district lines?|boundar\w+|overlay|signs?|flood\w*|buffer\w*|screen\w*|landscap\w*|lighting|noise)\b/i;

/**
 * Tells which of several provisions that disagree controls, where the law says that the stricter one does: the clause in
 * its words, and the stricter of the values; undefined where no clause on such a conflict was found.
 */
export function controllingProvision(
  told: readonly { readonly standard: DistrictStandard; readonly held: Evidence; readonly printed: string | null }[],
  evidence: readonly Evidence[],
): AnswerSentence | undefined {
  const clause = evidence.find(
    ({ cell, text }) =>
      cell === null &&
      [decides, ofStrictness, ofLaw, ofDifference].every((one) => one.test(text)) &&
      !ofOthers.test(text),
  );
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
