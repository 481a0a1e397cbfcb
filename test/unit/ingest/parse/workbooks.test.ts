import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { chunkDocument, makeIngestReport, type ParsedDocument } from "../../../../ingest/index.ts";
import { type MadeSheet, makeWorkbook } from "../../../support/documents/made-workbook.ts";
import { outlineLines, parseWorkbook } from "../../../support/documents/parse.ts";

const read = (...sheets: readonly MadeSheet[]) => parseWorkbook(makeWorkbook(sheets));
const sentences = (document: ParsedDocument) =>
  chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
const square = (v: number) => ({ t: "n", v, z: "#,##0" }) as const;

const dimensions: MadeSheet = {
  name: "Dimensional Standards",
  rows: [
    ["Table 4-1 Dimensional standards by district"],
    ["(all dimensions in feet unless noted)"],
    [],
    ["District", "Minimum lot area", null, "Setbacks", null, null, "Maximum height"],
    [null, null, null, "Front", "Side", "Rear", null],
    ["Residential districts"],
    ["R-1", square(10_000), null, 30, 15, 30, 35],
    ["R-2", square(7_000), null, 20, 10, 25, 35],
    ["Commercial districts"],
    ["C-1", square(5_000), null, 0, 0, 20, "45 (1)"],
    ["(1) May be increased to 55 feet by special permit of the planning board."],
  ],
  merges: ["A1:G1", "D4:F4", "A4:A5", "G4:G5"],
};

describe("a sheet of a workbook", () => {
  it("is a section under its name, with its table put into sentences", async () => {
    const document = await read(dimensions, {
      name: "Fees",
      rows: [
        ["Permit", "Fee"],
        ["Fence", 50],
        ["Sign", 75],
      ],
    });
    expect(outlineLines(document)).toEqual(["Dimensional Standards", "Fees"]);
    expect(sentences(document)).toEqual(
      expect.arrayContaining([
        "Residential districts, R-2, Minimum lot area: 7,000; Setbacks / Front: 20; Setbacks / Side: 10; Setbacks / Rear: 25; Maximum height: 35 (Table 4-1 Dimensional standards by district)",
        "Fence, Fee: 50",
      ]),
    );
  });

  it("keeps titles above the header as text, and the one that names the table as its caption", async () => {
    const { text, tables } = await read(dimensions);
    expect(text).toContain("(all dimensions in feet unless noted)");
    expect(tables[0]?.caption).toBe("Table 4-1 Dimensional standards by district");
  });

  it("spreads merged cells over the columns and rows they cover, and drops columns that hold nothing", async () => {
    const { tables } = await read(dimensions);
    expect(tables[0]?.columns).toEqual([
      "District",
      "Minimum lot area",
      "Setbacks / Front",
      "Setbacks / Side",
      "Setbacks / Rear",
      "Maximum height",
    ]);
  });

  it("carries the notes under a table to the rows that point to them", async () => {
    const row = sentences(await read(dimensions)).find((sentence) => sentence.includes("C-1"));
    expect(row).toContain("Maximum height: 45; note (1): May be increased to 55 feet by special permit");
  });

  it("parts tables at blank rows, each with its own caption and header", async () => {
    const { tables } = await read({
      name: "All",
      rows: [
        ["Lot standards"],
        ["District", "Lot area", "Frontage"],
        ["R-1", 10_000, 100],
        ["R-2", 7_000, 75],
        [],
        ["Parking"],
        ["Use", "Spaces", "Per"],
        ["Dwelling", 2, "unit"],
        ["Office", 3, "1,000 square feet"],
      ],
    });
    expect(tables.map(({ caption, columns }) => [caption, columns])).toEqual([
      ["Lot standards", ["District", "Lot area", "Frontage"]],
      ["Parking", ["Use", "Spaces", "Per"]],
    ]);
  });

  it("goes on with a table after a blank row when the rows have no header of their own", async () => {
    const document = await read({
      name: "Lots",
      rows: [
        ["District", "Lot area", "Height"],
        ["R-1", 10_000, 35],
        [],
        ["Business districts"],
        ["B-1", 4_000, 45],
        [],
        ["Contact", "clerk@example.org"],
      ],
    });
    expect(document.tables).toHaveLength(2);
    expect(sentences(document)).toContain("Business districts, B-1, Lot area: 4000; Height: 45");
  });

  it("reads districts across the top as well as down the side", async () => {
    const document = await read({
      name: "Uses",
      rows: [
        ["Land use", "R1", "R2", "C1"],
        ["Single-family dwelling", "P", "P", "N"],
        ["Two-family dwelling", "SP", "P", "N"],
        ["Office", "N", "N", "P"],
      ],
    });
    expect(sentences(document)).toContain("Two-family dwelling, R1: SP; R2: P; C1: N");
  });

  it("takes the row its filter stands in for the header", async () => {
    const { tables } = await read({
      name: "Permits",
      rows: [
        ["Year", "2024", "2025"],
        ["Fences", "many", "few"],
        ["Signs", "few", "none"],
      ],
      filter: "A1:C3",
    });
    expect(tables[0]?.columns).toEqual(["Year", "2024", "2025"]);
  });

  it("without a table is plain paragraphs", async () => {
    const { tables, text } = await read({
      name: "Notes",
      rows: [["Lots are measured at the street line."], ["Corners have two."]],
    });
    expect(tables).toEqual([]);
    expect(text).toContain("Lots are measured at the street line.");
  });

  it("that is the only one under a name no person gave has no heading", async () => {
    const document = await read({
      name: "Sheet1",
      rows: [
        ["District", "Area"],
        ["R-1", 10],
        ["R-2", 7],
      ],
    });
    expect(document.outline).toEqual([]);
    expect(document.text.startsWith("District")).toBe(true);
  });
});

