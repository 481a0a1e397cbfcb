import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { chunkDocument, makeIngestReport, type ParsedDocument, parseDocument } from "../../../ingest/index.ts";
import { makePdf, type PdfPart } from "../../support/documents/made-pdf.ts";
import {
  type MixedPage,
  makeMixedPdf,
  makeTiff,
  pngThatClaims,
  scanFirstPage,
} from "../../support/documents/made-scan.ts";
import { outlineLines } from "../../support/documents/parse.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const parse = (bytes: Uint8Array, mediaType = "application/pdf", scans = {}) =>
  parseDocument({ bytes, mediaType, filename: "scan" }, { scans });

/** One page of an invented ordinance, set like a town's: running head, bold headings, printed number. */
const pageOf = (number: number, parts: readonly PdfPart[]) =>
  makePdf(parts, { runningHead: "Town of Exampleton Zoning Bylaw", printedNumber: () => String(number + 6) });
const section = (number: string, title: string, text: string): PdfPart[] => [
  { kind: "heading", text: `${number} ${title}` },
  { kind: "paragraph", text },
];
const lots =
  "Every lot in the village district shall have an area of at least 7,500 square feet and a width of 60 feet.";
const signs = "A sign attached to a building shall not be larger than twenty square feet nor stand above its roof.";
const fences = "A fence along a street shall not be taller than four feet, and shall not hide traffic from a driver.";
const pools = "A swimming pool shall be enclosed by a wall at least five feet high with a gate that locks.";
const garbage = Array.from(
  { length: 12 },
  () => "A sw~rnrn|ng p00l sha!! bc enc1osed hy a wa!l xkqzrtw ~t lcast f¡ve fcct h!gh",
);

function pageText(document: ParsedDocument, page: number): string {
  const span = document.pages.find((each) => each.page === page);
  return span ? document.text.slice(span.charStart, span.charEnd) : "";
}

