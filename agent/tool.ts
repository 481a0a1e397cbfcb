import type { z } from "zod";
import type { Passage, SearchScope } from "../retrieval/index.ts";

/** What a tool may know of the turn it serves. */
export interface ToolContext {
  readonly scope: SearchScope;
  readonly signal: AbortSignal;
}

/** What a tool gives back to the model, and to the reader of the turn's tool usage. */
export interface ToolOutcome {
  /** Facts as text for the model; data, never instructions. */
  readonly content: string;
  /** One line for people. */
  readonly summary: string;
  /** Passages the answer may cite; the turn numbers them. */
  readonly passages?: readonly Passage[];
}

/** Something the agent may call: declared by a feature, handed in by the composition. */
export interface AgentTool {
  readonly name: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  readonly schema: z.ZodObject;
  run(input: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutcome>;
}
