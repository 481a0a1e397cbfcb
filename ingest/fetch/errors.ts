/** Why an address could not be fetched. */
export type FetchFailureCode =
  | "fetch.bad-url"
  | "fetch.own-host"
  | "fetch.not-public"
  | "fetch.unresolved"
  | "fetch.unreachable"
  | "fetch.tls"
  | "fetch.timeout"
  | "fetch.redirect"
  | "fetch.status"
  | "fetch.too-large"
  | "fetch.bad-answer";

const details: Readonly<Record<FetchFailureCode, string>> = {
  "fetch.bad-url": "The address must be an http or https URL on an ordinary port, without a user name.",
  "fetch.own-host": "The address belongs to this service. Name a page that somebody else publishes.",
  "fetch.not-public": "The address does not lead to the public internet. Name a page that everybody can open.",
  "fetch.unresolved": "The host of the address was not found. Check its spelling.",
  "fetch.unreachable": "The host did not accept the connection, or closed it early. Try again later.",
  "fetch.tls": "The host could not prove who it is: its certificate is not valid for the address.",
  "fetch.timeout": "The host did not answer in time. Try again later.",
  "fetch.redirect": "The address leads on to other addresses in a way that is not followed. Name the page itself.",
  "fetch.status": "The host did not give the page. Check that the address opens without signing in.",
  "fetch.too-large": "The page is larger than what is fetched. Upload it as a file instead.",
  "fetch.bad-answer": "The host answered with something that is not valid HTTP. Upload the page as a file instead.",
};

/** What a failure may say beside its code. */
export interface FetchFailureParts {
  /** One or two sentences in place of the usual ones of the code; safe to show. */
  readonly detail?: string;
  /** The HTTP status, for `fetch.status`. */
  readonly status?: number;
  /** How long the host asked to wait before the next call, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The host wants a proof that a person asks, for `fetch.status`. */
  readonly isChallenge?: boolean;
  readonly internal?: string;
  readonly cause?: unknown;
}

/** An address that was not fetched, by `code`; `detail` tells the caller what to do, `internal` is for the log. */
export class FetchFailed extends Error {
  readonly code: FetchFailureCode;
  /** One or two sentences a person can act on; says nothing of the network behind the service. */
  readonly detail: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** The host wants a proof that a person asks; no program should give one. */
  readonly isChallenge: boolean;
  /** What the machine saw; not for callers. */
  readonly internal: string | undefined;

  constructor(code: FetchFailureCode, parts: FetchFailureParts = {}) {
    const detail = parts.detail ?? details[code];
    super(`${code}: ${detail}`, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = "FetchFailed";
    this.code = code;
    this.detail = detail;
    this.status = parts.status;
    this.retryAfterMs = parts.retryAfterMs;
    this.isChallenge = parts.isChallenge ?? false;
    this.internal = parts.internal;
  }
}
