import { describe, expect, it } from "vitest";
import { makeDocx } from "../../support/documents/made-docx.ts";
import {
  outlineLines,
  parseDocxBytes,
  parseHtmlText,
  parseMarkdownText,
  parseText,
} from "../../support/documents/parse.ts";

describe("a Word file", () => {
  it("shows the numbers that Word prints before headings and items, which are not in its text", async () => {
    const document = await parseDocxBytes(
      makeDocx([
        { kind: "paragraph", text: "General", style: "Heading1" },
        { kind: "paragraph", text: "Purpose", style: "Heading2" },
        { kind: "paragraph", text: "This code guides growth.", list: { id: 2, level: 0 } },
        { kind: "paragraph", text: "It protects homes.", list: { id: 2, level: 1 } },
        { kind: "paragraph", text: "Scope", style: "Heading2" },
        { kind: "paragraph", text: "Districts", style: "Heading1" },
        { kind: "paragraph", text: "Map", style: "Heading2" },
      ]),
    );
    expect(outlineLines(document)).toEqual([
      "ARTICLE 1 General",
      "  1.1 Purpose",
      "  1.2 Scope",
      "ARTICLE 2 Districts",
      "  2.1 Map",
    ]);
    expect(document.text).toContain("A. This code guides growth.\n(i) It protects homes.");
  });

  it("has headings in styles of its own that stand on a heading style", async () => {
    const document = await parseDocxBytes(
      makeDocx([
        { kind: "paragraph", text: "§ 4-1. Lots", style: "SectionTitle" },
        { kind: "paragraph", text: "Every lot has a front." },
      ]),
    );
    expect(outlineLines(document)).toEqual(["4-1 Lots"]);
  });

  it("keeps cells that span columns and rows", async () => {
    const document = await parseDocxBytes(
      makeDocx([
        {
          kind: "table",
          rows: [
            [
              { text: "District", down: "starts" },
              { text: "Setbacks", across: 2 },
            ],
            [{ text: "", down: "continues" }, { text: "Front" }, { text: "Side" }],
            [{ text: "R-1" }, { text: "30 ft" }, { text: "15 ft" }],
          ],
        },
      ]),
    );
    const [table] = document.tables;
    expect(table?.columns).toEqual(["District", "Setbacks / Front", "Setbacks / Side"]);
    expect(table?.rows[0]?.cells).toMatchObject([
      { text: "District", rowSpan: 2 },
      { text: "Setbacks", column: 1, columnSpan: 2 },
    ]);
  });
});

describe("HTML", () => {
  it("has pages where the whole text stands in sections that say so", async () => {
    const document = await parseHtmlText(
      '<section id="page-1" data-page="1"><p>First.</p></section><section id="page-2" data-page="2"><p>Second.</p></section>',
    );
    expect(
      document.pages.map(({ page, charStart, charEnd }) => [page, document.text.slice(charStart, charEnd).trim()]),
    ).toEqual([
      [1, "First."],
      [2, "Second."],
    ]);
  });

  it("has no pages where some text stands outside of them", async () => {
    const document = await parseHtmlText(
      '<p>Before.</p><section data-page="1"><p>First.</p></section><section data-page="2"><p>Second.</p></section>',
    );
    expect(document.pages).toEqual([]);
  });

  it("leaves out what a reader does not see", async () => {
    const document = await parseHtmlText(
      "<nav>Home</nav><script>x()</script><p hidden>gone</p><p>Sign rules&nbsp;apply\u00adhere.</p><style>p{}</style>",
    );
    expect(document.text).toBe("Sign rules applyhere.");
  });

  it("numbers the items of ordered lists as a browser shows them, and never twice", async () => {
    const document = await parseHtmlText('<ol type="a"><li>farms</li><li>shops</li></ol><ol><li>(1) signs</li></ol>');
    expect(document.text).toBe("a. farms\nb. shops\n(1) signs");
  });

  it("keeps a footnote mark apart from the figure before it", async () => {
    const document = await parseHtmlText("<p>A setback of 10<sup>1</sup> feet.</p>");
    expect(document.text).toBe("A setback of 10 (1) feet.");
  });

  it("writes a table one line a row, each cell a span of the text", async () => {
    const document = await parseHtmlText(
      "<table><tr><th>Zone</th><th>Height</th></tr><tr><td>R-1</td><td>35 ft</td></tr></table>",
    );
    expect(document.text).toBe("Zone | Height\nR-1 | 35 ft");
    const cell = document.tables[0]?.rows[1]?.cells[1];
    expect(document.text.slice(cell?.charStart, cell?.charEnd)).toBe("35 ft");
  });
});

