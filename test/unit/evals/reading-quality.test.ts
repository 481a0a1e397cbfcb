import { describe, expect, it } from "vitest";
import { addQualities, longestOwnText, readingOf } from "../../../evals/measure/reading-quality.ts";
import { readingLines } from "../../../evals/report/print-reading.ts";
import { parseDocument } from "../../../ingest/index.ts";

async function qualityOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  const [reading] = readingOf("town", await parseDocument({ bytes, mediaType: "text/markdown", filename: "a.md" }));
  if (!reading) throw new Error("a reading was meant");
  return reading;
}

const standards = `# 5.1 Standards

| District | Lot area | Height |
|---|---|---|
| R-1 | 7,000 sq ft | 35 ft |
| R-2 | 5,000 sq ft | 35 ft |
`;

describe("how well a code was read", () => {
  it("counts values with the labels of their column and their row", async () => {
    const { quality } = await qualityOf(standards);
    expect(quality).toMatchObject({ tables: 1, tablesWithHeader: 1, valueCells: 4, valuesWithBoth: 4 });
  });

  it("counts tables of symbols, and those whose symbols are explained", async () => {
    const uses = (legend: string) => `# 5.2 Uses

${legend}

| Use | R-1 | R-2 |
|---|---|---|
| Dwelling | P | P |
| Shop | X | S |
`;
    const explained = await qualityOf(uses("P = permitted; S = special permit required; X = prohibited."));
    expect(explained.quality).toMatchObject({ symbolTables: 1, symbolTablesWithLegend: 1 });
    const bare = await qualityOf(uses("The uses of each district follow."));
    expect(bare.quality).toMatchObject({ symbolTables: 1, symbolTablesWithLegend: 0 });
  });

  it("holds no text of an overlong section for text under a heading of its own", async () => {
    const long = "The owner shall keep the lot clear of snow. ".repeat(longestOwnText / 40);
    const { quality } = await qualityOf(`# 1 Snow\n\n${long}\n\n# 2 Trees\n\nTrees shall be cut.\n`);
    expect(quality.overlongSections).toBe(1);
    expect(quality.charactersUnderHeading).toBeLessThan(100);
  });

  it("prints a line for each code and one for all", async () => {
    const reading = await qualityOf(standards);
    const lines = readingLines([reading, { ...reading, code: "other" }]);
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toMatch(/^all .* 1\.000/);
    expect(addQualities([reading.quality, reading.quality]).valueCells).toBe(8);
  });
});
