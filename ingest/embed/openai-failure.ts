import { EmbedderUnavailable } from "./errors.ts";

/** What a failed call asks the caller to do. */
export type FailedCall =
  /** Ask again, not before `waitMs` when the endpoint named a time. */
  | { readonly next: "again"; readonly waitMs: number | undefined; readonly error: EmbedderUnavailable }
  /** The request is larger than the endpoint takes: ask with less. */
  | { readonly next: "smaller"; readonly error: EmbedderUnavailable }
  /** The endpoint knows no base64: ask for floats. */
  | { readonly next: "floats"; readonly error: EmbedderUnavailable }
  | { readonly next: "give-up"; readonly error: EmbedderUnavailable };

/** Reads what the client threw. Recognised by its fields, so that any OpenAI-compatible client's error fits. */
export function readFailure(thrown: unknown, now: number): FailedCall {
  if (thrown instanceof EmbedderUnavailable) return { next: "again", waitMs: undefined, error: thrown };
  const {
    status,
    code,
    headers,
    message = "",
  } = thrown as {
    status?: unknown;
    code?: unknown;
    headers?: unknown;
    message?: string;
  };
  if (typeof status !== "number") {
    const isUnreadable = thrown instanceof SyntaxError || /not valid JSON|Unexpected (token|end)/i.test(message);
    const error = isUnreadable
      ? failure("unusable-answer", "answered with something that is not JSON", thrown)
      : failure("unreachable", `could not be reached or did not answer in time (${message})`, thrown);
    return { next: "again", waitMs: undefined, error };
  }
  const said = `answered ${status} (${message})`;
  if (isTooLarge(status, code, message)) return { next: "smaller", error: failure("refused", said, thrown) };
  if ((status === 400 || status === 422) && /encoding_format|base64/i.test(message))
    return { next: "floats", error: failure("refused", said, thrown) };
  // A used-up quota comes as 429 too, but waiting does not refill it.
  if (status === 429 && code !== "insufficient_quota") {
    const waitMs = retryAfterOf(headers, now);
    return { next: "again", waitMs, error: failure("rate-limited", said, thrown, waitMs) };
  }
  if (status === 408 || status === 409 || status >= 500) {
    const waitMs = retryAfterOf(headers, now);
    return { next: "again", waitMs, error: failure("unreachable", said, thrown, waitMs) };
  }
  return { next: "give-up", error: failure("refused", said, thrown) };
}

function isTooLarge(status: number, code: unknown, message: string): boolean {
  if (status === 413) return true;
  if (status !== 400 && status !== 422) return false;
  if (code === "context_length_exceeded" || code === "max_tokens_per_request") return true;
  return /context length|batch size|too (?:long|large|many)|max(?:imum)?[ _](?:\w+[ _])?(?:tokens|length)/i.test(
    message,
  );
}

/** The wait of `Retry-After` (seconds or a date) or `retry-after-ms`, in milliseconds. */
function retryAfterOf(headers: unknown, now: number): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const milliseconds = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const wait = /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}

function failure(
  fault: EmbedderUnavailable["fault"],
  said: string,
  cause: unknown,
  retryAfterMs?: number,
): EmbedderUnavailable {
  return new EmbedderUnavailable(fault, `the embedding endpoint ${said}`, { cause, retryAfterMs });
}
