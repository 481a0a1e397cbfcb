import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { makeWorkbook, xlsxType } from "../../support/documents/made-workbook.ts";
import { createReadyProject, initiate, put, type TestFile, uploadFile } from "./knowledge-app.ts";

let app: ComposedService;
let numbered = 0;
beforeAll(async () => {
  app = await openComposedService();
});
afterAll(() => app.close());

const dimensions: TestFile = {
  filename: "dimensions.xlsx",
  mimeType: xlsxType,
  category: "ordinance",
  bytes: makeWorkbook([
    {
      name: "Dimensional Standards",
      rows: [
        ["Table 5-2 Lot and building dimensions"],
        ["District", "Minimum lot area", "Front setback", "Maximum building height"],
        ["R-1", "12,000 square feet", "30 feet", "35 feet"],
        ["R-2", "7,000 square feet", "20 feet", "38 feet"],
        ["C-1", "5,000 square feet", "0 feet", "48 feet"],
      ],
    },
    { name: "Lists", rows: [["old values"]], isHidden: true },
  ]),
};
const parking: TestFile = {
  filename: "parking.csv",
  mimeType: "text/csv",
  bytes:
    'Use;Parking spaces required;Loading berths\r\nTheater;1 per 4 seats;none\r\nLibrary;"1 per 350 square feet";1\r\n',
};
const signs = async (): Promise<TestFile> => ({
  filename: "signs.doc",
  mimeType: "application/msword",
  category: "ordinance",
  bytes: new Uint8Array(
    await readFile(join(import.meta.dirname, "../../support/documents/files/harbor-sign-rules.doc")),
  ),
});

interface Result {
  readonly citation: {
    readonly document_id: string;
    readonly char_start: number;
    readonly char_end: number;
    readonly quote: string;
    readonly heading_path: readonly string[];
  };
}

async function firstHit(project: string, query: string): Promise<Result["citation"]> {
  const key = app.organization.ownerKey;
  const answer = await app.call("POST", `/v1/projects/${project}/search`, { key, body: { query, top_k: 1 } });
  const [result] = answer.json.results as Result[];
  if (!result) throw new Error(answer.text);
  const { document_id, char_start, char_end, quote } = result.citation;
  const path = `/v1/projects/${project}/documents/${document_id}/text?char_start=${char_start}&char_end=${char_end}`;
  expect((await app.call("GET", path, { key })).json.text).toBe(quote);
  return result.citation;
}

const uploaded = async (file: TestFile) => {
  const project = await createReadyProject(app, 600 + numbered++);
  return { project, upload: await uploadFile(app, project, file) };
};

describe("an uploaded table file", () => {
  it("that is a workbook is searched and cited by its rows, and its report counts them", async () => {
    const { project, upload } = await uploaded(dimensions);
    expect(upload).toMatchObject({
      status: "ready",
      document: {
        kind: "ordinance",
        ingest_report: {
          parser: "xlsx",
          tables: 1,
          table_rows: 3,
          headings: 1,
          warnings: [{ code: "sheet.hidden" }],
        },
      },
    });
    const citation = await firstHit(project, "maximum building height in the C-1 district");
    expect(citation.heading_path).toEqual(["Dimensional Standards"]);
    expect(citation.quote).toContain("C-1 | 5,000 square feet | 0 feet | 48 feet");
  });

  it("answers a question with a citation that stands in the stored text", async () => {
    const { project } = await uploaded(dimensions);
    const key = app.organization.ownerKey;
    const body = { question: "What is the minimum lot area in the R-2 district?" };
    const asked = await app.call("POST", `/v1/projects/${project}/messages`, { key, body });
    expect([200, 201, 202]).toContain(asked.status);
    expect(asked.text).toContain("7,000 square feet");
    expect(asked.text).toContain("R-2 | 7,000 square feet");
  });

  it("that is a CSV file is one section without a heading", async () => {
    const { project, upload } = await uploaded(parking);
    expect(upload).toMatchObject({
      status: "ready",
      document: { kind: "upload", title: "parking.csv", ingest_report: { parser: "csv", tables: 1, table_rows: 2 } },
    });
    const citation = await firstHit(project, "parking spaces required for a library");
    expect(citation.quote).toContain("Library | 1 per 350 square feet | 1");
  });
});

describe("an uploaded Word 97-2003 file", () => {
  it("is searched and cited by section", async () => {
    const { project, upload } = await uploaded(await signs());
    expect(upload).toMatchObject({ status: "ready", document: { ingest_report: { parser: "doc", tables: 1 } } });
    const citation = await firstHit(project, "maximum area of a sign in the waterfront district");
    expect(citation.heading_path).toContain("7.2 Size of signs");
    expect(citation.quote).toContain("Waterfront | 24 square feet | 12 feet");
  });
});

describe("a table file that is not what it is called", () => {
  const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const csv = "District,Area\nR-1,10\n";
  it.each([
    [
      "a workbook called a Word file",
      { filename: "a.docx", mimeType: docxType, bytes: dimensions.bytes },
      "an Excel workbook",
    ],
    ["a CSV file called a workbook", { filename: "a.xlsx", mimeType: xlsxType, bytes: csv }, "plain text"],
    ["a CSV file called HTML", { filename: "a.html", mimeType: "text/html", bytes: csv }, "plain text"],
    [
      "a web page called CSV",
      { filename: "a.csv", mimeType: "text/csv", bytes: "<!doctype html><html><body>x</body></html>" },
      "HTML",
    ],
    [
      "a workbook called a DOC",
      { filename: "a.doc", mimeType: "application/msword", bytes: dimensions.bytes },
      "an Excel workbook",
    ],
  ])("is refused when it is sent, and says what it holds: %s", async (_, file, holds) => {
    const project = await createReadyProject(app, 600 + numbered++);
    const { link } = await initiate(app, project, file);
    const sent = await put(app, link, file);
    expect([sent.status, sent.json.code]).toEqual([415, "unsupported_media_type"]);
    expect(sent.json.detail).toContain(`contains ${holds}`);
  });

  it("is taken by its name when a browser declares any table as Excel's", async () => {
    const { upload } = await uploaded({ ...parking, mimeType: "application/vnd.ms-excel" });
    expect(upload).toMatchObject({ status: "ready", document: { ingest_report: { parser: "csv" } } });
  });

  it("ends as failed with a reason when it is damaged inside", async () => {
    const whole = Buffer.from(dimensions.bytes as Uint8Array);
    const { upload } = await uploaded({ ...dimensions, bytes: new Uint8Array(whole.subarray(0, whole.length - 80)) });
    expect(upload).toMatchObject({ status: "failed", document: null, error: { code: "document_truncated" } });
  });
});
