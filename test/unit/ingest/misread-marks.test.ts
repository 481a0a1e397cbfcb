import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mendMisreadMarks } from "../../../ingest/parse/misread-marks.ts";
import { parseText } from "../../support/documents/parse.ts";

const line = (text: string) => ({
  ...{ kind: "line" as const, text, page: 1, level: null, isBold: false },
  ...{ size: 1, opens: false, isWhole: false, fill: 0.5 },
});
const mended = (...lines: string[]) =>
  mendMisreadMarks(lines.map(line)).map((item) => (item.kind === "line" ? item.text : ""));

describe("marks of list items whose small letter was taken for a capital", () => {
  it("are mended inside their list, whatever lists the items have inside", () => {
    const read = ["a. Farms.", "b. Rear lots:", "i. of three acres;", "ii. on a street.", "C. Barns.", "d. Sheds."];
    expect(mended(...read)).toEqual(read.with(4, "c. Barns."));
  });

  it("are mended as numerals, and as the letter l", () => {
    expect(mended("iii. One.", "iv. Two.", "V. Three.", "vi. Four.")[2]).toBe("v. Three.");
    expect(mended("j. Schools.", "k. Churches.", "I. Cemeteries.", "m. Clubs.")[2]).toBe("l. Cemeteries.");
    expect(mended("a. A garage shall:", "I. stand behind the house;", "ii. be low.")[1]).toBe(
      "i. stand behind the house;",
    );
  });

  it("are mended at the end of a list although capitals go on there too, where those have titles in capitals", () => {
    const read = ["A. R-44 ZONE", "a. Farms.", "B. R-15 ZONE", "a. Farms.", "b. Barns.", "C. Dwellings on two lots."];
    expect(mended(...read)[5]).toBe("c. Dwellings on two lots.");
  });

  it("stay capitals where they go on a list of capitals", () => {
    const titles = [
      "A. AUTHORITY",
      "a. By law.",
      "b. By vote.",
      "B. PURPOSES",
      "a. Health.",
      "b. Safety.",
      "C. DISTRICTS",
    ];
    expect(mended(...titles)).toEqual(titles);
    const sentences = ["A. Yards:", "B. Lots:", "a. Of record.", "b. Made later.", "C. Heights.", "D. Walls."];
    expect(mended(...sentences)).toEqual(sentences);
  });

  it("are not looked for in a reference that breaks over a line", () => {
    const read = ["iii. One.", "iv. Two, as told in Article", "V.", "The rest."];
    expect(mended(...read)).toEqual(read);
  });

  it("are mended in every list of small letters, and no list of capitals is changed", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 24 }), fc.boolean(), (size, isCapital) => {
        const small = [...letters.slice(0, size)].map((letter) => `${letter}. The rule about ${letter}.`);
        const misread = small.map((text) => text.replace(/^[cosuvwxz]/, (letter) => letter.toUpperCase()));
        // The last item has no letter after it that would tell what it is, and needs none.
        if (!isCapital) expect(mended(...misread)).toEqual(small);
        const capitals = small.map((text) => text.replace(/^[a-z]/, (letter) => letter.toUpperCase()));
        expect(mended(...capitals)).toEqual(capitals);
      }),
    );
  });
});

describe("marks on lines of their own", () => {
  it("number the line below also where the item before ends in a comma or in “and”", async () => {
    const { text } = await parseText(
      [
        "4. GARAGES",
        "A garage shall:",
        "i.",
        "Not exceed 36 feet in length,",
        "ii.",
        "Not exceed 1.5 stories, and",
        "iii.",
        "Not contain any business.",
      ].join("\n"),
    );
    expect(text.split("\n").filter((each) => /^i+\. /.test(each))).toEqual([
      "i. Not exceed 36 feet in length,",
      "ii. Not exceed 1.5 stories, and",
      "iii. Not contain any business.",
    ]);
  });
});
