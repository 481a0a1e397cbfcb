import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../../ingest/index.ts";
import { parseHtmlText, parseMarkdownText, parseText } from "../../../support/documents/parse.ts";

const sentences = (document: ParsedDocument) =>
  chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));

describe("a picture in a document", () => {
  it("leaves an empty cell, which labels no row", async () => {
    const html = await parseHtmlText(
      '<table><tr><td><img src="dot.png" alt="Black circle"></td><td>Lot coverage (max)</td><td>60%</td></tr><tr><td><img src="dot.png"></td><td>Lot width (min)</td><td>32 ft</td></tr></table>',
    );
    expect(sentences(html)).toEqual(["Lot coverage (max): 60%", "Lot width (min): 32 ft"]);
    const markdown = await parseMarkdownText(
      '|  |  |  |\n| --- | --- | --- |\n| [Image 7; alt="Dot"; src=media/dot.jpg] | Lot coverage (max) | 60% |\n| ![](dot.png) | Lot width (min) | 32 ft |\n',
    );
    expect(sentences(markdown)).toEqual(["Lot coverage (max): 60%", "Lot width (min): 32 ft"]);
    expect(markdown.text).not.toMatch(/image|dot/i);
  });

  it("leaves nothing in a sentence it stands in, nor a heading", async () => {
    const document = await parseMarkdownText(
      '## ![Seal](seal.png) 4.1 Yards\n\nA yard [Image 3; alt="arrow"] is open ![sky](sky.png) to the sky.\n',
    );
    expect(document.outline.map((node) => [node.number, node.title])).toEqual([["4.1", "Yards"]]);
    expect(document.text).toContain("A yard is open to the sky.");
  });

  it("leaves its caption where it stands alone and the caption is a sentence", async () => {
    const html = await parseHtmlText(
      '<p>The lot.</p><p><img src="a.png" alt="Front setback is measured from the street line to the porch."></p><p><img src="b.png" alt="Town seal"></p>',
    );
    expect(html.text).toBe("The lot.\n\nFront setback is measured from the street line to the porch.");
    const plain = await parseText("The lot.\n\n[Image: Town seal]\n\nIt has a front.");
    expect(plain.text).toBe("The lot.\n\nIt has a front.");
  });

  it("is not taken for a reference in brackets", async () => {
    const document = await parseText("The lot [see Figure 3-1] has a front [Amended 2019] and a rear.");
    expect(document.text).toContain("[see Figure 3-1]");
    expect(document.text).toContain("[Amended 2019]");
  });
});
