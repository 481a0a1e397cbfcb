import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { greyOfPixels } from "../ocr/page-image.ts";
import type { PageScan } from "../ocr/scan-reader.ts";

/** What Tesseract was trained for: type of ten points then stands some twenty pixels high without its ascenders. */
const dotsPerInch = 300;
/** Maps and plans on large sheets are drawn coarser. */
const mostPixels = 16_000_000;

/** Draws a page as it looks, upright as the file says, for OCR. */
export async function renderPage(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<PageScan> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(mostPixels / (width * height)));
  const viewport = page.getViewport({ scale });
  const [columns, rows] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
  // In Node.js the library draws with this package; its types only know the browser's canvas.
  const factory = pdf.canvasFactory as {
    create(width: number, height: number): { canvas: Canvas; context: SKRSContext2D };
    destroy(made: { canvas: Canvas; context: SKRSContext2D }): void;
  };
  const made = factory.create(columns, rows);
  try {
    await page.render({ canvas: made.canvas, canvasContext: made.context, viewport, background: "#ffffff" }).promise;
    const { data } = made.context.getImageData(0, 0, columns, rows);
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return { image: await greyOfPixels(pixels, columns, rows), pointsPerPixel: 1 / scale };
  } finally {
    page.cleanup();
    factory.destroy(made);
  }
}
