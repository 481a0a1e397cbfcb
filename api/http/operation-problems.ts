import type { Operation } from "./operation.ts";
import { type ProblemCode, problemCatalogue, problemCodes } from "./problem-catalogue.ts";

/** The store stands behind every operation, even behind reading who calls. */
const always: readonly ProblemCode[] = [
  "invalid_host",
  "credential_in_url",
  "validation_failed",
  "rate_limited",
  "internal_error",
  "service_unavailable",
];
const underCredential: readonly ProblemCode[] = [
  "authentication_required",
  "invalid_credential",
  "key_expired",
  "key_revoked",
  "insufficient_scope",
];
const withJson: readonly ProblemCode[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];
const whenPaid: readonly ProblemCode[] = [
  "insufficient_credits",
  "api_key_credit_cap_exceeded",
  "connection_credit_cap_exceeded",
];
/** A kept answer is about something that the caller may have lost since: then it is not found. */
const underKey: readonly ProblemCode[] = ["idempotency_key_reused", "idempotency_in_progress", "not_found"];

/** Codes that the pipeline throws for routes that no operation stands behind. */
export const codesOfThePipeline: readonly ProblemCode[] = [
  "method_not_allowed",
  "not_found",
  "malformed_request",
  "request_timeout",
  "headers_too_large",
];

/** Gives every code an operation can answer with: its own, and those of the steps before its handler. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const hasJsonBody = operation.body !== undefined && operation.body !== "stream";
  const hasParameters = Object.keys(operation.params.properties).length > 0;
  const codes = new Set<ProblemCode>([
    ...always,
    ...(operation.auth === "api_key" ? underCredential : []),
    ...(hasJsonBody ? withJson : []),
    ...(operation.cost === "free" ? [] : whenPaid),
    ...(operation.idempotent ? underKey : []),
    ...(hasParameters ? (["not_found"] as const) : []),
    ...(operation.hasEffects && operation.method === "GET" ? (["method_not_allowed"] as const) : []),
    ...operation.problems,
  ]);
  return problemCodes.filter((code) => codes.has(code));
}

/** The same codes by status, in rising order. */
export function problemsByStatus(operation: Operation): ReadonlyMap<number, readonly ProblemCode[]> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(operation)) {
    const { status } = problemCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
