import { setTimeout as waitFor } from "node:timers/promises";
import { MIMEType } from "node:util";
import { connectTo, type FetchNetwork, machineNetwork } from "./connect.ts";
import { FetchFailed } from "./errors.ts";
import { type AnswerHead, exchange, plainGet } from "./exchange.ts";
import type { FetchedBody } from "./read-body.ts";
import { type FetchPolicy, readTarget } from "./target.ts";

/** What a fetch is held to; each limit has a usual value. */
export interface FetchLimits {
  /** From the look-up of a name to a connection that can be used: 10 s. */
  readonly connectMs: number;
  /** Without a byte from the other end: 30 s. */
  readonly idleMs: number;
  /** For everything, with redirects and retries: 60 s. */
  readonly totalMs: number;
  /** Of a body, packed and unpacked: 50 MB. */
  readonly maxBytes: number;
  /** Followed one after the other: 5. */
  readonly maxRedirects: number;
  /** Of one fetch, wherever on its way: 2. */
  readonly maxRetries: number;
}

/** How an address is fetched. */
export interface SafeFetchOptions extends FetchPolicy {
  readonly limits?: Partial<FetchLimits>;
  /** Ends the fetch with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Takes the place of parts of the machine's network. */
  readonly network?: Partial<FetchNetwork>;
  /** Waits between attempts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** What an address gave. */
export interface FetchedResource extends FetchedBody {
  /** From 200 to 299. */
  readonly status: number;
  /** Where the bytes came from, after redirects; without a fragment. */
  readonly url: string;
  /** Such as `text/html`, in lower case; null when the answer does not say. */
  readonly mediaType: string | null;
  /** In lower case; null when the answer does not say. */
  readonly charset: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly cacheControl: string | null;
}

/** The limits of a fetch that names none. */
export const usualLimits: FetchLimits = {
  connectMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
  maxBytes: 50 * 1024 * 1024,
  maxRedirects: 5,
  maxRetries: 2,
};

/** Statuses that lead to another address. */
export const redirects: readonly (number | undefined)[] = [301, 302, 303, 307, 308];
const passing: readonly (number | undefined)[] = [429, 502, 503, 504];

/**
 * Fetches an address that somebody else chose, without letting them reach anything but the public internet: the one way
 * in which such an address may be asked. Redirects are followed by hand and every step is checked like the first one.
 * An attempt is repeated when the connection broke or the host was busy, never beyond the time for everything.
 *
 * @throws FetchFailed; the reason of the signal in the options
 */
export async function safeFetch(given: string, options: SafeFetchOptions = {}): Promise<FetchedResource> {
  const limits = { ...usualLimits, ...options.limits };
  const endsAt = performance.now() + limits.totalMs;
  const clock = startClock(limits.totalMs, new FetchFailed("fetch.timeout"), options.signal);
  const step: Step = { limits, options, endsAt, signal: clock.signal, retriesLeft: limits.maxRetries };
  try {
    let address = given;
    const seen = new Set<string>();
    for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
      const { url } = readTarget(address, options);
      if (seen.has(url.href)) throw new FetchFailed("fetch.redirect", { internal: "the redirects go in a circle" });
      seen.add(url.href);
      const { head, body } = await askPatiently(address, step);
      if (body) return { ...describe(head, url), ...body };
      address = nextAddress(head, url);
    }
    throw new FetchFailed("fetch.redirect", { internal: `more than ${limits.maxRedirects} redirects` });
  } finally {
    clock.stop();
  }
}

interface Step {
  readonly limits: FetchLimits;
  readonly options: SafeFetchOptions;
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
  retriesLeft: number;
}

type Answer = Awaited<ReturnType<typeof exchange>>;

