import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { DocumentUnreadable } from "../../errors.ts";
import type { Item, ParseOptions, RawDocument } from "../lines.ts";
import { normaliseText } from "../normalise.ts";
import { printedLinesOf } from "../page-lines.ts";
import { finishTables } from "../tables-in-text.ts";
import { readPageContent } from "./page-content.ts";
import { pageItemsOf, type SizedItem } from "./page-items.ts";

/** More pages than this are not one document; reading them would hold up everyone else. */
const mostPages = 3000;
const tailBytes = 65_536;

type Warning = RawDocument["warnings"][number];

/** Reads a PDF by its layout: where the text stands on the page, how it is set, and which lines are drawn around it. */
export async function parsePdf(bytes: Uint8Array, options: ParseOptions = {}): Promise<RawDocument> {
  assertComplete(bytes);
  const pdf = await openPdf(bytes);
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
      sized.push(...(await itemsOfPage(pdf, page, options, warnings)));
    }
    const pages = Array.from({ length: pdf.numPages }, (_, at) => at + 1);
    const printed = printedLinesOf(pages, withRelativeSizes(sized));
    return {
      title: await titleOf(pdf),
      items: finishTables(printed.items),
      pages: printed.pages,
      parser: "pdf",
      warnings,
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function itemsOfPage(
  pdf: PDFDocumentProxy,
  page: number,
  options: ParseOptions,
  warnings: Warning[],
): Promise<SizedItem[]> {
  if (options.skipPages?.includes(page)) {
    warnings.push({ code: "page.skipped", message: `Page ${page} took too long to read and was left out.`, page });
    return [];
  }
  try {
    const items = pageItemsOf(await readPageContent(await pdf.getPage(page)));
    if (items.length === 0)
      warnings.push({
        code: "page.no-text",
        message: `Page ${page} holds no text; it may be a scan or a drawing.`,
        page,
      });
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

/** Sizes relative to the size that most characters are set in. */
function withRelativeSizes(sized: readonly SizedItem[]): Item[] {
  const characters = new Map<number, number>();
  for (const item of sized) {
    if (item.kind === "line" && item.fontSize !== undefined) {
      characters.set(item.fontSize, (characters.get(item.fontSize) ?? 0) + item.text.length);
    }
  }
  const body = [...characters].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 10;
  return sized.map((item) => {
    if (item.kind === "table") return item;
    const { fontSize = body, ...line } = item;
    return { ...line, size: fontSize / body };
  });
}

/** Titles that a program made up say nothing. */
const uselessTitle = /^(?:untitled|microsoft word\b|document\d*$|.*\.(?:docx?|pdf|indd|rtf|wpd)$|.{0,3}$)/i;

async function titleOf(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = "Title" in info && typeof info.Title === "string" ? normaliseText(info.Title) : "";
  return uselessTitle.test(title) ? null : title;
}
