import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware, tool } from "langchain";
import type { Retriever } from "../retrieval/index.ts";
import { ModelMalformed, ModelTimeout } from "./errors.ts";
import { type EvidenceDesk, makeEvidenceDesk, type SearchArtifact } from "./evidence-desk.ts";
import { evidenceOf, statusHintOf } from "./extractive/written-evidence.ts";
import { groundAnswer } from "./grounding/ground-answer.ts";
import { withoutLinks } from "./grounding/links.ts";
import { type CiteSpan, type VerifyCitation, type WrittenAnswer, writeAnswer } from "./grounding/write-answer.ts";
import type { ModelCatalogue, ResolvedModel } from "./models/catalogue.ts";
import { modelFailureOf } from "./models/model-failure.ts";
import { readReply, usageOf } from "./models/read-reply.ts";
import { notLocated, systemPrompt } from "./prompts/prompts.ts";
import { makeSearchTools } from "./search-tools.ts";
import type { AgentTool } from "./tool.ts";
import type {
  AnswerStatus,
  TokenUsage,
  ToolUse,
  TurnBudget,
  TurnEvent,
  TurnOptions,
  TurnOutcome,
  TurnQuestion,
} from "./turn.ts";

/** What an agent is made of. */
export interface AgentDeps {
  readonly retriever: Retriever;
  readonly catalogue: ModelCatalogue;
  readonly citeSpan: CiteSpan;
  readonly verifyCitation: VerifyCitation;
  /** What features let the agent call, beside the search. */
  readonly tools?: readonly AgentTool[];
  readonly logger?: { warn(fields: object, message: string): void };
}

/** Answers questions from the corpora of a project. */
export interface Agent {
  /**
   * Runs one turn to its end: searches, writes, grounds.
   *
   * Throws  model.* when the model fails; search.unavailable when the search does; the signal's reason when it is aborted
   */
  answer(question: TurnQuestion, options?: TurnOptions): Promise<TurnOutcome>;
}

const defaultBudget: TurnBudget = { steps: 8, tokens: 120_000, seconds: 120 };

/** Makes the agent: one loop for the local model and for every remote one. */
export function makeAgent(deps: AgentDeps): Agent {
  return {
    async answer(question, options = {}) {
      const selection = deps.catalogue.resolve(question.modelId);
      const turn = new Turn(deps, question, selection, options);
      try {
        return await turn.run();
      } catch (error) {
        const failure = turn.refusal ?? modelFailureOf(error, selection.resolved) ?? error;
        options.onEvent?.({ type: "turn-error", code: codeOf(failure) });
        throw failure;
      }
    },
  };
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "turn.failed";
}

/** One turn on its way; its lifetime is one call of `answer`. */
class Turn {
  readonly #deps: AgentDeps;
  readonly #question: TurnQuestion;
  readonly #selection: ResolvedModel;
  readonly #budget: TurnBudget;
  readonly #emit: (event: TurnEvent) => void;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #beforeModelCall: TurnOptions["beforeModelCall"];
  readonly #desk: EvidenceDesk = makeEvidenceDesk();
  readonly #toolUsage: ToolUse[] = [];
  #usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  #served: string | null = null;
  #steps = 0;
  /** What failed inside the loop: the loop wraps errors, this is the error itself. */
  #failure: unknown;
  /** What the caller threw to keep the turn from calling its model again. */
  refusal: unknown;

  constructor(deps: AgentDeps, question: TurnQuestion, selection: ResolvedModel, options: TurnOptions) {
    this.#deps = deps;
    this.#question = question;
    this.#selection = selection;
    this.#budget = { ...defaultBudget, ...options.budget };
    this.#emit = options.onEvent ?? (() => undefined);
    this.#beforeModelCall = options.beforeModelCall;
    this.#signal = options.signal ? AbortSignal.any([options.signal, this.#stop.signal]) : this.#stop.signal;
  }

