import { PDFDocument } from "pdf-lib";
import { makePdf, type PdfPart, settable } from "./made-pdf.ts";

const charactersOnPage = 2_600;

/**
 * Sets real text as a PDF of exactly so many pages, with headings, a running head and printed page numbers; text that
 * is too short is set again from its start.
 */
export async function makeLongPdf(text: string, pages: number): Promise<Uint8Array> {
  const wanted = pages * charactersOnPage * 1.3;
  let whole = text;
  while (whole.length < wanted) whole += `\n${text}`;
  const bytes = await makePdf(partsOf(whole.slice(0, wanted)), {
    runningHead: "Code of Ordinances",
    printedNumber: (page) => String(page),
  });
  return firstPages(bytes, pages);
}

function partsOf(text: string): PdfPart[] {
  return text.split(/\n+/).flatMap((line): PdfPart[] => {
    const set = settable(line.trim());
    if (set === "") return [];
    const isHeading =
      /^(?:(?:Sec|Section|Article|ARTICLE|Chapter|CHAPTER)\b|\d+(?:[.-]\d+)+\.?\s)/.test(set) && set.length < 100;
    return [{ kind: isHeading ? "heading" : "paragraph", text: set }];
  });
}

async function firstPages(bytes: Uint8Array, pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  if (pdf.getPageCount() < pages) throw new Error(`only ${pdf.getPageCount()} pages were set, not ${pages}`);
  for (let page = pdf.getPageCount(); page > pages; page -= 1) pdf.removePage(page - 1);
  return pdf.save();
}
