import { OAuthRefused } from "./oauth-refused.ts";

const mostRedirectUris = 10;
const longest = 2_000;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?($|[/?].*$)/;

/**
 * Gives what is wrong with a redirect URI, or undefined when it can be registered: `https` anywhere, `http` on a
 * loopback host only; no fragment, no user name, nothing a browser would read differently from how it is written.
 */
export function faultOfRedirectUri(uri: string): string | undefined {
  if (uri.length > longest) return `is longer than ${longest} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes("\\")) return "holds a character that does not belong in a URL";
  const parsed = URL.parse(uri);
  if (!parsed) return "is not a URL";
  if (uri.includes("#")) return "has a fragment";
  if (parsed.username !== "" || parsed.password !== "") return "has a user name";
  if (parsed.protocol === "https:") return uri.startsWith("https://") ? undefined : "is not written as https://";
  if (parsed.protocol !== "http:") return "is neither https nor http on a loopback host";
  return loopback.test(uri) ? undefined : "is http on a host that is not 127.0.0.1, [::1] or localhost";
}

/**
 * Reads the redirect URIs of a client.
 *
 * @throws OAuthRefused invalid_redirect_uri unless they are a list of 1 to 10 that can be registered
 */
export function readRedirectUris(given: unknown): string[] {
  const isList = Array.isArray(given) && given.length >= 1 && given.length <= mostRedirectUris;
  if (!isList) {
    throw new OAuthRefused("invalid_redirect_uri", `redirect_uris must list 1 to ${mostRedirectUris} addresses.`);
  }
  return given.map((uri: unknown, index) => {
    const fault = typeof uri === "string" ? faultOfRedirectUri(uri) : "is not a text";
    if (typeof uri !== "string" || fault !== undefined) {
      throw new OAuthRefused("invalid_redirect_uri", `redirect_uris[${index}] ${fault}.`);
    }
    return uri;
  });
}

/** Tells whether a redirect URI leads to a program on the person's own computer. */
export function isLoopbackUri(uri: string): boolean {
  return loopback.test(uri);
}

/**
 * Tells whether a requested redirect URI is a registered one: the same text, except that the port of a loopback host
 * may differ.
 *
 * @see RFC 8252, section 7.3
 */
export function isRegisteredUri(requested: string, registered: readonly string[]): boolean {
  if (faultOfRedirectUri(requested) !== undefined) return false;
  const own = withoutPort(requested);
  return registered.some((uri) => uri === requested || (own !== undefined && withoutPort(uri) === own));
}

/** Adds answer parameters to a redirect URI, leaving its own query as it is written. */
export function redirectUriWith(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) given.append(name, value);
  return `${uri}${uri.includes("?") ? "&" : "?"}${given}`;
}

/**
 * Gives what `form-action` of a Content-Security-Policy must allow, because browsers apply it to the redirect that
 * follows a form too. A policy cannot name an IPv6 address, so that one is allowed by its scheme.
 */
export function formActionOf(uri: string): string {
  const { origin, protocol, hostname } = new URL(uri);
  return hostname.startsWith("[") ? protocol : origin;
}

function withoutPort(uri: string): string | undefined {
  const match = loopback.exec(uri);
  return match ? `${match[1]}${match[3]}` : undefined;
}
