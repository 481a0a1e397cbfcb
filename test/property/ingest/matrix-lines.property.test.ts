import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseText } from "../../support/documents/parse.ts";

const districts = ["RR", "R-1", "R-2", "VC", "C-1", "GB", "M-1", "PUD"];
const uses = ["Bakery", "Car wash", "Day care center", "Farm", "Hotel", "Kennel of any size", "Office", "Theatre"];
const matrix = fc
  .record({
    districts: fc.uniqueArray(fc.constantFrom(...districts), { minLength: 3 }),
    uses: fc.uniqueArray(fc.constantFrom(...uses), { minLength: 4 }),
    symbols: fc.constantFrom(["P", "SE", "-"], ["P", "C", "X"], ["●", "○", "—"], ["Y", "N", "S/P"]),
    picks: fc.array(fc.nat({ max: 2 }), { minLength: 64, maxLength: 64 }),
  })
  .map((made) => ({
    head: made.districts,
    rows: made.uses.map((use, at) => [
      use,
      ...made.districts.map((_, column) => made.symbols[made.picks[at * 8 + column] ?? 0] ?? ""),
    ]),
  }));

const before = "3.4 Uses\nThe uses below are allowed as the table says.";
const after = "The Board decides on each use that the table does not name.";
const textsOf = (rows: readonly { cells: readonly { text: string }[] }[]) =>
  rows.map((row) => row.cells.map((cell) => cell.text));

describe("a matrix of uses and districts that lost its columns", () => {
  it("gives back every code under its district, with one row a line", async () => {
    await fc.assert(
      fc.asyncProperty(matrix, async ({ head, rows }) => {
        const lines = [["Use", ...head], ...rows].map((cells) => cells.join(" "));
        const document = await parseText([before, ...lines, after].join("\n"));
        expect(document.tables).toHaveLength(1);
        expect(document.tables[0]?.columns).toEqual(["Use", ...head]);
        expect(textsOf(document.tables[0]?.rows.slice(1) ?? [])).toEqual(rows);
        expect(document.text.endsWith(after)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("gives back every code under its district, with one cell a line", async () => {
    await fc.assert(
      fc.asyncProperty(matrix, async ({ head, rows }) => {
        const document = await parseText([before, ...head, ...rows.flat(), after].join("\n"));
        expect(document.tables).toHaveLength(1);
        expect(textsOf(document.tables[0]?.rows.slice(1) ?? [])).toEqual(rows);
      }),
      { numRuns: 100 },
    );
  });
});
