import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { parseHtmlText, parseMarkdownText, parseText } from "../../support/documents/parse.ts";

const rowsOf = (document: ParsedDocument) => chunkDocument(document).flatMap((chunk) => chunk.rows);
const sentencesOf = (document: ParsedDocument) => rowsOf(document).map((row) => row.sentence);
const parseParagraph = (text: string) => parseHtmlText(`<p>${text}</p>`);

function expectSpans(document: ParsedDocument): void {
  for (const { cells } of rowsOf(document))
    for (const cell of cells) expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.value);
}

describe("a table of figures that ran together into one paragraph", () => {
  it("is a table again with districts down the side", async () => {
    const document = await parseParagraph(
      "The standards of Table 3 apply. District Minimum Lot Area (sq. ft.) Lot Width Front Yard Maximum Height " +
        "RR 2 acres 200 50 35 R-1 20,000 100 40 35 VC none 50 — 45 ft. The Board may not vary them.",
    );
    expect(sentencesOf(document)).toEqual([
      "RR, Minimum Lot Area (sq. ft.): 2 acres; Lot Width: 200; Front Yard: 50; Maximum Height: 35",
      "R-1, Minimum Lot Area (sq. ft.): 20,000; Lot Width: 100; Front Yard: 40; Maximum Height: 35",
      "VC, Minimum Lot Area (sq. ft.): none; Lot Width: 50; Front Yard: —; Maximum Height: 45 ft.",
    ]);
    expect(document.text.startsWith("The standards of Table 3 apply.")).toBe(true);
    expect(document.text.endsWith("The Board may not vary them.")).toBe(true);
    expectSpans(document);
  });

  it("is a table again with districts across the top, and a group of rows", async () => {
    const document = await parseParagraph(
      "Standard R-1 R-2 R-3 Minimum lot area (sq. ft.) 20,000 10,000 7,500 Minimum yards (ft.) Front 40 30 20 " +
        "Side 15 10 5 Rear 40 30 N/A Maximum height 35 ft. 35 ft. 2½ stories",
    );
    expect(sentencesOf(document)).toEqual([
      "Minimum lot area (sq. ft.), R-1: 20,000; R-2: 10,000; R-3: 7,500",
      "Minimum yards (ft.)",
      "Minimum yards (ft.), Front, R-1: 40; R-2: 30; R-3: 20",
      "Minimum yards (ft.), Side, R-1: 15; R-2: 10; R-3: 5",
      "Minimum yards (ft.), Rear, R-1: 40; R-2: 30; R-3: N/A",
      "Minimum yards (ft.), Maximum height, R-1: 35 ft.; R-2: 35 ft.; R-3: 2½ stories",
    ]);
    expectSpans(document);
  });

  it("puts the sides of a second row of heads below the yards they belong to", async () => {
    const document = await parseParagraph(
      "District Minimum Lot Area Minimum Yards Maximum Height Front Side Rear " +
        "R-1 20,000 sq. ft. 40 15 40 35 R-2 10,000 sq. ft. 30 10 30 35 VC 1 acre 20 5 20 2½",
    );
    expect(document.tables[0]?.columns).toEqual([
      "District",
      "Minimum Lot Area",
      "Minimum Yards / Front",
      "Minimum Yards / Side",
      "Minimum Yards / Rear",
      "Maximum Height",
    ]);
    expect(sentencesOf(document)[2]).toBe(
      "VC, Minimum Lot Area: 1 acre; Minimum Yards / Front: 20; Minimum Yards / Side: 5; Minimum Yards / Rear: 20; Maximum Height: 2½",
    );
  });

  it("takes pairs, ranges and marks of notes for the one value they are", async () => {
    const document = await parseParagraph(
      "Zone Lot Area(1) Lot Width(2) Building Height(3) Lot Coverage(4) " +
        "GB 5,000(5) 25/35 35'/2.5 60% NB 7,500–9,000 50 (6) 35 feet or 2½ stories 40% IP 1 acre 100 45 50%*",
    );
    expect(rowsOf(document).map(({ label, cells }) => [label, ...cells.map((cell) => cell.value)])).toEqual([
      ["GB", "5,000(5)", "25/35", "35'/2.5", "60%"],
      ["NB", "7,500–9,000", "50 (6)", "35 feet or 2½ stories", "40%"],
      ["IP", "1 acre", "100", "45", "50%*"],
    ]);
  });

  it("keeps the words of a row together whose values could stand in more than one way, and of one without values", async () => {
    const document = await parseParagraph(
      "District Lot Area Lot Width Side Yard Rear Yard AG 87,120 200 30 50 PD As the master plan of the Commission says " +
        "R-1 20,000 100 15 40 R-2 10,000 80 20 (7) 30 (7) R-3 9,000 70 10 (7) — GB — (9) 40 — 20",
    );
    const rows = rowsOf(document);
    expect(rows.map((row) => [row.label, row.cells.length])).toEqual([
      ["AG", 4],
      ["PD As the master plan of the Commission says", 0],
      ["R-1", 4],
      ["R-2", 4],
      ["R-3", 4],
      ["GB", 4],
    ]);
    expect(rows[3]?.cells.map((cell) => cell.value)).toEqual(["10,000", "80", "20 (7)", "30 (7)"]);
    expect(rows[5]?.cells.map((cell) => cell.value)).toEqual(["— (9)", "40", "—", "20"]);
  });

  it.each([
    [
      "a value too few in most rows",
      "District Lot Area Lot Width Front Yard R-1 20,000 100 R-2 10,000 80 R-3 7,500 60 30 and more of it stands here.",
    ],
    [
      "square feet under a height",
      "District Maximum Height Lot Area Lot Width R-1 20,000 sq. ft. 100 35 R-2 10,000 sq. ft. 80 35 The end of it.",
    ],
    [
      "heads in a sentence",
      "The Lot Area Lot Width and Front Yard of a lot in R-1 shall be 20,000 100 40 as R-2 10,000 80.",
    ],
    [
      "districts in a sentence",
      "In R-1 R-2 and R-3 the height is 35 feet, the side yard 10 feet, the rear yard 30 feet.",
    ],
    [
      "rows that are no dimensions",
      "The sheets A-1 A-2 A-3 Trees planted 10 20 30 Benches 4 5 6 Lamps 7 8 9 are on file.",
    ],
  ])("stays text: %s", async (_, text) => {
    const document = await parseParagraph(text);
    expect(document.tables).toEqual([]);
    expect(document.text).toBe(text);
  });

  it("gives up a row whose loose marks can be cells or notes, and no other", async () => {
    const document = await parseParagraph(
      "District Lot Area Side Yard Rear Yard R-1 20,000 15 40 R-2 10,000 20 (7) (7) R-3 — 5 (7) R-4 7,500 (7) (8) 10 R-5 6,000 5 10",
    );
    const rows = rowsOf(document);
    expect(rows.map((row) => row.cells.map((cell) => cell.value))).toEqual([
      ["20,000", "15", "40"],
      [],
      ["—", "5", "(7)"],
      [],
      ["6,000", "5", "10"],
    ]);
  });
});

