/** Facts about a piece of work: ids, names of kinds, numbers. Never secrets, texts of people, or paths. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A piece of work as it begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "consumer";
  readonly facts?: SpanFacts;
  /** The `traceparent` header of whoever asked for the work. */
  readonly traceparent?: string | null;
  /** The `traceparent` of work that set this going and does not wait for it. */
  readonly linkedTo?: string | null;
}

/** A piece of work under way. */
export interface OpenSpan {
  rename(name: string): void;
  add(facts: SpanFacts): void;
  /** Marks the work as failed. */
  fail(): void;
}

/** Follows work through the service. Nothing it does can fail the work. */
export interface Tracer {
  /** Runs a request or job; what is noted meanwhile becomes a part of it. */
  run<Result>(start: SpanStart, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Notes a step that has just ended within the request or job; one that belongs to none is passed over. */
  note(step: { name: string; seconds: number; facts?: SpanFacts; isFailed?: boolean }): void;
  /** The `traceparent` of the request or job under way; null outside of any. */
  traceparent(): string | null;
  /** Sends what has not been sent; gives up after a few seconds. */
  close(): Promise<void>;
}

const noSpan: OpenSpan = { rename: () => undefined, add: () => undefined, fail: () => undefined };

/** Follows nothing: what the service has until somebody takes its traces. */
export const noTracer: Tracer = {
  run: (_, work) => work(noSpan),
  note: () => undefined,
  traceparent: () => null,
  close: async () => undefined,
};
