import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { parseHtmlText, parseMarkdownText } from "../../support/documents/parse.ts";

async function rowsOf(html: string) {
  const document = await parseHtmlText(html);
  return { document, rows: chunkDocument(document).flatMap((chunk) => chunk.rows) };
}

describe("a table row in words", () => {
  it("names row, column and value where districts stand down the side", async () => {
    const { rows } = await rowsOf(
      "<table><thead><tr><th>District</th><th>Minimum lot area</th><th>Maximum height</th></tr></thead><tr><td>R-2</td><td>7,000 square feet</td><td>35 feet</td></tr></table>",
    );
    expect(rows.map((row) => row.sentence)).toEqual([
      "R-2, Minimum lot area: 7,000 square feet; Maximum height: 35 feet",
    ]);
    expect(rows[0]?.label).toBe("R-2");
  });

  it("names row, column and value where districts stand across the top", async () => {
    const { rows } = await rowsOf(
      "<table><tr><th></th><th>R-1</th><th>R-2</th></tr><tr><td>Minimum lot area</td><td>10,000</td><td>7,000</td></tr></table>",
    );
    expect(rows.map((row) => row.sentence)).toEqual(["Minimum lot area, R-1: 10,000; R-2: 7,000"]);
  });

  it("points each value back to its own place in the text", async () => {
    const { document, rows } = await rowsOf(
      "<table><tr><th>Zone</th><th>Front</th><th>Rear</th></tr><tr><td>RA</td><td>50 ft</td><td>40 ft</td></tr></table>",
    );
    for (const cell of rows[0]?.cells ?? []) expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.value);
    expect(rows[0]?.cells.map((cell) => [cell.column, cell.value])).toEqual([
      ["Front", "50 ft"],
      ["Rear", "40 ft"],
    ]);
  });

  it("joins header rows that stand over one another", async () => {
    const { rows } = await rowsOf(
      '<table><thead><tr><th rowspan="2">District</th><th colspan="2">Setback (ft)</th></tr><tr><th>Front</th><th>Side</th></tr></thead><tr><td>R-1</td><td>30</td><td>15</td></tr></table>',
    );
    expect(rows.map((row) => row.sentence)).toEqual(["R-1, Setback (ft) / Front: 30; Setback (ft) / Side: 15"]);
  });

  it("carries the label of a spanning cell into every row it covers", async () => {
    const { rows } = await rowsOf(
      '<table><tr><th>District</th><th>Use</th><th>Lot area</th></tr><tr><td rowspan="2">R-2</td><td>One-family</td><td>7,000</td></tr><tr><td>Two-family</td><td>9,000</td></tr></table>',
    );
    expect(rows.map((row) => row.sentence)).toEqual([
      "R-2, One-family, Lot area: 7,000",
      "R-2, Two-family, Lot area: 9,000",
    ]);
  });

  it("keeps the first value a value where a spanning label stands beside values in words", async () => {
    const { rows } = await rowsOf(
      '<table><tr><th>Standard</th><th>R-1</th><th>R-2</th></tr><tr><td rowspan="2">Minimum yards</td><td>Front 30 ft</td><td>Front 20 ft</td></tr><tr><td>Side 15 ft</td><td>Side 10 ft</td></tr><tr><td>Height</td><td>35 ft</td><td>40 ft</td></tr></table>',
    );
    expect(rows.map((row) => row.sentence)).toEqual([
      "Minimum yards, R-1: Front 30 ft; R-2: Front 20 ft",
      "Minimum yards, R-1: Side 15 ft; R-2: Side 10 ft",
      "Height, R-1: 35 ft; R-2: 40 ft",
    ]);
    expect(rows[0]?.label).toBe("Minimum yards");
  });

  it("carries the name of a group of rows into the rows below it", async () => {
    const { rows } = await rowsOf(
      '<table><tr><th>Use</th><th>R-1</th><th>GC</th></tr><tr><td colspan="3">Commercial</td></tr><tr><td>Hotel</td><td>N</td><td>P</td></tr></table>',
    );
    expect(rows.at(-1)?.sentence).toBe("Commercial, Hotel, R-1: N; GC: P");
  });

  it("says the caption, and the footnote that a cell points to", async () => {
    const { rows } = await rowsOf(
      "<table><caption>Table 5.1 Lots</caption><tr><th>District</th><th>Lot area</th></tr><tr><td>R-2</td><td>8,000<sup>1</sup></td></tr><tr><td>R-3</td><td>6,000</td></tr></table><p>(1) Ten thousand for a two-family dwelling.</p>",
    );
    expect(rows.map((row) => row.sentence)).toEqual([
      "R-2, Lot area: 8,000; note (1): Ten thousand for a two-family dwelling. (Table 5.1 Lots)",
      "R-3, Lot area: 6,000 (Table 5.1 Lots)",
    ]);
  });

  it("pairs words and figures where a table has no header", async () => {
    const { rows } = await rowsOf(
      "<table><tr><td>Lot width (min)</td><td>32 ft</td></tr><tr><td>Lot coverage (max)</td><td>60%</td></tr></table>",
    );
    expect(rows.map((row) => row.sentence)).toEqual(["Lot width (min): 32 ft", "Lot coverage (max): 60%"]);
  });

  it("gives each value of a row of label-value pairs its own label, under the titles above it", async () => {
    const { rows } = await rowsOf(
      `<table><tr><td>Lot Dimensions</td><td></td><td></td><td>Building Setbacks</td><td></td></tr>
      <tr><td>Lot Width (min)</td><td>60 ft</td><td></td><td>Side Setback (min)</td><td>–</td></tr>
      <tr><td>Lot Coverage (max)</td><td>60%</td><td></td><td>With Driveway</td><td>12 ft</td></tr>
      <tr><td>Number of Stories (max)</td><td>2.5</td><td></td><td>Rear Setback (min)</td><td>–</td></tr>
      <tr><td>Amenity Space (min)</td><td>1/DU</td><td></td><td>With Driveway</td><td>20 ft</td></tr></table>`,
    );
    expect(rows.map((row) => row.sentence)).toEqual([
      "Lot Dimensions, Building Setbacks",
      "Lot Dimensions / Lot Width (min): 60 ft; Building Setbacks / Side Setback (min): –",
      "Lot Dimensions / Lot Coverage (max): 60%; Building Setbacks / Side Setback (min) / With Driveway: 12 ft",
      "Lot Dimensions / Number of Stories (max): 2.5; Building Setbacks / Rear Setback (min): –",
      "Lot Dimensions / Amenity Space (min): 1/DU; Building Setbacks / Rear Setback (min) / With Driveway: 20 ft",
    ]);
  });

  it("tells the least and the greatest apart where one label names both", async () => {
    const { rows } = await rowsOf(
      "<table><tr><td>Depth (min/max)</td><td>24 ft</td><td>32 ft</td></tr><tr><td>Width</td><td>20 ft</td><td></td><td>Stories</td><td>2</td></tr></table>",
    );
    expect(rows[0]?.cells.map((cell) => [cell.column, cell.value])).toEqual([
      ["Depth (min)", "24 ft"],
      ["Depth (max)", "32 ft"],
    ]);
  });

  it("is not labelled by the letter that keys it to a figure", async () => {
    const { rows } = await rowsOf(
      "<table><tr><th></th><th>Standard</th><th>R1V1</th><th>R1V2</th></tr><tr><td>(A)</td><td>Height of Building (max)</td><td>30'</td><td>28'</td></tr><tr><td>(B)</td><td>Plane Height</td><td>22'</td><td>20'</td></tr></table>",
    );
    expect(rows.map((row) => [row.label, row.sentence])).toEqual([
      ["Height of Building (max)", "Height of Building (max), R1V1: 30'; R1V2: 28'"],
      ["Plane Height", "Plane Height, R1V1: 22'; R1V2: 20'"],
    ]);
    const keyed = await rowsOf(
      "<table><tr><td>A</td><td>Front yard (min)</td><td>20 ft</td></tr><tr><td>B</td><td>Side yard (min)</td><td>8 ft</td></tr><tr><td>C</td><td>Rear yard (min)</td><td>25 ft</td></tr></table>",
    );
    expect(keyed.rows.map((row) => row.sentence)).toEqual([
      "Front yard (min): 20 ft",
      "Side yard (min): 8 ft",
      "Rear yard (min): 25 ft",
    ]);
  });

  it("keeps the letter that is a district's symbol", async () => {
    const { rows } = await rowsOf(
      "<table><tr><th>District</th><th>Lot area</th></tr><tr><td>A</td><td>5 acres</td></tr><tr><td>B</td><td>1 acre</td></tr></table>",
    );
    expect(rows.map((row) => row.label)).toEqual(["A", "B"]);
  });

  it("stands in the index text in place of the row, and the row stays in the text", async () => {
    const document = await parseMarkdownText(
      "## 4.1 Uses\n\n| Use | R-1 |\n| --- | --- |\n| Farm | P |\n| Shop | N |\n",
    );
    const [chunk] = chunkDocument(document);
    expect(chunk?.indexText).toContain("Farm, R-1: P");
    expect(document.text.slice(chunk?.charStart, chunk?.charEnd)).toContain("Farm | P");
  });
});