describe("standards in two columns that ran together", () => {
  it("are labels and values again", async () => {
    const document = await parseParagraph(
      "F. Bulk. These hold for every lot: Minimum lot area 2 acres Maximum lot coverage by all buildings 10 percent " +
        "Minimum development area per dwelling unit 43,560 square feet Maximum Building Height 35 feet G. Yards. " +
        "A lot has yards. Minimum front yard 50 feet Minimum side yard None Minimum lot width at the street 100 feet",
    );
    expect(document.tables).toHaveLength(2);
    expect(sentencesOf(document)).toEqual([
      "Minimum lot area: 2 acres",
      "Maximum lot coverage by all buildings: 10 percent",
      "Minimum development area per dwelling unit: 43,560 square feet",
      "Maximum Building Height: 35 feet",
      "Minimum front yard: 50 feet",
      "Minimum side yard: None",
      "Minimum lot width at the street: 100 feet",
    ]);
    expectSpans(document);
  });

  it.each([
    [
      "a value that a clause narrows",
      "Minimum front yard 25 feet on local streets Minimum side yard 10 feet Maximum height 35 feet unless sprinklered.",
    ],
    [
      "figures without units",
      "Minimum Lot Area 12 Minimum Lot Width 13 Front Yard 14 Side Yard 15 Rear Yard 16 Height 17",
    ],
    [
      "rules in sentences",
      "Minimum lot area shall be 2 acres. Minimum width is 100 feet. Maximum height must not exceed 35 feet on any lot.",
    ],
  ])("stay text: %s", async (_, text) => {
    expect((await parseParagraph(text)).tables).toEqual([]);
  });
});

