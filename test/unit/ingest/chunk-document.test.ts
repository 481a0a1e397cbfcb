import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { parseHtmlText, parseMarkdownText, parseText } from "../../support/documents/parse.ts";

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

describe("chunks of a document", () => {
  it("stand in the smallest numbered section and name the headings above them", async () => {
    const document = await parseMarkdownText(
      "# Code\n\n## Article 3 Districts\n\n### 3.1 Map\n\nThe map is part of this code.\n\n### 3.2 Lots\n\nEvery lot has a front.",
    );
    expect(chunkDocument(document).map(({ section, headingPath }) => ({ section, headingPath }))).toEqual([
      { section: "3.1", headingPath: ["Code", "Article 3 Districts", "3.1 Map"] },
      { section: "3.2", headingPath: ["Code", "Article 3 Districts", "3.2 Lots"] },
    ]);
  });

  it("hold at most 320 words and end where a sentence ends", async () => {
    const document = await parseMarkdownText(`## 7.1 Long\n\n${ordinanceSentences(1, 120)}`);
    const chunks = chunkDocument(document);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) {
      const text = document.text.slice(chunk.charStart, chunk.charEnd);
      expect(words(text)).toBeLessThanOrEqual(320);
      expect(text).toMatch(/\.$/);
    }
  });

  it("never split a table row, and keep a table that fits in one piece", async () => {
    const rows = Array.from(
      { length: 120 },
      (_, at) => `<tr><td>Use number ${at}</td><td>P</td><td>SP</td><td>N</td></tr>`,
    ).join("");
    const head = "<tr><th>Use</th><th>R-1</th><th>R-2</th><th>GC</th></tr>";
    const document = await parseHtmlText(
      `<h2>4.1 Uses</h2><p>${ordinanceSentences(2, 10)}</p><table>${head}${rows}</table><h2>4.2 Few</h2><table>${head}<tr><td>Farm</td><td>P</td><td>P</td><td>N</td></tr></table>`,
    );
    const chunks = chunkDocument(document);
    for (const table of document.tables) {
      for (const row of table.rows) {
        const holders = chunks.filter((chunk) => chunk.charStart < row.charEnd && chunk.charEnd > row.charStart);
        expect(holders).toHaveLength(1);
      }
    }
    const [small] = document.tables.slice(-1);
    expect(
      chunks.filter((chunk) => small && chunk.charStart <= small.charStart && chunk.charEnd >= small.charEnd),
    ).toHaveLength(1);
  });

  it("never join two numbered sections, however short", async () => {
    const document = await parseText(
      ["1.1 Title. Short.", "1.2 Scope. Short too.", "1.3 Effect. Also short."].join("\n"),
    );
    expect(chunkDocument(document).map((chunk) => chunk.section)).toEqual(["1.1", "1.2", "1.3"]);
  });

  it("join short unnumbered entries below one section, headings and all", async () => {
    const document = await parseMarkdownText(
      "## 2.1 Definitions\n\n### Attic\n\nThe room under a roof.\n\n### Awning\n\nA cover over a door.",
    );
    const chunks = chunkDocument(document);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.headingPath).toEqual(["2.1 Definitions"]);
    expect(document.text.slice(chunks[0]?.charStart, chunks[0]?.charEnd)).toContain("Awning");
  });

  it("keep the words that open a list with the list", async () => {
    const filler = ordinanceSentences(3, 15);
    const items = Array.from({ length: 6 }, (_, at) => `(${at + 1}) ${ordinanceSentences(at, 2)}`).join("\n");
    const document = await parseText(`3.1 Uses\n${filler}\nThe following uses are permitted:\n${items}`);
    for (const chunk of chunkDocument(document)) {
      expect(document.text.slice(chunk.charStart, chunk.charEnd)).not.toMatch(/permitted:$/);
    }
  });

  it("name the pages they stand on, as counted and as printed", async () => {
    const document = await parseText(
      `3.1 Uses\nFirst page text.\n- 11 -\f3.2 Yards\nSecond page text.\n- 12 -\f3.3 Signs\nThird page text.\n- 13 -`,
    );
    const chunks = chunkDocument(document);
    expect(chunks.map(({ section, page, pageEnd, printedPage }) => ({ section, page, pageEnd, printedPage }))).toEqual([
      { section: "3.1", page: 1, pageEnd: 1, printedPage: "11" },
      { section: "3.2", page: 2, pageEnd: 2, printedPage: "12" },
      { section: "3.3", page: 3, pageEnd: 3, printedPage: "13" },
    ]);
  });
});
