import { describe, expect, it } from "vitest";
import { chunkDocument, namedReferences, waysToWrite } from "../../../ingest/index.ts";
import { headingOf, outlineLines, parseHtmlText, parseMarkdownText, parseText } from "../../support/documents/parse.ts";

const body = "No building shall be erected or used on any lot except as this section allows.";
/** What follows a section's number when a paragraph opens by referring to it. */
const openings = [
  "governs fences along a common drive.",
  "applies to every fence of the town.",
  "establishes the standards for walls.",
  "lists the fences that need no permit.",
  "sets out what a permit costs.",
  "notwithstanding, a hedge is no fence.",
  "Notwithstanding, a hedge shall count as no fence.",
];

describe("a paragraph that opens with a reference to a section", () => {
  it.each(openings)("is text of the section it stands in: '§ 155-41 %s'", async (opening) => {
    const expected = ["155-40 Fences", "155-41 Walls", "155-42 Hedges"];
    const parts = [`§ 155-41 ${opening}`, "A. No fence shall be higher than four feet.", "B. A fence needs a permit."];
    const text = await parseText(
      ["§ 155-40 Fences", ...parts, "§ 155-41 Walls", body, "§ 155-42 Hedges", body].join("\n\n"),
    );
    const markdown = await parseMarkdownText(
      [
        "### § 155-40 Fences",
        ...parts.map((part) => part.replace(".", "\\.")),
        "### § 155-41 Walls",
        body,
        "### § 155-42 Hedges",
        body,
      ].join("\n\n"),
    );
    const html = await parseHtmlText(
      `<h3>§ 155-40 Fences</h3>${parts.map((part) => `<p>${part}</p>`).join("")}<h3>§ 155-41 Walls</h3><p>${body}</p><h3>§ 155-42 Hedges</h3><p>${body}</p>`,
    );
    for (const document of [text, markdown, html]) {
      expect(document.outline.map(headingOf)).toEqual(expected);
      const fence = chunkDocument(document).find((chunk) =>
        document.text.slice(chunk.charStart, chunk.charEnd).includes("four feet"),
      );
      expect(fence?.section).toBe("155-40");
    }
  });

  it("is none where the sections of the code have no titles and their numbers follow one another", async () => {
    const document = await parseText(
      [
        "Section 4.1 No building shall stand in a yard.",
        "Section 4.2 The yard shall be kept open.",
        `Section 4.3 ${body}`,
      ].join("\n\n"),
    );
    expect(document.outline.map(headingOf)).toEqual(["4.1", "4.2", "4.3"]);
  });

  it("is told from an untitled section by its division: numbers may begin anew in each article", async () => {
    const document = await parseText(
      [
        "ARTICLE I GENERAL",
        "1.01 Title",
        body,
        "1.02 Purpose",
        body,
        "ARTICLE II USES",
        `1.01 ${body}`,
        `1.02 ${body}`,
        `1.03 ${body}`,
      ].join("\n\n"),
    );
    expect(outlineLines(document)).toEqual([
      "ARTICLE I GENERAL",
      "  1.01 Title",
      "  1.02 Purpose",
      "ARTICLE II USES",
      "  1.01",
      "  1.02",
      "  1.03",
    ]);
  });

  it("does not keep an untagged section from standing between two tagged ones", async () => {
    const section = (tag: string, number: number, title: string) =>
      `<${tag}>§ 9-${number}. ${title}.</${tag}><p>${body}</p>`;
    const document = await parseHtmlText(
      [section("h3", 1, "Lots"), section("h3", 2, "Yards"), section("p", 3, "Walls"), section("h3", 4, "Signs")].join(
        "",
      ),
    );
    expect(document.outline.map((node) => node.number)).toEqual(["9-1", "9-2", "9-3", "9-4"]);
  });
});

describe("a title after a dash", () => {
  it("is a title even where it opens as a sentence does", async () => {
    const document = await parseText(
      ["Sec. 4-9. - No fence to stand without a permit.", body, "Sec. 4-10. - Each wall to be kept whole.", body].join(
        "\n\n",
      ),
    );
    expect(document.outline.map(headingOf)).toEqual([
      "4-9 No fence to stand without a permit",
      "4-10 Each wall to be kept whole",
    ]);
  });
});

describe("a division whose number is spelled out", () => {
  const code = [
    "ARTICLE ELEVEN ADMINISTRATION",
    "A. BUILDING PERMITS",
    body,
    "ARTICLE TWELVE BOARD OF APPEALS",
    "A. POWERS",
    body,
    "ARTICLE TWENTY-ONE AMENDMENTS",
    body,
  ];

  it("holds what follows it, and no article stands inside another", async () => {
    expect(outlineLines(await parseText(code.join("\n\n")))).toEqual([
      "ARTICLE ELEVEN ADMINISTRATION",
      "  ARTICLE ELEVEN.A BUILDING PERMITS",
      "ARTICLE TWELVE BOARD OF APPEALS",
      "  ARTICLE TWELVE.A POWERS",
      "ARTICLE TWENTY-ONE AMENDMENTS",
    ]);
  });

  it("is found by its number in words, in figures and in Roman numerals", () => {
    for (const written of ["Article Twelve", "article 12", "Article XII"]) {
      const [reference] = namedReferences(`What does ${written} say?`);
      expect(reference?.division).toBe("article");
      expect(waysToWrite(reference?.parts[0] ?? "")).toEqual(expect.arrayContaining(["12", "xii", "twelve"]));
    }
  });

  it("is none in a sentence: part two of a form", () => {
    expect(namedReferences("Who fills in part two of the form?")).toEqual([]);
  });
});
