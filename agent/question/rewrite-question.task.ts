/** The CPU-bound work of understanding a question in its conversation. */
import { rewriteFollowUp, type StandaloneQuestion } from "./follow-up.ts";

/** Rewrites a question so that it reads without the conversation, as {@link rewriteFollowUp} does. */
export function rewriteQuestion(asked: {
  /** Earlier questions, oldest first. */
  readonly previous: readonly string[];
  readonly question: string;
}): StandaloneQuestion {
  return rewriteFollowUp(asked.previous, asked.question);
}
