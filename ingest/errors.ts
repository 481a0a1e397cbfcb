/** What can be wrong with a source that nobody can read as it is. */
export type UnreadableCode =
  | "document.encrypted"
  | "document.empty"
  | "document.truncated"
  | "document.mislabelled"
  | "document.unsupported"
  | "document.too-large"
  | "document.no-text"
  | "document.reader-failed";

/** Every code of {@link DocumentUnreadable}, for tables that must cover them all. */
export const unreadableCodes: readonly UnreadableCode[] = [
  "document.encrypted",
  "document.empty",
  "document.truncated",
  "document.mislabelled",
  "document.unsupported",
  "document.too-large",
  "document.no-text",
  "document.reader-failed",
];

/** A source that cannot become a document, by `code`; `detail` tells its owner what to do, `internal` is for the log. */
export class DocumentUnreadable extends Error {
  readonly code: UnreadableCode;
  /** One or two sentences a person can act on; safe to show. */
  readonly detail: string;
  /** What the machine saw; not for callers. */
  readonly internal: string | undefined;

  constructor(code: UnreadableCode, detail: string, options: { internal?: string; cause?: unknown } = {}) {
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "DocumentUnreadable";
    this.code = code;
    this.detail = detail;
    this.internal = options.internal;
  }
}
