import { type Compute, inlineCompute } from "../ingest/index.ts";
import type { Retriever } from "../retrieval/index.ts";
import type { Answerer, Draft, UsedTool } from "./answerer.ts";
import { ModelTimeout } from "./errors.ts";
import { type EvidenceDesk, makeEvidenceDesk } from "./evidence-desk.ts";
import { makeLocalReader } from "./extractive/local-reader.ts";
import { groundTask } from "./grounding/ground-draft.ts";
import { withoutLinks } from "./grounding/links.ts";
import { type CiteSpan, type VerifyCitation, type WrittenAnswer, writeAnswer } from "./grounding/write-answer.ts";
import { makeLanguageModelAnswerer } from "./language-model-answerer.ts";
import type { ModelCatalogue, ResolvedModel } from "./models/catalogue.ts";
import { failureOfCompute } from "./models/compute-failure.ts";
import { notLocated } from "./prompts/prompts.ts";
import { makeSearchTools } from "./search-tools.ts";
import type { AgentTool } from "./tool.ts";
import type { AnswerStatus, ToolUse, TurnBudget, TurnEvent, TurnOptions, TurnOutcome, TurnQuestion } from "./turn.ts";

/** What an agent is made of. */
export interface AgentDeps {
  readonly retriever: Retriever;
  readonly catalogue: ModelCatalogue;
  readonly citeSpan: CiteSpan;
  readonly verifyCitation: VerifyCitation;
  /** Runs the local reader and grounding; they run on the calling thread when it is absent. */
  readonly compute?: Compute | undefined;
  /** Tools of the features that the agent may call, besides the search. */
  readonly tools?: readonly AgentTool[];
  readonly logger?: { warn(fields: object, message: string): void };
}

/** Answers questions from the corpora of a project. */
export interface Agent {
  /**
   * Runs one turn to its end: searches, writes, grounds.
   *
   * @throws model.* when the model fails; search.unavailable when the search does; the signal's reason when it is aborted
   */
  answer(question: TurnQuestion, options?: TurnOptions): Promise<TurnOutcome>;
}

const defaultBudget: TurnBudget = { steps: 8, tokens: 120_000, seconds: 120 };

interface TurnDeps extends Omit<AgentDeps, "compute"> {
  readonly compute: Compute;
  answererOf(selection: ResolvedModel): Answerer;
}

/** Makes the agent: the local reader and every language model answer through the same port, and both are grounded. */
export function makeAgent(deps: AgentDeps): Agent {
  const { catalogue, compute = inlineCompute } = deps;
  const local = makeLocalReader({ compute, onModelCall: catalogue.onModelCall });
  const languageModel = makeLanguageModelAnswerer({ catalogue });
  const answererOf = ({ model }: ResolvedModel) => (model.isLocal ? local : languageModel);
  return {
    async answer(question, options = {}) {
      const turn = new Turn({ ...deps, compute, answererOf }, question, options);
      try {
        return await turn.run();
      } catch (error) {
        options.onEvent?.({ type: "turn-error", code: codeOf(error) });
        throw error;
      }
    },
  };
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "turn.failed";
}

/** One turn; its lifetime is one call of `answer`. */
class Turn {
  readonly #deps: TurnDeps;
  readonly #question: TurnQuestion;
  readonly #selection: ResolvedModel;
  readonly #budget: TurnBudget;
  readonly #emit: (event: TurnEvent) => void;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #beforeModelCall: TurnOptions["beforeModelCall"];
  readonly #desk: EvidenceDesk = makeEvidenceDesk();
  readonly #toolUsage: ToolUse[] = [];