describe("a cell of a workbook", () => {
  it("reads as it is shown: figures, dates, shares and money in their formats", async () => {
    const { text } = await read({
      name: "Formats",
      rows: [
        ["What", "Shown"],
        ["Area", square(7_000)],
        ["Adopted", { t: "n", v: 45_000, z: "yyyy-mm-dd" }],
        ["Coverage", { t: "n", v: 0.35, z: "0%" }],
        ["Fee", { t: "n", v: 75.5, z: '"$"#,##0.00' }],
        ["Sewer", true],
      ],
    });
    for (const shown of ["7,000", "2023-03-15", "35%", "$75.50", "TRUE"]) expect(text).toContain(`| ${shown}`);
  });

  it("with a formula reads by its saved value, and never computes", async () => {
    const { text } = await read({
      name: "Sums",
      rows: [
        ["Lot", "Area"],
        ["A", 10],
        ["B", 20],
        ["Both", { t: "n", v: 30, f: "B2+B3" }],
        ["=2+2", "@now"],
      ],
    });
    expect(text).toContain("Both | 30");
    expect(text).toContain("=2+2 | @now");
  });

  it("with an error value is read and reported", async () => {
    const { warnings, text } = await read({
      name: "E",
      rows: [
        ["Lot", "Area"],
        ["A", { t: "e", v: 23, w: "#REF!" }],
        ["B", 4],
      ],
    });
    expect(text).toContain("#REF!");
    expect(warnings).toMatchObject([{ code: "sheet.error-values" }]);
  });
});

