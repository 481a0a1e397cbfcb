import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { makeDocx } from "../../support/documents/made-docx.ts";
import { parseDocxBytes, parseHtmlText, parseMarkdownText } from "../../support/documents/parse.ts";

/** An HTML table of rows of cells. */
const table = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;

async function sentencesOf(html: string) {
  const document = await parseHtmlText(html);
  return { document, sentences: chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence)) };
}

describe("a use table that answers in words", () => {
  it("has heads below a title of the heads, and a group where a row names one", async () => {
    const { document, sentences } = await sentencesOf(
      table([
        ["", "", "ZONING DISTRICTS", "ZONING DISTRICTS"],
        ["LAND USE", "Harbor Zone", "Mill Zone", "Rural Zone"],
        ["Agriculture", "", "", ""],
        ["- Farming", "Permitted", "-", "Site plan or special permit"],
        ["- Winery", "Not permitted", "Special permit", "Special permit"],
        ["- Nursery", "By right", "Prohibited", "Conditional use"],
      ]),
    );
    expect(document.tables[0]?.columns).toEqual(["LAND USE", "Harbor Zone", "Mill Zone", "Rural Zone"]);
    expect(sentences.slice(1)).toEqual([
      "Agriculture, Farming, Harbor Zone: Permitted; Mill Zone: -; Rural Zone: Site plan or special permit",
      "Agriculture, Winery, Harbor Zone: Not permitted; Mill Zone: Special permit; Rural Zone: Special permit",
      "Agriculture, Nursery, Harbor Zone: By right; Mill Zone: Prohibited; Rural Zone: Conditional use",
    ]);
  });

  it("has no heads where its rows are numbered from the first one on, or where that one says “None” with a note", async () => {
    const numbered = await sentencesOf(
      table([
        ["1. Minimum lot area", "No rule, by lot"],
        ["2. Minimum lot width", "40"],
        ["3. Minimum front yard", "10"],
      ]),
    );
    expect(numbered.sentences).toContain("2. Minimum lot width: 40");
    const noted = await sentencesOf(
      table([
        ["Minimum lot area", "None (See Note a)"],
        ["Minimum lot width", "40"],
        ["Minimum front yard", "10"],
      ]),
    );
    expect(noted.sentences).toContain("Minimum lot width: 40");
  });

  it("has no heads where its first row answers as the others do, and has them where marks stand below answers", async () => {
    const headless = await sentencesOf(
      table([
        ["7. Day care center.", "Special permit", "Not permitted"],
        ["8. Cemetery.", "Special permit", "Special permit"],
      ]),
    );
    expect(headless.document.tables[0]?.columns).toEqual(["", "", ""]);
    const marked = await sentencesOf(
      table([
        ["Use", "Permitted", "Special permit"],
        ["Day care center", "X", ""],
        ["Cemetery", "", "X"],
      ]),
    );
    expect(marked.sentences).toEqual(["Day care center, Permitted: X", "Cemetery, Special permit: X"]);
  });

  it("has no caption and no group that is an answer", async () => {
    const { document, sentences } = await sentencesOf(
      table([
        ["Zoning permit", "Zoning permit", "Zoning permit"],
        ["Not permitted", "Special permit", "Zoning permit"],
      ]),
    );
    expect(document.tables[0]?.caption).toBeNull();
    expect(sentences.join(" ")).not.toContain("(Zoning permit)");
  });
});

describe("a table of labels and values without heads", () => {
  it("begins with a row like the others: a fee is no head", async () => {
    const { document, sentences } = await sentencesOf(
      table([
        ["Building permit", "$50.00"],
        ["Variance, residential", "$250.00 plus cost of publication"],
        ["Zoning map amendment", "$500 + $10 per acre"],
      ]),
    );
    expect(document.tables[0]?.columns).toEqual(["", ""]);
    expect(sentences).toEqual([
      "Building permit: $50.00",
      "Variance, residential: $250.00 plus cost of publication",
      "Zoning map amendment: $500 + $10 per acre",
    ]);
  });

  it("has no caption and no group that states a measure", async () => {
    const { document, sentences } = await sentencesOf(
      '<table><tr><td colspan="2">R-40 Zones - 35 feet</td></tr><tr><td colspan="2">R-20 Zones - 30 feet</td></tr><tr><td>I Zones -</td><td>15 feet</td></tr></table>',
    );
    expect(document.tables[0]?.caption).toBeNull();
    expect(sentences).toEqual(["R-40 Zones - 35 feet", "R-20 Zones - 30 feet", "I Zones -: 15 feet"]);
  });
});

