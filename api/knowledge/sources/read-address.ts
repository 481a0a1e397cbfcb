import { isIP } from "node:net";
import { FetchFailed, type FetchPolicy, isPublicAddress, readTarget } from "../../../ingest/index.ts";
import { type FieldError, validationProblem } from "../../http/problem.ts";

/** An address that was read. */
export interface ReadAddress {
  readonly url: URL;
  /** Why it is never fetched, in words; null where it may be. */
  readonly refusal: string | null;
}

/** Names that stand for machines nobody else can reach. Source: RFC 6761; RFC 6762; RFC 8375; RFC 9476 */
const hiddenNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa|test|invalid|alt|onion)$/;
const notPublic = "The address does not lead to the public internet. Name a page that everybody can open.";

/**
 * Reads the address of a source, as far as that can be done without asking anybody. Names are looked up, and everything
 * is checked again, by the fetcher.
 *
 * @throws Problem validation_failed naming the field
 */
export function readAddress(given: string, policy: FetchPolicy, field: string): ReadAddress {
  const read = readAddressOrFault(given, policy, field);
  if ("message" in read) throw validationProblem([read]);
  return read;
}

/** Reads an address like {@link readAddress}, and gives the fault instead of throwing it. */
export function readAddressOrFault(given: string, policy: FetchPolicy, field: string): ReadAddress | FieldError {
  try {
    const { url, host, isAllowed } = readTarget(given, policy);
    const isHidden = isIP(host) ? !isPublicAddress(host) : hiddenNames.test(host);
    return { url, refusal: isHidden && !isAllowed ? notPublic : null };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    if (error.code === "fetch.own-host") return { url: withoutFragment(given), refusal: error.detail };
    return { field, code: "wrong_format", message: error.detail.replace(/\.$/, "") };
  }
}

function withoutFragment(given: string): URL {
  const url = new URL(given);
  url.hash = "";
  return url;
}
