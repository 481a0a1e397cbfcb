import { setTimeout as waitFor } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { FetchFailed, type FetchNetwork, type OutboundResponse, safeRequest } from "../../../ingest/index.ts";
import type { Queryable } from "../../../migrations/index.ts";
import type { Provenance } from "../provider-result.ts";
import { assertMagic, type MagicKind, readJson, readText } from "./body-checks.ts";
import { bookTurn, findFreshAnswer, saveAnswer } from "./provider-cache.repository.ts";
import { ProviderFault } from "./provider-fault.ts";
import {
  type PreparedRequest,
  type ProviderEndpoint,
  type ProviderRequest,
  prepareRequest,
  type TokenPlace,
} from "./provider-request.ts";
import { makeServiceLanes, type ServiceLane } from "./service-lanes.ts";
import { makeSharedFlights, type SharedFlights } from "./shared-flights.ts";
import { faultOfFailure, faultOfStatus } from "./transport-faults.ts";

/** A provider as its connector describes it. */
export interface ProviderDescription {
  /** Key in provenance, logs and the cache: "parcel_api". */
  readonly provider: string;
  /** Name of the dataset as a person reads it. */
  readonly name: string;
  readonly attribution: string | null;
  readonly license: string | null;
  readonly tokenPlace?: TokenPlace;
  /** Requests under way at once; 4 unless stated. */
  readonly concurrency?: number;
  /** Milliseconds between two requests of all processes together; no limit unless stated. */
  readonly intervalMs?: number;
}

/** What all clients share. */
export interface ProviderClientParts {
  readonly db: Queryable;
  /** Sent as User-Agent; names the service and how to reach its operator. */
  readonly userAgent: string;
  /** Origins besides the provider's own that may be reached although they are not public. */
  readonly allowOrigins: readonly string[];
  /** Origins of this service, which no provider can be. */
  readonly ownOrigins: readonly string[];
  readonly log: { warn(fields: object, message: string): void };
  /** Takes the place of parts of the machine's network. */
  readonly network?: Partial<FetchNetwork> | undefined;
  /** Milliseconds of a clock that never goes back; tests turn it. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** A usable answer, and where it came from. */
export interface ProviderAnswer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly mediaType: string | null;
  /** Of the body's bytes. */
  readonly sha256: string;
  readonly isFromCache: boolean;
  readonly provenance: Provenance;
}

/**
 * Asks one outside service. Every method checks the shape of the body before it is returned or kept: an error in a 200 is
 * a fault. A body of JSON or text is parsed on the event loop and therefore limited to 4 MiB; ask for smaller pages.
 *
 * @throws ProviderFault when there is no usable answer, or the time of the request's signal is up, with `provenance`; any
 *         other reason of that signal
 */
export interface ProviderClient {
  readonly endpoint: ProviderEndpoint;
  readonly description: ProviderDescription;
  /** `read` throws a ProviderFault for a body that is not what the service sends; such a body is not kept. */
  json<Value>(request: ProviderRequest, read: (body: unknown, status: number) => Value): Promise<ProviderAnswer<Value>>;
  text<Value>(request: ProviderRequest, read: (body: string, status: number) => Value): Promise<ProviderAnswer<Value>>;
  /** A web page, or any other text, HTML and an empty body included. */
  page<Value>(request: ProviderRequest, read: (body: string, status: number) => Value): Promise<ProviderAnswer<Value>>;
  bytes(request: ProviderRequest & { readonly kinds: readonly MagicKind[] }): Promise<ProviderAnswer<Uint8Array>>;
}

/** A body as it was read, with what is known of the bytes. */
interface ReadAnswer {
  readonly body: unknown;
  readonly status: number;
  readonly mediaType: string | null;
  readonly sha256: string;
  readonly fetchedAt: Date;
  readonly isFromCache: boolean;
}

/** Reads the bytes of a response; throws a ProviderFault for what cannot be used. */
type ReadBytes = (bytes: Uint8Array, status: number) => unknown;

/** One request of a connector, on its way. */
interface Asking {
  readonly request: ProviderRequest;
  readonly prepared: PreparedRequest;
  readonly read: ReadBytes;
}

/** Credit of everything that the demo town answers, in the place of that of the real service. */
const syntheticCredit = "Synthetic data of the invented town of Alder Falls";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const mostParsedBytes = 4 * 1024 * 1024;
const mostFileBytes = 50 * 1024 * 1024;
/** Larger bodies are not kept: the database is no file store. */
const mostKeptBytes = 4 * 1024 * 1024;
const usualAttemptMs = 8_000;
const usualTotalMs = 20_000;
const mostAttempts = 3;
const firstPauseMs = 300;

