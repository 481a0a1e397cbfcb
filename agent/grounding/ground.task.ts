/** The CPU-bound work of grounding. */
import type { MarkedPassage } from "../evidence-desk.ts";
import type { MarkedFact } from "../facts.ts";
import { type EvidenceHint, type GroundedAnswer, groundAnswer } from "./ground-answer.ts";

/** Checks a draft against passages and facts, as {@link groundAnswer} does. */
export function groundDraft({
  text,
  passages,
  facts,
  hints,
  continuesLine,
}: {
  readonly text: string;
  readonly passages: readonly MarkedPassage[];
  readonly facts: readonly MarkedFact[];
  readonly hints: readonly EvidenceHint[];
  /** True when the text goes on in the line that the text before it began. */
  readonly continuesLine: boolean;
}): GroundedAnswer {
  return groundAnswer(text, { passages, facts }, hints, continuesLine);
}
