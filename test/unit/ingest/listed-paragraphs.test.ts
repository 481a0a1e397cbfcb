import { describe, expect, it } from "vitest";
import { outlineLines, parseHtmlText, parseText } from "../../support/documents/parse.ts";

const prose = "The use shall be screened from each adjoining lot by a hedge or a fence.";
const pipes = (...rows: readonly string[][]) => rows.map((row) => `| ${row.join(" | ")} |`).join("\n");

describe("a table whose first column holds the numbers of paragraphs", () => {
  it("is read as sections, whatever their length", async () => {
    const document = await parseText(
      ["6.1 Purpose", prose, pipes(["6.2", "Site Plan Expiration"], ["6.3", prose], ["6.4", "Fees"]), prose].join(
        "\n\n",
      ),
    );
    expect(document.tables).toEqual([]);
    expect(outlineLines(document)).toEqual(["6.1 Purpose", "6.2 Site Plan Expiration", "6.3", "6.4 Fees"]);
  });

  it("is read as a list of items, so that each stands on a line with its letter", async () => {
    const document = await parseText(
      ["4.2 Permitted uses", "The following uses are permitted:", pipes(["a.", "Farming."], ["b.", "Day camps."])].join(
        "\n\n",
      ),
    );
    expect(document.tables).toEqual([]);
    expect(document.text).toContain("a. Farming.\nb. Day camps.");
  });

  it("may hold paragraphs of one cell between the others", async () => {
    const document = await parseText(
      ["9.1 Reviews", pipes(["(1)", prose], [`(2) ${prose}`, `(2) ${prose}`], ["(3)", prose])].join("\n\n"),
    );
    expect(document.tables).toEqual([]);
    expect(document.text.match(/\(\d\) The use shall/g)).toEqual([
      "(1) The use shall",
      "(2) The use shall",
      "(3) The use shall",
    ]);
  });

  it("says a paragraph once that a reader gave twice, cut off and whole", async () => {
    const cut = "A. Applications must be submitted by the owner of the property or someone";
    const document = await parseText(
      ["6.2 Procedure", pipes([cut, `${cut} acting with his consent.`], ["B.", prose])].join("\n\n"),
    );
    expect(document.text).toContain("someone acting with his consent.\nB. The use");
    expect(document.text.match(/Applications must/g)).toHaveLength(1);
  });

  it("is read so where a paragraph begins with a word of one letter, or recognized text has a capital letter for a small one", async () => {
    const document = await parseText(
      ["4.2 Camps", pipes(["a.", "A camp needs a fence."], ["b.", "Day camps."], ["C.", prose], ["d.", "Tents."])].join(
        "\n\n",
      ),
    );
    expect(document.tables).toEqual([]);
    expect(document.text).toContain("a. A camp needs a fence.\nb. Day camps.\nc. The use");
  });

  it("is read so where a section number with letters stands over its items, and a row holds two parts of a sentence", async () => {
    const document = await parseText(
      [
        "9.C Site plans",
        pipes(
          ["9.C.3", "Proceedings"],
          ["1.", prose],
          ["2.", "The board hears the owner,"],
          ["who may bring", "a planner."],
          ["3.", prose],
        ),
      ].join("\n\n"),
    );
    expect(document.tables).toEqual([]);
    expect(document.text).toMatch(/who may bring a planner\.\s3\. The use/);
  });

  it("is read so in HTML too", async () => {
    const document = await parseHtmlText(
      `<h2>7 Signs</h2><table><tr><td>(a)</td><td>${prose}</td></tr><tr><td>(b)</td><td>${prose}</td></tr></table>`,
    );
    expect(document.tables).toEqual([]);
    expect(document.text).toContain("(b) The use shall");
  });

  it.each<[what: string, rows: string[][]]>([
    [
      "bare titles, which are a list of contents",
      [
        ["6.1", "Purpose"],
        ["6.2", "Fees"],
        ["6.3", "Appeals"],
      ],
    ],
    [
      "a third column",
      [
        ["a.", prose, "P"],
        ["b.", prose, "SP"],
      ],
    ],
    [
      "long titles, which are a list of contents",
      [
        ["6.1", "Purpose"],
        ["6.2", "Uses in the Commercial, Industrial, and Special Districts of the Town"],
        ["SECTION 7", "PERMITS"],
        ["7.1", "Fees"],
        ["7.2", "Appeals"],
      ],
    ],
    [
      "marks for what is permitted",
      [
        ["Permitted use", "R-1"],
        ["27.1", prose],
        ["27.2", "Day camps for"],
        ["(a) ten children", "SP"],
        ["27.3", prose],
      ],
    ],
    [
      "values",
      [
        ["a.", "20 feet"],
        ["b.", "30 feet"],
      ],
    ],
    [
      "marks that do not count on",
      [
        ["A.", prose],
        ["R.", prose],
        ["C.", prose],
        ["X.", prose],
      ],
    ],
    [
      "rows without a mark",
      [
        ["a.", prose],
        ["Height", prose],
        ["Width", prose],
      ],
    ],
  ])("stays a table with %s", async (_, rows) => {
    const document = await parseText(["4.1 Rules", prose, pipes(...rows), prose].join("\n\n"));
    expect(document.tables).toHaveLength(1);
  });
});