  constructor(deps: TurnDeps, question: TurnQuestion, options: TurnOptions) {
    this.#deps = deps;
    this.#question = question;
    this.#selection = deps.catalogue.resolve(question.modelId);
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
      const draft = await this.#untilStopped(this.#draft());
      const outcome = await this.#untilStopped(this.#conclude(draft));
      for (const citation of outcome.citations) this.#emit({ type: "citation-found", citation });
      this.#emit({ type: "turn-end", outcome });
      return outcome;
    } finally {
      clearTimeout(timer);
      this.#stop.abort(new Error("the turn is over"));
    }
  }

  /** Stops waiting when the turn is stopped, whether or not what is waited for heeds the signal. */
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
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  #draft(): Promise<Draft> {
    return this.#deps.answererOf(this.#selection).draft({
      question: this.#question,
      modelId: this.#selection.resolved,
      budget: this.#budget,
      signal: this.#signal,
      desk: this.#desk,
      tools: [...makeSearchTools(this.#deps.retriever, this.#desk), ...(this.#deps.tools ?? [])],
      use: (tool, input) => this.#use(tool, input),
      beforeModelCall: this.#beforeModelCall,
    });
  }

  /** Runs a tool, timed and reported; a failure of the search ends the turn, any other becomes the tool's reply. */
  async #use(tool: AgentTool, input: Readonly<Record<string, unknown>>): Promise<UsedTool> {
    this.#signal.throwIfAborted();
    this.#emit({ type: "tool-call", tool: tool.name, input: JSON.stringify(input) });
    const started = performance.now();
    const note = (status: ToolUse["status"], summary: string) => {
      // Half of a surrogate pair, from a cut query or a model, cannot be stored.
      const durationMs = performance.now() - started;
      const use = { tool: tool.name, status, durationMs, summary: summary.toWellFormed() };
      this.#toolUsage.push(use);
      this.#emit({ type: "tool-result", ...use });
    };
    try {
      const outcome = await tool.run(input, { scope: this.#question.scope, signal: this.#signal });
      note("succeeded", outcome.summary);
      return { ...outcome, placed: this.#desk.place(outcome.passages ?? []) };
    } catch (error) {
      note("failed", "failed");
      if (codeOf(error) === "search.unavailable") throw error;
      this.#deps.logger?.warn({ tool: tool.name, error: String(error) }, "a tool of the agent failed");
      return { content: "The tool failed. Go on without it.", summary: "failed", placed: [] };
    }
  }

  async #conclude(draft: Draft): Promise<TurnOutcome> {
    const { resolved, requested } = this.#selection;
    const { text, hints } = draft;
    const grounded = await this.#deps.compute
      .run(groundTask, { text, hints, passages: this.#desk.all() }, { signal: this.#signal })
      .catch((error) => {
        throw failureOfCompute(error, resolved);
      });
    const written = await writeAnswer(grounded, this.#deps.citeSpan, this.#deps.verifyCitation);
    if (grounded.removed.length > 0 || written.dropped > 0) {
      const fields = { model: resolved, removed: grounded.removed.length, dropped: written.dropped };
      this.#deps.logger?.warn(fields, "sentences without support were left out of an answer");
    }
    const answer = written.citations.length > 0 ? written : this.#nothingLocated(draft);
    for (const piece of answer.pieces) this.#emit({ type: "answer-delta", text: piece });
    return {
      answer: answer.text,
      answerStatus: statusOf(written, draft.status),
      searched: this.#desk.searched(),
      citations: answer.citations,
      toolUsage: this.#toolUsage,
      modelSelection: { requested, resolved, served: draft.served },
      usage: draft.usage,
    };
  }

  /** Says that nothing answers, with the sections that came nearest. */
  #nothingLocated({ text: drafted }: Draft): WrittenAnswer {
    const nearest = this.#desk.all().map(({ passage }) => passage.headingPath.at(-1) ?? passage.documentTitle);
    const named = [...new Set(nearest.filter((heading) => heading !== ""))].slice(0, 3);
    const own = drafted.startsWith(notLocated) ? drafted : `${notLocated}.`;
    const isExplained = named.length === 0 || own.length > notLocated.length + 1;
    const text = withoutLinks(isExplained ? own : `${own} Nearest sections: ${named.join("; ")}.`);
    return { text, citations: [], pieces: [text], dropped: 0 };
  }
}

function statusOf(written: WrittenAnswer, hint: AnswerStatus | undefined): AnswerStatus {
  if (written.citations.length === 0) return "not_located";
  if (hint === "partial" || hint === "answered") return hint;
  return /\bnot (?:located|found)\b|\bcould not (?:locate|find)\b/i.test(written.text) ? "partial" : "answered";
}
