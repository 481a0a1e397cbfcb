import type { FetchFailed, OutboundResponse } from "../../../ingest/index.ts";
import { ProviderFault } from "./provider-fault.ts";

/** Returns the fault of a request that got no response. */
export function faultOfFailure(error: FetchFailed, name: string): ProviderFault {
  const more = { cause: error, internal: `${error.code} ${error.internal ?? ""}`.trim() };
  switch (error.code) {
    case "fetch.timeout":
      return new ProviderFault("passing", `${name} did not answer in time.`, more);
    case "fetch.unreachable":
    case "fetch.unresolved":
      return new ProviderFault("passing", `${name} could not be reached.`, more);
    case "fetch.bad-answer":
      return new ProviderFault("passing", `${name} sent a response that cannot be read.`, more);
    case "fetch.too-large":
      return new ProviderFault("permanent", `${name} sent a response that is too large.`, more);
    case "fetch.tls":
      return new ProviderFault("permanent", `${name} has a TLS certificate that is not valid.`, more);
    default:
      return new ProviderFault("permanent", `${name} cannot be requested at its address.`, more);
  }
}

/** Statuses after which the same request may succeed. */
const passing = [408, 425, 500, 502, 503, 504];

/** Returns the fault of a response whose status says that it failed. */
export function faultOfStatus(response: OutboundResponse, name: string): ProviderFault {
  const { status, retryAfterMs, isChallenge } = response;
  const wait = retryAfterMs === null ? {} : { retryAfterSeconds: retryAfterMs / 1_000 };
  const internal = `status ${status}: ${new TextDecoder().decode(response.bytes.subarray(0, 200))}`;
  if (isChallenge)
    return new ProviderFault("refused", `${name} requires proof that a person, not a program, makes the request.`, {
      internal,
    });
  if (status === 401 || status === 402 || status === 403) {
    return new ProviderFault("refused", `${name} refused the request (${status}); check its token and terms.`, {
      internal,
    });
  }
  if (status === 429) {
    const retryAfterSeconds = wait.retryAfterSeconds ?? 5;
    return new ProviderFault("busy", `${name} rejected the request: its rate limit is reached (429).`, {
      retryAfterSeconds,
      internal,
    });
  }
  if (status === 503 && retryAfterMs !== null) {
    return new ProviderFault("busy", `${name} is not available now (503).`, { ...wait, internal });
  }
  const kind = passing.includes(status) || status > 504 ? "passing" : "permanent";
  return new ProviderFault(kind, `${name} answered with status ${status}.`, { ...wait, internal });
}