describe("a head that leaves the dimension to its unit", () => {
  it("is said with it where the unit is one of area", async () => {
    const { sentences } = await sentencesOf(
      table([
        ["Building type", "Min. Lot or Development Site (ac)", "Min. Lot Width (ft)"],
        ["All types", "3", "100"],
        ["Duplex", "2", "80"],
      ]),
    );
    expect(sentences[0]).toBe("All types, Min. Lot or Development Site area (ac): 3; Min. Lot Width (ft): 100");
  });
});

describe("a row that explains the table", () => {
  it("and keys its columns to a figure says nothing of its own", async () => {
    const { sentences } = await sentencesOf(
      table([
        ["", "Min. lot area (ac)", "Width to depth", "Impervious surface (%)"],
        ["All types", "0.5", "n/a", "45"],
        ["Key", "C", "A/B", "-"],
      ]),
    );
    expect(sentences).toEqual(["All types, Min. lot area (ac): 0.5; Width to depth: n/a; Impervious surface (%): 45"]);
  });

  it("and its symbols stands in no group and under no head", async () => {
    const { sentences } = await sentencesOf(
      table([
        ["Use", "R-1", "R-2"],
        ["Commercial", "", ""],
        ["Retail", "-", "P"],
        ["P = Permitted", "S = Special permit", "- = Not permitted"],
      ]),
    );
    expect(sentences.at(-1)).toBe("P = Permitted; S = Special permit; - = Not permitted");
  });
});

describe("rows whose cells are parted by pipes", () => {
  const rows = [
    "TABLE 4.3 PRINCIPAL USES |",
    "| CD-1 | CD-2 | CV |",
    "Agricultural Uses |",
    "Kennel | np | P | np |",
    "Plant nursery | np | P | P |",
  ];
  const sentences = [
    "Agricultural Uses (TABLE 4.3 PRINCIPAL USES)",
    "Agricultural Uses, Kennel, CD-1: np; CD-2: P; CV: np (TABLE 4.3 PRINCIPAL USES)",
    "Agricultural Uses, Plant nursery, CD-1: np; CD-2: P; CV: P (TABLE 4.3 PRINCIPAL USES)",
  ];

  it.each(["Word file", "page"])("are a table in a %s too, each a paragraph", async (format) => {
    const texts = ["The uses of each district are these, as the Board rules.", ...rows, "No other use is allowed."];
    const document =
      format === "page"
        ? await parseHtmlText(texts.map((text) => `<p>${text}</p>`).join(""))
        : await parseDocxBytes(makeDocx(texts.map((text) => ({ kind: "paragraph", text }))));
    expect(document.tables).toHaveLength(1);
    expect(chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence))).toEqual(sentences);
    expect(document.text).toContain("Kennel | np | P | np\nPlant nursery");
  });

  it("are none where a sentence holds a pipe", async () => {
    const document = await parseHtmlText(
      "<p>The signs | and || part the cells.</p><p>They stand for nothing else.</p>",
    );
    expect(document.tables).toEqual([]);
  });
});

describe("a Markdown table", () => {
  it("may have a rule of single dashes, and emphasis in its cells", async () => {
    const document = await parseMarkdownText(
      "| Standard | R-1 |\n|-|:-:|\n| **Setbacks** | |\n| Front | 30 ft |\n| Side | 10 ft |\n",
    );
    expect(chunkDocument(document)[0]?.rows.map((row) => row.sentence)).toEqual([
      "Setbacks",
      "Setbacks, Front, R-1: 30 ft",
      "Setbacks, Side, R-1: 10 ft",
    ]);
  });
});
