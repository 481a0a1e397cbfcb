import { problem } from "../../http/problem.ts";
import type { ProviderResult } from "../../providers/provider-result.ts";

/** A provider that is not connected is not connected a moment later either. */
const laterSeconds = 3_600;
const action =
  'Send the request again later; or send setup_mode "provided" with parcels that carry their geometry, and upload the ordinance with category "ordinance".';

/** Returns the problem of a provider that had to be asked and could not be; the detail names the setting or the failure. */
export function upstreamDown(
  what: string,
  result: Extract<ProviderResult<unknown>, { state: "failed" | "unavailable" | "blocked" }>,
  field: string,
) {
  return problem("upstream_unavailable", {
    detail: `${what}: ${result.detail}`,
    field,
    retry_after_seconds: result.state === "failed" ? result.retryAfterSeconds : laterSeconds,
    recovery: { action },
  });
}
