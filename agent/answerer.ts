import type { EvidenceDesk, MarkedPassage } from "./evidence-desk.ts";
import type { EvidenceHint } from "./grounding/ground-answer.ts";
import type { AgentTool, ToolOutcome } from "./tool.ts";
import type { AnswerStatus, TokenUsage, TurnBudget, TurnOptions, TurnQuestion } from "./turn.ts";

/** Writes the draft of an answer: a language model in a tool loop, or the local reader. */
export interface Answerer {
  /**
   * Searches as it needs and returns what it wants to say; the turn grounds it.
   *
   * @throws model.* when the model fails; what a tool or `beforeModelCall` threw; the signal's reason when it is aborted
   */
  draft(turn: TurnToAnswer): Promise<Draft>;
}

/** What a turn gives to the answerer that serves it. */
export interface TurnToAnswer {
  readonly question: TurnQuestion;
  readonly modelId: string;
  readonly budget: TurnBudget;
  readonly signal: AbortSignal;
  /** Passages found so far, numbered for this turn. */
  readonly desk: EvidenceDesk;
  /** The search tools and those of the features. */
  readonly tools: readonly AgentTool[];
  /** Runs one of the tools, timed and reported, and numbers the passages it found. */
  use(tool: AgentTool, input: Readonly<Record<string, unknown>>): Promise<UsedTool>;
  readonly beforeModelCall: TurnOptions["beforeModelCall"];
}

/** What a tool returned to a turn. */
export interface UsedTool extends ToolOutcome {
  readonly placed: readonly MarkedPassage[];
}

/** An answer before it is grounded. */
export interface Draft {
  /** Sentences with the markers of the passages they cite. */
  readonly text: string;
  /** Spans that the answerer itself names for its sentences. */
  readonly hints: readonly EvidenceHint[];
  /** How well it answers, where the answerer can tell. */
  readonly status: AnswerStatus | undefined;
  /** The model that served, as it names itself. */
  readonly served: string;
  readonly usage: TokenUsage;
}

/** Estimates the tokens of texts: about four characters each in English. */
export function estimateTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
}
