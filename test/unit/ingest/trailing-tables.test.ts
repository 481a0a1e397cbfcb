import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { parseHtmlText } from "../../support/documents/parse.ts";

const table = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;
const page = (number: number, lines: readonly string[], ...tables: readonly string[]) =>
  `<section data-page="${number}">${lines.map((line) => `<p>${line}</p>`).join("")}${tables.join("")}</section>`;

const lots = table([
  ["Minimum lot size", "5,000 SF"],
  ["Minimum frontage", "50 feet"],
]);
const yards = table([
  ["Minimum front yard", "30 feet"],
  ["Minimum side yard", "10 feet"],
]);
const uses = table([
  ["", "Village", "Rural", "Mountain"],
  ["1. Farm or farming.", "No permit required", "No permit required", "Zoning permit"],
  ["2. Museum.", "Special permit", "Not permitted", "Not permitted"],
]);
const moreUses = table([
  ["3. Day care center.", "Special permit", "Special permit", "Not permitted"],
  ["4. Cemetery.", "Special permit", "Not permitted", "Special permit"],
]);

const business = [
  "<b>3.1 Village Business Zone</b>",
  "<b>A. Purpose</b>",
  "The village business zone is intended for the shops and the offices of the village.",
  "<b>B. Area and Dimension Requirements</b>",
  "<b>3.2 Rural Business Zone</b>",
  "<b>A. Purpose</b>",
  "The rural business zone is intended for business that the rural parts of the town need.",
];
const residence = [
  "<b>2.1 Residential Zones</b>",
  "The residential zones of the town are the village zone, the rural zone and the mountain zone.",
  "<b>2.2 Principal Uses</b>",
  "The uses below are ruled on for each of the zones, which a permit may allow besides.",
];
const more = ["The Commission reads this list of uses together with the purposes of these regulations."];
const last = [
  "<b>B. Area and Dimension Requirements</b>",
  "<b>C. Signs</b>",
  "Signs are allowed in the rural business zone as in the village business zone.",
];

async function parse(...pages: readonly string[]) {
  const document = await parseHtmlText(pages.join(""));
  const titles = document.tables.map(
    (each) => document.outline.findLast((node) => node.section.charStart <= each.charStart)?.title ?? null,
  );
  return { document, titles };
}

