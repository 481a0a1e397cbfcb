/** The CPU-bound work of grounding. */
import type { MarkedPassage } from "../evidence-desk.ts";
import { type EvidenceHint, type GroundedAnswer, groundAnswer } from "./ground-answer.ts";

/** Grounds a draft on passages, as {@link groundAnswer} does. */
export function groundDraft({
  text,
  passages,
  hints,
  continuesLine,
}: {
  readonly text: string;
  readonly passages: readonly MarkedPassage[];
  readonly hints: readonly EvidenceHint[];
  /** True when the text goes on in the line that the text before it began. */
  readonly continuesLine: boolean;
}): GroundedAnswer {
  return groundAnswer(text, passages, hints, continuesLine);
}