describe("a PDF in which some pages are scans", () => {
  let document: ParsedDocument;
  beforeAll(async () => {
    const table: PdfPart = {
      kind: "table",
      ruled: true,
      widths: [140, 120, 120],
      rows: [
        ["District", "Lot area", "Height"],
        ["Village", "7,500", "35 feet"],
        ["Rural", "40,000", "28 feet"],
      ],
    };
    const scanned = await pageOf(2, [...section("4.2", "Signs", signs), table]);
    const pages: MixedPage[] = [
      { kind: "text", pdf: await pageOf(1, section("4.1", "Lots", lots)) },
      { kind: "picture", picture: await scanFirstPage(scanned, { askew: 1.5 }) },
      {
        kind: "picture",
        picture: await scanFirstPage(await pageOf(3, section("4.3", "Fences", fences)), { quarters: 1 }),
      },
      { kind: "picture", picture: await scanFirstPage(await makePdf([])) },
      {
        kind: "picture",
        picture: await scanFirstPage(await pageOf(5, section("4.4", "Pools", pools))),
        hidden: garbage,
      },
    ];
    document = await parse(await makeMixedPdf(pages));
  });

  it("keeps the text layer where there is one, and has the rest from the pictures, each on its own page", () => {
    expect(pageText(document, 1)).toContain(lots);
    expect(pageText(document, 2)).toContain(signs);
    expect(document.ocrPages?.map((each) => each.page)).toEqual([2, 3, 5]);
  });

  it("reads a page that lies on its side", () => {
    expect(pageText(document, 3)).toContain(fences);
  });

  it("reads the picture rather than a text layer that is garbage", () => {
    expect(pageText(document, 5)).toContain(pools);
    expect(document.text).not.toContain("xkqzrtw");
  });

  it("finds headings, tables, running heads and printed page numbers as in text", () => {
    expect(outlineLines(document)).toEqual(["4.1 Lots", "4.2 Signs", "4.3 Fences", "4.4 Pools"]);
    expect(document.tables.map((table) => table.rows.map((row) => row.cells.map((cell) => cell.text)))).toEqual([
      [
        ["District", "Lot area", "Height"],
        ["Village", "7,500", "35 feet"],
        ["Rural", "40,000", "28 feet"],
      ],
    ]);
    expect(document.text).not.toContain("Exampleton");
    expect(document.pages.map((page) => page.printedPage)).toEqual(["7", "8", "9", null, "11"]);
  });

  it("reports which pages were read by OCR and how surely, and which are blank", () => {
    const report = makeIngestReport(document, chunkDocument(document));
    expect(report.ocrPages).toEqual(document.ocrPages);
    for (const { confidence } of document.ocrPages ?? []) {
      expect(confidence).toBeGreaterThan(0.8);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    expect(report.emptyPages).toEqual([4]);
    expect(report.warnings).toEqual([
      { code: "page.no-text", message: expect.stringContaining("Page 4"), page: 4 },
      { code: "page.ocr", message: expect.stringMatching(/^Pages 2-3, 5 were read by OCR, confidence 0\.\d\d\.$/) },
    ]);
  });
});

describe("a scanned document", () => {
  it("keeps the pages unread, and says so, for which its time does not suffice", async () => {
    const picture = await scanFirstPage(await pageOf(2, section("4.2", "Signs", signs)));
    const text = await pageOf(1, section("4.1", "Lots", lots));
    const pages: MixedPage[] = [
      { kind: "text", pdf: text },
      { kind: "picture", picture },
      { kind: "picture", picture },
    ];
    const document = await parse(await makeMixedPdf(pages), "application/pdf", { budgetMs: 0 });
    expect(document.text).toContain(lots);
    expect(document.warnings).toEqual([
      { code: "page.ocr-late", message: expect.stringContaining("Pages 2-3 were left unread") },
    ]);
    expect(document.ocrPages).toBeUndefined();
  });

  it("has the numbers of a list that hang far out in the margin", async () => {
    const pdf = await PDFDocument.create({ updateMetadata: false });
    const font = await pdf.embedFont(StandardFonts.TimesRoman);
    const page = pdf.addPage([612, 792]);
    const say = (text: string, x: number, y: number) => page.drawText(text, { x, y, size: 11, font });
    const rules = [lots, signs, fences, pools, lots, signs];
    rules.forEach((rule, at) => {
      const half = rule.indexOf(" ", rule.length / 2);
      const y = 700 - at * 50;
      say(`${at + 1}.`, 100, y);
      say(rule.slice(0, half), 150, y);
      say(rule.slice(half + 1), 150, y - 14);
    });
    const picture = await scanFirstPage(await pdf.save({ useObjectStreams: false }));
    const document = await parse(picture, "image/png");
    for (const [at, rule] of rules.entries()) expect(document.text).toContain(`${at + 1}. ${rule.slice(0, 30)}`);
  });

  it("reads down one column and then down the next", async () => {
    const text = (word: string) =>
      Array.from({ length: 8 }, () => `The ${word} of a lot is measured along its street.`);
    const parts: PdfPart[] = [...text("width"), ...text("depth")].map((line) => ({ kind: "paragraph", text: line }));
    const columns = await makePdf([...section("5.1", "Measuring", signs), ...parts, ...parts], { columns: 2 });
    const picture = await scanFirstPage(columns);
    const [scanned, read] = [await parse(await makeMixedPdf([{ kind: "picture", picture }])), await parse(columns)];
    const words = (document: ParsedDocument) => pageText(document, 1).match(/width|depth|sign/g);
    expect(words(scanned)).toEqual(words(read));
  });
});

describe("an image", () => {
  it("is a document of one page, be it PNG or JPEG", async () => {
    const png = await scanFirstPage(await pageOf(1, section("4.1", "Lots", lots)), { dotsPerInch: 150 });
    const jpeg = await sharp(png).jpeg({ quality: 70 }).withMetadata({ density: 150 }).toBuffer();
    for (const [bytes, mediaType] of [
      [png, "image/png"],
      [jpeg, "image/jpeg"],
    ] as const) {
      const document = await parse(bytes, mediaType);
      expect(document.text).toContain(lots);
      expect(document.pages.map((page) => page.page)).toEqual([1]);
      expect(document).toMatchObject({ parser: "image", warnings: [{ code: "page.ocr", page: 1 }] });
    }
  });

  it("of several pages, a TIFF, is a document with as many pages", async () => {
    const pictures = [
      await scanFirstPage(await pageOf(1, section("4.1", "Lots", lots))),
      await scanFirstPage(await pageOf(2, section("4.2", "Signs", signs)), { quarters: 2 }),
    ];
    const document = await parse(await makeTiff(pictures), "image/tiff");
    expect(pageText(document, 1)).toContain(lots);
    expect(pageText(document, 2)).toContain(signs);
    expect(document.pages.map((page) => page.printedPage)).toEqual(["7", "8"]);
    expect(outlineLines(document)).toEqual(["4.1 Lots", "4.2 Signs"]);
  });

  it("is refused before it is unpacked when it has more than a hundred megapixels", async () => {
    await expect(parse(pngThatClaims(60_000, 60_000), "image/png")).rejects.toMatchObject({
      code: "document.too-large",
      detail: expect.stringContaining("60000 by 60000 pixels"),
    });
  });

  it("is refused as truncated when its end is missing", async () => {
    const png = await scanFirstPage(await pageOf(1, section("4.1", "Lots", lots)), { dotsPerInch: 72 });
    await expect(parse(png.subarray(0, png.length / 2), "image/png")).rejects.toMatchObject({
      code: "document.truncated",
    });
    await expect(parse(png.subarray(0, 20), "image/png")).rejects.toMatchObject({ code: "document.truncated" });
  });
});
