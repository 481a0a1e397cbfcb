import { connectTo, machineNetwork } from "./connect.ts";
import { FetchFailed } from "./errors.ts";
import { type AnswerHead, exchange, type OutgoingRequest } from "./exchange.ts";
import {
  describe,
  type FetchedResource,
  nextAddress,
  readRetryAfter,
  redirects,
  type SafeFetchOptions,
  startClock,
  usualLimits,
} from "./safe-fetch.ts";
import { readTarget } from "./target.ts";

/** A response of any status, with its body. */
export interface OutboundResponse extends FetchedResource {
  /** How long the host asked to wait before the next request. */
  readonly retryAfterMs: number | null;
  /** The host wants a proof that a person asks. */
  readonly isChallenge: boolean;
}

/**
 * Sends one request to a service whose protocol is known, under the same guard as `safeFetch`, and returns the response
 * whatever its status. Nothing is repeated. Redirects are followed and checked one by one; headers of the request are
 * sent to its own origin only, and a request with a body is not redirected.
 *
 * @throws FetchFailed; the reason of the signal in the options
 */
export async function safeRequest(
  given: string,
  outgoing: OutgoingRequest,
  options: Omit<SafeFetchOptions, "wait"> = {},
): Promise<OutboundResponse> {
  const limits = { ...usualLimits, ...options.limits };
  const clock = startClock(limits.totalMs, new FetchFailed("fetch.timeout"), options.signal);
  const { origin } = readTarget(given, options).url;
  try {
    let address = given;
    for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
      const target = readTarget(address, options);
      const socket = await connectWithin(target, options, limits.connectMs, clock.signal);
      const own = target.url.origin === origin ? outgoing : { ...outgoing, headers: {} };
      const parts = { outgoing: own, limits, wants: isFinal };
      const { head, body } = await exchange(target.url, socket, parts, clock.signal);
      if (body) return responseOf(head, target.url, body);
      if (outgoing.body !== null) throw new FetchFailed("fetch.redirect", { internal: "a POST was redirected" });
      address = nextAddress(head, target.url);
    }
    throw new FetchFailed("fetch.redirect", { internal: `more than ${limits.maxRedirects} redirects` });
  } finally {
    clock.stop();
  }
}

const isFinal = ({ statusCode }: AnswerHead) => !redirects.includes(statusCode);

async function connectWithin(
  target: Parameters<typeof connectTo>[0],
  options: SafeFetchOptions,
  connectMs: number,
  signal: AbortSignal,
) {
  const late = new FetchFailed("fetch.unreachable", { internal: "no connection in time" });
  const clock = startClock(connectMs, late, signal);
  return connectTo(target, { ...machineNetwork, ...options.network }, clock.signal).finally(clock.stop);
}

function responseOf(head: AnswerHead, url: URL, body: Pick<FetchedResource, "bytes" | "sha256">): OutboundResponse {
  return {
    ...describe(head, url),
    ...body,
    retryAfterMs: readRetryAfter(head.headers["retry-after"]) ?? null,
    isChallenge: head.headers["cf-mitigated"] === "challenge",
  };
}
