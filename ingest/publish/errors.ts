/** A revision that cannot be published, by `code`; searches keep reading the revision that was live before. */
export class PublishRefused extends Error {
  readonly code:
    | "publish.document-removed"
    | "publish.superseded"
    | "publish.incomplete"
    | "publish.span-outside-text"
    | "publish.split-character";

  constructor(code: PublishRefused["code"], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "PublishRefused";
    this.code = code;
  }
}
