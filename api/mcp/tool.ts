import type { JsonSchema } from "../http/closed-schema.ts";

/** What a tool is called with, before anything has been checked. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Work that an operation begins and that goes on by itself, which a tool waits for. */
export interface FollowedWork {
  /** The operation that tells how far it is. */
  readonly operationId: string;
  /** Arguments that begin the work without waiting for it; undefined when the caller does not want to wait. */
  begin(args: ToolArguments): ToolArguments | undefined;
  /** Arguments that ask how far it is, from what beginning it answered. */
  ask(begun: ToolArguments, args: ToolArguments): ToolArguments;
  isOver(state: ToolArguments): boolean;
  /** Why it ended without what was asked for; undefined when it did not. */
  fault(state: ToolArguments): { readonly code: string; readonly detail: string } | undefined;
  /** What the assistant is told when it takes longer than a client waits. */
  readonly whenLate: string;
}

/** A tool of the connector: which operations it serves, and what an assistant must know to choose it. */
export interface ToolDeclaration {
  /** A verb and a noun: `search_knowledge`. */
  readonly name: string;
  readonly title: string;
  /** When to use it, what it costs, what to call next. */
  readonly description: string;
  /** Ids of the operations it serves; its schemas, scope, limit and price are theirs. */
  readonly serves: readonly [string, ...string[]];
  /** Gives the operation that a call means, where the tool serves several. */
  choose?(args: ToolArguments): string;
  /** Arguments that only choose the operation, by name. */
  readonly choosesBy?: Readonly<Record<string, JsonSchema>>;
  /** Members of the operations that make no sense in a conversation; they keep their defaults. */
  readonly omits?: readonly string[];
  /** Members that must be given here although the operation has a default for them. */
  readonly requires?: readonly string[];
  /** Present where the operation begins work that a conversation waits for. */
  readonly follows?: FollowedWork;
  /** It changes nothing that another call could notice. */
  readonly isReadOnly: boolean;
  /** It can take something away that is not had back. */
  readonly isDestructive?: boolean;
  /** Called again with the same arguments it does nothing more. */
  readonly isIdempotent?: boolean;
  /** It reaches beyond this service. */
  readonly isOpenWorld?: boolean;
  /** Its results hold text of documents, which is quoted and never obeyed. */
  readonly quotesSources?: boolean;
}

/** An operation that no tool serves, and why. */
export interface LeftOutOperation {
  readonly operationId: string;
  readonly reason: string;
}
