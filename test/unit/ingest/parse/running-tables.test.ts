import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument, parseDocument } from "../../../../ingest/index.ts";

const read = (text: string, mediaType = "text/markdown"): Promise<ParsedDocument> =>
  parseDocument({ bytes: new TextEncoder().encode(text), mediaType, filename: "code.md" });
const sentencesOf = (document: ParsedDocument) =>
  chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
const wordsOf = (text: string) => text.split(/[\s|]+/).filter(Boolean);

const matrix =
  "The letter P marks a permitted use, C a conditional use, and a dash a use that is prohibited. " +
  "TABLE 4-1 USES OF LAND Use Districts R-1 R-2 RU- 12 B-1 DWELLINGS AND LODGING Detached dwelling P P P — Row house — C P — " +
  "Boarding house — — C (1) P TRADE Bakery, including sales — — C P Car wash — — — C Funeral home — — — P " +
  "No use may be begun before a certificate of occupancy has been issued by the building inspector.";
const list =
  'Uses designated "P" are permitted by right, and uses designated "C" need a conditional use permit from the board. ' +
  "Schedule 7: Uses Authorized in the V-2 District bakery 2101 baked goods made and sold P car wash 2113 C " +
  "dance school 6120 P funeral home 6700 Includes crematories C greengrocer 2102 P hardware shop 2120 P kennel 2723 C";

describe("a use matrix that has run together into a paragraph", () => {
  it("is a table again, with the districts above its columns", async () => {
    const [table] = (await read(`# Code\n\n## 4.1 Uses\n\n${matrix}`)).tables;
    expect(table?.columns).toEqual(["", "R-1", "R-2", "RU-12", "B-1"]);
    expect(table?.caption).toBe("TABLE 4-1 USES OF LAND Use Districts");
  });

  it("has a sentence for each use, under its group of uses", async () => {
    const sentences = sentencesOf(await read(`# Code\n\n## 4.1 Uses\n\n${matrix}`));
    expect(sentences).toContainEqual(
      expect.stringContaining("DWELLINGS AND LODGING, Row house, R-1: —; R-2: C; RU-12: P; B-1: —"),
    );
    expect(sentences).toContainEqual(expect.stringMatching(/Car wash, R-1: —; R-2: —; RU-12: —; B-1: C/));
  });

  it("takes the mark of a note as part of its code", async () => {
    const sentences = sentencesOf(await read(`# Code\n\n## 4.1 Uses\n\n${matrix}`));
    expect(sentences).toContainEqual(expect.stringMatching(/Boarding house, R-1: —; R-2: —; RU-12: C.*; B-1: P/));
  });

  it("loses no word of the paragraph", async () => {
    const { text } = await read(`# Code\n\n## 4.1 Uses\n\n${matrix}`);
    expect(wordsOf(text.slice(text.indexOf("The letter")))).toEqual(wordsOf(matrix.replace("RU- 12", "RU-12")));
  });

  it.each([
    ["prose with letters", `${"A lot in District A, B or C that adjoins District A must be screened. ".repeat(8)}`],
    ["names of districts in a row", `Districts are R-1, R-2, B-1 and C-1. ${"R-1 R-2 B-1 C-1 and so on ".repeat(12)}`],
    ["a matrix without districts above it", matrix.replace("R-1 R-2 RU- 12 B-1 ", "")],
  ])("is not seen in %s", async (_, text) => {
    expect((await read(`# Code\n\n## 4.1 Uses\n\n${text}`)).tables).toEqual([]);
  });
});

describe("a list of uses with a letter after each that has run together", () => {
  it("is a table whose caption names the district", async () => {
    const document = await read(`# Code\n\n## 7.2 Uses\n\n${list}`);
    expect(document.tables[0]?.caption).toBe("Schedule 7: Uses Authorized in the V-2 District");
    expect(sentencesOf(document)).toContainEqual(expect.stringMatching(/^car wash 2113: C/));
  });

  it("has its heads in the caption and not in the name of its first use", async () => {
    const text = list.replace("bakery 2101", "Land Use LBCS # Description Approval Type bakery 2101");
    const document = await read(`# Code\n\n## 7.2 Uses\n\n${text}`);
    expect(sentencesOf(document)).toContainEqual(expect.stringMatching(/^bakery 2101 baked goods made and sold: P/));
    expect(document.tables[0]?.caption).toMatch(/Description Approval Type$/);
  });

  it("is not seen where no letter is explained", async () => {
    const { tables } = await read(`# Code\n\n## 7.2 Uses\n\n${list.replace(/^.*?board\. /, "")}`);
    expect(tables).toEqual([]);
  });
});

