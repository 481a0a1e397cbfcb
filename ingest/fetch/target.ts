import { FetchFailed } from "./errors.ts";

/** Which addresses may be fetched; everything left out is empty. */
export interface FetchPolicy {
  /** Origins that may be reached although they are not public, on the port they name. */
  readonly allowOrigins?: readonly string[];
  /** Ports besides 80 and 443 that a public address may name. */
  readonly allowPorts?: readonly number[];
  /** Origins of the service itself: their hosts are refused on every port, except for an allowed origin. */
  readonly ownOrigins?: readonly string[];
}

/** An address that may be asked, once what it resolves to has been checked. */
export interface FetchTarget {
  readonly url: URL;
  /** The host name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Its origin is allowed, so where it leads is not checked. */
  readonly isAllowed: boolean;
}

const longest = 2_000;
const ordinaryPorts = [80, 443];

/**
 * Reads an address to fetch. The URL standard's own parser brings odd spellings of IPv4 addresses (hexadecimal, octal,
 * short, full-width) into their usual form, so that later checks see what a connection would see.
 *
 * @throws FetchFailed fetch.bad-url, fetch.own-host; TypeError when the policy names something that is no origin
 */
export function readTarget(given: string, policy: FetchPolicy): FetchTarget {
  const url = readUrl(given);
  const isAllowed = originsOf(policy.allowOrigins).some((origin) => origin === url.origin);
  const own = (policy.ownOrigins ?? []).map((origin) => new URL(origin));
  const isOwn = own.some((mine) => mine.origin === url.origin || (mine.hostname === url.hostname && !isAllowed));
  if (isOwn) throw new FetchFailed("fetch.own-host");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!isAllowed && !ordinaryPorts.includes(port) && !policy.allowPorts?.includes(port)) {
    throw badUrl("The address names a port that is not fetched from: use 80 or 443.");
  }
  return { url, host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port, isAllowed };
}

function readUrl(given: string): URL {
  if (given.length > longest) throw badUrl(`The address is longer than ${longest} characters.`);
  // The parser would take line breaks and tabs out without a word.
  if (/\p{Cc}/u.test(given)) throw badUrl("The address holds a control character.");
  const url = URL.parse(given);
  if (!url) throw badUrl("The address is not a URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw badUrl("The address must be http or https.");
  if (url.username !== "" || url.password !== "") throw badUrl("The address must not hold a user name or password.");
  if (url.href.length > longest) throw badUrl(`The address is longer than ${longest} characters.`);
  url.hash = "";
  // "host." is "host" to a resolver, and must be to the checks on names and certificates.
  url.hostname = url.hostname.replace(/\.$/, "");
  return url;
}

function originsOf(given: readonly string[] = []): string[] {
  return given.map((origin) => new URL(origin).origin);
}

const badUrl = (detail: string) => new FetchFailed("fetch.bad-url", { detail });
