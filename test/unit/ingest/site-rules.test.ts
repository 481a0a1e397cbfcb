import { describe, expect, it } from "vitest";
import type { SiteRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

/** The standards of a site's layout that a text states, with the first words of the condition. */
async function siteRules(markdown: string) {
  const { rules } = await rulesOfMarkdown(markdown);
  return rules
    .filter((rule): rule is SiteRule => rule.kind === "site")
    .map(({ standard, value, conditions, districts }) => [
      standard,
      value,
      ...(conditions.length > 0 ? [conditions.join("; ")] : []),
      ...(districts.length > 0 ? [districts] : []),
    ]);
}
const parking = (text: string) => siteRules(`# 8 Off-street parking\n\n## 8.6 Design\n\n${text}\n`);

describe("the size of parking stalls", () => {
  it.each([
    "Every parking space shall be at least nine (9) feet wide and eighteen (18) feet long.",
    "Standard stalls: each parking stall must measure no less than 9' x 18'.",
    "A parking space shall hold a rectangle 9 feet by 18 feet, with room for a car to enter.",
    "Each parking space shall have a width of 9 feet and a length of 18 feet, except that compact spaces may be smaller.",
  ])("is read from: %s", async (sentence) => {
    expect(await parking(sentence)).toEqual([
      ["stall_w", 9],
      ["stall_l", 18],
    ]);
  });
  it.each([
    "A compact parking space shall be at least 8 feet wide and 16 feet long.",
    "A space parallel to a curb is a parking space 8 feet wide and 22 feet long.",
    "Each accessible parking space shall be 8 feet wide beside an aisle 5 feet wide.",
    "Every loading space shall be at least 12 feet wide and 25 feet long.",
    "Such spaces shall have a depth of 19 feet, and the lane beside them a width of 11 feet.",
    "A parking space shall be at least 10 feet from a lot line and 20 feet from the street.",
  ])("is not read from a text on other spaces or other distances: %s", async (sentence) => {
    const read = await parking(sentence);
    expect(read.filter(([standard]) => standard === "stall_w" || standard === "stall_l")).toEqual([]);
  });
  it("and the width of aisles are those at a right angle where a table has them by angle", async () => {
    const table = `
| Angle of parking | Stall width (feet) | Stall length (feet) | One-way aisle width (feet) | Two-way aisle width (feet) |
|---|---|---|---|---|
| 45 degrees | 9 | 19 | 13 | 20 |
| 90 degrees | 9 | 18 | 22 | 24 |
`;
    expect(await parking(table)).toEqual([
      ["stall_w", 9],
      ["stall_l", 18],
      ["aisle", 22, "one-way"],
      ["aisle", 24],
    ]);
  });
});

describe("the width of aisles", () => {
  it.each([
    ["An aisle between parking spaces shall be at least 24 feet wide.", [["aisle", 24]]],
    [
      "Parking aisles shall be at least 15 feet wide for one-way traffic and 24 feet wide for two-way traffic.",
      [
        ["aisle", 15, "one-way"],
        ["aisle", 24],
      ],
    ],
    ["An aisle that serves no parking, not serving any spaces, shall be 20 feet wide.", []],
    ["Aisles and parking shall keep a buffer of 10 feet from property lines, at the least width.", []],
  ])("is read from: %s", async (sentence, expected) => {
    expect(await parking(sentence)).toEqual(expected);
  });
});

describe("the distance between buildings", () => {
  const uses = (text: string, heading = "## 4.3 Several buildings on one lot") =>
    siteRules(`# 4 Use regulations\n\n${heading}\n\n${text}\n`);
  it("holds for all principal buildings of a lot where the text is about these", async () => {
    expect(await uses("Principal buildings on one lot shall be at least twenty (20) feet apart.")).toEqual([
      ["building_spacing", 20],
    ]);
  });
  it("is that of a use where the sentence or its heading names one, whatever a wall has in it", async () => {
    const sentence =
      "Buildings on one lot shall be at least thirty (30) feet apart, or twenty (20) feet where neither wall has a window.";
    const heading = "4.9 Townhouse and Multifamily Dwellings";
    expect(await uses(sentence, `## ${heading}`)).toEqual([["building_spacing", 30, heading]]);
  });
  it.each([
    "The distance between a sign and a building shall be at least 10 feet.",
    "Where the distance between buildings is greater than 10 feet, shrubs shall be planted.",
    "The separation between buildings on adjoining lots shall be at least 6 feet.",
    "The distance between buildings and parking spaces shall be at least 5 feet.",
    "Accessory buildings shall be at least 10 feet apart.",
  ])("is not read from a text on another distance: %s", async (sentence) => {
    expect(await uses(sentence)).toEqual([]);
  });
});

describe("the distance from wetlands", () => {
  it("of a table is the width of its buffer, and that of its setback is the distance of buildings", async () => {
    const table = `# 15 Wetlands

| Resource | Minimum vegetated buffer (feet) | Minimum building setback (feet) |
|---|---|---|
| Inland wetland | 50 | 75 |
| Vernal pool | 100 | 150 |
`;
    expect(await siteRules(table)).toEqual([
      ["wetland_buffer", 50],
      ["wetland_setback", 75],
    ]);
  });
  it.each([
    ["A buffer of 40 feet is required along every wetland.", [["wetland_buffer", 40]]],
    ["No building shall be placed within 60 feet of a wetland.", [["wetland_setback", 60]]],
    ["No septic system shall be placed within 75 feet of a wetland.", []],
    ["A permit is required for work in the upland review area, within 100 feet of a wetland.", []],
  ])("is read from: %s", async (sentence, expected) => {
    expect(await siteRules(`# 15 Wetlands\n\n## 15.3 Buffers\n\n${sentence}\n`)).toEqual(expected);
  });
});

it("A standard of the layout under the heading of a district is bound to it.", async () => {
  const text = `# 3 Districts

| Symbol | District |
|---|---|
| R-2 | Village Residential |
| LI | Light Industrial |

# 6 LI District

The minimum distance between principal buildings shall be 40 feet.
`;
  expect(await siteRules(text)).toEqual([["building_spacing", 40, ["LI"]]]);
});
