import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlainRoute } from "./app.ts";
import type { Exchange } from "./exchange.ts";
import { makeResponse } from "./make-response.ts";
import type { Metrics } from "./metrics.ts";
import { makeOpenApi } from "./openapi.ts";
import type { Operation } from "./operation.ts";
import { docsContentSecurityPolicy, docsPage, referenceStartPath } from "./pages/docs-page.ts";
import { errorsPage } from "./pages/errors-page.ts";
import { wantsPage } from "./pages/not-found-page.ts";
import { iconPath, pageResponse, stylesheetPath } from "./pages/page.ts";
import { referenceScriptPath, referenceScriptResponse } from "./pages/reference-script.ts";
import { problem } from "./problem.ts";
import { bearerSecret, unauthorized } from "./request-checks.ts";
import { jsonResponse } from "./response.ts";

/** How a part of the service stands: degraded is down, or resting, while something stands in for it. */
export type PartState = "up" | "degraded" | "down";

/** A part of the service. */
export interface ReadinessCheck {
  readonly name: string;
  /** True for a part without which the service still does its work, if less well: it is never the reason for a 503. */
  readonly isOptional?: boolean;
  /** Rejects when the part does not work; may also say that it works less well than it should. */
  check(signal: AbortSignal): Promise<"degraded" | undefined>;
}

/** What the routes beside the operations show. */
export interface ServiceRoutesDeps {
  readonly operations: readonly Operation[];
  readonly baseUrl: string;
  readonly readiness: readonly ReadinessCheck[];
  readonly metrics: Metrics;
  readonly opsToken: string | null;
  /** True once this process drains; `/ready` then answers 503. */
  readonly isEnding?: () => boolean;
}

/** What the routes for operators show. */
export type HealthRoutesDeps = Omit<ServiceRoutesDeps, "operations">;

const readinessTimeoutMs = 3_000;

/** Makes the routes by which operators watch a process: health, readiness and metrics. */
export function healthRoutes(deps: HealthRoutesDeps): PlainRoute[] {
  return [
    { ...get("/health", async () => jsonResponse(200, JSON.stringify({ status: "ok" }))), isUnlimited: true },
    { ...get("/ready", () => readyResponse(deps)), isUnlimited: true },
    get("/metrics", async (exchange) => {
      assertOperator(exchange, deps);
      return makeResponse(200, await deps.metrics.text(), {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
      });
    }),
  ];
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#1d5c46"/><path d="M5 15.2 12 18.8l7-3.6M5 11.9l7 3.6 7-3.6M12 5.2l7 3.5-7 3.5-7-3.5z" fill="none" stroke="#fff" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/></svg>`;

/** Leads a browser to the account area and tells a program the addresses of the service. */
function entryResponse({ headers }: Request, baseUrl: string): Response {
  if (wantsPage(headers)) return makeResponse(303, null, { location: "/account", vary: "Accept" });
  const addresses = {
    name: "Groundwork",
    api: `${baseUrl}/v1`,
    account: `${baseUrl}/account`,
    connector: `${baseUrl}/mcp`,
    reference: `${baseUrl}/docs`,
    openapi: `${baseUrl}/v1/openapi.json`,
    errors: `${baseUrl}/errors`,
  };
  return makeResponse(200, JSON.stringify(addresses), { "content-type": "application/json", vary: "Accept" });
}

/** Makes the routes that need no API key: health, readiness, metrics, and the documentation of the API. */
export function serviceRoutes(deps: ServiceRoutesDeps): PlainRoute[] {
  let openApi: string | undefined;
  const describe = () => (openApi ??= JSON.stringify(makeOpenApi(deps.operations, deps.baseUrl)));
  const asset = (name: string) => readFileSync(join(import.meta.dirname, "pages", name), "utf8");
  const stylesheet = asset("pages.css");
  const startReference = asset("start-reference.js");
  const docs = docsPage();
  const errors = errorsPage();
  return [
    ...healthRoutes(deps),
    get("/v1/openapi.json", async ({ request }) => cached(request, describe(), "application/json")),
    get("/", async ({ request }) => entryResponse(request, deps.baseUrl)),
    get(iconPath, async ({ request }) => cached(request, icon, "image/svg+xml")),
    // Browsers ask for this name when a page names no icon, such as a response in JSON.
    get("/favicon.ico", async () => makeResponse(308, null, { location: iconPath })),
    get("/docs", async () => pageResponse(docs, docsContentSecurityPolicy)),
    get(referenceScriptPath, ({ request }) => referenceScriptResponse(request)),
    get(referenceStartPath, async ({ request }) => cached(request, startReference, "text/javascript; charset=utf-8")),
    get("/errors", async () => pageResponse(errors)),
    get(stylesheetPath, async ({ request }) => cached(request, stylesheet, "text/css; charset=utf-8")),
  ];
}

async function readyResponse({ readiness: checks, isEnding }: HealthRoutesDeps): Promise<Response> {
  if (isEnding?.()) {
    const detail = "Not ready: this process is ending.";
    throw problem("service_unavailable", { detail, retry_after_seconds: 5, parts: { process: "down" } });
  }
  const states = await Promise.all(checks.map(async (part) => [part.name, await stateOf(part)] as const));
  const parts = Object.fromEntries(states);
  const down = states.filter(([, state]) => state === "down").map(([name]) => name);
  if (down.length > 0) {
    throw problem("service_unavailable", {
      detail: `Not ready: ${down.join(", ")} ${down.length === 1 ? "is" : "are"} down.`,
      retry_after_seconds: 5,
      parts,
    });
  }
  const status = states.every(([, state]) => state === "up") ? "ready" : "degraded";
  return jsonResponse(200, JSON.stringify({ status, parts }));
}

/** Asks one part, for no longer than a poll may take. */
async function stateOf(part: ReadinessCheck): Promise<PartState> {
  const signal = AbortSignal.timeout(readinessTimeoutMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([part.check(signal), late]).then(
    (state) => state ?? "up",
    () => (part.isOptional ? "degraded" : "down"),
  );
}

/**
 * Admits callers on this machine while the service is for this machine only, and whoever has the operators' token.
 *
 * A public base URL means a proxy, and one on this machine that adds no header makes every caller look local. A request
 * that a proxy says it forwarded is not local either, nor is one to another host name: a page of a stranger can point a
 * name of its own at the loopback address and read the response.
 *
 * @throws Problem authentication_required, invalid_credential
 */
export function assertOperator(exchange: Exchange, deps: Pick<ServiceRoutesDeps, "baseUrl" | "opsToken">): void {
  const { headers } = exchange.request;
  const { opsToken } = deps;
  const isPrivate = loopbackName.test(new URL(deps.baseUrl).hostname);
  const isForwarded = headers.has("x-forwarded-for") || headers.has("forwarded");
  const isByName = loopbackName.test(exchange.url.hostname);
  if (isPrivate && !isForwarded && isByName && /^(127\.|::1$|::ffff:127\.)/.test(exchange.clientAddress)) return;
  const secret = bearerSecret(headers);
  if (opsToken === null || !timingSafeEqual(digest(secret), digest(opsToken))) throw unauthorized("invalid_credential");
}

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function cached(request: Request, text: string, type: string): Response {
  const etag = `"${digest(text).toString("base64url").slice(0, 27)}"`;
  const headers = { etag, "cache-control": "public, max-age=60" };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return makeResponse(304, null, headers);
  return makeResponse(200, text, { ...headers, "content-type": type });
}

function get(path: `/${string}`, handle: (exchange: Exchange) => Promise<Response>): PlainRoute {
  return { method: "GET", path, handle };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
