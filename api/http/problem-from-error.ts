import { Problem, problem } from "./problem.ts";
import type { ProblemCode } from "./problem-catalogue.ts";

/**
 * Errors of the rooms below, by their stable code, and what a caller reads for each.
 *
 * Only errors that can reach a request stand here; what fails inside a job is told by the job.
 */
const problemsByErrorCode: Readonly<Record<string, ProblemCode>> = {
  "search.unavailable": "search_unavailable",
  "embedder.unavailable": "search_unavailable",
  "model.unknown": "unknown_model",
  "model.unavailable": "model_unavailable",
  "model.failed": "upstream_unavailable",
  "upstream.unavailable": "upstream_unavailable",
  "storage.unavailable": "service_unavailable",
  "database.unavailable": "service_unavailable",
};

/** Seconds that a caller should wait before the same request can succeed. */
const waits: Partial<Record<ProblemCode, number>> = {
  search_unavailable: 5,
  upstream_unavailable: 10,
  service_unavailable: 5,
};

/** Gives the refusal an error stands for, or undefined when it is a fault of ours; recognised by code, never by class. */
export function problemFromError(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  const known = typeof code === "string" && Object.hasOwn(problemsByErrorCode, code) ? code : undefined;
  const problemCode = known === undefined ? undefined : problemsByErrorCode[known];
  if (problemCode === undefined) return undefined;
  return problem(problemCode, waitMember(problemCode), { cause: error });
}

/** Returns `retry_after_seconds` for a refusal that waiting ends, and no member for the others. */
export function waitMember(code: ProblemCode): { readonly retry_after_seconds?: number } {
  const wait = waits[code];
  return wait === undefined ? {} : { retry_after_seconds: wait };
}

/** The codes that errors of lower rooms become; the house test counts them as thrown. */
export const codesFromErrors: readonly ProblemCode[] = [...new Set(Object.values(problemsByErrorCode))];

/**
 * Returns true for a refusal that operators must see with its stack: a fault of ours, or of a part that failed. One of
 * status 5xx without a cause, such as a provider that is not configured, was thrown on purpose.
 */
export function isFault(refusal: Problem): boolean {
  return refusal.code === "internal_error" || (refusal.status >= 500 && refusal.cause !== undefined);
}
