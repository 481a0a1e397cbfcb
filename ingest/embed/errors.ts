/** Why an embedding endpoint gave no vectors. */
export type EmbedderFault =
  /** Not reached, or no answer in the time given. */
  | "unreachable"
  /** Reached, and it asks for less or later; `retryAfterMs` says when, if it said so. */
  | "rate-limited"
  /** Reached, and it refuses the key, the model or the request: asking again changes nothing. */
  | "refused"
  /** Reached, and what it answered cannot be used. */
  | "unusable-answer";

/** The embedding model gave no vectors; nothing was stored, and but for `refused` the same call may work later. */
export class EmbedderUnavailable extends Error {
  readonly code = "embedder.unavailable";
  readonly fault: EmbedderFault;
  readonly retryAfterMs: number | undefined;

  constructor(
    fault: EmbedderFault,
    internal: string,
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(internal, { cause: options.cause });
    this.name = "EmbedderUnavailable";
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
  }
}