describe("Markdown", () => {
  it("has pipe tables and HTML tables", async () => {
    const document = await parseMarkdownText(
      "## 2.1 Lots\n\n| Zone | Area |\n| --- | --- |\n| R-1 | 7,000 |\n\n<table><tr><td>RA</td><td>2 acres</td></tr></table>\n",
    );
    expect(document.tables.map((table) => table.rows.length)).toEqual([2, 1]);
    expect(outlineLines(document)).toEqual(["2.1 Lots"]);
  });
});

describe("plain text", () => {
  it("ends a page at a form feed and keeps the printed numbers", async () => {
    const pages = ["Alpha text.\n- 5 -", "Beta text.\n- 6 -", "Gamma text.\n- 7 -"];
    const document = await parseText(pages.join("\f"));
    expect(document.pages.map(({ page, printedPage }) => [page, printedPage])).toEqual([
      [1, "5"],
      [2, "6"],
      [3, "7"],
    ]);
    expect(document.text).toBe("Alpha text.\n\nBeta text.\n\nGamma text.");
  });

  it("loses the printed heads of a file that lost its page breaks", async () => {
    const sheet = (page: number) => `8/30/2019 Exampleton Code\n${page}/6\nSheet ${page} speaks of yards.`;
    const document = await parseText([1, 2, 3, 4, 5, 6].map(sheet).join("\n"));
    expect(document.text).not.toContain("Exampleton Code");
    expect(document.text).toContain("Sheet 6 speaks of yards.");
  });

  it("joins wrapped lines into paragraphs and leaves lists as they are", async () => {
    const document = await parseText(
      "Signs are allowed in every district of the town as this chapter says,\nand no other sign is allowed.\n\n(1) Wall signs.\n(2) Yard signs.",
    );
    expect(document.text).toBe(
      "Signs are allowed in every district of the town as this chapter says, and no other sign is allowed.\n\n(1) Wall signs.\n(2) Yard signs.",
    );
  });

  it("is read in the encoding it is written in", async () => {
    const { parseDocument } = await import("../../../ingest/index.ts");
    const latin = Uint8Array.from([...Buffer.from("Caf", "latin1"), 0xe9, ...Buffer.from(" rules \u00a7 3", "latin1")]);
    const document = await parseDocument({ bytes: latin, mediaType: "text/plain", filename: "a.txt" });
    expect(document.text).toBe("Café rules § 3");
  });
});

describe("a heading that runs into its sentence", () => {
  const code = (reference: string) =>
    `<h2>§ 12.08 One-Family Zone</h2><p><b>A. Use.</b> No building shall be used except as this section allows.</p><p><b>B. Area.</b> Every lot is as large as ${reference} says, and as ${reference} says again.</p>`;

  it("is known by the bold type of its number and title", async () => {
    const document = await parseHtmlText(code("Sec. 12.08 B"));
    expect(outlineLines(document)).toEqual(["12.08 One-Family Zone", "  12.08 A Use", "  12.08 B Area"]);
    const [, use] = document.outline;
    expect(document.text.slice(use?.heading.charStart, use?.heading.charEnd)).toBe("A. Use.");
  });
});
