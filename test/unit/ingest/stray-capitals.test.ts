import { describe, expect, it } from "vitest";
import { outlineLines, parseText } from "../../support/documents/parse.ts";

const body = "No building shall be erected or used on any lot except as this section allows.";
const outlineOf = async (...paragraphs: readonly string[]) => outlineLines(await parseText(paragraphs.join("\n\n")));

describe("a line in capitals without a number", () => {
  it("is a heading where a rule stands below it", async () => {
    expect(await outlineOf("4.1 Yards", body, "CORNER LOTS", body, "4.2 Height", body)).toEqual([
      "4.1 Yards",
      "  CORNER LOTS",
      "4.2 Height",
    ]);
  });

  it("is a label of a drawing where three follow one another with no sentence between them", async () => {
    const labels = ["REAR YARD", "12 ft", "FRONT YARD", "Lot line", "STREET"];
    expect(await outlineOf("4.1 Yards", body, ...labels, body, "4.2 Height", body)).toEqual([
      "4.1 Yards",
      "4.2 Height",
    ]);
  });

  it("is a term among definitions that the next numbered section ends", async () => {
    const terms = [
      "DAY CARE SERVICES",
      "Care of children or adults for part of a day by persons other than their family.",
    ];
    expect(await outlineOf("2.1 Definitions", body, ...terms, "2.2 Interpretation", body)).toEqual([
      "2.1 Definitions",
      "2.2 Interpretation",
    ]);
  });

  it("is a term among definitions that end the document", async () => {
    const terms = ["LANDSCAPE", "The features of a site that are not covered by buildings or by paving of any kind."];
    expect(await outlineOf("2.1 Interpretation", body, "2.2 Definitions", body, ...terms)).toEqual([
      "2.1 Interpretation",
      "2.2 Definitions",
    ]);
  });

  it("is a term in a part of a section of definitions", async () => {
    expect(
      await outlineOf("2.2 Terms Defined", "2.2.1 General Terms", body, "DAY CARE", body, "2.2.2 Other Terms", body),
    ).toEqual(["2.2 Terms Defined", "  2.2.1 General Terms", "  2.2.2 Other Terms"]);
  });

  it("keeps a district as a heading after definitions", async () => {
    expect(await outlineOf("2.1 Definitions", body, "VILLAGE DISTRICT", body, "2.2 Uses", body)).toContain(
      "VILLAGE DISTRICT",
    );
  });

  it("is none inside a list that goes on after it", async () => {
    const before = ["(a) A map of the lot at a scale of forty feet to the inch.", "(b) The following approval block."];
    const block = "HARLAN ZONING COMMISSION";
    expect(
      await outlineOf(
        "5.1 Site plans",
        body,
        ...before,
        block,
        "(c) The results of all tests of the soil.",
        "5.2 Fees",
        body,
      ),
    ).toEqual(["5.1 Site plans", "5.2 Fees"]);
    expect(await outlineOf("5.1 Site plans", body, ...before, block, "(a) A new list.", "5.2 Fees", body)).toContain(
      "  HARLAN ZONING COMMISSION",
    );
  });

  it("is none where the next line goes on in small letters", async () => {
    expect(
      await outlineOf("5.1 Lots", body, "BUTTER", "farthest from the street is the rear lot line.", "5.2 Fees", body),
    ).toEqual(["5.1 Lots", "5.2 Fees"]);
  });
});

describe("a note on a revision", () => {
  it.each(["12 Rev. 5/15/00", "13 Adopted 01/17/18, effective 02/02/18", "14 New 03/19/18"])(
    "is no section, whatever number it carries: %s",
    async (note) => {
      expect(await outlineOf("11 GENERAL", "11.1 Lots", body, note, body, "11.2 Yards", body)).toEqual([
        "11 GENERAL",
        "  11.1 Lots",
        "  11.2 Yards",
      ]);
    },
  );
});

describe("exhibits with figures for numbers", () => {
  const section = (number: string, title: string) => [`${number} ${title}`, body];
  const exhibit = (number: number) => [`Exhibit ${number} - Front Yard Setbacks`, body];

  it("are captions of drawings where sections go on after three of them", async () => {
    const parts = [
      ...section("3.1", "Uses"),
      ...exhibit(1),
      ...section("3.2", "Yards"),
      ...exhibit(2),
      ...exhibit(3),
      ...section("3.3", "Height"),
    ];
    expect(await outlineOf(...parts)).toEqual(["3.1 Uses", "3.2 Yards", "3.3 Height"]);
  });

  it("are headings at the end of a code", async () => {
    const parts = [...section("3.1", "Uses"), ...exhibit(1), ...exhibit(2), ...exhibit(3)];
    expect((await outlineOf(...parts)).filter((line) => line.includes("Exhibit"))).toHaveLength(3);
  });
});
