import { Elysia } from "elysia";
import { addressGroup } from "./client-address.ts";
import { duringRequest } from "./current-request.ts";
import type { Exchange } from "./exchange.ts";
import { makeResponse } from "./make-response.ts";
import { makeMethodTable } from "./method-table.ts";
import type { Metrics } from "./metrics.ts";
import { type Deprecation, filledPath, type Method, type Operation } from "./operation.ts";
import { problemsOf } from "./operation-problems.ts";
import { notFoundPage, wantsPage } from "./pages/not-found-page.ts";
import { type PreparedOperation, prepareOperation } from "./prepared-operation.ts";
import { problem, problemResponse } from "./problem.ts";
import { isFault, problemFromError } from "./problem-from-error.ts";
import { retryAfterSeconds } from "./rate-limit.ts";
import {
  assertHost,
  assertNoCredentialInUrl,
  assertStorable,
  keyInUrl,
  noHost,
  requestIdOf,
} from "./request-checks.ts";
import { type OperationDeps, runOperation } from "./run-operation.ts";
import { clientIsPeer, type FindClient } from "./trusted-proxies.ts";

/** A route beside the operations: pages, health, the connector. It makes its whole answer itself. */
export interface PlainRoute {
  readonly method: Method | "OPTIONS";
  readonly path: `/${string}`;
  /** True for what monitors ask: the limit by address does not apply. */
  readonly isUnlimited?: boolean;
  handle(exchange: Exchange, params: Readonly<Record<string, string>>): Promise<Response>;
}

/** What the application is made of. */
export interface HttpAppOptions extends OperationDeps {
  readonly operations: readonly Operation[];
  readonly routes?: readonly PlainRoute[];
  readonly baseUrl: string;
  readonly logger: HttpLogger;
  readonly metrics?: Metrics;
  /** Surrounds every request; passes on the answer it is given. */
  readonly observe?: (exchange: Exchange, answer: () => Promise<Response>) => Promise<Response>;
  /** Answers are checked against their schemas, and one that differs becomes a 500. */
  readonly validatesResponses?: boolean;
  readonly addressLimitPerMinute?: number;
  /** Finds the client behind proxies; without it the client is who is connected. */
  readonly findClient?: FindClient;
  /** Lets what only reads ask the store once what has changed, instead of once for each thing it reads. */
  readonly atOneMoment?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Is told of a key that stood in an address. */
  readonly onKeyInUrl?: (secret: string) => Promise<void>;
}

/** The part of the process's logger that the pipeline writes to. */
export interface HttpLogger {
  info(record: object, message: string): void;
  error(record: object, message: string): void;
}

/** The service as a function from request to answer; it never throws. */
export interface HttpApp {
  readonly operations: readonly Operation[];
  fetch(request: Request, peer: Peer): Promise<Response>;
  /** Answers what arrived on a connection and could not be read as a request, with an id and a line in the log like any other. */
  refuseUnreadable(code: UnreadableCode, peer: Peer): Promise<Response>;
}

/** Who is connected: a client, or the last proxy before the service. */
export interface Peer {
  readonly address: string;
}

/** Codes of requests that end before they can be read. */
export type UnreadableCode = "malformed_request" | "headers_too_large" | "request_timeout";

const defaultAddressLimit = 600;

