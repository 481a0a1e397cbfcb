import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseText } from "../../support/documents/parse.ts";

const columnNames = ["Lot Area", "Frontage", "Front Yard", "Side Yard", "Height", "Coverage"];
const value = fc.oneof(
  fc.integer({ min: 1, max: 900 }).map((figure) => `${figure} ft`),
  fc.integer({ min: 1, max: 90 }).map((figure) => `${figure},000 sf`),
  fc.integer({ min: 1, max: 99 }).map((figure) => `${figure}%`),
  fc.constantFrom("none", "-", "P", "SE"),
);
const table = fc
  .record({
    columns: fc.integer({ min: 2, max: columnNames.length }),
    gap: fc.integer({ min: 2, max: 7 }),
    indent: fc.integer({ min: 0, max: 6 }),
    names: fc.uniqueArray(fc.constantFrom("Rural", "Village", "Harbor", "Hillside", "Mill", "Common", "Orchard"), {
      minLength: 3,
    }),
    values: fc.array(value, { minLength: 7 * columnNames.length, maxLength: 7 * columnNames.length }),
  })
  .map(({ columns, gap, indent, names, values }) => {
    const rows = names.map((name, at) => [`${name} District`, ...values.slice(at * columns, (at + 1) * columns)]);
    return { rows: [["District", ...columnNames.slice(0, columns)], ...rows], gap, indent };
  });

function typed({ rows, gap, indent }: { rows: string[][]; gap: number; indent: number }): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map(
    (row) =>
      " ".repeat(indent) +
      row
        .map((cell, column) => cell.padEnd((widths[column] ?? 0) + gap))
        .join("")
        .trimEnd(),
  );
}

/** Found with seed 1014570654: labels, values and dashes that could be taken for pairs of a label and its value. */
const valuesAndDashes = {
  rows: [
    ["District", "Lot Area", "Frontage", "Front Yard"],
    ["Rural District", "1%", "-", "1,000 sf"],
    ["Village District", "none", "1 ft", "none"],
    ["Harbor District", "1,000 sf", "1 ft", "1%"],
    ["Common District", "1 ft", "-", "none"],
  ],
  gap: 2,
  indent: 0,
};

const word = fc.constantFrom("lot", "the", "Board", "shall", "yard", "of", "a", "Town", "street", "P", "10", "feet");
const proseLine = fc.array(word, { minLength: 6, maxLength: 14 }).map((words) => `${words.join(" ")}.`);

describe("tables typed with spaces", () => {
  it("keep every cell under its column, whatever the widths of the columns", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (made) => {
        const document = await parseText(["4.2 Dimensions", "", ...typed(made), "", "The end."].join("\n"));
        const [found] = document.tables;
        expect(found?.columns).toEqual(made.rows[0]);
        expect(found?.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual(made.rows);
      }),
      { numRuns: 150, examples: [[valuesAndDashes]] },
    );
  });

  it("are not found in prose with single spaces, and no word of it is lost", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(proseLine, { minLength: 1, maxLength: 20 }), async (lines) => {
        const document = await parseText(lines.join("\n"));
        expect(document.tables).toEqual([]);
        expect(document.text.split(/\s+/)).toEqual(lines.join(" ").split(/\s+/));
      }),
      { numRuns: 100 },
    );
  });
});