/** Makes the client of one provider. */
export function makeProviderClient(
  parts: ProviderClientParts,
  description: ProviderDescription,
  endpoint: ProviderEndpoint,
): ProviderClient {
  const { name } = description;
  const now = parts.now ?? (() => performance.now());
  const lanes = makeServiceLanes({ concurrency: description.concurrency ?? 4, now });
  const asker: Asker = { parts, description, endpoint, lanes, now, flights: makeSharedFlights() };
  return {
    endpoint,
    description,
    json: (request, read) =>
      ask(asker, "json", { maxBytes: mostParsedBytes, ...request }, (bytes, status) =>
        read(readJson(bytes, name), status),
      ),
    text: (request, read) =>
      ask(asker, "text", { maxBytes: mostParsedBytes, ...request }, (bytes, status) =>
        read(readText(bytes, name), status),
      ),
    page: (request, read) =>
      ask(asker, "page", { maxBytes: mostParsedBytes, ...request }, (bytes, status) =>
        read(new TextDecoder().decode(bytes), status),
      ),
    bytes: ({ kinds, ...request }) =>
      ask(asker, kinds.join(), { maxBytes: mostFileBytes, ...request }, (bytes, status) => {
        // A status that the connector reads itself comes with a message, not with the file.
        if (!request.accept?.includes(status)) assertMagic(bytes, kinds, name);
        return bytes;
      }),
  };
}

interface Asker {
  readonly parts: ProviderClientParts;
  readonly description: ProviderDescription;
  readonly endpoint: ProviderEndpoint;
  readonly lanes: { of(origin: string): ServiceLane };
  readonly flights: SharedFlights<ReadAnswer>;
  readonly now: () => number;
}

async function ask<Body>(
  asker: Asker,
  kind: string,
  request: ProviderRequest,
  read: (bytes: Uint8Array, status: number) => Body,
): Promise<ProviderAnswer<Body>> {
  const { description, endpoint, parts, flights } = asker;
  const { provider, name, attribution, license } = description;
  const tokenPlace = description.tokenPlace ?? null;
  const prepared = prepareRequest(request, { provider, endpoint, tokenPlace });
  const credit = endpoint.isSynthetic
    ? { name: `${name} (synthetic)`, attribution: syntheticCredit, license: null }
    : { name, attribution, license };
  const provenance = (fetchedAt: Date): Provenance => ({
    ...{ provider, ...credit, url: prepared.publicUrl, fetchedAt, vintage: null, isSynthetic: endpoint.isSynthetic },
  });
  const fly = (signal: AbortSignal) => answer(asker, { request, prepared, read }, signal);
  const isShared = prepared.cacheKey !== null && request.isRepeatable !== false;
  try {
    request.signal?.throwIfAborted();
    const answered = isShared
      ? await flights.join(`${kind} ${prepared.cacheKey}`, request.signal, fly)
      : await fly(request.signal ?? new AbortController().signal);
    const { fetchedAt, ...known } = answered;
    // Requests share an answer only where kind and address agree, and then they come from the same connector.
    return { ...known, body: known.body as Body, provenance: provenance(fetchedAt) };
  } catch (thrown) {
    const error = isOutOfTime(request.signal)
      ? new ProviderFault("passing", `${name} did not answer in time.`)
      : thrown;
    if (!(error instanceof ProviderFault)) throw error;
    const { kind: fault, detail, retryAfterSeconds, cause } = error;
    const internal = redacted(error.internal, endpoint.token);
    parts.log.warn({ provider, fault, url: prepared.publicUrl, internal }, detail);
    throw new ProviderFault(fault, detail, {
      ...{ retryAfterSeconds, internal, cause, provenance: provenance(new Date()) },
    });
  }
}

/** A caller whose time is up got no answer from the service; one that leaves learns nothing of it. */
const isOutOfTime = (signal: AbortSignal | undefined) =>
  signal?.aborted === true && signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";

/** Returns the kept answer while it is fresh, else asks and keeps what can be used. */
async function answer(asker: Asker, asking: Asking, signal: AbortSignal): Promise<ReadAnswer> {
  const { db } = asker.parts;
  const { request, prepared } = asking;
  const freshForSeconds = request.freshForSeconds ?? 0;
  const key = freshForSeconds > 0 ? prepared.cacheKey : null;
  const kept = key === null ? undefined : await findKept(db, key, asking.read);
  if (kept) return kept;
  const { bytes, ...answered } = await askPatiently(asker, asking, signal);
  if (key !== null && bytes.length <= mostKeptBytes) {
    await saveAnswer(db, {
      ...{ key, provider: asker.description.provider, url: prepared.publicUrl, freshForSeconds },
      ...{ status: answered.status, media_type: answered.mediaType, sha256: answered.sha256 },
      ...{ fetched_at: answered.fetchedAt, body: await pack(bytes) },
    });
  }
  return answered;
}

