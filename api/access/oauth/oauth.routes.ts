import type { PlainRoute } from "../../http/app.ts";
import { addressGroup } from "../../http/client-address.ts";
import type { Exchange } from "../../http/exchange.ts";
import { makeResponse } from "../../http/make-response.ts";
import { Problem, problem } from "../../http/problem.ts";
import { type RateLimiter, retryAfterSeconds } from "../../http/rate-limit.ts";
import { readJson } from "../../http/read-json.ts";
import { jsonResponse } from "../../http/response.ts";
import type { OAuthClients } from "./clients.service.ts";
import { authorizationServerMetadata, type OAuthAddresses, protectedResourceMetadata } from "./metadata.ts";
import { OAuthRefused } from "./oauth-refused.ts";
import { readForm, required } from "./read-form.ts";
import type { OAuthTokens, TokenAnswer } from "./tokens.service.ts";

/** What the endpoints of the authorization server need. */
export interface OAuthRoutesDeps {
  readonly addresses: OAuthAddresses;
  readonly clients: OAuthClients;
  readonly tokens: OAuthTokens;
  readonly limiter: RateLimiter;
}

const minute = 60_000;
const registration = { calls: 20, windowMs: 60 * minute } as const;
const tokenCalls = { calls: 60, windowMs: minute } as const;
const largestMetadata = 65_536;

/** Declares discovery, registration, tokens and revocation: what clients call themselves, without a person's browser. */
export function oauthRoutes(deps: OAuthRoutesDeps): PlainRoute[] {
  const resource = JSON.stringify(protectedResourceMetadata(deps.addresses));
  const server = JSON.stringify(authorizationServerMetadata(deps.addresses));
  return [
    ...documentRoutes("/.well-known/oauth-protected-resource/mcp", resource),
    ...documentRoutes("/.well-known/oauth-protected-resource", resource),
    ...documentRoutes("/.well-known/oauth-authorization-server", server),
    ...postRoutes("/oauth/register", deps.limiter, registration, async ({ request }) =>
      jsonResponse(201, JSON.stringify(await deps.clients.register(await readMetadata(request)))),
    ),
    ...postRoutes("/oauth/token", deps.limiter, tokenCalls, async (call) =>
      jsonResponse(200, JSON.stringify(await answerToken(deps.tokens, call)), { pragma: "no-cache" }),
    ),
    ...postRoutes("/oauth/revoke", deps.limiter, tokenCalls, async (call) => {
      const form = await readForm(call.request);
      const named = { token: required(form, "token"), clientId: readClientId(call.request, form) };
      await deps.tokens.revoke(named, callerOf(call));
      return makeResponse(200, "", { "cache-control": "no-store" });
    }),
  ];
}

async function answerToken(tokens: OAuthTokens, call: Exchange): Promise<TokenAnswer> {
  const form = await readForm(call.request);
  const clientId = readClientId(call.request, form);
  const caller = callerOf(call);
  const resource = form.get("resource");
  const grant = required(form, "grant_type");
  if (grant === "refresh_token") {
    return tokens.refresh({ clientId, resource, refreshToken: required(form, "refresh_token") }, caller);
  }
  if (grant !== "authorization_code") {
    const known = "grant_type must be authorization_code or refresh_token.";
    throw new OAuthRefused("unsupported_grant_type", known);
  }
  const code = required(form, "code");
  const redirectUri = required(form, "redirect_uri");
  const verifier = required(form, "code_verifier");
  return tokens.exchangeCode({ clientId, resource, code, redirectUri, verifier }, caller);
}

const callerOf = ({ requestId, clientAddress }: Exchange) => ({ requestId, address: clientAddress });

/** Every client here is public: it names itself in the body and has no secret to prove it with. */
function readClientId(request: Request, form: ReadonlyMap<string, string>): string {
  if (request.headers.has("authorization") || form.has("client_secret")) {
    throw new OAuthRefused("invalid_client", "Clients are public here: send client_id in the body and no secret.", 401);
  }
  const clientId = form.get("client_id");
  if (clientId === undefined) throw new OAuthRefused("invalid_client", "The parameter client_id is missing.", 401);
  return clientId;
}

async function readMetadata(request: Request): Promise<unknown> {
  try {
    return await readJson(request, largestMetadata);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new OAuthRefused("invalid_client_metadata", error.message, error.status === 413 ? 413 : 400);
  }
}

function documentRoutes(path: `/${string}`, text: string): PlainRoute[] {
  return [
    {
      method: "GET",
      path,
      async handle({ headers }) {
        headers["access-control-allow-origin"] = "*";
        return jsonResponse(200, text, { "cache-control": "public, max-age=300" });
      },
    },
    preflight(path, "GET"),
  ];
}

/** A POST that any page on the web may make: it reads no cookie, so a browser lends it nothing. */
function postRoutes(
  path: `/${string}`,
  limiter: RateLimiter,
  limit: { readonly calls: number; readonly windowMs: number },
  answer: (exchange: Exchange) => Promise<Response>,
): PlainRoute[] {
  return [
    {
      method: "POST",
      path,
      async handle(call) {
        call.headers["access-control-allow-origin"] = "*";
        call.headers["access-control-expose-headers"] = "www-authenticate, retry-after";
        try {
          await takeLimit(limiter, `${path}:${addressGroup(call.clientAddress)}`, limit);
          return await answer(call);
        } catch (error) {
          if (!(error instanceof OAuthRefused)) throw error;
          return refusal(error, call.requestId);
        }
      },
    },
    preflight(path, "POST"),
  ];
}

function preflight(path: `/${string}`, method: "GET" | "POST"): PlainRoute {
  return {
    method: "OPTIONS",
    path,
    handle: async () =>
      makeResponse(204, null, {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": method,
        "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
        "access-control-max-age": "86400",
      }),
  };
}

/**
 * Takes one call from a limit; a store that does not answer lets it through, because what stands behind is checked anyway.
 *
 * @throws Problem rate_limited
 */
export async function takeLimit(
  limiter: RateLimiter,
  key: string,
  limit: { readonly calls: number; readonly windowMs: number },
): Promise<void> {
  const verdict = await limiter.take(`oauth:${key}`, limit.calls, limit.windowMs).catch(() => undefined);
  if (verdict === undefined || verdict.isAdmitted) return;
  throw problem("rate_limited", {
    detail: "This was called too often from this address.",
    retry_after_seconds: retryAfterSeconds(verdict),
  });
}

/** Writes a refusal in the shape of its standard, with the members of a problem document beside it. */
function refusal(refused: OAuthRefused, requestId: string): Response {
  const { code, message, status } = refused;
  const body = { error: code, error_description: message, status, code, detail: message, request_id: requestId };
  const challenge: Record<string, string> = code === "invalid_client" ? { "www-authenticate": "Basic" } : {};
  return jsonResponse(status, JSON.stringify(body), challenge);
}
