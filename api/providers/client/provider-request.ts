import { createHash } from "node:crypto";

/** Where a provider answers. */
export interface ProviderEndpoint {
  /** Without a final slash, query or user name. */
  readonly baseUrl: string;
  readonly token: string | null;
  /** True for the demo town, whose data are invented. */
  readonly isSynthetic: boolean;
}

/** Names of parameters that carry a secret, wherever they come from. */
const secretParameters = /^(?:token|access_?token|api_?key|key|sig|signature|password|secret)$/i;

/** What a connector asks for. */
export interface ProviderRequest {
  /** Relative to the base URL of the provider ("/parcels/point"; empty for that URL itself), or absolute. Never contains the provider's token. */
  readonly path: string;
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as a form by POST; for queries too long for an address. */
  readonly form?: Readonly<Record<string, string>>;
  /** How long an answer may be served from the cache; 0 (the default) asks each time. */
  readonly freshForSeconds?: number;
  /** Statuses besides 200 to 299 whose body the connector reads itself. */
  readonly accept?: readonly number[];
  readonly maxBytes?: number;
  /** For one attempt, and for all of them with the waits between. */
  readonly attemptMs?: number;
  readonly totalMs?: number;
  /** False for a request that starts something at the service, such as a print job: it is sent once. */
  readonly isRepeatable?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A request as it is sent, and as it may be told of. */
export interface PreparedRequest {
  /** With the token. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Without tokens. */
  readonly publicUrl: string;
  readonly origin: string;
  /** Null where the answer must not be kept: the caller's own address carries a secret. */
  readonly cacheKey: string | null;
}

/** Where a provider takes its token. */
export type TokenPlace = { readonly query: string } | { readonly header: string; readonly scheme?: string };

/** Puts a request together: address, token, form and the key of its answer. */
export function prepareRequest(
  request: ProviderRequest,
  parts: { readonly provider: string; readonly endpoint: ProviderEndpoint; readonly tokenPlace: TokenPlace | null },
): PreparedRequest {
  const { endpoint, tokenPlace } = parts;
  const url = absoluteUrl(endpoint.baseUrl, request.path);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const form = request.form === undefined ? null : new URLSearchParams({ ...request.form }).toString();
  const hasSecret = [...url.searchParams.keys()].some(isSecret) || Object.keys(request.form ?? {}).some(isSecret);
  const publicUrl = withoutSecrets(url);
  const headers: Record<string, string> = form === null ? {} : { "content-type": "application/x-www-form-urlencoded" };
  const cacheKey = hasSecret ? null : keyOf([parts.provider, url.href, form ?? ""]);
  // The token goes to the configured service only, never to an address that was found on the way.
  if (endpoint.token !== null && tokenPlace !== null && url.origin === new URL(endpoint.baseUrl).origin) {
    if ("query" in tokenPlace) url.searchParams.set(tokenPlace.query, endpoint.token);
    else headers[tokenPlace.header] = [tokenPlace.scheme, endpoint.token].filter(Boolean).join(" ");
  }
  return { url: url.href, headers, body: form, publicUrl, origin: url.origin, cacheKey };
}

/** Returns an address without the parameters that carry secrets, and without a user name or fragment. */
function withoutSecrets(url: URL): string {
  const copy = new URL(url);
  for (const name of [...copy.searchParams.keys()].filter(isSecret)) copy.searchParams.delete(name);
  copy.username = "";
  copy.password = "";
  copy.hash = "";
  return copy.href;
}

function absoluteUrl(baseUrl: string, path: string): URL {
  if (/^https?:\/\//i.test(path)) return new URL(path);
  return new URL(path === "" || path.startsWith("/") ? `${baseUrl}${path}` : `${baseUrl}/${path}`);
}

const isSecret = (name: string) => secretParameters.test(name);

function keyOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
