import type { AnswerText } from "./answer-text.ts";
import type { EvidenceDesk, MarkedPassage } from "./evidence-desk.ts";
import type { AgentTool, ToolOutcome } from "./tool.ts";
import type { AnswerStatus, TokenUsage, TurnBudget, TurnOptions, TurnQuestion } from "./turn.ts";

/** Answers a question: a language model in a tool loop, or the local reader. */
export interface Answerer {
  /**
   * Searches as it needs and adds what it has to say to the answer of the turn, which checks every sentence.
   *
   * @throws model.* when the model fails; what a tool or `beforeModelCall` threw; the signal's reason when it is aborted
   */
  answer(turn: TurnToAnswer): Promise<Answered>;
}

/** What a turn gives to the answerer that serves it. */
export interface TurnToAnswer {
  readonly question: TurnQuestion;
  /** The question as it reads without the conversation before it. */
  readonly standalone: string;
  readonly modelId: string;
  readonly budget: TurnBudget;
  readonly signal: AbortSignal;
  /** Passages found so far, numbered for this turn. */
  readonly desk: EvidenceDesk;
  /** Where the answer is written. */
  readonly text: AnswerText;
  /** The search tools and those of the features. */
  readonly tools: readonly AgentTool[];
  /** Runs one of the tools, timed and reported, and numbers the passages it found. */
  use(tool: AgentTool, input: Readonly<Record<string, unknown>>): Promise<UsedTool>;
  /** Uses tools side by side; passages are numbered in the order of the calls, whichever of them ends first. */
  useAll(calls: readonly ToolCall[]): Promise<UsedTool[]>;
  readonly beforeModelCall: TurnOptions["beforeModelCall"];
}

/** A tool with the input of one call. */
export interface ToolCall {
  readonly tool: AgentTool;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a tool returned to a turn. */
export interface UsedTool extends ToolOutcome {
  readonly placed: readonly MarkedPassage[];
}

/** What ended the search for an answer before the answerer was done. */
export type TurnLimit = "steps" | "tokens" | "time" | "model";

/** How a question was answered. */
export interface Answered {
  /** How well the answer answers, where the answerer can tell. */
  readonly status: AnswerStatus | undefined;
  /** Present when the answer may be incomplete. */
  readonly limit?: TurnLimit | undefined;
  /** What the answerer says when it located nothing, instead of the usual words. */
  readonly nothingLocated?: string | undefined;
  /** What came nearest when nothing was located, nearest first; in the order of arrival when absent. */
  readonly nearest?: readonly MarkedPassage[];
  /** What was done for a message that ordered work, or how that work is ordered; there is nothing to cite for it. */
  readonly done?: string | undefined;
  /** The model that served, as it names itself. */
  readonly served: string;
  readonly usage: TokenUsage;
}

/** Estimates the tokens of texts: about four characters each in English. */
export function estimateTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
}