describe("standards that run together with the sections that say more", () => {
  const standards =
    "The standards of the district are these. Exhibit 5: Summary of V-3 Development Standards Design Element Standards " +
    "Cross-Reference Maximum height see paragraph (b) 12.4-60.2 Minimum front setback (line A) 25' 12.4-60.3 Minimum lot " +
    "width at the street line (line B) and at the setback line 80', 60' per 12.4-9 for row houses 12.4-60.4 Minimum lot " +
    "area (square feet) 9,000, and 4,000 per further unit 12.4-60.4 Maximum lot coverage 22.5% 12.4-60.5 (Act 2017, § 1)";

  it("are a table of three columns under its heads", async () => {
    const document = await read(`# Code\n\n## 12.4-41 V-3 district\n\n${standards}`);
    const [table] = document.tables;
    expect(table?.columns).toEqual(["Design Element", "Standards", "Cross-Reference"]);
    expect(table?.caption).toBe("Exhibit 5: Summary of V-3 Development Standards");
    const sentences = sentencesOf(document).join("\n");
    expect(sentences).toContain("Maximum height, Standards: see paragraph (b); Cross-Reference: 12.4-60.2");
    expect(sentences).toContain("Standards: 80', 60' per 12.4-9 for row houses; Cross-Reference: 12.4-60.4");
    expect(sentences).toContain("Minimum lot area (square feet), Standards: 9,000, and 4,000 per further unit;");
    expect(sentences).toContain("Maximum lot coverage, Standards: 22.5%; Cross-Reference: 12.4-60.5");
  });

  it("lose no word of the paragraph", async () => {
    const { text } = await read(`# Code\n\n## 12.4-41 V-3 district\n\n${standards}`);
    expect(wordsOf(text.slice(text.indexOf("The standards")))).toEqual(wordsOf(standards));
  });

  it.each([
    ["without their heads", standards.replace("Design Element Standards Cross-Reference ", "")],
    ["where a value is none of its dimension", standards.replace("25'", "25 acres")],
    ["where they are two", standards.slice(0, standards.indexOf(" Minimum lot width"))],
  ])("are not seen %s", async (_, text) => {
    const { tables } = await read(`# Code\n\n## 12.4-41 V-3 district\n\n${text}`);
    expect(tables.flatMap(({ columns }) => columns)).not.toContain("Cross-Reference");
  });
});

describe("rows between pipes", () => {
  const rows =
    "Uses by district |\nPRINCIPAL USE | C-1 | C-2 |\nTrade |\nBakery | P | np |\nFarm stand | np | P |\nKennel | np | np |";

  it.each(["text/markdown", "text/plain"])(
    "are a table without Markdown's rule and first pipe, in %s",
    async (type) => {
      const document = await read(`# Code\n\n4.3 Uses\n\n${rows}\n\nNothing else is allowed.`, type);
      expect(document.tables).toHaveLength(1);
      expect(sentencesOf(document)).toContainEqual(expect.stringContaining("Trade, Bakery, C-1: P; C-2: np"));
    },
  );

  it("keep what looks like markup as text", async () => {
    const { text } = await read(`# Code\n\n## 4.3 Uses\n\n${rows.replace("Kennel", "Kennel <b>&amp; barn</b>")}`);
    expect(text).toContain("Kennel <b>&amp; barn</b> | np | np");
  });

  it("are not seen in a single line that uses pipes as commas", async () => {
    const { tables } = await read("# Code\n\nHome | Search | Contents |\n\nThe code begins here.");
    expect(tables).toEqual([]);
  });
});
