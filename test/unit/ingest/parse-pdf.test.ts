import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { makePdf, makeTextlessPdf } from "../../support/documents/made-pdf.ts";
import { dimensionTable, ordinanceParts, ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { headingOf, outlineLines, parsePdfBytes } from "../../support/documents/parse.ts";

const runningHead = "Town of Exampleton Zoning Ordinance";

describe("a PDF read by its layout", () => {
  it("has the headings that its numbers and its type show", async () => {
    const document = await parsePdfBytes(await makePdf(ordinanceParts(2, 3, 12), { runningHead }));
    expect(outlineLines(document)).toEqual([
      "ARTICLE 1 REGULATIONS OF DISTRICT 1",
      "  1.1 Standards for Use Group 1",
      "  1.2 Standards for Use Group 2",
      "  1.3 Standards for Use Group 3",
      "ARTICLE 2 REGULATIONS OF DISTRICT 2",
      "  2.1 Standards for Use Group 1",
      "  2.2 Standards for Use Group 2",
      "  2.3 Standards for Use Group 3",
    ]);
  });

  it("has no running heads in its text, and the printed page numbers in its page map", async () => {
    const front = ["i", "ii", "iii"];
    const printedNumber = (page: number) => front[page - 1] ?? String(page - front.length);
    const document = await parsePdfBytes(await makePdf(ordinanceParts(3, 6, 25), { runningHead, printedNumber }));
    expect(document.pages.length).toBeGreaterThan(8);
    expect(document.text).not.toContain(runningHead);
    expect(document.pages.map((page) => page.printedPage)).toEqual(
      document.pages.map((page) => printedNumber(page.page)),
    );
    for (const { page, charStart, charEnd } of document.pages) {
      expect(
        document.text
          .slice(charStart, charEnd)
          .trim()
          .endsWith(`\n${printedNumber(page)}`),
        `page ${page}`,
      ).toBe(false);
    }
  });

  it("has the words that were parted at line ends whole again, and its paragraphs in one piece over page breaks", async () => {
    const sentences = ordinanceSentences(4, 160);
    const document = await parsePdfBytes(
      await makePdf(
        [
          { kind: "heading", text: "1.1 Yards" },
          { kind: "paragraph", text: sentences },
        ],
        { hyphenate: true, runningHead },
      ),
    );
    expect(document.pages.length).toBeGreaterThan(2);
    expect(document.text).toBe(`1.1 Yards\n\n${sentences}`);
  });

  it("is read down one column and then down the next", async () => {
    const sections = [1, 2, 3, 4].map((place) => ordinanceSentences(place, 22));
    const parts = sections.flatMap((text, at) => [
      { kind: "heading" as const, text: `5.${at + 1} Rules for Case ${at + 1}` },
      { kind: "paragraph" as const, text },
    ]);
    const document = await parsePdfBytes(
      await makePdf(parts, { columns: 2, runningHead, printedNumber: (page) => `A-${page}` }),
    );
    expect(document.outline.map(headingOf)).toEqual([
      "5.1 Rules for Case 1",
      "5.2 Rules for Case 2",
      "5.3 Rules for Case 3",
      "5.4 Rules for Case 4",
    ]);
    for (const text of sections) expect(document.text).toContain(text);
    expect(document.pages[0]?.printedPage).toBe("A-1");
  });

  it.each([
    ["drawn with lines", true],
    ["set in columns without lines", false],
  ])("has the cells of a table %s", async (_, ruled) => {
    const table = dimensionTable(7, ruled);
    const document = await parsePdfBytes(
      await makePdf([
        { kind: "heading", text: "4.2 Dimensions" },
        { kind: "paragraph", text: ordinanceSentences(1, 6) },
        table,
        { kind: "paragraph", text: ordinanceSentences(2, 6) },
      ]),
    );
    expect(document.tables).toHaveLength(1);
    const [found] = document.tables;
    expect(found?.columns).toEqual(table.rows[0]);
    expect(found?.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual(table.rows);
    expect(chunkDocument(document).flatMap((chunk) => chunk.rows)[0]?.sentence).toBe(
      "R-71, Minimum lot area: 8000 sq. ft.; Minimum frontage: 60 feet; Maximum height: 31 feet",
    );
  });

  it("has a table in one piece that runs over a page break", async () => {
    const head = ["District", "Lot area", "Height"];
    const rows = [
      head,
      ...Array.from({ length: 60 }, (_, at) => [`R-${at}`, `${at + 1},000 sq. ft.`, `${20 + at} feet`]),
    ];
    const document = await parsePdfBytes(
      await makePdf(
        [
          { kind: "heading", text: "4.2 Dimensions" },
          { kind: "table", rows, ruled: true, widths: [90, 120, 120] },
        ],
        { runningHead },
      ),
    );
    expect(document.pages.length).toBeGreaterThan(1);
    expect(document.tables).toHaveLength(1);
    expect(document.tables[0]?.rows).toHaveLength(61);
    const last = chunkDocument(document)
      .flatMap((chunk) => chunk.rows)
      .at(-1);
    expect(last?.sentence).toBe("R-59, Lot area: 60,000 sq. ft.; Height: 79 feet");
  });

  it("names the pages that hold no text", async () => {
    await expect(parsePdfBytes(await makeTextlessPdf(2))).rejects.toMatchObject({ code: "document.no-text" });
  });
});
