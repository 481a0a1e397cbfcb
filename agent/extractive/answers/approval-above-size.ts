import { verdictIn } from "../../../ingest/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { QuestionReading } from "../question/read-question.ts";
import { standingOf } from "./district-match.ts";
import { exceeds, sizesAsked, sizesIn } from "./stated-sizes.ts";
import type { UseProvision } from "./use-provisions.ts";

/** "Any use listed in Section 4.1 that occupies a floor area greater than 5,000 square feet", "Any of the above uses over 10,000 sq. ft." */
const everyUse =
  /^\W*(?:\d+(?:\.\d+)+\.?\s+|\(?\w{1,3}[.)]\s+)?(?:any|all|each)\s+(?:of\s+the\s+)?(?:(?:above|foregoing|listed|permitted)\s+)?uses?\b(?!\s+(?:of|for|other|except|not|accessory)\b)(?!.*\b(?:except|other than|excluding)\b)/i;

/**
 * Finds the clause by which every use that a district permits needs an approval above a floor area, where the question
 * states one above it; undefined where none was found.
 */
export function approvalAboveSize(question: QuestionReading, evidence: readonly Evidence[]): UseProvision | undefined {
  const asked = sizesAsked(question).filter(({ of }) => of === "sqft");
  if (asked.length === 0) return undefined;
  for (const one of evidence) {
    if (one.cell || !everyUse.test(one.text) || verdictIn(one.text) !== "conditional") continue;
    const least = sizesIn(question, one.text).filter(({ of, limit }) => of === "sqft" && limit === "min");
    const standing = standingOf(one, question.districts);
    if (least.length > 0 && !exceeds(asked, least) && standing.kind === "named")
      return { evidence: one, standing, kind: "item", verdict: "conditional", name: "limited", nearness: 1 };
  }
  return undefined;
}
