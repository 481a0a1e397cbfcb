/** The CPU-bound work of exhibits: pictures of maps, and the archive of all of them. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import { type Zippable, zipSync } from "fflate";
import sharp from "sharp";

// Pictures are drawn once and one after another: nothing is kept between them, and no more threads are started for them.
sharp.cache(false);
sharp.concurrency(1);

const dotsPerInch = 150;
const mostPixels = 12_000_000;
/** 170 dots per inch of the 9.8 by 6.1 inches that a picture has on its page: the printer decodes each picture whole. */
const printedSize = { width: 1_666, height: 1_037 };
const jpegQuality = 80;
/** Blank margin that is left around what is drawn, in dots. */
const keptMargin = 12;

/** Returns a picture of the first page of a PDF, or of a PNG or JPEG, as JPEG; the blank margins of a page are cut off. */
export async function drawPicture({ bytes, mimeType }: { bytes: Uint8Array; mimeType: string }): Promise<Uint8Array> {
  const image = mimeType === "application/pdf" ? await drawPage(bytes) : sharp(bytes);
  return image
    .flatten({ background: "#ffffff" })
    .trim({ background: "#ffffff", margin: keptMargin })
    .resize({ ...printedSize, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

async function drawPage(bytes: Uint8Array) {
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const library = join(dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json"))), "/");
  const loading = getDocument({
    ...{ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS, isEvalSupported: false },
    ...{ useSystemFonts: false, disableFontFace: true, standardFontDataUrl: join(library, "standard_fonts/") },
    ...{ cMapUrl: join(library, "cmaps/"), wasmUrl: join(library, "wasm/") },
  });
  const pdf = await loading.promise;
  try {
    const page = await pdf.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(dotsPerInch / 72, Math.sqrt(mostPixels / (width * height))) });
    const [columns, rows] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
    // In Node.js the library draws with this package; its types only know the browser's canvas.
    const factory = pdf.canvasFactory as {
      create(width: number, height: number): { canvas: Canvas; context: SKRSContext2D };
      destroy(made: { canvas: Canvas; context: SKRSContext2D }): void;
    };
    const made = factory.create(columns, rows);
    await page.render({
      canvas: made.canvas as never,
      canvasContext: made.context as never,
      viewport,
      background: "#ffffff",
    }).promise;
    const { data } = made.context.getImageData(0, 0, columns, rows);
    factory.destroy(made);
    return sharp(Buffer.from(data), { raw: { width: columns, height: rows, channels: 4 } });
  } finally {
    await loading.destroy();
  }
}

/** Returns a ZIP of files that are compressed already; the same files give the same bytes. */
export function packFiles({
  files,
  at,
}: {
  files: readonly { name: string; bytes: Uint8Array }[];
  at: string;
}): Uint8Array {
  const packed: Zippable = {};
  for (const { name, bytes } of files)
    packed[name] = [bytes, { level: /\.(json|txt|pgw)$/.test(name) ? 6 : 0, mtime: at }];
  return zipSync(packed);
}
