import { randomUUID } from "node:crypto";
import type { Exchange } from "./exchange.ts";
import { problem, validationProblem } from "./problem.ts";
import { unstorableText } from "./unstorable-text.ts";

/** Returns the id of a request: the caller's own when it has the right form, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : `req_${randomUUID().replaceAll("-", "")}`;
}

/**
 * Refuses a request whose Host header is not a host with an optional port.
 *
 * @throws Problem invalid_host
 * @see RFC 9112 section 3.2
 */
export function assertHost({ request, url }: Pick<Exchange, "request" | "url">): void {
  const host = request.headers.get("host") ?? url.host;
  const isPlain = !/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`);
  if (!isPlain || url.hostname === noHost) throw problem("invalid_host");
}

/** The host of a request whose own cannot be part of a URL. */
export const noHost = "host.invalid";

/**
 * Refuses a request with text in its path or query that the database cannot store. Operations check their declared
 * parameters themselves; every other route is checked here, before it runs.
 *
 * @throws Problem not_found for a path parameter, validation_failed naming a query parameter
 */
export function assertStorable(url: URL, params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((value) => unstorableText(value))) throw problem("not_found");
  if (!url.search.includes("%")) return;
  const errors = [...url.searchParams].flatMap(([name, value]) => {
    const fault = unstorableText(name) ?? unstorableText(value);
    return fault ? [{ field: name.toWellFormed().replaceAll("\u0000", " ").slice(0, 80), ...fault }] : [];
  });
  if (errors.length > 0) throw validationProblem(errors);
}

const credentialParameters = new Set(["api_key", "apikey", "access_token", "authorization"]);

/**
 * Refuses a request that carries a key in its address, wherever it stands there.
 *
 * @throws Problem credential_in_url
 */
export function assertNoCredentialInUrl(url: URL): void {
  const isNamed = (name: string) => credentialParameters.has(name.toLowerCase());
  const named = url.search !== "" && [...url.searchParams.keys()].some(isNamed);
  const address = `${url.pathname}${url.search}`;
  if (named || /gw_live_[A-Za-z0-9_-]{8}/.test(decoded(address))) throw problem("credential_in_url");
}

/** Gives the key that stands in an address as a whole; undefined when there is none. */
export function keyInUrl(url: URL): string | undefined {
  return /gw_live_[A-Za-z0-9_-]{43}_[0-9A-Za-z]{6}/.exec(decoded(`${url.pathname}${url.search}`))?.[0];
}

/**
 * Gives the secret of the one `Authorization: Bearer` header.
 *
 * @throws Problem authentication_required, invalid_credential
 */
export function bearerSecret(headers: Headers): string {
  const header = headers.get("authorization");
  if (header === null || header.trim() === "") throw unauthorized("authentication_required");
  const secret = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/.exec(header)?.[1];
  if (secret === undefined) throw unauthorized("invalid_credential");
  return secret;
}

/** Makes a refusal that says how to authenticate. */
export function unauthorized(
  code: "authentication_required" | "invalid_credential" | "key_expired" | "key_revoked",
): ReturnType<typeof problem> {
  const challenge = code === "authentication_required" ? "Bearer" : 'Bearer error="invalid_token"';
  return problem(code, {}, { headers: { "www-authenticate": challenge } });
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
