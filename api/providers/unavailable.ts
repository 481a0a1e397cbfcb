import type { ProviderResult } from "./provider-result.ts";

/** Returns the answer of a provider that is not configured; the detail names the setting that would configure it. */
export function unavailable(what: string, setting: string): Extract<ProviderResult<never>, { state: "unavailable" }> {
  return { state: "unavailable", detail: `No ${what} is configured. Set ${setting}.` };
}
