import { type Compute, inlineCompute } from "../ingest/index.ts";
import type { Retriever } from "../retrieval/index.ts";
import { type AnswerText, makeAnswerText } from "./answer-text.ts";
import type { Answered, Answerer, ToolCall, TurnLimit, TurnToAnswer, UsedTool } from "./answerer.ts";
import { ModelTimeout } from "./errors.ts";
import { type EvidenceDesk, makeEvidenceDesk, quoteSources } from "./evidence-desk.ts";
import { makeLocalReader } from "./extractive/local-reader.ts";
import { withoutLinks } from "./grounding/links.ts";
import type { CiteSpan, VerifyCitation } from "./grounding/write-answer.ts";
import { loadClients, type ModelCatalogue, type ResolvedModel } from "./models/catalogue.ts";
import { carryOut, readOrder } from "./orders.ts";
import { notLocated } from "./prompts/prompts.ts";
import { rewriteTask } from "./question/rewrite-question.ts";
import { makeSearchTools } from "./search-tools.ts";
import type { AgentTool, ToolOutcome, TurnArtifact } from "./tool.ts";
import type { AnswerStatus, ToolUse, TurnBudget, TurnEvent, TurnOptions, TurnOutcome, TurnQuestion } from "./turn.ts";

/** What an agent is made of. */
export interface AgentDeps {
  readonly retriever: Retriever;
  readonly catalogue: ModelCatalogue;
  readonly citeSpan: CiteSpan;
  readonly verifyCitation: VerifyCitation;
  /** Runs the local reader and grounding; they run on the calling thread when it is absent. */
  readonly compute?: Compute | undefined;
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
  /** Loads the code that calls language models; without this call the first turn of such a model waits for it. */
  loadLanguageModels(): Promise<void>;
}

/** Most characters of the passages of one tool call that a model reads. */
const quotedCharacters = 24_000;
const defaultBudget: TurnBudget = { steps: 8, tokens: 120_000, seconds: 120 };

interface TurnDeps extends Omit<AgentDeps, "compute"> {
  readonly compute: Compute;
  answererOf(selection: ResolvedModel): Promise<Answerer>;
}

