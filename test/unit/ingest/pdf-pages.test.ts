import { degrees, PDFDocument, rgb, StandardFonts } from "pdf-lib";
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

  it("has the last row of a table in it that stands alone at the top of the next page", async () => {
    const wide = [110, 90, 90, 90];
    const rows = body.slice(0, 34).map((row) => [...row, "40%"]);
    const document = await parse([
      { kind: "table", rows: [[...head, "Coverage"], ...rows], ruled: true, widths: wide },
      { kind: "paragraph", text: ordinanceSentences(3, 4) },
    ]);
    expect(document.tables).toHaveLength(1);
    expect(rowsOf(document)).toHaveLength(rows.length);
    expect(rowsOf(document).at(-1)?.sentence).toBe("R-33, Lot area: 34,000 sq. ft.; Height: 53 feet; Coverage: 40%");
  });

  it("reads a row of boxes at the top of a page as a line where no table comes before it", async () => {
    const document = await parse([
      { kind: "table", rows: [["Town of Exampleton", "Form 7", "Page 1"]], ruled: true, widths: [140, 90, 90] },
      { kind: "paragraph", text: ordinanceSentences(3, 4) },
    ]);
    expect(document.tables).toEqual([]);
    expect(document.text).toContain("Town of Exampleton Form 7 Page 1");
  });

  it.each([true, false])(
    "has the heads of columns that are set on their sides (drawn with lines: %s)",
    async (ruled) => {
      const pdf = await PDFDocument.create({ updateMetadata: false });
      const font = await pdf.embedFont(StandardFonts.TimesRoman);
      const sheet = pdf.addPage([612, 792]);
      const say = (text: string, x: number, y: number) => sheet.drawText(text, { x, y, size: 10, font });
      const columns = [72, 232, 272, 312, 352];
      const heads = ["Residence A", "Residence B", "Village Center"];
      const uses = [
        ["Dwelling of one family", "P", "P", "N"],
        ["Dwelling of two families", "S", "P", "P"],
        ["Retail store", "N", "N", "P"],
      ];
      if (ruled)
        for (const [y, height] of [
          [600, 100],
          [580, 20],
          [560, 20],
          [540, 20],
        ] as const)
          for (const [at, x] of columns.slice(0, -1).entries())
            sheet.drawRectangle({
              x,
              y,
              width: (columns[at + 1] ?? x) - x,
              height,
              borderWidth: 0.7,
              borderColor: rgb(0, 0, 0),
            });
      say("Use", 78, 606);
      for (const [at, text] of heads.entries())
        sheet.drawText(text, { x: (columns[at + 1] ?? 0) + 22, y: 606, size: 10, font, rotate: degrees(90) });
      for (const [row, cells] of uses.entries())
        for (const [at, text] of cells.entries()) say(text, (columns[at] ?? 0) + (at === 0 ? 6 : 14), 586 - row * 20);
      const document = await parsePdfBytes(await pdf.save({ useObjectStreams: false }));
      expect(document.tables[0]?.columns).toEqual(["Use", ...heads]);
      expect(rowsOf(document)[1]?.sentence).toBe(
        "Dwelling of two families, Residence A: S; Residence B: P; Village Center: P",
      );
    },
  );

  it("has the letter that keys a row to a figure before the lines of its label, and not between them", async () => {
    const pdf = await PDFDocument.create({ updateMetadata: false });
    const font = await pdf.embedFont(StandardFonts.TimesRoman);
    const sheet = pdf.addPage([612, 792]);
    const say = (text: string, x: number, y: number) => sheet.drawText(text, { x, y, size: 10, font });
    const box = (x: number, y: number, width: number) =>
      sheet.drawRectangle({ x, y, width, height: 30, borderWidth: 0.7, borderColor: rgb(0, 0, 0) });
    for (const y of [600, 630, 660])
      for (const [x, width] of [
        [72, 200],
        [272, 80],
        [352, 80],
      ] as const)
        box(x, y, width);
    for (const [text, x] of [
      ["Standard", 120],
      ["R1", 300],
      ["R2", 380],
    ] as const)
      say(text, x, 670);
    say("(A)", 78, 641);
    say("Front envelope depth, from front", 105, 648);
    say("yard setback (min)", 105, 636);
    for (const [text, x] of [
      ["30'", 300],
      ["28'", 380],
    ] as const)
      say(text, x, 641);
    for (const [text, x] of [
      ["Height", 105],
      ["24'", 300],
      ["20'", 380],
    ] as const)
      say(text, x, 611);
    const document = await parsePdfBytes(await pdf.save({ useObjectStreams: false }));
    expect(document.tables[0]?.rows[1]?.cells[0]?.text).toBe("(A) Front envelope depth, from front yard setback (min)");
    expect(rowsOf(document)[0]?.sentence).toBe("Front envelope depth, from front yard setback (min), R1: 30'; R2: 28'");
  });

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

  it("leaves a heading at the foot of a column in it, before its text at the top of the next, and the page's foot out", async () => {
    const pdf = await PDFDocument.create({ updateMetadata: false });
    const font = await pdf.embedFont(StandardFonts.TimesRoman);
    const bold = await pdf.embedFont(StandardFonts.TimesRomanBold);
    const sheet = pdf.addPage([612, 792]);
    const line = (at: number) => `Rule ${at + 100} says how lots of that kind are kept.`;
    for (let row = 0; row < 44; row++) {
      sheet.drawText(line(row), { x: 60, y: 720 - row * 14, size: 10, font });
      sheet.drawText(line(row + 44), { x: 320, y: 720 - row * 14, size: 10, font });
    }
    sheet.drawText("7.3 Conditional uses", { x: 60, y: 68, size: 11, font: bold });
    sheet.drawText("Page 1", { x: 520, y: 26, size: 9, font });
    const { text } = await parsePdfBytes(await pdf.save());
    const places = [line(0), line(43), "7.3 Conditional uses", line(44), line(87)].map((words) => text.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
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
