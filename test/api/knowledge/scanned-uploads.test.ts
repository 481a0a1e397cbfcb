import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { makePdf, type PdfPart } from "../../support/documents/made-pdf.ts";
import {
  type MixedPage,
  makeMixedPdf,
  makeTiff,
  pngThatClaims,
  scanFirstPage,
} from "../../support/documents/made-scan.ts";
import { createReadyProject, uploadFile } from "./knowledge-app.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: ComposedService;
let projectId: string;
beforeAll(async () => {
  app = await openComposedService();
  projectId = await createReadyProject(app, 1);
});
afterAll(() => app.close());

const pages: readonly (readonly PdfPart[])[] = [
  [
    { kind: "heading", text: "2.1 Lots" },
    { kind: "paragraph", text: "Every lot shall have an area of at least 7,500 square feet." },
  ],
  [
    { kind: "heading", text: "2.2 Beekeeping" },
    { kind: "paragraph", text: "A beehive shall stand at least twenty five feet from every lot line." },
  ],
];
const scans = () => Promise.all(pages.map(async (parts) => scanFirstPage(await makePdf(parts))));

interface Result {
  readonly citation: Readonly<Record<string, unknown>>;
}

async function topCitation(query: string): Promise<Result["citation"] | undefined> {
  const path = `/v1/projects/${projectId}/search`;
  const answer = await app.call("POST", path, { key: app.organization.ownerKey, body: { query, top_k: 1 } });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json.results as Result[])[0]?.citation;
}

describe("an uploaded scan", () => {
  it("of a PDF without any text layer can be searched, and is cited with its page", async () => {
    const pictures = await scans();
    const bytes = await makeMixedPdf(pictures.map((picture): MixedPage => ({ kind: "picture", picture })));
    const file = { filename: "bylaw.pdf", mimeType: "application/pdf", bytes, category: "ordinance" };
    const upload = await uploadFile(app, projectId, file);
    expect(upload).toMatchObject({
      status: "ready",
      document: {
        pages: 2,
        ingest_report: {
          headings: 2,
          empty_pages: [],
          ocr_pages: [
            { page: 1, confidence: expect.any(Number) },
            { page: 2, confidence: expect.any(Number) },
          ],
          warnings: [{ code: "page.ocr", message: expect.stringContaining("Pages 1-2 were read by OCR, confidence") }],
        },
      },
    });
    const citation = await topCitation("how far must a beehive be from the lot line");
    expect(citation).toMatchObject({ section: "2.2", page: 2, page_end: 2 });
    const span = `char_start=${citation?.char_start}&char_end=${citation?.char_end}`;
    const path = `/v1/projects/${projectId}/documents/${citation?.document_id}/text?${span}`;
    const text = (await app.call("GET", path, { key: app.organization.ownerKey })).json;
    expect(text.text).toBe(citation?.quote);
    expect(String(text.text)).toContain("twenty five feet from every lot line");
  });

  it("of a TIFF is a document whose pages are those of the file", async () => {
    const bytes = await makeTiff(await scans());
    const upload = await uploadFile(app, projectId, { filename: "bylaw.tif", mimeType: "image/tiff", bytes });
    expect(upload).toMatchObject({ status: "ready", document: { pages: 2, ingest_report: { parser: "image" } } });
  });

  it("that would unpack to far more than it weighs ends as failed with the reason", async () => {
    const file = { filename: "map.png", mimeType: "image/png", bytes: pngThatClaims(50_000, 50_000) };
    expect(await uploadFile(app, projectId, file)).toMatchObject({
      status: "failed",
      document: null,
      error: { code: "document_too_large", detail: expect.stringContaining("100 megapixels") },
    });
  });

  it("that is blank ends as failed and says what to do", async () => {
    const bytes = await scanFirstPage(await makePdf([]), { dotsPerInch: 72 });
    expect(await uploadFile(app, projectId, { filename: "a.png", mimeType: "image/png", bytes })).toMatchObject({
      status: "failed",
      error: { code: "document_no_text", detail: expect.stringContaining("Upload a better scan") },
    });
  });
});