  async run(): Promise<TurnOutcome> {
    const { resolved } = this.#selection;
    this.#signal.throwIfAborted();
    this.#emit({ type: "turn-start", question: this.#question.question, modelId: resolved });
    const timer = setTimeout(
      () => this.#stop.abort(new ModelTimeout(resolved, `no answer within ${this.#budget.seconds} s`)),
      this.#budget.seconds * 1_000,
    );
    try {
      const reply = await this.#untilStopped(this.#converse());
      const outcome = await this.#untilStopped(this.#conclude(reply));
      for (const citation of outcome.citations) this.#emit({ type: "citation-found", citation });
      this.#emit({ type: "turn-end", outcome });
      return outcome;
    } finally {
      clearTimeout(timer);
      this.#stop.abort(new Error("the turn is over"));
    }
  }

  /** Gives up waiting when the turn is stopped, whether or not what is waited for heeds the signal. */
  async #untilStopped<Result>(work: Promise<Result>): Promise<Result> {
    const signal = this.#signal;
    let onAbort: () => void = () => undefined;
    const stopped = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([work, stopped]);
    } catch (error) {
      throw signal.aborted ? signal.reason : (this.#failure ?? error);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #converse(): Promise<AIMessage> {
    const agent = createAgent({
      model: this.#deps.catalogue.chatModel(this.#selection.resolved),
      tools: this.#tools(),
      systemPrompt: systemPrompt(this.#question.siteFacts),
      middleware: [this.#guard()],
    });
    const { messages } = await agent.invoke(
      { messages: this.#conversation() },
      { signal: this.#signal, recursionLimit: this.#budget.steps * 3 + 4 },
    );
    const last = messages.findLast((message) => AIMessage.isInstance(message));
    if (!last) throw new ModelMalformed(this.#selection.resolved, "the model gave no answer");
    return last;
  }

  #conversation(): BaseMessage[] {
    const earlier = (this.#question.previousTurns ?? []).flatMap((turn) => [
      new HumanMessage(turn.question),
      new AIMessage(turn.answer),
    ]);
    return [...earlier, new HumanMessage(this.#question.question)];
  }

  #tools() {
    const context = { scope: this.#question.scope, signal: this.#signal };
    const declared = [...makeSearchTools(this.#deps.retriever, this.#desk), ...(this.#deps.tools ?? [])];
    return declared.map((one) =>
      tool(
        async (input: Record<string, unknown>): Promise<[string, SearchArtifact]> => {
          const outcome = await this.#use(one, input, () => one.run(input, context));
          return [outcome.content, { passages: this.#desk.place(outcome.passages ?? []) }];
        },
        { name: one.name, description: one.description, schema: one.schema, responseFormat: "content_and_artifact" },
      ),
    );
  }

  /** Runs a tool, timed and told; a failure of the search ends the turn, any other is told to the model. */
  async #use(one: AgentTool, input: object, run: () => ReturnType<AgentTool["run"]>): ReturnType<AgentTool["run"]> {
    this.#signal.throwIfAborted();
    this.#emit({ type: "tool-call", tool: one.name, input: JSON.stringify(input) });
    const started = performance.now();
    const note = (status: ToolUse["status"], summary: string) => {
      const use = { tool: one.name, status, durationMs: performance.now() - started, summary };
      this.#toolUsage.push(use);
      this.#emit({ type: "tool-result", ...use });
    };
    try {
      const outcome = await run();
      note("succeeded", outcome.summary);
      return outcome;
    } catch (error) {
      note("failed", "failed");
      if (codeOf(error) === "search.unavailable") {
        this.#failure = error;
        throw error;
      }
      this.#deps.logger?.warn({ tool: one.name, error: String(error) }, "a tool of the agent failed");
      return { content: "The tool failed. Go on without it.", summary: "failed" };
    }
  }

  /** Watches every call of the model: counts steps and tokens, asks once more when a reply cannot be used. */
  #guard() {
    return createMiddleware({
      name: "turn-guard",
      wrapModelCall: async (request, handler) => {
        try {
          const reply = await this.#heard(await this.#call(request, handler));
          const verdict = readReply(reply, this.#desk.searched().length > 0);
          if (verdict.kind === "usable") return reply;
          if (verdict.kind === "refused") throw verdict.failure(this.#selection.resolved);
          const nudged = { ...request, messages: [...request.messages, new HumanMessage(verdict.nudge)] };
          const again = await this.#heard(await this.#call(nudged, handler));
          const second = readReply(again, true);
          if (second.kind === "usable") return again;
          throw second.failure(this.#selection.resolved);
        } catch (error) {
          this.#failure ??= modelFailureOf(error, this.#selection.resolved) ?? error;
          throw error;
        }
      },
    });
  }

  /** Calls the model, unless the caller objects to what the call may use. */
  async #call<Request extends { readonly messages: readonly BaseMessage[] }, Reply>(
    request: Request,
    handler: (request: Request) => Promise<Reply> | Reply,
  ): Promise<Reply> {
    const inputTokens = tokensOf([systemPrompt(this.#question.siteFacts), ...request.messages.map(({ text }) => text)]);
    const coming = {
      inputTokens,
      outputTokens: this.#deps.catalogue.settings(this.#selection.resolved).maxOutputTokens,
    };
    try {
      await this.#beforeModelCall?.({ used: this.#usage, coming });
    } catch (error) {
      this.refusal = error;
      throw error;
    }
    return handler(request);
  }

  async #heard(reply: unknown): Promise<AIMessage> {
    const { resolved } = this.#selection;
    if (!AIMessage.isInstance(reply)) throw new ModelMalformed(resolved, "the reply is no message");
    this.#steps += 1;
    const used = usageOf(reply);
    this.#usage = {
      inputTokens: this.#usage.inputTokens + used.inputTokens,
      outputTokens: this.#usage.outputTokens + used.outputTokens,
    };
    const name: unknown = reply.response_metadata?.model_name ?? reply.response_metadata?.model;
    this.#served = typeof name === "string" && name !== "" ? name : resolved;
    const isCalling = (reply.tool_calls?.length ?? 0) > 0;
    if (isCalling && this.#steps >= this.#budget.steps) {
      throw new ModelMalformed(resolved, `still calling tools after ${this.#steps} steps`);
    }
    if (this.#usage.inputTokens + this.#usage.outputTokens > this.#budget.tokens) {
      throw new ModelMalformed(resolved, `the turn used more than ${this.#budget.tokens} tokens`);
    }
    return reply;
  }

  async #conclude(reply: AIMessage): Promise<TurnOutcome> {
    const passages = this.#desk.all();
    const grounded = groundAnswer(reply.text, passages, evidenceOf(reply));
    const written = await writeAnswer(grounded, this.#deps.citeSpan, this.#deps.verifyCitation);
    if (grounded.removed.length > 0 || written.dropped > 0) {
      const fields = { model: this.#selection.resolved, removed: grounded.removed.length, dropped: written.dropped };
      this.#deps.logger?.warn(fields, "sentences without support were left out of an answer");
    }
    const answer = written.citations.length > 0 ? written : this.#nothingLocated(reply);
    for (const piece of answer.pieces) this.#emit({ type: "answer-delta", text: piece });
    return {
      answer: answer.text,
      answerStatus: statusOf(written, statusHintOf(reply)),
      searched: this.#desk.searched(),
      citations: answer.citations,
      toolUsage: this.#toolUsage,
      modelSelection: {
        requested: this.#selection.requested,
        resolved: this.#selection.resolved,
        served: this.#served,
      },
      usage: this.#usage,
    };
  }

  /** Says that nothing answers, with the sections that came nearest. */
  #nothingLocated(reply: AIMessage): WrittenAnswer {
    const nearest = this.#desk.all().map(({ passage }) => passage.headingPath.at(-1) ?? passage.documentTitle);
    const named = [...new Set(nearest.filter((heading) => heading !== ""))].slice(0, 3);
    const own = reply.text.startsWith(notLocated) ? reply.text : `${notLocated}.`;
    const isTold = named.length === 0 || own.length > notLocated.length + 1;
    const text = withoutLinks(isTold ? own : `${own} Nearest sections: ${named.join("; ")}.`);
    return { text, citations: [], pieces: [text], dropped: 0 };
  }
}

/** Estimates the tokens of texts: about four characters each in English. */
function tokensOf(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
}

function statusOf(written: WrittenAnswer, hint: AnswerStatus | undefined): AnswerStatus {
  if (written.citations.length === 0) return "not_located";
  if (hint === "partial" || hint === "answered") return hint;
  return /\bnot (?:located|found)\b|\bcould not (?:locate|find)\b/i.test(written.text) ? "partial" : "answered";
}