/** Makes the application: the pipeline around every declared operation and plain route. */
export function makeHttpApp(options: HttpAppOptions): HttpApp {
  const exchanges = new WeakMap<Request, Exchange>();
  const methods = makeMethodTable([...options.operations, ...(options.routes ?? [])]);
  const unlimited = new Set((options.routes ?? []).flatMap(({ isUnlimited, path }) => (isUnlimited ? path : [])));
  const router = new Elysia({ strictPath: true, normalize: false });
  const route = (declared: Pick<PlainRoute, "method" | "path">, run: Run) => {
    const path = declared.path.replace(/\{([a-z_]+)\}/g, ":$1");
    router.route(
      declared.method,
      path,
      ({ request, params }) => {
        const exchange = exchangeOf(exchanges, request);
        exchange.route = declared.path;
        return answerOrRefuse(exchange, options, () => run(exchange, asTexts(params)));
      },
      { parse: "none" },
    );
  };
  for (const operation of options.operations) {
    const prepared = prepareOperation(operation, { checksResponses: options.validatesResponses ?? false });
    const { atOneMoment } = options;
    const onlyReads = operation.method === "GET" && !operation.hasEffects;
    route(
      operation,
      onlyReads && atOneMoment
        ? (exchange, params) => atOneMoment(() => runDeclared(prepared, exchange, params, options))
        : (exchange, params) => runDeclared(prepared, exchange, params, options),
    );
  }
  for (const plain of options.routes ?? []) {
    route(plain, (exchange, params) => {
      assertStorable(exchange.url, params);
      return plain.handle(exchange, params);
    });
  }
  router.onError(({ request }) => {
    const exchange = exchangeOf(exchanges, request);
    return answerOrRefuse(exchange, options, async () => {
      const { request: original, url } = exchange;
      const refusal = methods.refusal(original.method, url.pathname);
      if (refusal.status === 404 && wantsPage(original.headers)) return notFoundPage();
      throw refusal;
    });
  });

  return {
    operations: options.operations,
    async fetch(request, peer) {
      const exchange = makeExchange(request, (options.findClient ?? clientIsPeer)(peer.address, request.headers));
      const answer = async () => {
        const response = await answerOrRefuse(exchange, options, async () => {
          const isUnlimited = unlimited.has(exchange.url.pathname as `/${string}`);
          const refusal = isUnlimited ? undefined : await refusedByAddress(exchange, options);
          if (refusal) return refusal;
          const exposed = options.onKeyInUrl && keyInUrl(exchange.url);
          if (exposed !== undefined) await options.onKeyInUrl?.(exposed);
          assertNoCredentialInUrl(exchange.url);
          assertHost(exchange);
          const routed = forRouter(exchange);
          exchanges.set(routed, exchange);
          return router.handle(routed);
        });
        return finished(exchange, response, options);
      };
      return duringRequest(exchange, () => (options.observe ? options.observe(exchange, answer) : answer()));
    },
    async refuseUnreadable(code, peer) {
      const exchange = makeExchange(new Request(`http://${noHost}/`), peer.address);
      const refusal = await answerOrRefuse(exchange, options, () => Promise.reject(problem(code)));
      return finished(exchange, refusal, options);
    },
  };
}

type Run = (exchange: Exchange, params: Readonly<Record<string, string>>) => Promise<Response>;

async function runDeclared(
  prepared: PreparedOperation,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
  options: HttpAppOptions,
): Promise<Response> {
  const { operation } = prepared;
  exchange.operationId = operation.operationId;
  if (operation.deprecated) {
    const successor = `${options.baseUrl}${filledPath(operation.deprecated.successor, params)}`;
    Object.assign(exchange.headers, deprecationHeaders(operation.deprecated, successor));
  }
  if (exchange.isHead && operation.hasEffects && !operation.head) {
    throw problem("method_not_allowed", {}, { headers: { allow: operation.method } });
  }
  try {
    return await runOperation(prepared, exchange, params, options);
  } catch (error) {
    if (options.validatesResponses) assertDeclaredRefusal(operation, error);
    throw error;
  }
}

/** A refusal is an answer too: one that the documentation does not know is a fault where answers are checked. */
function assertDeclaredRefusal(operation: Operation, error: unknown): void {
  const refusal = problemFromError(error);
  if (refusal === undefined || problemsOf(operation).includes(refusal.code)) return;
  throw new Error(`${operation.operationId} refused with ${refusal.code}, which it does not declare`, { cause: error });
}

function deprecationHeaders(deprecated: Deprecation, successor: string): Record<string, string> {
  return {
    deprecation: `@${Math.floor(Date.parse(deprecated.since) / 1000)}`,
    sunset: new Date(deprecated.sunset).toUTCString(),
    link: `<${successor}>; rel="successor-version"`,
  };
}

