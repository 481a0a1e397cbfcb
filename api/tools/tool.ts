import type { JsonSchema } from "../http/closed-schema.ts";

/** The arguments of a call before they are checked. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Work that an operation starts and that continues on its own; a tool waits for it. */
export interface FollowedWork {
  /** The operation that reports its progress. */
  readonly operationId: string;
  /** Returns arguments that start the work without waiting; undefined when the caller does not want to wait. */
  begin(args: ToolArguments): ToolArguments | undefined;
  /** Returns arguments that ask for its progress, made from the answer to the start. */
  ask(begun: ToolArguments, args: ToolArguments): ToolArguments;
  isOver(state: ToolArguments): boolean;
  /** Returns why it failed; undefined when it did not. */
  fault(state: ToolArguments): { readonly code: string; readonly detail: string } | undefined;
  /** What the assistant is told when it takes longer than a client waits. */
  readonly whenLate: string;
  /** Milliseconds between two questions at least, where the questions count against a limit; 200 unless stated. */
  readonly pauseMs?: number;
}

/**
 * A tool: which operations it serves, who may call it, and what a model must know to choose it. The connector and the
 * project agent are both served from this one declaration.
 */
export interface ToolDeclaration {
  /** A verb and a noun: `search_knowledge`. */
  readonly name: string;
  readonly title: string;
  /** When to use it, what it costs, what to call next. */
  readonly description: string;
  /** Ids of the operations it serves; its schemas, scope, limit and price are theirs. */
  readonly serves: readonly [string, ...string[]];
  /** Who may call it: clients of the connector, the project agent during a turn, or both. */
  readonly audience: "connector" | "agent" | "both";
  /** What the agent reads instead of `description`, which is written for clients that poll, pay and ask a person. */
  readonly agentDescription?: string;
  /** The clause of the contract that lets the agent call a tool that changes something; without it the agent only reads. */
  readonly agentMayWrite?: string;
  /** Returns the id of the operation that a call means, where the tool serves several. */
  choose?(args: ToolArguments): string;
  /** Arguments that only choose the operation, by name. */
  readonly choosesBy?: Readonly<Record<string, JsonSchema>>;
  /** Members of the operations that make no sense in a conversation; they keep their defaults. */
  readonly omits?: readonly string[];
  /** Members that must be given here although the operation has a default for them. */
  readonly requires?: readonly string[];
  /** Present where the operation begins work that a conversation waits for. */
  readonly follows?: FollowedWork;
  /** Member of the answer that is a picture in base64, with its type in `mime_type`: it is shown, and left out of the data. */
  readonly picture?: string;
  /** It changes nothing that another call could notice. */
  readonly isReadOnly: boolean;
  /** It can remove something that cannot be restored. */
  readonly isDestructive?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly isIdempotent?: boolean;
  /** It contacts other services. */
  readonly isOpenWorld?: boolean;
  /** Its results contain text of documents, which is quoted and never obeyed. */
  readonly quotesSources?: boolean;
  /** Its result is a span of a document (document_id, document_revision, char_start, char_end): the agent may cite its text. */
  readonly readsDocumentSpan?: boolean;
}

/** An operation that no tool serves, and why. */
export interface LeftOutOperation {
  readonly operationId: string;
  readonly reason: string;
}
