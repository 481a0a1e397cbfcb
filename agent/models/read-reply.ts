import type { AIMessage } from "@langchain/core/messages";
import { type ModelFailure, ModelMalformed, ModelRefused } from "../errors.ts";
import type { TokenUsage } from "../turn.ts";

/** Whether a model's reply can be used, and what to tell the model when it cannot. */
export type ReplyVerdict =
  | { readonly kind: "usable" }
  | { readonly kind: "unusable"; readonly nudge: string; failure(modelId: string): ModelFailure }
  | { readonly kind: "refused"; failure(modelId: string): ModelFailure };

/** Judges a reply: tool calls that cannot be read, an empty or cut-off text, a refusal, an answer without any search. */
export function readReply(reply: AIMessage, hasSearched: boolean): ReplyVerdict {
  if (finishReasonOf(reply) === "content_filter") {
    return { kind: "refused", failure: (modelId) => new ModelRefused(modelId, "the model or its provider refused") };
  }
  if ((reply.tool_calls?.length ?? 0) > 0) return { kind: "usable" };
  if ((reply.invalid_tool_calls?.length ?? 0) > 0) {
    return unusable("Your tool call was not valid JSON for the tool. Call it again.", "its tool calls cannot be read");
  }
  if (reply.text.trim() === "") return unusable("Your reply was empty. Answer the question.", "its answer is empty");
  if (finishReasonOf(reply) === "length" && !/[.!?\]]\s/.test(reply.text)) {
    return unusable("Your reply was cut off. Answer in one to three sentences.", "its answer was cut off");
  }
  if (!hasSearched) {
    return { ...unusable("Search first with search_knowledge, then answer from its sources.", "it would not search") };
  }
  return { kind: "usable" };
}

function unusable(nudge: string, internal: string): ReplyVerdict {
  return { kind: "unusable", nudge, failure: (modelId) => new ModelMalformed(modelId, internal) };
}

function finishReasonOf(reply: AIMessage): unknown {
  return reply.response_metadata?.finish_reason;
}

/** The tokens a model says a reply took; none when it does not say. */
export function usageOf(reply: AIMessage): TokenUsage {
  const said: { readonly input_tokens?: number; readonly output_tokens?: number } = reply.usage_metadata ?? {};
  return { inputTokens: said.input_tokens ?? 0, outputTokens: said.output_tokens ?? 0 };
}
