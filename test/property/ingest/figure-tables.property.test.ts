import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { parseHtmlText, parseText } from "../../support/documents/parse.ts";

const dimensions = ["Lot Depth", "Lot Width", "Front Yard", "Side Yard", "Rear Yard", "Maximum Height"];
const districts = ["RR", "R-1", "R-2", "VC", "GB-2", "C-1", "PUD"];
const value = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map((figure) => `${figure}`),
  fc.integer({ min: 1, max: 90 }).map((figure) => `${figure} ft.`),
  fc.constantFrom("None", "—", "N/A", "2½", "25/35", "100*"),
);
const table = fc
  .record({
    heads: fc.uniqueArray(fc.constantFrom(...dimensions), { minLength: 3 }),
    names: fc.uniqueArray(fc.constantFrom(...districts), { minLength: 2 }),
    values: fc.array(value, { minLength: 42, maxLength: 42 }),
  })
  .map(({ heads, names, values }) => ({
    heads,
    rows: names.map((name, at) => [name, ...values.slice(at * heads.length, (at + 1) * heads.length)]),
  }))
  // Lines of which one alone has a digit are words to the reader, not figures.
  .filter(({ rows }) => rows.some((row) => row.slice(1).some((cell) => /\d/.test(cell))))
  .filter(({ rows }) => rows.filter((row) => /\d/.test(row.join(" "))).length > 1);

const forms: Readonly<Record<string, (heads: string[], rows: string[][]) => Promise<ParsedDocument>>> = {
  "in one paragraph": (heads, rows) =>
    parseHtmlText(`<p>The table holds. District ${[...heads, ...rows.flat()].join(" ")} No lot may be smaller.</p>`),
  "a row a line": (heads, rows) =>
    parseText([`District ${heads.join(" ")}`, ...rows.map((row) => row.join(" "))].join("\n")),
  "a cell a line": (heads, rows) => parseText(["District", ...heads, ...rows.flat()].join("\n")),
};

describe("a table of dimensions that lost its columns", () => {
  it.each(Object.keys(forms))("gives back every value under its head, %s", async (form) => {
    await fc.assert(
      fc.asyncProperty(table, async ({ heads, rows }) => {
        const document = await forms[form]?.(heads, rows);
        expect(document?.tables).toHaveLength(1);
        expect(document?.tables[0]?.columns).toEqual(["District", ...heads]);
        const cells = document?.tables[0]?.rows.slice(1).map((row) => row.cells.map((cell) => cell.text));
        expect(cells).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  it("puts no value under a head when every row has lost one", async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.nat(), async ({ heads, rows }, pick) => {
        const short = rows.map((row) => row.filter((_, at) => at !== 1 + (pick % heads.length)));
        const text = `District ${[...heads, ...short.flat()].join(" ")}`;
        const document = await parseHtmlText(`<p>${text}</p>`);
        expect(document.tables).toEqual([]);
        expect(document.text).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});

const word = fc.constantFrom(
  ...[
    "Minimum",
    "Maximum",
    "Lot",
    "Area",
    "Width",
    "Front",
    "Yard",
    "Height",
    "R-1",
    "R-2",
    "feet",
    "(2)",
    "of",
    "the",
  ],
  ...[
    "20,000",
    "35",
    "100",
    "—",
    "None",
    "2½",
    "acres",
    "shall",
    "District",
    "sq. ft.",
    "Village",
    "(b)",
    "10%",
    "per",
  ],
);

describe("words and figures in any order", () => {
  it.each([" ", "\n"])("lose no character, and every value stands at its span, parted by %j", async (joint) => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 8, maxLength: 60 }), async (words) => {
        const text = words.join(joint);
        const document = await (joint === "\n" ? parseText(text) : parseHtmlText(`<p>${text}</p>`));
        expect(document.text.replace(/[\s|]+/g, "")).toBe(text.replace(/\s+/g, ""));
        for (const { cells, charStart, charEnd } of chunkDocument(document).flatMap((chunk) => chunk.rows))
          for (const cell of cells) {
            expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.value);
            expect(cell.charStart >= charStart && cell.charEnd <= charEnd).toBe(true);
          }
      }),
      { numRuns: 200 },
    );
  });
});