describe("a note to a table", () => {
  const table = (cells: string) =>
    `<h3>5.1 Lots</h3><table><caption>Table 5.1</caption><tr><th>District</th><th>Lot area (sq. ft.)</th><th>Front (ft)</th></tr>${cells}</table>`;
  const rowOf = async (html: string) => {
    const { document, rows } = await rowsOf(html);
    for (const cell of rows.flatMap((row) => row.cells)) {
      expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.value);
      for (const note of cell.notes ?? []) expect(document.text.slice(note.charStart, note.charEnd)).toBe(note.text);
    }
    return rows[0];
  };

  it.each([
    ["in brackets", "8,000 (1)", "<p>Notes to Table 5.1:</p><p>(1) Ten thousand for a two-family dwelling.</p>", "1"],
    ["in square brackets", "8,000 [3]", "<p>[3] Ten thousand for a two-family dwelling.</p>", "3"],
    ["as a raised figure", "8,000<sup>2</sup>", "<p>2 Ten thousand for a two-family dwelling.</p>", "2"],
    ["as a raised character", "8,000²", "<p>² Ten thousand for a two-family dwelling.</p>", "2"],
    ["as a star", "8,000*", "<p>* Ten thousand for a two-family dwelling.</p>", "*"],
    ["as a letter", "8,000 (a)", "<p>Notes:</p><p>a. Ten thousand for a two-family dwelling.</p>", "a"],
    ["run together with the figure", "8,0001", "<p>1. Ten thousand for a two-family dwelling.</p>", "1"],
    [
      "behind the legend of the table",
      "8,000 (1)",
      "<p>Legend: P = permitted; – = prohibited.</p><p>(1) Ten thousand for a two-family dwelling.</p>",
      "1",
    ],
    [
      "behind a key to its marks",
      "8,000 (1)",
      "<p>Key to Permits: P = permitted. – = prohibited.</p><p>(1) Ten thousand for a two-family dwelling.</p>",
      "1",
    ],
    [
      "behind what a mark means",
      "8,000 (1)",
      "<p>UP = Use permit required.</p><p>(1) Ten thousand for a two-family dwelling.</p>",
      "1",
    ],
    ["by name", "8,000 (see Note 1)", "<p>Note 1: Ten thousand for a two-family dwelling.</p>", "1"],
  ])("is joined to the value that points to it %s, and is no part of the value", async (_, value, note, marker) => {
    const row = await rowOf(`${table(`<tr><td>R-2</td><td>${value}</td><td>20</td></tr>`)}${note}`);
    expect(row?.cells[0]).toMatchObject({
      value: "8,000",
      notes: [{ marker, text: "Ten thousand for a two-family dwelling." }],
    });
    expect(row?.cells[1]?.notes).toBeUndefined();
    expect(row?.sentence).toContain("Ten thousand for a two-family dwelling.");
  });

  it("is found in the last row of the table, and beside others in one line", async () => {
    const row = await rowOf(
      table(
        '<tr><td>R-2</td><td>8,000 (1)</td><td>20 (2)</td></tr><tr><td colspan="3">Notes: (1) On public sewer. (2) Or the average of the block.</td></tr>',
      ),
    );
    expect(row?.cells.map((cell) => cell.notes?.map((note) => note.text))).toEqual([
      ["On public sewer."],
      ["Or the average of the block."],
    ]);
  });

  it("of a row or a column goes with each of its values", async () => {
    const row = await rowOf(
      "<table><tr><th>District</th><th>Lot area</th><th>Front (2)</th></tr><tr><td>R-2 (1)</td><td>8,000</td><td>20</td></tr><tr><td>R-3</td><td>6,000</td><td>15</td></tr></table><p>(1) Village lots.</p><p>(2) From the street line.</p>",
    );
    expect(row?.label).toBe("R-2");
    expect(row?.cells.map((cell) => [cell.column, cell.notes?.map((note) => note.marker)])).toEqual([
      ["Lot area", ["1"]],
      ["Front", ["1", "2"]],
    ]);
  });

  it("is none when it is the list of the next section, or nothing points to it", async () => {
    const row = await rowOf(
      `${table("<tr><td>R-2</td><td>8,000 (1)</td><td>20</td></tr>")}<h3>5.2 Yards</h3><p>(1) Every yard is open.</p>`,
    );
    expect(row?.cells[0]).toMatchObject({ value: "8,000 (1)" });
    const other = await rowOf(
      `${table("<tr><td>R-2</td><td>8,000</td><td>20</td></tr>")}<p>(1) A lot shall have a front.</p>`,
    );
    expect(other?.sentence).not.toContain("A lot shall");
  });
});

