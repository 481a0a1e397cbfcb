import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import type { TokenUsage } from "../turn.ts";
import { usageOf } from "./read-reply.ts";

/** A call of a chat model that has ended, its retries included. */
export interface ModelCall extends TokenUsage {
  readonly modelId: string;
  readonly outcome: "succeeded" | "failed";
  readonly seconds: number;
}

/** Told of each call that has ended; it must not throw. */
export type OnModelCall = (call: ModelCall) => void;

/** Reports each call of the model it is constructed with, whoever makes the call. */
export class ModelWatcher extends BaseCallbackHandler {
  readonly name = "model-watcher";
  /** Told in the caller's own turn, so that what is noted belongs to the caller's work. */
  override awaitHandlers = true;
  readonly #modelId: string;
  readonly #onCall: OnModelCall;
  readonly #startedAt = new Map<string, number>();

  constructor(modelId: string, onCall: OnModelCall) {
    super();
    this.#modelId = modelId;
    this.#onCall = onCall;
  }

  override handleChatModelStart(_model: unknown, _messages: unknown, runId: string): void {
    this.#startedAt.set(runId, performance.now());
  }

  override handleLLMEnd(output: LLMResult, runId: string): void {
    const generation = output.generations[0]?.[0];
    const reply = generation && "message" in generation ? generation.message : undefined;
    this.#tell(runId, "succeeded", AIMessage.isInstance(reply) ? usageOf(reply) : { inputTokens: 0, outputTokens: 0 });
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#tell(runId, "failed", { inputTokens: 0, outputTokens: 0 });
  }

  #tell(runId: string, outcome: ModelCall["outcome"], usage: TokenUsage): void {
    const startedAt = this.#startedAt.get(runId);
    if (startedAt === undefined) return;
    this.#startedAt.delete(runId);
    this.#onCall({ modelId: this.#modelId, outcome, seconds: (performance.now() - startedAt) / 1000, ...usage });
  }
}
