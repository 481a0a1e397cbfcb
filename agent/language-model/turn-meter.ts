import { AIMessage } from "@langchain/core/messages";
import type { TurnLimit, TurnToAnswer } from "../answerer.ts";
import { ModelMalformed } from "../errors.ts";
import type { ModelSettings } from "../models/model-settings.ts";
import { usageOf } from "../models/read-reply.ts";
import type { TokenUsage } from "../turn.ts";

/** Ends the search for an answer; the model is then asked to answer from what was found. */
export class LimitReached extends Error {
  readonly limit: TurnLimit;
  constructor(limit: TurnLimit) {
    super(`the ${limit} of the turn ran out`);
    this.name = "LimitReached";
    this.limit = limit;
  }
}

/** Share of the turn's time after which the model is not called with tools again; the rest is for the last reply. */
const searchingShare = 0.6;

/** Counts what a turn uses: calls, tokens and time. */
export class TurnMeter {
  readonly #turn: TurnToAnswer;
  readonly #settings: ModelSettings;
  readonly #startedAt = performance.now();
  #steps = 0;
  #usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  #served: string;
  /** What failed inside the tool loop, which wraps errors. */
  failure: unknown;
  /** What the caller of the turn threw to keep it from calling the model again. */
  refusal: unknown;

  constructor(turn: TurnToAnswer, settings: ModelSettings) {
    this.#turn = turn;
    this.#settings = settings;
    this.#served = turn.modelId;
  }

  get usage(): TokenUsage {
    return this.#usage;
  }

  /** The model that answered, as it names itself. */
  get served(): string {
    return this.#served;
  }

  /** Milliseconds until the search for an answer ends; at least 0. */
  get searchingLeftMs(): number {
    return Math.max(0, this.#turn.budget.seconds * 1_000 * searchingShare - (performance.now() - this.#startedAt));
  }

  /**
   * Allows another call with tools.
   *
   * @param inputTokens estimate of the request
   * @throws LimitReached when only the last reply is left
   */
  requireSearching(inputTokens: number): void {
    const { steps, tokens } = this.#turn.budget;
    if (this.#steps >= steps - 1) throw new LimitReached("steps");
    const last = this.#settings.maxOutputTokens + inputTokens;
    const used = this.#usage.inputTokens + this.#usage.outputTokens;
    if (this.#steps > 0 && used + inputTokens + this.#settings.maxOutputTokens + last > tokens)
      throw new LimitReached("tokens");
    if (this.searchingLeftMs === 0) throw new LimitReached("time");
  }

  /** True when a further call without tools is possible: to repair sentences. */
  get hasCallLeft(): boolean {
    return this.#steps < this.#turn.budget.steps && this.searchingLeftMs > 0;
  }

  /** Asks the caller of the turn whether it may pay for another call. */
  async announce(inputTokens: number): Promise<void> {
    const coming = { inputTokens, outputTokens: this.#settings.maxOutputTokens };
    try {
      await this.#turn.beforeModelCall?.({ used: this.#usage, coming });
    } catch (error) {
      this.refusal = error;
      throw error;
    }
  }

  /** Counts a reply. */
  received(reply: unknown): AIMessage {
    if (!AIMessage.isInstance(reply)) throw new ModelMalformed(this.#turn.modelId, "the reply is no message");
    this.#steps += 1;
    const used = usageOf(reply);
    this.#usage = {
      inputTokens: this.#usage.inputTokens + used.inputTokens,
      outputTokens: this.#usage.outputTokens + used.outputTokens,
    };
    const name: unknown = reply.response_metadata?.model_name ?? reply.response_metadata?.model;
    if (typeof name === "string" && name !== "") this.#served = name;
    return reply;
  }
}
