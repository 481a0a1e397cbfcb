/** The CPU-bound work of a summary that is written locally. */
import type { MarkedPassage } from "../evidence-desk.ts";
import { evidenceIn } from "../extractive/evidence/evidence.ts";
import { type ChosenSentence, chooseSentences } from "./choose-sentences.ts";

/** Chooses the sentences of a summary from passages, as {@link chooseSentences} does. */
export function chooseFromPassages({
  focus,
  passages,
  maxWords,
}: {
  readonly focus: string;
  readonly passages: readonly MarkedPassage[];
  readonly maxWords: number;
}): ChosenSentence[] {
  return chooseSentences(focus, evidenceIn(passages), maxWords);
}
