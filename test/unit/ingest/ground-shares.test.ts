import { describe, expect, it } from "vitest";
import type { DimensionRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const districts = `# 3 Districts

| Symbol | District |
|---|---|
| RM | Multifamily Residential |
| VC | Village Center |
| GC | General Commercial |
`;

/** The shares of planted and open ground that a section asks for, each with its districts and conditions. */
async function shares(heading: string, sentence: string) {
  const { rules } = await rulesOfMarkdown(`${districts}\n# ${heading}\n\n${sentence}\n`);
  return rules
    .filter((rule): rule is DimensionRule => rule.kind === "dimension")
    .filter(({ dimension }) => dimension === "landscape_min" || dimension === "open_space_min")
    .map(({ dimension, value, unit, districts: codes, conditions }) => [dimension, value, unit, codes, conditions]);
}

const isUnconditional = ([, , , , conditions]: readonly unknown[]) =>
  Array.isArray(conditions) && conditions.length === 0;

describe("the least share of a lot", () => {
  it("that is landscaped is read for each district of a list", async () => {
    const sentence =
      "At least twenty percent (20%) of a lot in the RM district, ten percent (10%) of a lot in the VC district and fifteen percent (15%) of a lot in the GC district shall be landscaped.";
    expect(await shares("10 Landscaping", sentence)).toEqual([
      ["landscape_min", 20, "%", ["RM"], []],
      ["landscape_min", 10, "%", ["VC"], []],
      ["landscape_min", 15, "%", ["GC"], []],
    ]);
  });
  it.each([
    ["A minimum of 30 percent of the total lot area shall be landscaped with trees and grass.", "landscape_min", 30],
    ["A minimum of ten percent of the lot shall be developed and maintained as open space.", "open_space_min", 10],
    ["Usable open space of not less than 40 percent of the area of the lot shall be provided.", "open_space_min", 40],
  ])("under the heading of a district is one of that district: %s", async (sentence, dimension, value) => {
    expect(await shares("6 GC district", sentence)).toContainEqual([dimension, value, "%", ["GC"], []]);
  });
  it("for a use is a case", async () => {
    const sentence = "At least 25 percent of the site shall be landscaped for multifamily dwellings.";
    expect(await shares("6 GC district", sentence)).toEqual([["landscape_min", 25, "%", ["GC"], [sentence]]]);
  });
  it.each([
    "At least 10 percent of the parking lot area shall be landscaped.",
    "At least 10 percent of the area of the parcel shall be conveyed to the town as open space.",
    "No more than 50 percent of the lot shall be landscaped.",
    "At least 50 percent of the required open space of the lot shall be landscaped.",
  ])("that holds without condition is not read from: %s", async (sentence) => {
    expect((await shares("6 GC district", sentence)).filter(isUnconditional)).toEqual([]);
  });
});

describe("the open space for each dwelling unit", () => {
  const unit = "sq ft per dwelling unit";
  it("is read for each district of a list", async () => {
    const sentence =
      "At least two hundred (200) square feet of usable open space shall be provided for each dwelling unit in the RM district, one hundred (100) square feet in the GC district and fifty (50) square feet in the VC district.";
    expect(await shares("4.9 Dwellings", sentence)).toEqual([
      ["open_space_min", 200, unit, ["RM"], []],
      ["open_space_min", 100, unit, ["GC"], []],
      ["open_space_min", 50, unit, ["VC"], []],
    ]);
  });
  it("is read from a column of a table, and from a rate in thousands", async () => {
    const table = `| District | Minimum usable open space (square feet per dwelling unit) |
|---|---|
| RM | 200 |
`;
    expect(await shares("5 Standards", table)).toEqual([["open_space_min", 200, unit, ["RM"], []]]);
    const rate =
      "At least 1,000 square feet of usable open space shall be provided on the site for each dwelling unit.";
    expect(await shares("6 RM district", rate)).toEqual([["open_space_min", 1000, unit, ["RM"], []]]);
  });
  it("that holds without condition is not read from a sentence on its reduction", async () => {
    const sentence = "The 600 square feet of open space per unit may be reduced by the area of terraces.";
    expect((await shares("6 RM district", sentence)).filter(isUnconditional)).toEqual([]);
  });
});