describe("the legend of a table of uses", () => {
  const uses =
    "<table><tr><th>Use</th><th>R-1</th><th>VC</th></tr><tr><td>Dwelling</td><td>P</td><td>SP</td></tr><tr><td>Shop</td><td>N</td><td>P</td></tr></table>";
  it.each([
    [
      "a sentence before it",
      `<h3>4.1 Uses</h3><p>In the table the letter P marks a use permitted by right, SP a use that needs a special permit, and N a prohibited use.</p>${uses}`,
    ],
    [
      "a line of equations below it",
      `<h3>4.1 Uses</h3>${uses}<p>P = permitted by right; SP = by special permit; N = not permitted</p>`,
    ],
    [
      "a sentence that leaves its verb out after the first symbol",
      `<h3>4.1 Uses</h3><p>“P” means that the use is permitted by right, “SP” that it needs a special permit, and a blank cell that it is not allowed.</p>${uses}`,
    ],
    [
      "words with symbols in brackets",
      `<h3>4.1 Uses</h3><p>Uses are permitted by right (P), special permit (SP), or prohibited (N).</p>${uses}`,
    ],
    [
      "sentences that quote the symbols",
      `<h3>4.1 Uses</h3><p>Uses marked “P” are permitted by right. Uses marked “SP” are allowed by special permit. Uses marked “N” are prohibited.</p>${uses}`,
    ],
    [
      "a sentence that names the symbols behind their meanings and goes on with a verb",
      `<h3>4.1 Uses</h3><p>Uses listed as Permitted (“P”), or as a use by special permit (“SP”), are permitted within each district, subject to the standards below.</p>${uses}`,
    ],
    [
      "a table of symbols",
      `<h3>4.1 Uses</h3><table><tr><td>P</td><td>Permitted by right</td></tr><tr><td>SP</td><td>Special permit required</td></tr><tr><td>N</td><td>Not permitted, prohibited</td></tr></table><p>The uses follow.</p>${uses}`,
    ],
  ])("is read from %s", async (_, html) => {
    const { document, rows } = await rowsOf(html);
    const row = rows.find((each) => each.label === "Dwelling");
    const meanings = new Map(row?.legend?.map((entry) => [entry.symbol, entry.meaning]));
    expect([...meanings.keys()].sort()).toEqual(["P", "SP"]);
    expect(meanings.get("P")).toMatch(/permitted/i);
    expect(meanings.get("SP")).toMatch(/special permit/i);
    expect(meanings.get("P")).not.toMatch(/special|blank/i);
    expect(meanings.get("SP")).not.toMatch(/prohibited|blank/i);
    for (const entry of row?.legend ?? []) {
      const said = document.text.slice(entry.charStart, entry.charEnd);
      expect(said).toContain(entry.symbol);
      expect(said).toContain(entry.meaning);
    }
  });

  it("is the one table of the document that lists the symbols, where nothing nearer explains them, and none of two", async () => {
    const list = (title: string) =>
      `<h3>${title}</h3><table><tr><td>"P"</td><td>means a use permitted by right;</td></tr><tr><td>"SP"</td><td>means a use that needs a special permit.</td></tr></table>`;
    const schedule = `<h3>9.1 Schedule A</h3>${uses}`;
    const { rows } = await rowsOf(`${list("4.1 Uses")}<h3>5.1 Lots</h3><p>Each lot has a street line.</p>${schedule}`);
    const legend = rows.find((each) => each.label === "Dwelling")?.legend;
    expect(legend?.map(({ symbol, meaning }) => [symbol, meaning])).toEqual([
      ["SP", "a use that needs a special permit"],
      ["P", "a use permitted by right"],
    ]);
    const two = await rowsOf(`${list("4.1 Uses")}${list("6.1 Signs")}${schedule}`);
    expect(two.rows.find((each) => each.label === "Dwelling")?.legend).toBeUndefined();
  });

  it("is read from the one section that says what is permitted under a mark", async () => {
    const told =
      '<h3>4.1 Uses by district</h3><p>(1) Any use marked "P" is a permitted use by right.</p><p>(2) Any use marked "SP" is a permitted use by special permit.</p>';
    const { rows } = await rowsOf(
      `${told}<h3>5.1 Lots</h3><p>Each lot has a street line.</p><h3>9.1 Sheet 3</h3>${uses}`,
    );
    const legend = rows.find((each) => each.label === "Dwelling")?.legend;
    expect(legend?.map(({ symbol }) => symbol).sort()).toEqual(["P", "SP"]);
  });

  it("is not made of the symbols of districts or of words that explain nothing", async () => {
    const { rows } = await rowsOf(
      `<h3>4.1 Uses</h3><p>The P district and the SP district lie by the river.</p>${uses}`,
    );
    expect(rows.every((row) => row.legend === undefined)).toBe(true);
  });
});
