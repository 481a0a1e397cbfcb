/** Every code of {@link DocumentUnreadable}, for tables that must cover them all. */
export const unreadableCodes = [
  "document.encrypted",
  "document.empty",
  "document.truncated",
  "document.mislabelled",
  "document.unsupported",
  "document.too-large",
  "document.too-complex",
  "document.no-text",
  "document.reader-failed",
] as const;

/**
 * Why a source cannot become a document. `document.reader-failed` is a failure of the machine and may pass; with every
 * other code the same bytes fail again.
 */
export type UnreadableCode = (typeof unreadableCodes)[number];

/** A source that cannot become a document, by `code`; `detail` says what its owner can do, `internal` is for the log. */
export class DocumentUnreadable extends Error {
  readonly code: UnreadableCode;
  /** One or two sentences a person can act on; safe to show. */
  readonly detail: string;
  /** What the reader saw; never shown to callers. */
  readonly internal: string | undefined;
  /** The media type to declare instead, where that is what is wrong. */
  readonly mediaType: string | undefined;

  constructor(
    code: UnreadableCode,
    detail: string,
    options: { internal?: string; cause?: unknown; mediaType?: string } = {},
  ) {
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "DocumentUnreadable";
    this.code = code;
    this.detail = detail;
    this.internal = options.internal;
    this.mediaType = options.mediaType;
  }

  /** True when the same bytes fail again, so that a retry is useless. */
  get isFinal(): boolean {
    return this.code !== "document.reader-failed";
  }
}