async function answerOrRefuse(
  exchange: Exchange,
  options: HttpAppOptions,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const refusal = problemFromError(error) ?? problem("internal_error", {}, { cause: error });
    if (isFault(refusal)) {
      const record = { requestId: exchange.requestId, operationId: exchange.operationId, code: refusal.code };
      options.logger.error({ ...record, err: refusal.cause ?? error }, "a request failed");
    }
    return problemResponse(refusal, { baseUrl: options.baseUrl, requestId: exchange.requestId });
  }
}

async function refusedByAddress(exchange: Exchange, options: HttpAppOptions): Promise<Response | undefined> {
  const limit = options.addressLimitPerMinute ?? defaultAddressLimit;
  const key = `every:${addressGroup(exchange.clientAddress)}`;
  // Without its store this limiter lets everything through: the limits by credential stand behind it.
  const verdict = await options.limiter.take(key, limit, 60_000).catch(() => undefined);
  if (verdict === undefined || verdict.isAdmitted) return undefined;
  const wait = retryAfterSeconds(verdict);
  const detail = `One address may send ${limit} requests per minute. Send the request again in ${wait} s.`;
  const headers = { "content-type": "application/json", "retry-after": String(wait), "cache-control": "no-store" };
  return makeResponse(429, JSON.stringify({ detail }), headers);
}

/** Adds what every answer carries; routes make their answers new, so their headers can still be set. */
function finished(exchange: Exchange, response: Response, options: HttpAppOptions): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries(exchange.headers)) headers.set(name, value);
  headers.set("x-request-id", exchange.requestId);
  headers.set("x-content-type-options", "nosniff");
  const seconds = (performance.now() - exchange.startedAt) / 1000;
  const labels = { route: exchange.route, method: exchange.request.method, status: response.status };
  options.metrics?.count("groundwork_http_requests_total", labels);
  options.metrics?.observeSeconds("groundwork_http_request_seconds", { route: exchange.route }, seconds);
  const { requestId, operationId, principal } = exchange;
  const who = { orgId: principal?.orgId, credentialId: principal?.credentialId };
  options.logger.info({ requestId, operationId, ...labels, ...who, ms: Math.round(seconds * 1000) }, "request");
  if (!exchange.isHead) return response;
  response.body?.cancel().catch(() => undefined);
  return new Response(null, { status: response.status, statusText: response.statusText, headers });
}

function makeExchange(request: Request, address: string): Exchange {
  return {
    request,
    url: urlOf(request),
    requestId: requestIdOf(request.headers),
    clientAddress: address,
    isHead: request.method === "HEAD",
    startedAt: performance.now(),
    route: "unmatched",
    operationId: undefined,
    principal: undefined,
    headers: {},
  };
}

function exchangeOf(exchanges: WeakMap<Request, Exchange>, request: Request): Exchange {
  const exchange = exchanges.get(request);
  if (!exchange) throw new Error("the router was given a request that did not come through the pipeline");
  return exchange;
}

/** Returns the URL of a request; one whose Host header cannot be part of a URL gets a host that {@link assertHost} refuses. */
function urlOf(request: Request): URL {
  try {
    return new URL(request.url);
  } catch {
    return new URL(`http://${noHost}/`);
  }
}

/** Methods that a `Request` cannot have; no route declares them. */
const unroutable = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * Returns the request that the router matches. It looks for the path from a fixed offset, so the host is always the same,
 * and it runs HEAD as GET; the route itself reads the original request from the exchange.
 */
function forRouter({ request, url, isHead }: Exchange): Request {
  const method = unroutable.has(request.method) ? "UNROUTABLE" : isHead ? "GET" : request.method;
  return new Request(`http://router.invalid${url.pathname}${url.search}`, { method });
}

/** The router passes nothing where the path has no parameters, and null for a parameter that is not valid percent-encoding; such a resource does not exist. */
function asTexts(params: Readonly<Record<string, string | null>> | undefined): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value === null) throw problem("not_found");
    texts[name] = value;
  }
  return texts;
}
