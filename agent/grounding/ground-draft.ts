import { join } from "node:path";
import { type Compute, computeTask, inlineCompute } from "../../ingest/index.ts";
import type { MarkedPassage } from "../evidence-desk.ts";
import type { MarkedFact } from "../facts.ts";
import type * as work from "./ground.task.ts";
import type { EvidenceHint, GroundedAnswer } from "./ground-answer.ts";

const groundTask = computeTask<typeof work, "groundDraft">({
  module: join(import.meta.dirname, "ground.task.ts"),
  name: "groundDraft",
  lane: "interactive",
  deadlineMs: 20_000,
});

/** A text whose sentences are to be checked: an answer, a summary or a report. */
export interface GroundingRequest {
  /** Sentences with the markers of what they rest on: "The minimum lot area is 7,000 square feet [3]." */
  readonly text: string;
  readonly passages: readonly MarkedPassage[];
  readonly facts?: readonly MarkedFact[];
  readonly hints?: readonly EvidenceHint[];
  /** True when the text goes on in the line that the text before it began. */
  readonly continuesLine?: boolean;
}

/**
 * Returns the sentences of a text that passages and facts carry, with the spans that do, and the others with the reason
 * against each; in a worker thread where one is given, within 20 seconds.
 *
 * @throws what `compute` throws when the thread fails, and the signal's reason
 */
export function groundText(
  { text, passages, facts = [], hints = [], continuesLine = false }: GroundingRequest,
  { compute = inlineCompute, signal }: { readonly compute?: Compute; readonly signal?: AbortSignal | undefined } = {},
): Promise<GroundedAnswer> {
  return compute.run(groundTask, { text, passages, facts, hints, continuesLine }, { signal });
}