/** Asks for one address, again while that may help; the address is checked anew each time. */
async function askPatiently(address: string, step: Step): Promise<Answer> {
  const wait = step.options.wait ?? ((ms: number, signal: AbortSignal) => waitFor(ms, undefined, { signal }));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(address, step);
    } catch (error) {
      step.signal.throwIfAborted();
      if (!(error instanceof FetchFailed) || !mayHelp(error) || step.retriesLeft === 0) throw error;
      // Never earlier than the host asked, and not everybody at once.
      const pauseMs = (error.retryAfterMs ?? 500 * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
      if (pauseMs > step.endsAt - performance.now()) throw error;
      step.retriesLeft -= 1;
      await wait(pauseMs, step.signal).catch((reason: unknown) => {
        step.signal.throwIfAborted();
        throw reason;
      });
    }
  }
}

async function ask(address: string, { limits, options, signal }: Step): Promise<Answer> {
  const target = readTarget(address, options);
  const late = new FetchFailed("fetch.unreachable", { internal: "no connection in time" });
  const clock = startClock(limits.connectMs, late, signal);
  const socket = await connectTo(target, { ...machineNetwork, ...options.network }, clock.signal).finally(clock.stop);
  const answer = await exchange(target.url, socket, { outgoing: plainGet, limits, wants: isSuccess }, signal);
  const { statusCode: status, headers } = answer.head;
  if (answer.body || redirects.includes(status)) return answer;
  const retryAfterMs = readRetryAfter(headers["retry-after"]);
  throw new FetchFailed("fetch.status", {
    ...(status === undefined ? {} : { status, detail: statusDetail(status) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    isChallenge: headers["cf-mitigated"] === "challenge",
  });
}

const isSuccess = ({ statusCode = 0 }: AnswerHead) => statusCode >= 200 && statusCode <= 299;

const mayHelp = ({ code, status }: FetchFailed) =>
  code === "fetch.unreachable" || (code === "fetch.status" && passing.includes(status));

function statusDetail(status: number): string {
  if (status === 401 || status === 403) return `The host refused to give the page (${status}). It must open for all.`;
  if (status === 404 || status === 410) return `The host has no such page (${status}). Check the address.`;
  return `The host answered ${status} instead of the page. Check that the address opens in a browser.`;
}

/**
 * Returns where a redirect leads.
 *
 * @throws FetchFailed fetch.redirect
 */
export function nextAddress({ headers }: AnswerHead, from: URL): string {
  // Header bytes come one to a character, but hosts write their addresses in UTF-8.
  const location = Buffer.from(headers.location ?? "", "latin1").toString("utf8");
  const next = location === "" ? null : URL.parse(location, from.href);
  if (!next) throw new FetchFailed("fetch.redirect", { internal: "a redirect without an address" });
  if (from.protocol === "https:" && next.protocol === "http:") {
    throw new FetchFailed("fetch.redirect", { detail: "The address leads from https to plain http." });
  }
  return next.href;
}

/** Returns what the first lines of an answer state of its body. */
export function describe({ statusCode = 0, headers }: AnswerHead, url: URL): Omit<FetchedResource, keyof FetchedBody> {
  const type = readMediaType(headers["content-type"]);
  return {
    status: statusCode,
    url: url.href,
    mediaType: type?.essence ?? null,
    charset: type?.params.get("charset")?.toLowerCase() ?? null,
    etag: headers.etag ?? null,
    lastModified: headers["last-modified"] ?? null,
    cacheControl: headers["cache-control"] ?? null,
  };
}

function readMediaType(given: string | undefined): MIMEType | undefined {
  try {
    return given === undefined ? undefined : new MIMEType(given);
  } catch {
    return undefined;
  }
}

/** Reads a Retry-After header, in seconds or as a date, to milliseconds from now. Source: RFC 9110, section 10.2.3. */
export function readRetryAfter(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given) * 1_000;
  const at = Date.parse(given);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Starts a clock whose signal ends late, for the reason given, or with the outer signal, for that one's reason. */
export function startClock(
  milliseconds: number,
  late: FetchFailed,
  outer: AbortSignal | undefined,
): { signal: AbortSignal; stop: () => void } {
  const inner = new AbortController();
  const abort = () => inner.abort(outer?.reason);
  const timer = setTimeout(() => inner.abort(late), milliseconds);
  if (outer?.aborted) abort();
  else outer?.addEventListener("abort", abort, { once: true });
  const stop = () => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", abort);
  };
  return { signal: inner.signal, stop };
}