describe("tables of figures in lines that lost their columns", () => {
  it.each([
    [
      "a row a line",
      ["District Lot Area Lot Width Height", "RR 80,000 200 35", "R-1 20,000 100 35", "Village Center 5,000 50 N/A"],
    ],
    [
      "a cell a line",
      ["District", "Lot Area", "Lot Width", "Height", "RR", "80,000", "200", "35", "R-1", "20,000", "100", "35"].concat(
        ["Village Center", "5,000", "50", "N/A"],
      ),
    ],
  ])("are tables again: %s", async (_, lines) => {
    const document = await parseText(["4.1 Dimensions", ...lines, "The Board decides on every exception."].join("\n"));
    expect(sentencesOf(document)).toEqual([
      "RR, Lot Area: 80,000; Lot Width: 200; Height: 35",
      "R-1, Lot Area: 20,000; Lot Width: 100; Height: 35",
      "Village Center, Lot Area: 5,000; Lot Width: 50; Height: N/A",
    ]);
    expect(document.text.endsWith("The Board decides on every exception.")).toBe(true);
    expectSpans(document);
  });

  it("are tables again with districts above the figures", async () => {
    const lines = ["District R-1 R-2 C-1", "Height 35 35 45", "Yard 20 15 0", "Frontage 100 80 50"];
    expect(sentencesOf(await parseText(lines.join("\n")))).toEqual([
      "Height, R-1: 35; R-2: 35; C-1: 45",
      "Yard, R-1: 20; R-2: 15; C-1: 0",
      "Frontage, R-1: 100; R-2: 80; C-1: 50",
    ]);
  });

  it("are tables again with the units below the heads", async () => {
    const lines = [
      "Lot Frontage Lot Area Side Yard",
      "Ft. Sq.Ft. Ft.",
      "R 1 Uses",
      "40",
      "4000 4",
      "duplex",
      "50",
      "5000",
      "5",
    ];
    expect(sentencesOf(await parseText(["The requisites are:", ...lines].join("\n")))).toEqual([
      "R 1 Uses, Lot Frontage / Ft.: 40; Lot Area / Sq.Ft.: 4000; Side Yard / Ft.: 4",
      "duplex, Lot Frontage / Ft.: 50; Lot Area / Sq.Ft.: 5000; Side Yard / Ft.: 5",
    ]);
  });

  it("are labels and values again, in one line or in two", async () => {
    const lines = [
      "Minimum lot area 30,000 sq. ft.",
      "Minimum front yard:",
      "35 feet",
      "Minimum side yard, interior 25 feet",
    ];
    expect(sentencesOf(await parseText(["5.2 Lots", ...lines, "Fences are not counted."].join("\n")))).toEqual([
      "Minimum lot area: 30,000 sq. ft.",
      "Minimum front yard: 35 feet",
      "Minimum side yard, interior: 25 feet",
    ]);
  });

  it("are labels and values again where dots lead from one to the other", async () => {
    const lines = ["Minimum lot area ........ 7,500 sq. ft.", "Front yard ............ 25'", "Side yard .... 10 feet"];
    const document = await parseText(["5.2 Lots", ...lines, "Fences are not counted."].join("\n"));
    expect(sentencesOf(document)).toEqual(["Minimum lot area: 7,500 sq. ft.", "Front yard: 25'", "Side yard: 10 feet"]);
    expectSpans(document);
  });

  it.each([
    ["a list of contents", ["Lot Area 12", "Lot Width 13", "Front Yard 14", "Building Height 15", "Parking 16"]],
    [
      "a cell that is missing",
      ["District", "Lot Area", "Lot Width", "R-1", "20,000", "R-2", "10,000", "R-3", "7,500", "60"],
    ],
    [
      "sections",
      ["4.1 Lot Area Lot Width", "4.2 Front Yard 25", "4.3 Side Yard 10", "4.4 Rear Yard 30", "4.5 Height 35"],
    ],
  ])("stay lines: %s", async (_, lines) => {
    expect((await parseText(lines.join("\n"))).tables).toEqual([]);
  });
});

