import { describe, expect, it } from "vitest";
import { parseHtmlText, parseMarkdownText } from "../../support/documents/parse.ts";

/** An HTML table of rows of cells; a cell in a list of one spans all columns. */
const table = (rows: readonly (readonly string[])[]) => {
  const width = Math.max(...rows.map((row) => row.length));
  const cellsOf = (row: readonly string[]) =>
    row.length === 1 ? `<td colspan="${width}">${row[0]}</td>` : row.map((cell) => `<td>${cell}</td>`).join("");
  return `<table>${rows.map((row) => `<tr>${cellsOf(row)}</tr>`).join("")}</table>`;
};

const tablesOf = async (rows: readonly (readonly string[])[]) => (await parseHtmlText(table(rows))).tables;

describe("the heads of a table", () => {
  it("stand below its titles, which become its caption", async () => {
    const [schedule] = await tablesOf([
      ["", "", "SCHEDULE OF LAND USES", "SCHEDULE OF LAND USES", ""],
      ["", "", "ZONING DISTRICT", "ZONING DISTRICT", ""],
      ["USE", "RF-1", "RF-2", "B-1", "I-1"],
      ["Hospital", "X", "X", "SEP", "X"],
      ["Hotel", "X", "X", "SEP", "X"],
      ["Bank", "X", "X", "SDP", "X"],
    ]);
    expect(schedule?.columns).toEqual(["USE", "RF-1", "RF-2", "B-1", "I-1"]);
    expect(schedule?.rows.map((row) => row.isHeader)).toEqual([true, true, true, false, false, false]);
  });

  it.each([
    ["over all of them", "|  | R-5 R-6 GB LI | R-5 R-6 GB LI | R-5 R-6 GB LI | R-5 R-6 GB LI |"],
    ["over the first of them and nothing behind it", "| USES | R-5 R-6 GB LI | R-5 R-6 GB LI | | |"],
  ])("are read out of one cell that names a code for each column, %s", async (_, heads) => {
    const { tables } = await parseMarkdownText(`${heads}
|---|---|---|---|---|
| Bakeries | | | P | SP |
| Foundries | X | X | X | SP |
`);
    expect(tables[0]?.columns.slice(1)).toEqual(["R-5", "R-6", "GB", "LI"]);
  });

  it("are not read out of the words of a title", async () => {
    const { tables } = await parseMarkdownText(`| USES | LOT BULK AND B-5 | LOT BULK AND B-5 | | |
|---|---|---|---|---|
| Bakeries | | | P | SP |
| Foundries | X | X | X | SP |
`);
    expect(tables[0]?.columns).not.toContain("BULK");
  });

  it("may be figures that count up", async () => {
    const { tables } = await parseMarkdownText(`| Table 12.1 Price multiplier | | | | |
|---|---|---|---|---|
| Bedroom Count | | | | |
| Tier | Studio | 1 | 2 | 3 |
| Tier 1 | 7.20% | 8.40% | 9.60% | 10.80% |
| Tier 2 | 12.60% | 14.70% | 16.80% | 18.90% |
`);
    expect(tables[0]?.columns).toEqual(["Tier", "Studio", "1", "2", "3"]);
  });

  it("begin a further table where others stand below a title inside it, with the caption of the whole", async () => {
    const tables = await tablesOf([
      ["Table 4.3 District standards: CD-1 Natural"],
      ["Species", "Common name", "Invasive", "Potentially"],
      ["Acer ginnala", "Amur maple", "", "X"],
      ["Acer platanoides", "Norway maple", "X", ""],
      ["SETBACKS"],
      ["Standard", "R-1", "R-2", "B-1"],
      ["Front", "25 ft", "20 ft", "10 ft"],
      ["Side", "10 ft", "8 ft", "5 ft"],
    ]);
    expect(tables.map(({ columns }) => columns)).toEqual([
      ["Species", "Common name", "Invasive", "Potentially"],
      ["Standard", "R-1", "R-2", "B-1"],
    ]);
    expect(tables.map(({ caption }) => caption)).toEqual(Array(2).fill("Table 4.3 District standards: CD-1 Natural"));
  });

  it("that are printed again part nothing and are no row of values", async () => {
    const tables = await tablesOf([
      ["USE", "RF-1", "RF-2", "B-1"],
      ["Hospital", "X", "X", "SEP"],
      ["Hotel", "X", "X", "SEP"],
      ["USE", "RF-1", "RF-2", "B-1"],
      ["Bank", "X", "X", "SDP"],
      ["Bakery", "X", "X", "SDP"],
    ]);
    expect(tables).toHaveLength(1);
    expect(tables[0]?.rows.map((row) => row.isHeader)).toEqual([true, false, false, true, false, false]);
  });

  it("that stand in a table of their own belong to the one right below", async () => {
    const { tables } = await parseMarkdownText(`| Zones (see 1.03) | R-1/2 | R-1 | R-2 | BPO |

| Minimum lot requirements | | | | |
| Minimum lot area (acres) | 0.5 | 1 | 2 | 1 |
| Minimum lot width (ft) | 100 | 150 | 225 | 150 |
`);
    expect(tables).toHaveLength(1);
    expect(tables[0]?.columns).toEqual(["Zones (see 1.03)", "R-1/2", "R-1", "R-2", "BPO"]);
  });

  it("are no labels beside their answers, nor a row of answers below the title of a group", async () => {
    const [placement] = await tablesOf([
      ["Building placement"],
      ["Roof type", "Flat", "Entry", "Recessed"],
      ["Stories", "3", "Depth", "30 ft"],
      ["Height", "35 ft", "Width", "12 ft"],
    ]);
    expect(placement?.columns.every((label) => label === "")).toBe(true);
    const [uses] = await tablesOf([
      ["Use", "B-1", "B-2", "B-3"],
      ["Offices"],
      ["(a) With a floor area of 5,000 sq. ft. or less", "SP", "SP", "n/a"],
      ["(b) With more", "SE", "SE", "n/a"],
      ["(c) With a drive-up window", "n/a", "SE", "SE"],
    ]);
    expect(uses?.columns).toEqual(["Use", "B-1", "B-2", "B-3"]);
    expect(uses?.rows.filter((row) => row.isHeader)).toHaveLength(1);
  });
});
