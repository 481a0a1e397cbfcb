import type { Citation, SearchScope } from "../retrieval/index.ts";
import type { Fact, FactCitation, ListedDistrict, ListedDocument } from "./facts.ts";
import type { AgentTool, TurnArtifact } from "./tool.ts";

/** What is known of the land a question is about. */
export interface SiteFacts {
  /** Verified zoning districts of the parcels, as coded: "R-2". */
  readonly zoningCodes?: readonly string[] | undefined;
  readonly jurisdiction?: string | null | undefined;
}

/** An earlier question of the conversation with its answer. */
export interface PreviousTurn {
  readonly question: string;
  readonly answer: string;
  readonly citations: readonly MarkedCitation[];
}

/** A question to the agent. */
export interface TurnQuestion {
  readonly question: string;
  readonly scope: SearchScope;
  /** A model of the catalogue; null or "auto" lets the catalogue choose. */
  readonly modelId: string | null;
  /** Oldest first. */
  readonly previousTurns?: readonly PreviousTurn[] | undefined;
  readonly siteFacts?: SiteFacts | undefined;
  /** Facts of the project that the answer may cite. */
  readonly facts?: readonly Fact[] | undefined;
  /** What the project searches. */
  readonly documents?: readonly ListedDocument[] | undefined;
  /** Districts that the searched law names. */
  readonly districts?: readonly ListedDistrict[] | undefined;
}

/** What a turn may spend before it is ended. */
export interface TurnBudget {
  /** Calls of the model. */
  readonly steps: number;
  /** Input and output tokens together, as the model reports them. */
  readonly tokens: number;
  readonly seconds: number;
}

/** Work that a message can order in place of asking a question. */
export type OrderedWork = "report" | "interview" | "plan_export" | "map" | "gis_export";

/** How a turn is run. */
export interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: TurnEvent) => void) | undefined;
  readonly budget?: Partial<TurnBudget> | undefined;
  /** Tools of the features besides the search, bound to the caller and the project of the turn. */
  readonly tools?: readonly AgentTool[] | undefined;
  /** How a person has work done that a message may order. When absent, every message is read as a question. */
  readonly waysToOrder?: Readonly<Record<OrderedWork, string>> | undefined;
  /**
   * Asked before each call of the model, with what the turn has used and what the call may use: tokens, those of the
   * call estimated. What it throws ends the turn.
   */
  readonly beforeModelCall?:
    | ((usage: { readonly used: TokenUsage; readonly coming: TokenUsage }) => Promise<void>)
    | undefined;
}

/** A citation with the number that marks it in the answer. */
export type MarkedCitation = (Citation | FactCitation) & {
  /** From 1, in the order of the answer. */
  readonly marker: number;
};

/** One call of a tool. */
export interface ToolUse {
  readonly tool: string;
  readonly status: "succeeded" | "failed";
  readonly durationMs: number;
  readonly summary: string;
}

/** Which model was asked for, chosen, and heard from. */
export interface ModelSelection {
  readonly requested: string;
  readonly resolved: string;
  readonly served: string | null;
}

/** Tokens as the model reported them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** `partial`: something was found, but not for the very district or condition that was asked. */
export type AnswerStatus = "answered" | "partial" | "not_located";

/** A finished turn. */
export interface TurnOutcome {
  /** Carries its citations as [1], [2]. */
  readonly answer: string;
  readonly answerStatus: AnswerStatus;
  /** What was searched for the answer, in words. */
  readonly searched: readonly string[];
  readonly citations: readonly MarkedCitation[];
  readonly toolUsage: readonly ToolUse[];
  /** Files that its tools made, in the order in which they were made. */
  readonly artifacts: readonly TurnArtifact[];
  readonly modelSelection: ModelSelection;
  readonly usage: TokenUsage;
}

/** What a turn says of itself while it runs; answers are told only after they have been grounded. */
export type TurnEvent =
  | { readonly type: "turn-start"; readonly question: string; readonly modelId: string }
  | { readonly type: "tool-call"; readonly tool: string; readonly input: string }
  | ({ readonly type: "tool-result" } & ToolUse)
  | { readonly type: "answer-delta"; readonly text: string }
  | { readonly type: "citation-found"; readonly citation: MarkedCitation }
  | { readonly type: "turn-end"; readonly outcome: TurnOutcome }
  | { readonly type: "turn-error"; readonly code: string };
