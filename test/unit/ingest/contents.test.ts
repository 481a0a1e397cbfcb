import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { outlineLines, parseHtmlText, parseMarkdownText, parseText } from "../../support/documents/parse.ts";

const titles = ["Purpose", "Lots of Record", "Yards and Setbacks", "Accessory Buildings", "Signs", "Appeals"];
const sections = titles.map((title, at) => `4.${at + 1} ${title}\n${ordinanceSentences(at, 4)}`);

const searched = (document: ParsedDocument) =>
  chunkDocument(document)
    .map((chunk) => chunk.indexText)
    .join("\n");
const leftOut = ({ text, contents = [] }: ParsedDocument) =>
  contents.map(({ charStart, charEnd }) => text.slice(charStart, charEnd)).join("\n");

describe("a list of contents", () => {
  it("stays in the text and is in no chunk, when dots lead to its pages", async () => {
    const list = titles.map((title, at) => `4.${at + 1} ${title} ............ ${at * 3 + 1}`);
    const document = await parseText(["TABLE OF CONTENTS", ...list, "", ...sections].join("\n"));
    expect(document.text).toContain("4.3 Yards and Setbacks ............ 7");
    expect(leftOut(document)).toContain("4.3 Yards and Setbacks ............ 7");
    expect(searched(document)).not.toContain("....");
    for (const title of titles) expect(document.outline.map((node) => node.title)).toContain(title);
  });

  it("is in no chunk when it opens a chapter with the names of its sections", async () => {
    const list = titles.map((title, at) => `4.${at + 1} ${title}`);
    const document = await parseText(
      [
        "CHAPTER 4 RESIDENCE DISTRICTS",
        "Sections:",
        ...list,
        ...sections,
        "CHAPTER 5 FEES",
        "5.1 Amount",
        "None.",
      ].join("\n"),
    );
    expect(leftOut(document).split("\n")).toEqual(list);
    expect(document.outline.filter((node) => node.title === "Signs")).toHaveLength(1);
    expect(chunkDocument(document).some((chunk) => chunk.indexText.includes("4.2 Lots of Record\n4.3"))).toBe(false);
  });

  it("is in no chunk when it stands in a table", async () => {
    const rows = titles.map((title, at) => `| 4.${at + 1} | ${title} | ${at * 2 + 1} |`);
    const document = await parseMarkdownText(
      [
        "# Contents",
        "",
        "| Section | Title | Page |",
        "|---|---|---|",
        ...rows,
        "",
        ...sections.map((each) => `## ${each.replace("\n", "\n\n")}\n`),
      ].join("\n"),
    );
    expect(leftOut(document)).toContain("4.5 | Signs | 9");
    expect(chunkDocument(document).flatMap((chunk) => chunk.rows)).toEqual([]);
  });

  it("does not take what follows it with it: a table of districts below it is searched", async () => {
    const list = titles.map((title, at) => `4.${at + 1} ${title} ............ ${at * 3 + 1}`);
    const districts = ["| District | Symbol |", "| Rural Residence | RR |", "| Village Center | VC |"];
    const document = await parseText(["CONTENTS", ...list, ...districts, ...sections].join("\n"));
    expect(searched(document)).toContain("Village Center");
  });
});

describe("what only looks like a list of contents", () => {
  it("is searched: a list of uses whose numbers are used again, with other titles, in a later chapter", async () => {
    const uses = ["11.01 Permitted Uses", "11.01.01 Shops.", "11.01.02 Inns.", "11.01.03 Banks.", "11.01.04 Mills."];
    const body = ordinanceSentences(1, 4);
    const pits = [
      "11.01 Definitions",
      "11.01.01 Borrow pit: a hole.",
      "11.01.02 Loam: soil.",
      "11.01.03 Owner: a person.",
    ];
    const document = await parseText(
      ["ARTICLE II", "Section 11 BUSINESS ZONE", ...uses, body, "ARTICLE IV", "Section 11 EARTH", ...pits, body].join(
        "\n\n",
      ),
    );
    expect(outlineLines(document).map((line) => line.trim())).toEqual(
      expect.arrayContaining(["11.01 Permitted Uses", "11.01.01 Shops", "11.01.04 Mills", "11.01 Definitions"]),
    );
  });

  it("is searched: dots may lead to dimensions", async () => {
    const yards = [
      "Lot area ........ 40,000 sq. ft.",
      "Frontage ........ 150",
      "Front yard ........ 50",
      "Side yard ........ 25",
    ];
    const document = await parseText(["4.1 Dimensions", ...yards, ...sections.slice(1)].join("\n"));
    expect(document.contents ?? []).toEqual([]);
    expect(searched(document)).toContain("Front yard ........ 50");
  });

  it("is searched: a table whose rows carry rising figures", async () => {
    const rows = ["Dwelling", "Office", "Restaurant", "Theatre", "Stadium"].map(
      (use, at) => `<tr><td>${use}</td><td>${at * 2 + 1}</td></tr>`,
    );
    const table = `<table><tr><th>Use</th><th>Spaces</th></tr>${rows.join("")}</table>`;
    const document = await parseHtmlText(`<h2>4.1 Parking</h2><p>Spaces are required as follows.</p>${table}`);
    expect(document.contents ?? []).toEqual([]);
    expect(chunkDocument(document).flatMap((chunk) => chunk.rows)).toHaveLength(5);
  });

  it("is searched: an index of sections that is all the document has", async () => {
    const document = await parseText(
      ["TABLE OF CONTENTS", ...titles.map((title, at) => `4.${at + 1} ${title} ............ ${at + 1}`)].join("\n"),
    );
    expect(document.contents ?? []).toEqual([]);
    expect(searched(document)).toContain("Yards and Setbacks");
  });
});
