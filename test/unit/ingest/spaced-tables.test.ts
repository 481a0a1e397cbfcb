import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { parseText } from "../../support/documents/parse.ts";

const rowsOf = async (...lines: string[]) => {
  const document = await parseText(lines.join("\n"));
  return chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
};

describe("a table typed with spaces", () => {
  it("has its header of two lines, its notes and the label that was wrapped", async () => {
    const document = await parseText(
      [
        "4.2 Dimensions",
        "The table below states what every lot must have.",
        "",
        "TABLE 4.1 LOTS",
        "                       Minimum     Minimum     Maximum",
        "District               Lot Area    Frontage    Height (1)",
        "----------------------------------------------------------",
        "RA Rural               60,000 sf   200 ft      35 ft",
        "RB Village             10,000 sf   80 ft       35 ft *",
        "RC Multi-family and",
        "    Apartment           5,000 sf   60 ft       45 ft",
        "",
        "(1) Chimneys do not count.",
        "* Forty feet on lots of more than one acre.",
      ].join("\n"),
    );
    const [table] = document.tables;
    expect(table?.caption).toBe("TABLE 4.1 LOTS");
    expect(table?.columns).toEqual(["District", "Minimum Lot Area", "Minimum Frontage", "Maximum Height (1)"]);
    expect(table?.notes?.map((note) => note.marker)).toEqual(["1", "*"]);
    const sentences = chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
    expect(sentences[2]).toContain(
      "RC Multi-family and Apartment, Minimum Lot Area: 5,000 sf; Minimum Frontage: 60 ft; Maximum Height: 45 ft",
    );
    for (const row of table?.rows ?? [])
      for (const cell of row.cells) expect(document.text.slice(cell.charStart, cell.charEnd)).toBe(cell.text);
  });

  it("keeps an empty cell empty, and a label alone as the group of the rows below it", async () => {
    const rows = await rowsOf(
      "Use                     R-1   R-2   C-1   C-2",
      "RESIDENTIAL",
      "Single-family dwelling  P     P     -     -",
      "Two-family dwelling     -     P     SE    -",
      "COMMERCIAL",
      "Bakery                              P     P",
    );
    expect(rows).toContain("RESIDENTIAL, Two-family dwelling, R-1: -; R-2: P; C-1: SE; C-2: -");
    expect(rows).toContain("COMMERCIAL, Bakery, C-1: P; C-2: P");
  });

  it("may be a parking schedule with long rates, wrapped cells and lines of dashes, which are not text", async () => {
    const lines = [
      "  USE                                        SPACES REQUIRED",
      "  ------------------------------------------------------------------------",
      "  RESIDENTIAL",
      "  Multi-family                               2 for each unit, plus 1 guest space for",
      "                                             each 5 units",
      "  BUSINESS",
      "  Retail stores                              1 for each 250 sq. ft. of floor area",
      "  Restaurant, tavern                         1 for each 3 seats, plus 1 for each 2",
      "                                             employees on the largest shift",
      "  ------------------------------------------------------------------------",
    ];
    const rows = (await rowsOf(...lines)).filter((row) => row.includes(":"));
    expect(rows).toEqual([
      "RESIDENTIAL, Multi-family, SPACES REQUIRED: 2 for each unit, plus 1 guest space for each 5 units",
      "BUSINESS, Retail stores, SPACES REQUIRED: 1 for each 250 sq. ft. of floor area",
      "BUSINESS, Restaurant, tavern, SPACES REQUIRED: 1 for each 3 seats, plus 1 for each 2 employees on the largest shift",
    ]);
    expect(
      (await parseText(["A fence is a wall.", "-----------------", "A wall stands."].join("\n"))).text,
    ).not.toContain("---");
  });

  it("may be typed with tabs, wherever their stops are", async () => {
    expect(
      await rowsOf("District\tLot area\tHeight", "R-1\t20,000\t35", "Village District\t10,000\t35", "R-3\t5,000\t45"),
    ).toEqual([
      "R-1, Lot area: 20,000; Height: 35",
      "Village District, Lot area: 10,000; Height: 35",
      "R-3, Lot area: 5,000; Height: 45",
    ]);
  });
});

describe("what is set apart by spaces and is no table", () => {
  it.each([
    [
      "signatures",
      [
        "John Smith                 Mary Jones              Peter Brown",
        "Chairman                   Secretary               Town Clerk",
        "Planning Board             Zoning Commission       Town of Example",
      ],
    ],
    [
      "addresses",
      [
        "12 Main Street             P.O. Box 44             Suite 200",
        "Springfield, ST 01234      Riverton, ST 09999      Lakeside, ST 11111",
        "Attn. Clerk                Attn. Planner           Attn. Engineer",
      ],
    ],
    [
      "a numbered list",
      ["1.   Dwellings for one family.", "2.   Churches and parish houses.", "3.   Parks of the town."],
    ],
    [
      "prose with two spaces after each sentence",
      [
        "A lot shall be built on.  No lot is smaller.  A yard is open.  Each yard is green.",
        "The Board may act.  It hears all.  A fee is due.  The clerk keeps records of it.",
        "Signs are small.  Walls are low.  A fence is of wood.  Trees stand along roads.",
      ],
    ],
    [
      "two columns of prose",
      [
        "No building shall be placed on a       The Board shall hear each appeal",
        "lot unless it stands on a street       within sixty days after the filing",
        "that the town has accepted, and no     of the notice, and shall publish the",
        "use shall be changed without leave.    day of the hearing in a newspaper.",
      ],
    ],
  ])("stays text: %s", async (_, lines) => {
    const document = await parseText(lines.join("\n"));
    expect(document.tables).toEqual([]);
  });
});
