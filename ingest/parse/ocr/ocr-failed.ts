/** The recognition of a picture failed or took too long; the next picture may do better. */
export class OcrFailed extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "OcrFailed";
  }
}
