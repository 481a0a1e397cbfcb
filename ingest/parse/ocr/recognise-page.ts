import type { RecognisedPage } from "./ocr-content.ts";
import type { OcrEngine } from "./ocr-engine.ts";
import type { PageImage } from "./page-image.ts";

/**
 * Recognises a page.
 *
 * Range   `until` is a moment of `performance.now()`
 * Throws  OcrFailed
 */
export async function recognisePage(engine: OcrEngine, image: PageImage, until: number): Promise<RecognisedPage> {
  const lines = await engine.recognise(image, Math.max(1, until - performance.now()));
  return { image, lines, rules: [], bold: new Set() };
}
