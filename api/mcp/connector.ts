import {
  type AuthInfo,
  createMcpHandler,
  localhostAllowedHostnames,
  McpServer,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { PlainRoute } from "../http/app.ts";
import type { Exchange } from "../http/exchange.ts";
import { makeResponse } from "../http/make-response.ts";
import type { Principal } from "../http/principal.ts";
import { problem } from "../http/problem.ts";
import { bearerSecret } from "../http/request-checks.ts";
import { jsonResponse } from "../http/response.ts";
import { allScopes } from "../http/scopes.ts";
import type { ToolCaller } from "../tools/operation-call.ts";
import { instructions } from "./instructions.ts";
import type { Toolbox } from "./toolbox.ts";

/** Who an access token stands for. */
export interface ConnectorToken {
  readonly principal: Principal;
  readonly clientId: string;
  /** The resource the token was minted for. */
  readonly resource: string;
  readonly expiresAt: Date;
}

/** What the connector needs. */
export interface ConnectorDeps {
  readonly toolbox: Toolbox;
  readonly baseUrl: string;
  /** Address of the connector itself: the only resource whose tokens open it. */
  readonly resource: string;
  /** Address of the document by which a client finds the authorization server. */
  readonly resourceMetadata: string;
  readonly authenticate: (accessToken: string) => Promise<ConnectorToken | undefined>;
  readonly logger: { error(record: object, message: string): void };
}

const path = "/mcp";
const largestBody = 4 * 1_048_576 + 65_536;
const toolsListLifetimeMs = 300_000;

/**
 * Declares the connector: Streamable HTTP without sessions, for clients of both protocol eras. Every request makes a
 * server of its own that acts for one connection, so nothing can leak from one caller to the next.
 */
export function connectorRoutes(deps: ConnectorDeps): PlainRoute[] {
  const callers = new WeakMap<AuthInfo, ToolCaller>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo);
      if (!caller) throw new Error("the connector was reached without a caller");
      const server = new McpServer(
        { name: "groundwork", title: "Groundwork", version: "1.0.0" },
        {
          instructions,
          // The tools are the same for as long as the process runs: nobody is told of a change that never comes.
          capabilities: { tools: { listChanged: false } },
          maxToolInputElements: 50_000,
          cacheHints: { "tools/list": { ttlMs: toolsListLifetimeMs, cacheScope: "private" } },
        },
      );
      deps.toolbox.offer(server, caller);
      return server;
    },
    {
      maxRequestBodySize: largestBody,
      onerror: (error) => deps.logger.error({ err: error }, "the connector met a fault"),
    },
  );
  const hosts = [...new Set([new URL(deps.baseUrl).hostname, ...localhostAllowedHostnames()])];

  async function answer(exchange: Exchange): Promise<Response> {
    const { request } = exchange;
    const foreign = foreignSender(exchange, hosts);
    if (foreign !== undefined) return forbidden(foreign);
    allowOrigin(exchange);
    const token = await authenticated(request.headers, deps);
    exchange.principal = token.principal;
    const authInfo: AuthInfo = {
      token: "",
      clientId: token.clientId,
      scopes: [...token.principal.scopes],
      expiresAt: Math.floor(token.expiresAt.getTime() / 1000),
      resource: new URL(token.resource),
      resourceMetadataUrl: deps.resourceMetadata,
    };
    const { requestId, clientAddress } = exchange;
    callers.set(authInfo, { principal: token.principal, requestId, clientAddress });
    return handler.fetch(request, { authInfo });
  }

  return [
    { method: "POST", path, handle: answer },
    {
      method: "OPTIONS",
      path,
      async handle(exchange) {
        const foreign = foreignSender(exchange, hosts);
        if (foreign !== undefined) return forbidden(foreign);
        allowOrigin(exchange);
        return makeResponse(204, null, {
          "access-control-allow-methods": "POST",
          "access-control-allow-headers":
            "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, last-event-id",
          "access-control-max-age": "86400",
        });
      },
    },
  ];
}

/**
 * Gives who the one bearer token of a request stands for.
 *
 * @throws Problem authentication_required, invalid_credential, each with the challenge by which a client finds out where
 *         to get a token
 */
async function authenticated(headers: Headers, deps: ConnectorDeps): Promise<ConnectorToken> {
  const refuse = (code: "authentication_required" | "invalid_credential", detail: string) => {
    const error = code === "invalid_credential" ? ' error="invalid_token",' : "";
    const challenge = `Bearer${error} resource_metadata="${deps.resourceMetadata}", scope="${allScopes.join(" ")}"`;
    const recovery = { action: "Connect the app again; it will send you to a page where you approve it." };
    return problem(code, { detail, recovery }, { headers: { "www-authenticate": challenge } });
  };
  if ((headers.get("authorization") ?? "").trim() === "") {
    throw refuse("authentication_required", "The connector needs an access token of its authorization server.");
  }
  let secret: string;
  try {
    secret = bearerSecret(headers);
  } catch {
    throw refuse("invalid_credential", "The Authorization header is not one bearer token.");
  }
  if (secret.startsWith("gw_live_")) {
    throw refuse("invalid_credential", "API keys are for the REST interface; the connector takes access tokens only.");
  }
  const token = await deps.authenticate(secret);
  if (!token || token.resource !== deps.resource) {
    throw refuse("invalid_credential", "The access token is not known here, has expired, or was revoked.");
  }
  return token;
}

/** A page of another site, or a name that was made to point here, is not let near the connector. */
function foreignSender({ request, url }: Exchange, hosts: string[]): string | undefined {
  const host = validateHostHeader(request.headers.get("host") ?? url.host, hosts);
  if (!host.ok) return host.message;
  const origin = validateOriginHeader(request.headers.get("origin"), hosts);
  return origin.ok ? undefined : origin.message;
}

function allowOrigin(exchange: Exchange): void {
  const origin = exchange.request.headers.get("origin");
  if (origin === null) return;
  exchange.headers["access-control-allow-origin"] = origin;
  exchange.headers["access-control-expose-headers"] = "www-authenticate, mcp-protocol-version, x-request-id";
  exchange.headers.vary = "origin";
}

function forbidden(message: string): Response {
  const body = { jsonrpc: "2.0", error: { code: -32_000, message }, id: null };
  return jsonResponse(403, JSON.stringify(body));
}
