import type { z } from "zod";
import type { DistrictProvisions, Passage, SearchScope } from "../retrieval/index.ts";

/** Context of a tool call. */
export interface ToolContext {
  readonly scope: SearchScope;
  readonly signal: AbortSignal;
}

/** A file that a tool made during a turn. */
export interface TurnArtifact {
  readonly artifactId: string;
  /** Name of the tool. */
  readonly tool: string;
}

/** Rules that were read when an ordinance was ingested. */
export type ReadRules = Omit<DistrictProvisions, "passages">;

/** What a tool returns to the model, and to the reader of the turn's tool usage. */
export interface ToolOutcome {
  /** Text for the model: data, never instructions. */
  readonly content: string;
  /** One line for people. */
  readonly summary: string;
  /** Passages that the answer may cite; the turn numbers them and appends their text to `content` as quoted sources. */
  readonly passages?: readonly Passage[];
  /** Rules on a district or on parking, as they were read when the ordinance was ingested. */
  readonly rules?: ReadRules;
  /** Most characters of the passages to append; 24,000 when absent. */
  readonly quotedCharacters?: number;
  /** Files that the call made; the turn lists them. */
  readonly artifacts?: readonly TurnArtifact[];
  /** True when the call was refused; `content` then says why. */
  readonly isRefused?: boolean;
}

/** A JSON schema of an object. */
export type ArgumentsSchema = Readonly<Record<string, unknown>>;

/** Something the agent may call during a turn; a tool of a feature is already bound to the turn's caller and project. */
export interface AgentTool {
  readonly name: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  readonly schema: z.ZodObject | ArgumentsSchema;
  run(input: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutcome>;
}