async function findKept(db: Queryable, key: string, read: ReadBytes): Promise<ReadAnswer | undefined> {
  const kept = await findFreshAnswer(db, key);
  if (!kept) return undefined;
  const { status, media_type: mediaType, sha256, fetched_at: fetchedAt } = kept;
  try {
    const body = read(await unpack(kept.body), status);
    return { body, status, mediaType, sha256, fetchedAt, isFromCache: true };
  } catch (error) {
    // An earlier version of the connector kept what this one does not understand.
    if (error instanceof ProviderFault) return undefined;
    throw error;
  }
}

type SentAnswer = ReadAnswer & { readonly bytes: Uint8Array };

/** Asks until there is a usable answer, within the time and the number of attempts; waits grow and differ between callers. */
async function askPatiently(asker: Asker, asking: Asking, caller: AbortSignal): Promise<SentAnswer> {
  const { totalMs = usualTotalMs, isRepeatable = true } = asking.request;
  const endsAt = asker.now() + totalMs;
  const clock = new AbortController();
  const late = new ProviderFault("passing", `${asker.description.name} did not answer in time.`);
  const timer = setTimeout(() => clock.abort(late), totalMs);
  const signal = AbortSignal.any([caller, clock.signal]);
  const wait = asker.parts.wait ?? ((ms: number, until: AbortSignal) => waitFor(ms, undefined, { signal: until }));
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(asker, asking, signal);
      } catch (error) {
        signal.throwIfAborted();
        const isLast = !isRepeatable || attempt === mostAttempts;
        if (isLast || !(error instanceof ProviderFault) || !mayPass(error)) throw error;
        const asked = error.kind === "busy" ? error.retryAfterSeconds * 1_000 : 0;
        const pauseMs = Math.max(asked, firstPauseMs * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
        if (pauseMs >= endsAt - asker.now()) throw error;
        await wait(pauseMs, signal).catch(() => signal.throwIfAborted());
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

const mayPass = ({ kind }: ProviderFault) => kind === "passing" || kind === "busy";

/** Waits for a turn at the service and asks it once. */
async function attemptOnce(asker: Asker, asking: Asking, signal: AbortSignal): Promise<SentAnswer> {
  const { name, provider, intervalMs } = asker.description;
  const lane = asker.lanes.of(asking.prepared.origin);
  await lane.slots.enter(signal);
  try {
    lane.assertOpen(name);
    if (intervalMs !== undefined) {
      const turnMs = await bookTurn(asker.parts.db, provider, intervalMs);
      if (turnMs > 0) await waitFor(turnMs, undefined, { signal });
    }
    const { bytes, status, mediaType, sha256 } = await exchangeOnce(asker, asking, signal);
    const body = asking.read(bytes, status);
    lane.judge("answered");
    return { bytes, body, status, mediaType, sha256, fetchedAt: new Date(), isFromCache: false };
  } catch (error) {
    // A caller that leaves tells nothing of the service; running out of time does.
    const isGivenUp = signal.aborted && !(signal.reason instanceof ProviderFault);
    lane.judge(isGivenUp ? "abandoned" : error);
    throw error;
  } finally {
    lane.slots.leave();
  }
}

async function exchangeOnce(
  { parts, description, endpoint }: Asker,
  { request, prepared }: Asking,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { attemptMs = usualAttemptMs, maxBytes = mostFileBytes } = request;
  const outgoing = {
    method: prepared.body === null ? ("GET" as const) : ("POST" as const),
    headers: { "user-agent": parts.userAgent, ...prepared.headers },
    body: prepared.body,
  };
  const options = {
    allowOrigins: [new URL(endpoint.baseUrl).origin, ...parts.allowOrigins],
    ownOrigins: parts.ownOrigins,
    limits: { totalMs: attemptMs, idleMs: attemptMs, connectMs: attemptMs, maxBytes },
    signal,
    ...(parts.network === undefined ? {} : { network: parts.network }),
  };
  const response = await safeRequest(prepared.url, outgoing, options).catch((error: unknown) => {
    throw error instanceof FetchFailed ? faultOfFailure(error, description.name) : error;
  });
  const isUsable = (response.status >= 200 && response.status < 300) || request.accept?.includes(response.status);
  if (!isUsable) throw faultOfStatus(response, description.name);
  return response;
}

function redacted(text: string | null, token: string | null): string | null {
  if (text === null || token === null || token === "") return text;
  return text.replaceAll(token, "…").replaceAll(encodeURIComponent(token), "…");
}
