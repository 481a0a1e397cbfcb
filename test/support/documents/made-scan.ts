import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";

const library = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** How a page lay on the glass. */
export interface ScanLook {
  readonly dotsPerInch?: number;
  /** Quarter turns clockwise. */
  readonly quarters?: 0 | 1 | 2 | 3;
  /** Degrees clockwise that it lay askew. */
  readonly askew?: number;
}

/** Draws the first page of a PDF as a scanner would see it: a grey PNG. The type comes with the PDF library. */
export async function scanFirstPage(pdf: Uint8Array, look: ScanLook = {}): Promise<Buffer> {
  const loading = getDocument({
    data: pdf.slice(),
    standardFontDataUrl: join(library, "standard_fonts/"),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const density = look.dotsPerInch ?? 200;
  const page = await (await loading.promise).getPage(1);
  const viewport = page.getViewport({ scale: density / 72 });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas, canvasContext: canvas.getContext("2d"), viewport, background: "#ffffff" }).promise;
  const png = canvas.toBuffer("image/png");
  await loading.destroy();
  const level = sharp(await sharp(png).greyscale().toBuffer()).rotate(look.askew ?? 0, { background: "#ffffff" });
  return sharp(await level.toBuffer())
    .rotate((look.quarters ?? 0) * 90)
    .withMetadata({ density })
    .png()
    .toBuffer();
}

/** A page of a made file: copied from a PDF with its text, or a picture over the whole page. */
export type MixedPage =
  | { readonly kind: "text"; readonly pdf: Uint8Array }
  | {
      readonly kind: "picture";
      readonly picture: Uint8Array;
      /** Lines of text that lie unseen behind the picture, as an earlier OCR left them. */
      readonly hidden?: readonly string[];
    };

/** Puts pages with and without text into one PDF; the same pages give the same bytes. */
export async function makeMixedPdf(pages: readonly MixedPage[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const page of pages) {
    if (page.kind === "text") {
      const [copied] = await pdf.copyPages(await PDFDocument.load(page.pdf, { updateMetadata: false }), [0]);
      if (copied) pdf.addPage(copied);
      continue;
    }
    const picture = await pdf.embedPng(page.picture);
    const isWide = picture.width > picture.height;
    const [width, height] = isWide ? [792, 612] : [612, 792];
    const added = pdf.addPage([width, height]);
    added.drawImage(picture, { x: 0, y: 0, width, height });
    page.hidden?.forEach((line, at) => {
      added.drawText(line, { x: 72, y: 700 - at * 14, size: 10, font, opacity: 0 });
    });
  }
  return pdf.save({ useObjectStreams: false });
}

/** A TIFF with one page for each picture; the pictures have one size. */
export function makeTiff(pictures: readonly Uint8Array[]): Promise<Buffer> {
  return sharp(
    pictures.map((picture) => Buffer.from(picture)),
    { join: { animated: true } },
  )
    .tiff({ compression: "lzw" })
    .toBuffer();
}

/** A PNG of a few bytes that claims to be of any size. */
export function pngThatClaims(width: number, height: number): Uint8Array {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const data = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}
