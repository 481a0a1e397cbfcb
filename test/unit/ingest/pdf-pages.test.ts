import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { makePdf, type PdfLayout, type PdfPart } from "../../support/documents/made-pdf.ts";
import { ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { parsePdfBytes } from "../../support/documents/parse.ts";

const runningHead = "Town of Exampleton Zoning Ordinance";
const parse = async (parts: readonly PdfPart[], layout: PdfLayout = { runningHead }) =>
  parsePdfBytes(await makePdf(parts, layout));
const rowsOf = (document: ParsedDocument) => chunkDocument(document).flatMap((chunk) => chunk.rows);

const head = ["District", "Lot area", "Height"];
const widths = [90, 120, 120];
const body = Array.from({ length: 60 }, (_, at) => [`R-${at}`, `${at + 1},000 sq. ft.`, `${20 + at} feet`]);

/** Sentences of which no two lines are alike. */
const plainWords = ["building", "regulation", "neighborhood", "requirement", "applicant", "certificate", "ordinance"];
const sentences = Array.from({ length: 130 }, (_, at) => {
  const word = (step: number) => plainWords[(at * step + step) % plainWords.length] ?? "";
  return `Rule ${at + 1} on the ${word(1)} says that every ${word(2)} of the ${word(3)} is subject to item ${at * 37 + 11}.`;
}).join(" ");

describe("a PDF whose pages part what belongs together", () => {
  it.each([true, false])(
    "has one table where the next page repeats its header (drawn with lines: %s)",
    async (ruled) => {
      const document = await parse([
        { kind: "heading", text: "4.2 Dimensions" },
        { kind: "table", rows: [head, ...body.slice(0, 32)], ruled, widths },
        { kind: "table", rows: [head, ...body.slice(32)], ruled, widths },
        { kind: "paragraph", text: ordinanceSentences(3, 4) },
      ]);
      expect(document.tables).toHaveLength(1);
      expect(document.tables[0]?.columns).toEqual(head);
      expect(rowsOf(document)).toHaveLength(body.length);
      expect(rowsOf(document).at(-1)?.sentence).toBe("R-59, Lot area: 60,000 sq. ft.; Height: 79 feet");
    },
  );

  it.each([true, false])("keeps the notes below a table with it (drawn with lines: %s)", async (ruled) => {
    const rows = [
      ["District", "Lot area", "Height (1)"],
      ["R-1", "20,000 sq. ft.", "35 feet"],
      ["R-2", "10,000 sq. ft.*", "35 feet"],
      ["R-3", "5,000 sq. ft.", "45 feet"],
    ];
    const document = await parse([
      { kind: "heading", text: "4.2 Dimensions" },
      { kind: "table", rows, ruled, widths },
      { kind: "paragraph", text: "(1) Chimneys do not count towards the height of a building." },
      { kind: "paragraph", text: "* Less where the town sewer is at hand." },
      { kind: "paragraph", text: ordinanceSentences(2, 6) },
    ]);
    expect(document.tables[0]?.notes?.map((note) => note.marker)).toEqual(["1", "*"]);
    expect(rowsOf(document)[1]?.sentence).toContain("note *: Less where the town sewer is at hand.");
    const holder = chunkDocument(document).find((chunk) => chunk.rows.length > 0);
    expect(document.text.slice(holder?.charStart, holder?.charEnd)).toContain("Chimneys do not count");
  });

  it("reads down two columns, and mends the words parted at line ends, columns and pages", async () => {
    const document = await parse(
      [
        { kind: "heading", text: "1.1 Rules" },
        { kind: "paragraph", text: sentences },
      ],
      { columns: 2, hyphenate: true, runningHead },
    );
    expect(document.pages.length).toBeGreaterThan(2);
    expect(document.text.replace(/\s+/g, " ")).toBe(`1.1 Rules ${sentences}`);
  });
});