/** Makes the agent: the local reader and every language model answer through the same port, and both are grounded. */
export function makeAgent(deps: AgentDeps): Agent {
  const { catalogue, compute = inlineCompute } = deps;
  const local = makeLocalReader({ compute, onModelCall: catalogue.onModelCall });
  const loadAnswerer = () => import("./language-model/language-model-answerer.ts");
  const answererOf = async ({ model }: ResolvedModel) =>
    model.isLocal ? local : (await loadAnswerer()).makeLanguageModelAnswerer({ catalogue });
  return {
    async loadLanguageModels() {
      await Promise.all([loadAnswerer(), loadClients()]);
    },
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
  readonly #desk: EvidenceDesk;
  readonly #text: AnswerText;
  readonly #tools: readonly AgentTool[];
  readonly #waysToOrder: TurnOptions["waysToOrder"];
  readonly #toolUsage: ToolUse[] = [];
  readonly #artifacts: TurnArtifact[] = [];

  constructor(deps: TurnDeps, question: TurnQuestion, options: TurnOptions) {
    this.#deps = deps;
    this.#question = question;
    this.#desk = makeEvidenceDesk(question.facts);
    this.#selection = deps.catalogue.resolve(question.modelId);
    this.#budget = { ...defaultBudget, ...options.budget };
    this.#emit = options.onEvent ?? (() => undefined);
    this.#beforeModelCall = options.beforeModelCall;
    this.#tools = options.tools ?? [];
    this.#waysToOrder = options.waysToOrder;
    this.#signal = options.signal ? AbortSignal.any([options.signal, this.#stop.signal]) : this.#stop.signal;
    this.#text = makeAnswerText({
      ...deps,
      desk: this.#desk,
      signal: this.#signal,
      onPiece: (text) => this.#emit({ type: "answer-delta", text }),
    });
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
      const outcome = this.#outcome(await this.#untilStopped(this.#answer()));
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

  async #answer(): Promise<Answered> {
    const turn: TurnToAnswer = {
      question: this.#question,
      standalone: await this.#standalone(),
      modelId: this.#selection.resolved,
      budget: this.#budget,
      signal: this.#signal,
      desk: this.#desk,
      text: this.#text,
      tools: [...makeSearchTools(this.#deps.retriever, this.#desk), ...this.#tools],
      use: async (tool, input) => this.#place(await this.#run({ tool, input })),
      useAll: async (calls) => {
        const outcomes = await Promise.all(calls.map((call) => this.#run(call)));
        return outcomes.map((outcome) => this.#place(outcome));
      },
      beforeModelCall: this.#beforeModelCall,
    };
    const order = this.#waysToOrder && readOrder(this.#question.question);
    // A language model has the tools, and says in its own words what it did with them.
    if (order && this.#waysToOrder && (order.tool === undefined || this.#selection.model.isLocal))
      return carryOut(order, turn, this.#waysToOrder[order.work]);
    return (await this.#deps.answererOf(this.#selection)).answer(turn);
  }

  /** Returns the question as it reads without the conversation; as asked when that cannot be found out in time. */
  async #standalone(): Promise<string> {
    const { question, previousTurns = [] } = this.#question;
    if (previousTurns.length === 0) return question;
    const asked = { previous: previousTurns.map((turn) => turn.question), question };
    try {
      return (await this.#deps.compute.run(rewriteTask, asked, { signal: this.#signal })).text;
    } catch (error) {
      this.#signal.throwIfAborted();
      this.#deps.logger?.warn({ error: String(error) }, "a follow-up question could not be rewritten");
      return question;
    }
  }

  /** Runs a tool, timed and reported; a failure of the search ends the turn, any other becomes the tool's reply. */
  async #run({ tool, input }: ToolCall): Promise<ToolOutcome> {
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
      this.#artifacts.push(...(outcome.artifacts ?? []));
      note(outcome.isRefused ? "failed" : "succeeded", outcome.summary);
      return outcome;
    } catch (error) {
      note("failed", "failed");
      if (codeOf(error) === "search.unavailable") throw error;
      this.#deps.logger?.warn({ tool: tool.name, error: String(error) }, "a tool of the agent failed");
      return { content: "The tool failed. Go on without it.", summary: "failed" };
    }
  }

  /** Numbers the passages that a tool found, and quotes them to who called it. */
  #place(outcome: ToolOutcome): UsedTool {
    const placed = this.#desk.place(outcome.passages ?? []);
    const sources = quoteSources(placed, outcome.quotedCharacters ?? quotedCharacters);
    return { ...outcome, content: [outcome.content, sources].filter((part) => part !== "").join("\n"), placed };
  }

  #outcome(answered: Answered): TurnOutcome {
    const { resolved, requested } = this.#selection;
    this.#text.finish();
    const written = this.#text.written();
    const isLocated = written.citations.length > 0;
    const { asOf } = this.#question.scope;
    const unlocated = answered.done ?? `${this.#nothingLocated(answered)}${dayOf(asOf)}`;
    const closing = isLocated ? `${closingOf(answered.limit)}${dayOf(asOf)}` : unlocated;
    if (closing !== "") this.#emit({ type: "answer-delta", text: closing });
    return {
      answer: isLocated ? `${written.text}${closing}` : closing,
      answerStatus: this.#status(written.text, isLocated, answered),
      searched: this.#desk.searched(),
      citations: written.citations,
      toolUsage: this.#toolUsage,
      artifacts: this.#artifacts,
      modelSelection: { requested, resolved, served: answered.served },
      usage: answered.usage,
    };
  }

  #status(text: string, isLocated: boolean, answered: Answered): AnswerStatus {
    if (answered.done !== undefined) return this.#artifacts.length > 0 ? "answered" : "not_located";
    return statusOf(text, isLocated, answered);
  }

  /** Says that nothing answers, with the sections that came nearest. */
  #nothingLocated({ nothingLocated: said, nearest: near = this.#desk.all(), limit }: Answered): string {
    const nearest = near.map(({ passage }) => passage.headingPath.at(-1) ?? passage.documentTitle);
    const named = [...new Set(nearest.filter((heading) => heading !== ""))].slice(0, 3);
    const own = said?.startsWith(notLocated) ? said : `${notLocated}.`;
    const isExplained = named.length === 0 || own.length > notLocated.length + 1;
    const found = withoutLinks(isExplained ? own : `${own} Nearest sections: ${named.join("; ")}.`);
    const text = this.#artifacts.length === 0 ? found : `The files that were generated are attached. ${found}`;
    return `${text}${closingOf(limit)}`;
  }
}

const limits: Readonly<Record<TurnLimit, string>> = {
  steps: "the limit of model calls for one question was reached",
  tokens: "the limit of tokens for one question was reached",
  time: "the time for one question ran out",
  model: "the model stopped answering",
};

/** Says that an answer may be incomplete, and why; empty when it is complete. */
function closingOf(limit: TurnLimit | undefined): string {
  return limit === undefined ? "" : `\nThis answer may be incomplete: ${limits[limit]}.`;
}

/** Says which day's documents were read; empty for the present ones. */
function dayOf(asOf: Date | undefined): string {
  return asOf === undefined ? "" : `\nRead in the documents as they stood on ${asOf.toISOString().slice(0, 10)}.`;
}

function statusOf(text: string, isLocated: boolean, { status, limit }: Answered): AnswerStatus {
  if (!isLocated) return "not_located";
  if (limit !== undefined) return "partial";
  if (status === "partial" || status === "answered") return status;
  return /\bnot (?:located|found)\b|\bcould not (?:locate|find)\b/i.test(text) ? "partial" : "answered";
}
