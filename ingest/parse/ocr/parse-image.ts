import sharp, { type Metadata } from "sharp";
import { DocumentUnreadable } from "../../errors.ts";
import { appendAll } from "../../large-lists.ts";
import type { ParseOptions, RawDocument } from "../lines.ts";
import { pageItemsOf, type SizedItem } from "../pdf/page-items.ts";
import { printedDocument } from "../pdf/printed-document.ts";
import { ocrWarnings } from "./ocr-warnings.ts";
import { greyOf } from "./page-image.ts";
import { makeScanReader, type PageScan, type ScanReader } from "./scan-reader.ts";

const megapixels = 1_000_000;
/** An image with more pixels is refused before any of them is unpacked. */
const mostPixels = 100 * megapixels;
/** Pages of a TIFF; more are not one document. */
const mostPages = 2000;
/** What is read at most: a letter page at 400 dots an inch has fewer. */
const mostReadPixels = 16 * megapixels;
/** Dots an inch that recognition works best with, and how far a coarse image is blown up to get near. */
const bestDensity = 300;
const mostEnlargement = 3;
/** An image that does not tell its density is taken for a letter page, its longer side so many points. */
const letterPoints = 792;
/** Cameras and screens write densities that mean nothing; a page of these sizes, in inches, is a page. */
const pageInches = { least: 4, most: 48 } as const;

/**
 * Reads a scanned image, PNG, JPEG or TIFF with one page or many, by OCR. Its pages go the way of a PDF's pages.
 *
 * Range   100 megapixels a page, 2,000 pages
 * @throws DocumentUnreadable
 */
export async function parseImage(bytes: Uint8Array, options: ParseOptions = {}): Promise<RawDocument> {
  const pageCount = (await metadataOf(bytes, 1)).pages ?? 1;
  if (pageCount > mostPages) {
    const detail = `The image has ${pageCount} pages; the limit is ${mostPages}. Split it and upload the parts.`;
    throw new DocumentUnreadable("document.too-large", detail);
  }
  const scans = makeScanReader(options.scans);
  const warnings: RawDocument["warnings"][number][] = [];
  const sized: SizedItem[] = [];
  try {
    for (let page = 1; page <= pageCount; page += 1) {
      options.onPage?.(page, pageCount);
      if (options.skipPages?.includes(page)) {
        warnings.push({ code: "page.skipped", message: `Page ${page} took too long to read and was left out.`, page });
        continue;
      }
      try {
        appendAll(sized, await itemsOfPage(bytes, page, scans, warnings));
      } catch (error) {
        if (pageCount === 1 || !(error instanceof DocumentUnreadable)) throw error;
        warnings.push({ code: "page.damaged", message: `Page ${page} could not be read. ${error.detail}`, page });
      }
    }
  } finally {
    await scans.close();
  }
  const printed = printedDocument(pageCount, sized);
  const ocrPages = scans.pages.length === 0 ? {} : { ocrPages: scans.pages };
  return { title: null, ...printed, parser: "image", warnings: [...warnings, ...ocrWarnings(scans)], ...ocrPages };
}

async function itemsOfPage(
  bytes: Uint8Array,
  page: number,
  scans: ScanReader,
  warnings: RawDocument["warnings"][number][],
): Promise<SizedItem[]> {
  const read = await scans.read(page, () => scanOf(bytes, page));
  if (read === null) return [];
  const items = pageItemsOf(read.content);
  if (items.length > 0) scans.pages.push({ page, confidence: read.confidence });
  else {
    const message = `Page ${page} holds no text that can be read; it may be blank or a drawing.`;
    warnings.push({ code: "page.no-text", message, page });
  }
  return items;
}

async function scanOf(bytes: Uint8Array, page: number): Promise<PageScan> {
  const { autoOrient, density = 0 } = await metadataOf(bytes, page);
  const { width, height } = autoOrient;
  const longest = Math.max(width, height);
  const inches = longest / density;
  const isTold = inches >= pageInches.least && inches <= pageInches.most && density >= 96;
  const wanted = isTold ? bestDensity / density : ((letterPoints / 72) * bestDensity) / longest;
  // A photograph that is finer than needed is read as it is: its page may fill only a part of it.
  const enlargement = Math.min(mostEnlargement, Math.max(1, wanted), Math.sqrt(mostReadPixels / (width * height)));
  const size = {
    width: Math.max(1, Math.round(width * enlargement)),
    height: Math.max(1, Math.round(height * enlargement)),
  };
  const picture = sharp(bytes, { page: page - 1, limitInputPixels: mostPixels, failOn: "truncated" });
  const resized = enlargement === 1 ? picture.autoOrient() : picture.autoOrient().resize({ ...size, fit: "fill" });
  const image = await greyOf(resized).catch((error: unknown) => {
    throw damaged(error);
  });
  return { image, pointsPerPixel: isTold ? 72 / (density * enlargement) : letterPoints / (longest * enlargement) };
}

async function metadataOf(bytes: Uint8Array, page: number): Promise<Metadata> {
  // Only the header is read here, so the size is no danger yet.
  const metadata = await sharp(bytes, { page: page - 1, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw damaged(error);
    });
  const pixels = metadata.width * metadata.height;
  if (pixels > mostPixels) {
    const size = `${metadata.width} by ${metadata.height} pixels`;
    const detail = `The image has ${size}; at most ${mostPixels / megapixels} megapixels a page can be read. Scan it again with 300 dots an inch and upload that.`;
    throw new DocumentUnreadable("document.too-large", detail);
  }
  return metadata;
}

function damaged(error: unknown): DocumentUnreadable {
  const internal = error instanceof Error ? error.message : String(error);
  const detail = "The image is damaged or cut off and cannot be opened. Save it again and upload the new file.";
  return new DocumentUnreadable("document.truncated", detail, { internal, cause: error });
}
