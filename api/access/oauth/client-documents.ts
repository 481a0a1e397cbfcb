import { type FetchedResource, FetchFailed, type SafeFetchOptions } from "../../../ingest/index.ts";
import { isRecord } from "../../http/closed-schema.ts";
import { cleanClientName } from "./client-name.ts";
import { OAuthRefused } from "./oauth-refused.ts";
import { readRedirectUris } from "./redirect-uri.ts";

/** What a client says of itself in the document whose address is its id. */
export interface ClientDocument {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Documents in which clients describe themselves. */
export interface ClientDocuments {
  /**
   * Reads the document at a client id that {@link isClientAddress}, or remembers it.
   *
   * @throws OAuthRefused invalid_client when it cannot be fetched or does not describe this client
   */
  read(clientId: string): Promise<ClientDocument>;
}

/** What reading documents needs. */
export interface ClientDocumentsDeps {
  /** The guarded fetch. */
  readonly safeFetch: (url: string, options: Pick<SafeFetchOptions, "limits">) => Promise<FetchedResource>;
  readonly now?: () => number;
}

const longestId = 1_000;
const limits = { totalMs: 5_000, maxBytes: 5 * 1_024, maxRedirects: 0, maxRetries: 0 } as const;
const leastSeconds = 5 * 60;
const mostSeconds = 24 * 60 * 60;
const mostRemembered = 500;

/**
 * Tells whether a client id is the address of a document: an https URL with a path, in the one form that a URL has once
 * it is read, so that two ids never mean the same document.
 *
 * @see OAuth Client ID Metadata Document, section 3
 */
export function isClientAddress(clientId: string): boolean {
  if (!clientId.startsWith("https://") || clientId.length > longestId) return false;
  const url = URL.parse(clientId);
  return url?.href === clientId && url.pathname !== "/" && url.username + url.password + url.hash === "";
}

/**
 * Makes the reader. A document is remembered for as long as its host allows, from five minutes to a day; a failure is
 * not remembered.
 */
export function makeClientDocuments({ safeFetch, now = Date.now }: ClientDocumentsDeps): ClientDocuments {
  const remembered = new Map<string, { readonly document: ClientDocument; readonly until: number }>();
  return {
    async read(clientId) {
      const known = remembered.get(clientId);
      if (known && known.until > now()) return known.document;
      remembered.delete(clientId);
      const { document, seconds } = await fetchDocument(clientId, safeFetch);
      const [oldest] = remembered.keys();
      if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest);
      remembered.set(clientId, { document, until: now() + seconds * 1_000 });
      return document;
    },
  };
}

async function fetchDocument(clientId: string, safeFetch: ClientDocumentsDeps["safeFetch"]) {
  try {
    const page = await safeFetch(clientId, { limits });
    return { document: readDocument(page, clientId), seconds: secondsOf(page.cacheControl) };
  } catch (error) {
    if (error instanceof FetchFailed) throw refused(`it could not be fetched (${error.code})`);
    throw error;
  }
}

function readDocument({ bytes, mediaType }: FetchedResource, clientId: string): ClientDocument {
  if (mediaType !== "application/json" && !mediaType?.endsWith("+json")) throw refused("it is not served as JSON");
  const said = readJson(bytes);
  if (!isRecord(said)) throw refused("it is not a JSON object");
  if (said.client_id !== clientId) throw refused("its client_id is not its own address");
  // Clients here have no secret, and one that everybody can read would be none.
  const method = said.token_endpoint_auth_method ?? "none";
  if ("client_secret" in said || method !== "none") throw refused('its token_endpoint_auth_method must be "none"');
  try {
    return { name: cleanClientName(said.client_name), redirectUris: readRedirectUris(said.redirect_uris) };
  } catch (error) {
    throw error instanceof OAuthRefused ? refused(error.message) : error;
  }
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw refused("it is not valid JSON");
  }
}

function secondsOf(cacheControl: string | null): number {
  const said = /(?:^|[,\s])max-age="?(\d{1,9})/i.exec(cacheControl ?? "")?.[1];
  return Math.min(mostSeconds, Math.max(leastSeconds, Number(said ?? 0)));
}

const refused = (why: string) =>
  new OAuthRefused("invalid_client", `The app's description at its address cannot be used: ${why}.`);