describe("tables that a service put at the ends of their pages", () => {
  it("stand below the headings that have nothing else below them", async () => {
    const { titles } = await parse(
      page(1, residence, uses),
      page(2, more, moreUses),
      page(3, business, lots),
      page(4, last, yards),
    );
    expect(titles).toEqual([
      "Principal Uses",
      "Principal Uses",
      "B. Area and Dimension Requirements",
      "B. Area and Dimension Requirements",
    ]);
  });

  it("stay where they are on a page that has more of them than such headings", async () => {
    const { titles } = await parse(page(1, residence, uses), page(2, more, moreUses), page(3, business, lots, yards));
    expect(titles.slice(2)).toEqual(["A. Purpose", "A. Purpose"]);
  });

  it("stay where they are below a list of headings that have no text of their own", async () => {
    const list = ["<b>3.1.1 Retail uses</b>", "<b>3.1.2 Office uses</b>", "<b>3.1.3 Accessory uses</b>"];
    const { titles } = await parse(
      page(1, residence, uses),
      page(2, more, moreUses),
      page(3, ["<b>3.1 Permitted Uses</b>", ...list, ...business.slice(4)], lots),
    );
    expect(titles.at(-1)).toBe("A. Purpose");
  });

  it("stand below each of several headings without a text where the page has as many of them", async () => {
    const lists = ["<b>3.1.1 Retail Uses</b>", "<b>3.1.2 Office Uses</b>"];
    const { titles } = await parse(
      page(1, residence, uses),
      page(2, more, moreUses),
      page(3, ["<b>3.1 Permitted Uses</b>", ...lists], uses, moreUses),
    );
    expect(titles.slice(2)).toEqual(["Retail Uses", "Office Uses"]);
  });

  it("stand behind the line that announces them, where the next section follows on the page", async () => {
    const parking = [
      "<b>4.1 Loading Spaces</b>",
      "The number of loading spaces is determined by the type and the size of the use as follows:",
      "<b>4.2 Dimensions</b>",
      "Every loading space is at least twelve feet wide, and its access is kept free of parked vehicles.",
    ];
    const { titles } = await parse(page(1, residence, uses), page(2, more, moreUses), page(3, parking, lots));
    expect(titles.at(-1)).toBe("Loading Spaces");
  });

  it("stand in the section that their rows are numbered by, however many tables the page has", async () => {
    const numbered = table([
      ["4.1.1 Height at planting", "6 feet"],
      ["4.1.2 Distance from each other", "10 feet"],
    ]);
    const trees = [
      "<b>4.1 Trees</b>",
      "Trees are planted along every street of a subdivision before the last lot of it is sold.",
      "<b>4.2 Lighting</b>",
      "Lights along the streets of a subdivision are set up before the last lot of it is sold.",
    ];
    const { titles } = await parse(page(1, residence, uses), page(2, more, moreUses), page(3, trees, numbered));
    expect(titles.at(-1)).toBe("Trees");
  });

  it("are no tables of dimensions below a list of uses", async () => {
    const village = [
      "<b>4.1 Village Zone</b>",
      "No building is erected in the village zone except for the following uses:",
      "<b>4.2 Dwellings</b>",
      "Dwellings for one family are allowed in the village zone, each of them on a lot of its own.",
    ];
    const { titles } = await parse(page(1, residence, uses), page(2, more, moreUses), page(3, village, yards));
    expect(titles.at(-1)).toBe("Dwellings");
  });

  it("are put below their headings also where the head of a few pages is set as a table", async () => {
    const pages = Array.from({ length: 10 }, (_, at) =>
      page(at + 5, [`The Commission reads list ${at} with the purposes of part ${at}.`], at % 2 === 0 ? yards : uses),
    );
    const head = table([["ARTICLE III", "ZONING USES"]]);
    const { titles } = await parse(
      page(1, residence, uses),
      ...pages,
      page(20, business, lots),
      `<section data-page="21">${head}<p>The Commission reads this list of uses together with the rest.</p></section>`,
      page(22, last, yards),
    );
    expect(titles.slice(-2)).toEqual(["B. Area and Dimension Requirements", "B. Area and Dimension Requirements"]);
  });

  it("are read under the heads of the page before, where they have none and are of its kind and width", async () => {
    const { document } = await parse(page(1, residence, uses), page(2, more, moreUses), page(3, business, lots));
    expect(document.tables[1]?.columns).toEqual(["", "Village", "Rural", "Mountain"]);
    expect(document.tables[2]?.columns).toEqual(["", ""]);
    const sentences = chunkDocument(document).flatMap((chunk) => chunk.rows.map((row) => row.sentence));
    expect(sentences).toContain(
      "4. Cemetery., Village: Special permit; Rural: Not permitted; Mountain: Special permit",
    );
  });

  it("are read under the heads of the page before whatever their words, where their rows are numbered in its section", async () => {
    const spaces = (section: string, words: string) =>
      table([
        [
          `${section}.3`,
          "Bowling alleys",
          `3 spaces for each alley or lane ${words}`,
          `5 spaces for each lane ${words}`,
        ],
        [
          `${section}.4`,
          "Marinas",
          `1 space for each boat or slip ${words}`,
          `2 spaces for each boat or slip ${words}`,
        ],
      ]);
    const first = table([
      ["", "Use Category", "Minimum Number of Spaces", "Maximum Number of Spaces"],
      ["33.1.1", "Shops", "1 space per 1,000 square feet", "4 spaces per 1,000 square feet"],
      ["33.1.2", "Offices", "2 spaces per 1,000 square feet", "5 spaces per 1,000 square feet"],
    ]);
    const words = "that is provided on the lot, and on no other lot nearby, for the persons who use it";
    const columns = async (section: string) => {
      const { document } = await parse(
        page(1, residence, first),
        page(2, more, spaces(section, words)),
        page(3, business, lots),
      );
      return document.tables[1]?.columns;
    };
    expect(await columns("33.1")).toEqual(["", "Use Category", "Minimum Number of Spaces", "Maximum Number of Spaces"]);
    expect(await columns("41.7")).toEqual(["", "", "", ""]);
  });

  it("are read under no heads of another table where tables stand among the lines", async () => {
    const { document } = await parse(
      page(1, residence, uses, "<p>So much for uses.</p>"),
      page(2, more, moreUses),
      page(3, business, lots),
    );
    expect(document.tables[1]?.columns).toEqual(["", "", "", ""]);
  });
});

describe("a cell of a table", () => {
  it("has its words whole again that a line end parted, and keeps the hyphens that belong to them", async () => {
    const { document } = await parseHtmlText(
      `<p>Every requirement for parking spaces holds for low and moderate income households.</p>${table([
        ["Use", "Spac- es"],
        ["Low- and moderate-income housing", "1 space, a re- quirement"],
        ["Restaurant, sit- down", "3 spac- es, non- reserved"],
      ])}`,
    ).then((each) => ({ document: each }));
    expect(document.tables[0]?.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ["Use", "Spaces"],
      ["Low- and moderate-income housing", "1 space, a requirement"],
      ["Restaurant, sit- down", "3 spaces, non-reserved"],
    ]);
  });
});
