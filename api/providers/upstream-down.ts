import { type Problem, type ProblemMembers, problem } from "../http/problem.ts";
import type { ProviderResult } from "./provider-result.ts";

/** Answers of a provider from which nothing can be read. */
export type ProviderFailure = Extract<ProviderResult<unknown>, { state: "failed" | "unavailable" | "blocked" }>;

/** A provider that is not configured, or whose publisher forbids programs, will not answer a moment later either. */
const laterSeconds = 3_600;
const askOperator = { action: "Ask the operator of this service to configure the provider that detail names." };

/** Returns true when a provider could not be asked, or did not answer. */
export function isFailure(result: ProviderResult<unknown>): result is ProviderFailure {
  return result.state === "failed" || result.state === "unavailable" || result.state === "blocked";
}

/** Returns the problem of a provider that had to be asked and could not be; the detail names the setting or the failure. */
export function upstreamDown(what: string, failure: ProviderFailure, more: ProblemMembers = {}): Problem {
  return problem("upstream_unavailable", {
    detail: `${what}: ${failure.detail}`,
    retry_after_seconds: failure.state === "failed" ? failure.retryAfterSeconds : laterSeconds,
    ...(failure.state === "unavailable" ? { recovery: askOperator } : {}),
    ...more,
  });
}
