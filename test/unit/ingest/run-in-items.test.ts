import { describe, expect, it } from "vitest";
import { chunkDocument, type ParsedDocument } from "../../../ingest/index.ts";
import { ordinanceSentences } from "../../support/documents/ordinance-parts.ts";
import { outlineLines, parseText } from "../../support/documents/parse.ts";

const body = (place: number, sentences = 2) => ordinanceSentences(place, sentences);
const itemsOf = ({ outline }: ParsedDocument) => outline.filter((node) => node.isItem).map((node) => node.title);
const parse = (...lines: string[]) =>
  parseText(["3.1 Yards", "The rules of this section apply.", ...lines, "3.2 Signs", body(9)].join("\n"));

describe("the titles of list items that stand before the text of the item", () => {
  it.each([
    ["1. Front Yards. ", "2. Side Yards. ", "3. Rear Yards. "],
    ["(a) Front yards. ", "(b) Side yards. ", "(c) Rear yards. "],
    ["A. Front Yards - ", "B. Side Yards - ", "C. Rear Yards - "],
    ["i. Front Yards: ", "ii. Side Yards: ", "iii. Rear Yards: "],
  ])("are headings where all items of the list have one: %s", async (...leads) => {
    const document = await parse(...leads.map((lead, at) => `${lead}${body(at)}`));
    expect(itemsOf(document)).toEqual(leads.map((lead) => lead.replace(/[.:\s-]+$/, "")));
    expect(document.outline.filter((node) => !node.isItem).map((node) => node.title)).toEqual(["Yards", "Signs"]);
    for (const [at, lead] of leads.entries()) expect(document.text).toContain(`${lead}${body(at)}`);
  });

  it("stand in the path of a chunk that holds the item, whose section is cited as a whole", async () => {
    const document = await parse(`1. Front Yards. ${body(1, 9)}`, `2. Side Yards. ${body(2, 9)}`);
    const chunk = chunkDocument(document).find((each) => each.indexText.startsWith(body(2, 1)));
    expect(chunk?.headingPath).toEqual(["3.1 Yards", "2. Side Yards"]);
    expect(chunk?.section).toBe("3.1");
    expect(document.text.slice(chunk?.parent.charStart, chunk?.parent.charEnd)).toContain("1. Front Yards.");
  });

  it("leave short items together in one chunk", async () => {
    const document = await parse(`1. Front Yards. ${body(1, 1)}`, `2. Side Yards. ${body(2, 1)}`);
    expect(chunkDocument(document)[0]?.indexText).toContain("1. Front Yards.");
    expect(chunkDocument(document)[0]?.indexText).toContain("2. Side Yards.");
  });

  it("nest as their lists do", async () => {
    const document = await parse(
      `A. Principal Buildings. ${body(1)}`,
      `(1) Height. ${body(2)}`,
      `(2) Width. ${body(3)}`,
      `B. Accessory Buildings. ${body(4)}`,
    );
    expect(outlineLines(document)).toEqual([
      "3.1 Yards",
      "  A. Principal Buildings",
      "    (1) Height",
      "    (2) Width",
      "  B. Accessory Buildings",
      "3.2 Signs",
    ]);
  });

  it("are headings where the title has a line of its own above the text", async () => {
    const document = await parse("1. Front Yards", body(1), `2. Side Yards. ${body(2)}`, "3. Rear Yards", body(3));
    expect(itemsOf(document)).toEqual(["1. Front Yards", "2. Side Yards", "3. Rear Yards"]);
  });

  it("go on behind a list of the same form that an item of theirs introduces", async () => {
    const document = await parse(
      `1. Front Yards. ${body(1)}`,
      `2. Side Yards. ${body(2)}`,
      `A. Width. ${body(3)}`,
      `B. Depth. ${body(4)} Each of them applies:`,
      "1. on corner lots,",
      "2. on through lots, and",
      "3. on other lots.",
      `3. Rear Yards. ${body(5)}`,
    );
    expect(outlineLines(document).slice(1, -1)).toEqual([
      "  1. Front Yards",
      "  2. Side Yards",
      "    A. Width",
      "    B. Depth",
      "  3. Rear Yards",
    ]);
  });
});

describe("items of a list", () => {
  it("are no headings where only some of them have a title", async () => {
    const document = await parse(`1. Front Yards. ${body(1)}`, `2. ${body(2)}`, `3. Rear Yards. ${body(3)}`);
    expect(itemsOf(document)).toEqual([]);
  });

  it("are no headings where one of them is missing", async () => {
    const document = await parse(
      `1. Front Yards. ${body(1)}`,
      `2. Side Yards. ${body(1)}`,
      `4. Rear Yards. ${body(3)}`,
    );
    expect(itemsOf(document)).toEqual([]);
  });

  it("are no headings where they are labels of figures", async () => {
    const document = await parse("1. Front yard: 50 feet.", "2. Side yard: 20 feet.", "3. Height: 35 feet.");
    expect(itemsOf(document)).toEqual([]);
  });

  it("are no headings where a list has but one item, or the items are uses", async () => {
    expect(itemsOf(await parse(`1. Front Yards. ${body(1)}`))).toEqual([]);
    expect(itemsOf(await parse("1. Single-family dwellings.", "2. Churches.", "3. Public parks."))).toEqual([]);
  });
});