describe("the report of a workbook", () => {
  it("counts tables and rows", async () => {
    const document = await read(dimensions);
    expect(makeIngestReport(document, chunkDocument(document))).toMatchObject({
      parser: "xlsx",
      pages: null,
      headings: 1,
      tables: 1,
      tableRows: 5,
      warnings: [],
    });
  });

  it("names the hidden sheets that were left out", async () => {
    const document = await read(dimensions, { name: "Lists", rows: [["secret"]], isHidden: true });
    expect(document.text).not.toContain("secret");
    expect(document.warnings).toMatchObject([{ code: "sheet.hidden", message: expect.stringContaining('"Lists"') }]);
  });

  it("tells of hidden rows and columns, which are read", async () => {
    const document = await read({
      name: "Filtered",
      rows: [
        ["District", "Area", "Height"],
        ["R-1", 10, 35],
        ["R-2", 7, 35],
      ],
      hiddenRows: [1],
      hiddenColumns: [2],
    });
    expect(document.text).toContain("R-1 | 10 | 35");
    expect(document.warnings).toMatchObject([
      { code: "sheet.hidden-rows", message: expect.stringMatching(/^1 hidden rows and 1 group/) },
    ]);
  });

  it("takes the title of the workbook for the document's", async () => {
    expect((await parseWorkbook(makeWorkbook([dimensions], "Zoning tables of Alder Falls"))).title).toBe(
      "Zoning tables of Alder Falls",
    );
  });
});

/** Changes one part of a workbook, or adds it. */
function withPart(bytes: Uint8Array, name: string, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes);
  const part = parts[name];
  return zipSync({ ...parts, [name]: strToU8(change(part ? strFromU8(part) : "")) });
}

const sheetPart = "xl/worksheets/sheet1.xml";
const sums = makeWorkbook([
  {
    name: "Sums",
    rows: [
      ["Lot", "Area"],
      ["A", 10],
      ["Both", { t: "n", v: 30, f: "B2*3" }],
    ],
  },
]);

describe("a workbook that lacks something or holds too much", () => {
  it("with formulas that were saved without their values reads them as empty and says so", async () => {
    const document = await parseWorkbook(withPart(sums, sheetPart, (xml) => xml.replace("<v>30</v>", "")));
    expect(document.text).toMatch(/Both$/);
    expect(document.warnings).toMatchObject([
      { code: "sheet.formula-without-value", message: expect.stringMatching(/^1 formulas/) },
    ]);
  });

  it("is refused as too large when it holds more cells than can be read", async () => {
    const row = (at: number) =>
      `<row>${Array.from({ length: 20 }, (_, column) => `<c><v>${(at * 7919 + column * 104_729) % 99_991}</v></c>`).join("")}</row>`;
    const rows = Array.from({ length: 25_001 }, (_, at) => row(at)).join("");
    const bytes = withPart(sums, sheetPart, (xml) => xml.replace("<sheetData>", `<sheetData>${rows}`));
    await expect(parseWorkbook(bytes)).rejects.toMatchObject({
      code: "document.too-large",
      detail: "The workbook holds more than 500,000 filled cells. Split it and upload the parts.",
    });
  });

  it("is refused as too large when it holds more sheets than can be read", async () => {
    const parts = unzipSync(sums);
    const sheet = parts[sheetPart] ?? new Uint8Array();
    for (let at = 2; at <= 501; at += 1) parts[`xl/worksheets/sheet${at}.xml`] = sheet;
    await expect(parseWorkbook(zipSync(parts))).rejects.toMatchObject({
      code: "document.too-large",
      detail: expect.stringContaining("more than 500 sheets"),
    });
  });

  it("is refused with the way out when it is a binary workbook", async () => {
    const { "xl/workbook.xml": main, ...parts } = unzipSync(sums);
    const bytes = zipSync({ ...parts, "xl/workbook.bin": main ?? new Uint8Array() });
    await expect(parseWorkbook(bytes)).rejects.toMatchObject({
      code: "document.unsupported",
      detail: expect.stringContaining("Save it as XLSX"),
    });
  });

  it("is refused as damaged when a sheet breaks off", async () => {
    await expect(parseWorkbook(sums.subarray(0, sums.length - 100))).rejects.toMatchObject({
      code: "document.truncated",
    });
  });

  it("is refused as empty when no sheet holds anything", async () => {
    await expect(parseWorkbook(makeWorkbook([{ name: "Sheet1", rows: [[]] }]))).rejects.toMatchObject({
      code: "document.empty",
    });
  });
});
