import type { AnswerRecord } from "./run-record.ts";

/**
 * What an answer amounts to for the person who asked.
 *
 * `right` and `wrong` are assertions (status `answered`); `quoted` is a provision handed over for reading (`partial`);
 * `abstained` is `not_located`; `failed` is a turn that ended without an answer.
 */
export const answerOutcomes = ["right", "quoted", "abstained", "wrong", "failed"] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

/** Points for each outcome: a wrong assertion costs twice what a right one gains. */
export const outcomeScores: Readonly<Record<AnswerOutcome, number>> = {
  right: 1,
  quoted: 0,
  abstained: 0,
  wrong: -2,
  failed: 0,
};

/** The measures of an answer as numbers: its marks as 0 and 1, its score, and its outcome. */
export function numbersOf({ marks, outcome }: AnswerRecord): Readonly<Partial<Record<string, number>>> {
  const asNumbers = Object.entries(marks).map(([measure, mark]) => [measure, mark ? 1 : 0] as const);
  if (outcome === undefined) return Object.fromEntries(asNumbers);
  const counted = answerOutcomes.map((one) => [one, one === outcome ? 1 : 0] as const);
  return Object.fromEntries([...asNumbers, ["score", outcomeScores[outcome]], ...counted]);
}
