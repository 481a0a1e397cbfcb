import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { makeWorkbook } from "../../support/documents/made-workbook.ts";
import { parseCsvText, parseWorkbook } from "../../support/documents/parse.ts";

const field = fc.oneof(
  fc.constantFrom(
    "",
    "District",
    "R-1",
    "7,000",
    "P",
    "Minimum lot area",
    "35 feet",
    "Note: see below",
    "(1) a note",
    "=1+1",
    "a|b",
  ),
  fc.constantFrom("Café", "Straße", "7½", "§ 4-1", "😀"),
  fc.string({ maxLength: 12 }),
);
const rows = fc.array(fc.oneof(fc.array(field, { maxLength: 6 }), fc.constant([])), { maxLength: 20 });

/** Words of all fields, in order, as far as they leave anything to read. */
const wordsOf = (texts: readonly string[]) =>
  texts
    .join(" ")
    .normalize("NFC")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

function expectSound(document: ParsedDocument): void {
  for (const table of document.tables) {
    for (const row of table.rows) {
      const columns = row.cells.map((cell) => cell.column);
      expect(columns).toEqual([...new Set(columns)].sort((left, right) => left - right));
      for (const cell of row.cells) expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.text);
    }
  }
  for (const chunk of chunkDocument(document)) {
    for (const row of chunk.rows) {
      for (const cell of row.cells) expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.value);
    }
  }
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe("the tables of any sheet", () => {
  it("hold each field of a CSV file once, in its order, at its place in the text", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (made) => {
        const records = [["District", "Lot area"], ["R-0", "1"], ...made];
        const document = await parseCsvText(records.map((record) => record.map(quoted).join(",")).join("\r\n"));
        expect(wordsOf([document.text])).toEqual(wordsOf(records.flat()));
        expectSound(document);
      }),
      { numRuns: 150 },
    );
  });

  it("hold each cell of a workbook once, whatever cells are merged", async () => {
    const merge = fc.tuple(
      fc.nat(3),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 0, max: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(rows, merge, async (made, [column, row, across, down]) => {
        const range = `${"ABCD"[column]}${row + 1}:${"ABCDEFG"[column + across]}${row + 1 + down}`;
        const clear = made.map((cells, at) => cells.map((cell, place) => (isCovered(at, place) ? "" : safe(cell))));
        function isCovered(at: number, place: number): boolean {
          const isInside = at >= row && at <= row + down && place >= column && place <= column + across;
          return isInside && !(at === row && place === column);
        }
        const records = [...clear, [], ["District", "Lot area"], ["R-0", 1]];
        const document = await parseWorkbook(makeWorkbook([{ name: "Sheet1", rows: records, merges: [range] }]));
        expect(wordsOf([document.text])).toEqual(wordsOf(records.flat().map(String)));
        expectSound(document);
      }),
      { numRuns: 80 },
    );
  });

  it("keep a plain table whole, whatever stands in its body", async () => {
    const body = fc.array(fc.tuple(fc.stringMatching(/^[A-Z]-[1-9]$/), fc.integer({ min: 1, max: 99_999 })), {
      minLength: 2,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(body, async (made) => {
        const document = await parseWorkbook(
          makeWorkbook([{ name: "Lots", rows: [["Title"], ["District", "Lot area"], ...made] }]),
        );
        expect(document.tables).toHaveLength(1);
        expect(document.tables[0]?.columns).toEqual(["District", "Lot area"]);
        const sentences = chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
        expect(sentences).toEqual(made.map(([district, area]) => `${district}, Lot area: ${area} (Title)`));
      }),
      { numRuns: 60 },
    );
  });
});

/** Characters that XML cannot hold, or that the writer of the test's workbooks escapes in its own way. */
const safe = (text: string) => text.replace(/[^\p{L}\p{N} .,()=|-]/gu, "");
