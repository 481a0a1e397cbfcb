import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { parseHtmlText, parseText } from "../../support/documents/parse.ts";

const rowsOf = (document: ParsedDocument) => chunkDocument(document).flatMap((chunk) => chunk.rows);
const sentencesOf = (document: ParsedDocument) => rowsOf(document).map((row) => row.sentence);

const matrix = [
  "3.4 Permitted Uses",
  "P = permitted by right, SE = special exception, - = not permitted.",
  "Use R-1 R-2 C-1 C-2",
  "RESIDENTIAL USES",
  "Single-family dwelling P P - -",
  "Two-family dwelling - P SE -",
  "COMMERCIAL USES",
  "Bakery - - P P",
  "Retail store of not more than two thousand",
  "square feet of floor area - SE P P",
  "Office - - P P(1)",
  "(1) Not on a first floor.",
  "3.5 Upkeep",
  "The owner shall keep the lot clean.",
];

describe("a use table whose lines lost their columns", () => {
  it.each([
    ["in plain text", () => parseText(matrix.join("\n"))],
    ["in paragraphs of a web page", () => parseHtmlText(matrix.map((line) => `<p>${line}</p>`).join(""))],
  ])("is a table again, %s", async (_, parse) => {
    const document = await parse();
    expect(document.tables).toHaveLength(1);
    expect(document.tables[0]?.columns).toEqual(["Use", "R-1", "R-2", "C-1", "C-2"]);
    expect(document.tables[0]?.legend?.map(({ symbol }) => symbol).sort()).toEqual(["-", "P", "SE"]);
    expect(sentencesOf(document)).toEqual([
      "RESIDENTIAL USES",
      "RESIDENTIAL USES, Single-family dwelling, R-1: P; R-2: P; C-1: -; C-2: -",
      "RESIDENTIAL USES, Two-family dwelling, R-1: -; R-2: P; C-1: SE; C-2: -",
      "COMMERCIAL USES",
      "COMMERCIAL USES, Bakery, R-1: -; R-2: -; C-1: P; C-2: P",
      "COMMERCIAL USES, Retail store of not more than two thousand square feet of floor area, R-1: -; R-2: SE; C-1: P; C-2: P",
      "COMMERCIAL USES, Office, R-1: -; R-2: -; C-1: P; C-2: P; note (1): Not on a first floor.",
    ]);
    for (const { cells } of rowsOf(document))
      for (const cell of cells) expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.value);
  });

  it("gives no district a code where empty cells were lost", async () => {
    const lines = ["Uses RR VC GB", "Farm P X X", "Shop X P P", "Mill P", "Inn X P X"];
    const rows = rowsOf(await parseText(lines.join("\n")));
    expect(rows.map((row) => row.sentence)).toEqual([
      "Farm, RR: P; VC: X; GB: X",
      "Shop, RR: X; VC: P; GB: P",
      "Mill P",
      "Inn, RR: X; VC: P; GB: X",
    ]);
    expect(rows[2]?.cells).toEqual([]);
  });

  it("goes on over a page that repeats its header", async () => {
    const head = "Use RR VC GB";
    const rows = ["Farm", "Shop", "Inn", "School", "Bank", "Theatre", "Kennel", "Mill"].map((use) => `${use} P X X`);
    const before = ["one", "two", "three", "four", "five"].map((which) => `Rule ${which} of the section stands here.`);
    const pages = [
      [...before, head, ...rows.slice(0, 6)],
      [head, ...rows.slice(6)],
    ];
    const document = await parseText(pages.map((lines) => lines.join("\n")).join("\f"));
    expect(document.tables).toHaveLength(1);
    expect(sentencesOf(document)).toContain("Mill, RR: P; VC: X; GB: X");
  });

  it("is a table again where every cell stands in a line of its own", async () => {
    const lines = ["Use", "R-1", "R-2", "C-1", "Dwelling", "P", "P", "X", "COMMERCIAL"];
    const rest = ["Bakery", "X", "P", "P", "Shop", "X", "X", "P", "The rest of the section is about something else."];
    expect(sentencesOf(await parseText([...lines, ...rest].join("\n")))).toEqual([
      "Dwelling, R-1: P; R-2: P; C-1: X",
      "COMMERCIAL",
      "COMMERCIAL, Bakery, R-1: X; R-2: P; C-1: P",
      "COMMERCIAL, Shop, R-1: X; R-2: X; C-1: P",
    ]);
  });
});

describe("what only looks like such a table", () => {
  it.each([
    [
      "a list of districts",
      ["The districts are:", "R-1 R-2 C-1", "Each of them is shown on the map.", "No other exists."],
    ],
    ["an outline in letters", ["A", "B", "C", "Each letter stands for a part.", "The parts are named below."]],
    [
      "sentences that end in a letter",
      ["See R-1 R-2 C-1", "The first is type A", "The second is type B", "The third is type C", "Done."],
    ],
  ])("stays text: %s", async (_, lines) => {
    expect((await parseText(lines.join("\n"))).tables).toEqual([]);
  });
});