describe("a schedule of parking whose two columns ran together", () => {
  it("is a table of uses and spaces again", async () => {
    const document = await parseParagraph(
      "Spaces are counted as listed below. Use Parking spaces required Bank 1 space per 250 sq. ft. " +
        "Bank, drive-through 1 space per 250 sq. ft., plus 2 per window (Lanes are not counted.) " +
        "Bed and Breakfast 2 spaces, plus one (1) per guest room Golf and country club 4 per hole " +
        "Medical office (doctors, dentists) Three (3) spaces for each doctor. Day Care Centers One and one-half (1½) spaces for each employee.",
    );
    expect(sentencesOf(document)).toEqual([
      "Bank, Parking spaces required: 1 space per 250 sq. ft.",
      "Bank, drive-through, Parking spaces required: 1 space per 250 sq. ft., plus 2 per window (Lanes are not counted.)",
      "Bed and Breakfast, Parking spaces required: 2 spaces, plus one (1) per guest room",
      "Golf and country club, Parking spaces required: 4 per hole",
      "Medical office (doctors, dentists), Parking spaces required: Three (3) spaces for each doctor.",
      "Day Care Centers, Parking spaces required: One and one-half (1½) spaces for each employee.",
    ]);
    expectSpans(document);
  });

  it("gives no use the spaces of a use in lower case, and ends where the text goes on", async () => {
    const document = await parseParagraph(
      "Parking. Uses Spaces required Dwellings one (1) per unit roomers one (1) per room inns one (1) for each guest " +
        "Churches 1 per 4 seats Clubs 1 per 5 members Hospitals 1 per 3 beds Theaters 1 per 4 seats. " +
        "D. Loading. One (1) berth shall be provided for each 9,000 square feet.",
    );
    const rows = rowsOf(document).map((row) => [row.label, ...row.cells.map((cell) => cell.value)]);
    expect(rows.slice(-4)).toEqual([
      ["Churches", "1 per 4 seats"],
      ["Clubs", "1 per 5 members"],
      ["Hospitals", "1 per 3 beds"],
      ["Theaters", "1 per 4 seats."],
    ]);
    expect(rows.some(([label]) => label === "Dwellings")).toBe(false);
    expect(document.text.endsWith("D. Loading. One (1) berth shall be provided for each 9,000 square feet.")).toBe(
      true,
    );
  });

  it.each([
    [
      "rules in sentences",
      "A hotel shall have 1 space per room. The Board may ask for 1 per employee. An inn must have 1 per guest and no less than 2 per building.",
    ],
    [
      "rates of something else",
      "Fees are due: Permit 5 dollars Copies 1 per page Plans 2 per sheet Maps 3 per sheet Books 4 per volume.",
    ],
  ])("stays text: %s", async (_, text) => {
    expect((await parseParagraph(text)).tables).toEqual([]);
  });
});

describe("rows between pipes", () => {
  it("belong to the table whose title stands above them, where several tables follow one another", async () => {
    const title = (letter: string, district: string) => `TABLE 4-${letter} STANDARDS: ${district} DISTRICT |`;
    const rows = (area: number) => [`Lot Area | ${area} sq. ft. min. |`, "Height | 35 ft. max. | |"];
    const document = await parseMarkdownText(
      [title("A", "R-1"), ...rows(20_000), title("B", "R-2"), ...rows(10_000), "See Table 5 for signs |"].join("\n"),
    );
    expect(document.tables.map((table) => table.caption)).toEqual([
      "TABLE 4-A STANDARDS: R-1 DISTRICT",
      "TABLE 4-B STANDARDS: R-2 DISTRICT",
    ]);
    const told = rowsOf(document).filter((row) => row.cells.some((cell) => cell.value.includes("sq. ft.")));
    expect(told.map((row) => [row.caption, ...row.cells.map((cell) => cell.value)])).toEqual([
      ["TABLE 4-A STANDARDS: R-1 DISTRICT", "20000 sq. ft. min."],
      ["TABLE 4-B STANDARDS: R-2 DISTRICT", "10000 sq. ft. min."],
    ]);
  });
});
