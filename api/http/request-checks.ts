import { randomUUID } from "node:crypto";
import { problem } from "./problem.ts";

/** Gives the id of a request: the caller's own when it has the right form, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : `req_${randomUUID().replaceAll("-", "")}`;
}

const credentialParameters = new Set(["api_key", "apikey", "access_token", "authorization"]);

/**
 * Refuses a request that carries a key in its address, wherever it stands there.
 *
 * Throws  Problem credential_in_url
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
 * Throws  Problem authentication_required, invalid_credential
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
