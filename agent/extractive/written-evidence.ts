import type { AIMessage } from "@langchain/core/messages";
import { z } from "zod";
import type { EvidenceHint } from "../grounding/ground-answer.ts";
import type { AnswerStatus } from "../turn.ts";

/** What the local model adds to its answer: where each sentence was taken from, and how well it answers. */
export interface WrittenEvidence {
  readonly hints: readonly EvidenceHint[];
  readonly status: AnswerStatus;
}

const member = "groundwork_evidence";

const schema = z.object({
  hints: z.array(z.object({ sentence: z.string(), marker: z.number(), charStart: z.number(), charEnd: z.number() })),
  status: z.enum(["answered", "partial", "not_located"]),
});

/** Packs evidence for the side of a message. */
export function packEvidence(evidence: WrittenEvidence): Record<string, unknown> {
  return { [member]: evidence };
}

/** The spans a message names for its sentences; none unless the local model wrote it. */
export function evidenceOf(message: AIMessage): readonly EvidenceHint[] {
  return read(message)?.hints ?? [];
}

/** How well the answer answers, as its writer sees it; undefined unless the local model wrote it. */
export function statusHintOf(message: AIMessage): AnswerStatus | undefined {
  return read(message)?.status;
}

function read(message: AIMessage): WrittenEvidence | undefined {
  const read = schema.safeParse(message.additional_kwargs[member]);
  return read.success ? read.data : undefined;
}
