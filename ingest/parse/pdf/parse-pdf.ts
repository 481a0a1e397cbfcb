import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { DocumentUnreadable } from "../../errors.ts";
import { appendAll } from "../../large-lists.ts";
import type { ParseOptions, RawDocument } from "../lines.ts";
import { normaliseText } from "../normalise.ts";
import { isBetterByOcr, needsOcr } from "../ocr/needs-ocr.ts";
import { ocrWarnings } from "../ocr/ocr-warnings.ts";
import { makeScanReader, type ScanReader } from "../ocr/scan-reader.ts";
import { type PageContent, readPageContent } from "./page-content.ts";
import { pageItemsOf, type SizedItem } from "./page-items.ts";
import { printedDocument } from "./printed-document.ts";

/** More pages than this are not one document; reading them would hold up everyone else. */
const mostPages = 3000;
const tailBytes = 65_536;
/** Larger images are not drawn: taken apart they would not fit into memory. */
const mostImagePixels = 100_000_000;

type Warning = RawDocument["warnings"][number];

/**
 * Reads a PDF by its layout: where the text stands on the page, how it is set, and which lines are drawn around it.
 * Pages without a usable text layer are drawn and read by OCR, and then go the same way.
 */
export async function parsePdf(bytes: Uint8Array, options: ParseOptions = {}): Promise<RawDocument> {
  assertComplete(bytes);
  const pdf = await openPdf(bytes);
  const scans = makeScanReader(options.scans);
  try {
    if (pdf.numPages > mostPages) {
      throw new DocumentUnreadable(
        "document.too-large",
        `The PDF has ${pdf.numPages} pages; the limit is ${mostPages}. Split it.`,
      );
    }
    const warnings: Warning[] = [];
    const sized: SizedItem[] = [];
    for (let page = 1; page <= pdf.numPages; page += 1) {
      options.onPage?.(page, pdf.numPages);
      appendAll(sized, await itemsOfPage(pdf, page, scans, options, warnings));
    }
    const title = await titleOf(pdf);
    const printed = printedDocument(pdf.numPages, sized);
    const ocrPages = scans.pages.length === 0 ? {} : { ocrPages: scans.pages };
    return { title, ...printed, parser: "pdf", warnings: [...warnings, ...ocrWarnings(scans)], ...ocrPages };
  } finally {
    await scans.close();
    await pdf.loadingTask.destroy();
  }
}

async function itemsOfPage(
  pdf: PDFDocumentProxy,
  page: number,
  scans: ScanReader,
  options: ParseOptions,
  warnings: Warning[],
): Promise<SizedItem[]> {
  if (options.skipPages?.includes(page)) {
    warnings.push({ code: "page.skipped", message: `Page ${page} took too long to read and was left out.`, page });
    return [];
  }
  try {
    const items = pageItemsOf(await contentOfPage(pdf, page, scans));
    if (items.length === 0 && !scans.unread.some((each) => each.page === page)) {
      const message = `Page ${page} holds no text that can be read; it may be blank or a drawing.`;
      warnings.push({ code: "page.no-text", message, page });
    }
    if (items.length > 0 && items.every((item) => item.kind === "line" && item.isLabel === true)) {
      warnings.push({
        code: "page.drawing",
        message: `Page ${page} is a map or a drawing; its labels are kept as text.`,
        page,
      });
    }
    return items;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warnings.push({ code: "page.damaged", message: `Page ${page} could not be read: ${reason.slice(0, 200)}`, page });
    return [];
  }
}

async function contentOfPage(pdf: PDFDocumentProxy, page: number, scans: ScanReader): Promise<PageContent> {
  const opened = await pdf.getPage(page);
  const layer = await readPageContent(opened);
  if (!needsOcr(layer)) return layer;
  const scan = await scans.read(page, async () => (await import("./render-page.ts")).renderPage(pdf, opened));
  if (scan === null || !isBetterByOcr(layer, scan.content)) return layer;
  scans.pages.push({ page, confidence: scan.confidence });
  return scan.content;
}

/** A PDF ends with the place of its cross-reference table; without it the end of the file is missing. */
function assertComplete(bytes: Uint8Array): void {
  const tail = new TextDecoder("latin1").decode(bytes.subarray(Math.max(0, bytes.length - tailBytes)));
  if (tail.includes("startxref") || tail.includes("%%EOF")) return;
  const detail = "The PDF ends before it should: a part of the file is missing. Upload it again.";
  throw new DocumentUnreadable("document.truncated", detail);
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const library = join(dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json"))), "/");
  try {
    return await getDocument({
      // The library takes the buffer over.
      data: bytes.slice(),
      cMapUrl: join(library, "cmaps/"),
      standardFontDataUrl: join(library, "standard_fonts/"),
      wasmUrl: join(library, "wasm/"),
      disableFontFace: true,
      fontExtraProperties: true,
      useSystemFonts: false,
      maxImageSize: mostImagePixels,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    throw fromPdfError(error);
  }
}

function fromPdfError(error: unknown): DocumentUnreadable {
  const name = error instanceof Error ? error.name : "";
  const internal = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (name === "PasswordException") {
    const detail = "The PDF is protected by a password. Save a copy without one and upload that.";
    return new DocumentUnreadable("document.encrypted", detail, { internal, cause: error });
  }
  const detail = "The PDF is damaged and cannot be opened. Export it again and upload the new file.";
  return new DocumentUnreadable("document.truncated", detail, { internal, cause: error });
}

/** Titles that a program made up say nothing. */
const uselessTitle = /^(?:untitled|microsoft word\b|document\d*$|.*\.(?:docx?|pdf|indd|rtf|wpd)$|.{0,3}$)/i;

async function titleOf(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = "Title" in info && typeof info.Title === "string" ? normaliseText(info.Title) : "";
  return uselessTitle.test(title) ? null : title;
}
