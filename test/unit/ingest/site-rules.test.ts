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
    "A parking space shall have such shape as to accommodate one automobile having an overall length of 20 feet and shall be at least nine feet wide by eighteen feet long (9' X 18').",
    "Each parking space shall be nine feet wide and eighteen feet long, exclusive of aisles.",
    "A parking space shall hold a rectangle 9 feet by 18 feet, with room for a car to enter.",
    "Each parking space shall have an area of not less than nine (9) feet by eighteen (18) feet, plus adequate driveways and aisles.",
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
  it("counts halves of feet, and takes no part of it for the width of an aisle", async () => {
    const sentence =
      "Each parking space shall be at least nine feet wide and eighteen and one-half feet long, exclusive of aisles.";
    expect(await parking(sentence)).toEqual([
      ["stall_w", 9],
      ["stall_l", 18.5],
    ]);
  });
  it("and the width of aisles are those of every lot in the code of a village", async () => {
    const sentence =
      "A parking space shall be not less than 9 feet wide and 18 feet long. Two-way aisles shall be at least 24 feet wide; one-way aisles beside angled spaces shall be at least 16 feet wide.";
    expect(
      await siteRules(`# Village of Tamarack Zoning Code\n\n## 320-05 Off-street parking\n\n${sentence}\n`),
    ).toEqual([
      ["stall_w", 9],
      ["stall_l", 18],
      ["aisle", 24],
      ["aisle", 16, "one-way"],
    ]);
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

describe("the length of parking stalls", () => {
  it("may have a half foot in words", async () => {
    const read = await parking("Parking spaces shall be at least nineteen and one-half feet long.");
    expect(read).toEqual([["stall_l", 19.5]]);
  });

  it("has no condition because the municipality is called a village", async () => {
    const text = "# Village of Larch Zoning Code\n\n## 8 Parking\n\nParking spaces shall be at least 18 feet long.\n";
    expect(await siteRules(text)).toEqual([["stall_l", 18]]);
  });
});

describe("the distance between buildings", () => {
  it("is read from a list of requirements that has no verb", async () => {
    const text =
      "# 4 Lots\n\n## 4.2 Buildings on any lot\n\nDistance between principal buildings: not less than 35 feet.\n";
    expect(await siteRules(text)).toEqual([["building_spacing", 35]]);
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
    [
      "Two-way aisles shall be at least 22 feet wide; one-way aisles along angled spaces shall be at least 14 feet wide.",
      [
        ["aisle", 22],
        ["aisle", 14, "one-way"],
      ],
    ],
    ["A parking space shall be not less than 9 feet wide and 18 feet long, exclusive of aisles.", []],
    ["An aisle that serves no parking, not serving any spaces, shall be 20 feet wide.", []],
    ["Aisles and parking shall keep a buffer of 10 feet from property lines, at the least width.", []],
  ])("is read from: %s", async (sentence, expected) => {
    expect((await parking(sentence)).filter(([standard]) => standard === "aisle")).toEqual(expected);
  });
});

describe("the distance of parking from lot lines", () => {
  const [front, streetSide] = ["parking_setback_front", "parking_setback_side_street"];
  const [side, rear] = ["parking_setback_side_interior", "parking_setback_rear"];
  const all = (feet: number) => [front, streetSide, side, rear].map((standard) => [standard, feet]);
  it.each([
    ["Parking shall be at least ten (10) feet from every lot line.", all(10)],
    [
      "Parking shall be at least fifteen (15) feet from the street line and five feet from other lot lines.",
      [
        [front, 15],
        [streetSide, 15],
        [side, 5],
        [rear, 5],
      ],
    ],
    [
      "No parking space or access aisle shall extend within 10 feet of any street line or five (5) feet of any side property line, except for driveway entrances.",
      [
        [front, 10],
        [streetSide, 10],
        [side, 5],
      ],
    ],
    ["No parking space shall be permitted within twenty feet (20') of any street line or property line.", all(20)],
    [
      "A landscaped strip at least five feet (5') in width shall be provided between parking areas and side and rear lot lines.",
      [
        [side, 5],
        [rear, 5],
      ],
    ],
    [
      "A planted strip at least eight (8) feet wide, with a hedge three (3) feet high, shall separate a parking lot from a street.",
      [
        [front, 8],
        [streetSide, 8],
      ],
    ],
  ])("is read from: %s", async (sentence, expected) => {
    expect(await parking(sentence)).toEqual(expected);
  });
  it("from the lines of some lots is a case", async () => {
    expect(
      await parking("Parking shall be at least 25 feet from any lot line adjoining a residential district."),
    ).toEqual(all(25).map((each) => [...each, "adjoining a residential district"]));
  });
  it.each([
    "Signs in a parking area shall be at least 10 feet from every lot line.",
    "Parking of a recreational vehicle shall be at least 10 feet from every lot line.",
    "A driveway to a parking lot shall be at least 75 feet from a street line.",
    "A fence around a parking lot may be up to 6 feet high and 5 feet from a lot line.",
    "Parking structures shall be at least 40 feet from every lot line.",
    "(45) parking spaces shall be at least 10 feet from every front property line.",
  ])("is not read from a text on something else or from part of a sentence: %s", async (sentence) => {
    expect(await parking(sentence)).toEqual([]);
  });
  it("in a section on the parking of a district is one of that district", async () => {
    const text = `# 4 Business districts

## 4.1 General Commercial District (GC)

### 4.1.6 Parking and loading

No parking area shall be located less than twenty (20) feet from a street line.
`;
    expect(await siteRules(text)).toEqual([
      [front, 20, ["GC"]],
      [streetSide, 20, ["GC"]],
    ]);
  });
});

describe("islands in rows of stalls", () => {
  it.each([
    ["No row shall have more than fifteen (15) spaces without an island at least nine (9) feet wide.", 15],
    ["Landscaped islands shall occur at least every 10 parking spaces.", 10],
    [
      "Not more than 16 parking spaces shall be permitted in any continuous row without being interrupted by an island.",
      16,
    ],
    ["Islands shall not be separated by more than 12 parking spaces.", 12],
    ["Parking lots shall contain at least one landscape island for every ten (10) parking spaces.", 10],
  ])("are read from: %s", async (sentence, stalls) => {
    expect(await parking(sentence)).toEqual([["landscape_island_every", stalls]]);
  });
  it("of large lots alone are a case", async () => {
    const sentence =
      "Within parking lots with 30 or more spaces: a landscaped island for every 15 parking spaces is required.";
    expect(await parking(sentence)).toEqual([["landscape_island_every", 15, sentence]]);
  });
  it.each([
    "Islands shall be planted with one tree for every 15 parking spaces.",
    "Islands shall have 225 square feet for each 10 parking spaces.",
    "One island for every ten (10) parking spaces should be used for design purposes.",
  ])("are not read from: %s", async (sentence) => {
    expect(await parking(sentence)).toEqual([]);
  });
});

describe("other standards of a site", () => {
  it.each([
    [
      "The water quality volume is the runoff from one and three-tenths (1.3) inches of rain on all impervious surface.",
      ["stormwater_wq_depth", 1.3],
    ],
    ["The system shall retain the first 1.0 inch of runoff.", ["stormwater_wq_depth", 1]],
    [
      "A driveway shall be at least one hundred (100) feet from a street intersection and one hundred fifty (150) feet from another driveway.",
      ["driveway_spacing", 150],
    ],
    ["Minimum separation between physical driveways is 25 feet.", ["driveway_spacing", 25]],
    [
      "A parking lot shall have no more than one hundred twenty-five percent (125%) of the spaces that Table 8.1 requires.",
      ["parking_max", 125],
    ],
    [
      "One bicycle parking space shall be provided for every twenty-five (25) off-street vehicular parking spaces.",
      ["bicycle", 0.04],
    ],
    ["No structure shall be erected within 50 feet from the edge of any watercourse.", ["stream_buffer", 50]],
  ])("is read from: %s", async (sentence, expected) => {
    expect(await parking(sentence)).toEqual([expected]);
  });
  it("is a case where the sentence is on some lots", async () => {
    const sentence =
      "A parking lot with 30 or more parking spaces shall have electric vehicle charging stations for at least 10 percent of the spaces.";
    expect(await parking(sentence)).toEqual([["ev", 10, sentence]]);
  });
  it("of driveways is a case where the text parts them by the class of the road", async () => {
    const text = "Access to an arterial road shall be shared.\n\nDriveways shall be at least 250 feet apart.";
    expect(await parking(text)).toEqual([["driveway_spacing", 250, "for a class of roads"]]);
  });
  it.each([
    "A driveway shall be at least 50 feet from a lot line.",
    "Up to 10 percent of the spaces may have electric vehicle charging stations installed.",
    "No more than 20 percent of the required parking spaces may be on the street.",
    "Culverts shall be at least fifteen (15) inches in diameter.",
  ])("is not read from: %s", async (sentence) => {
    expect(await parking(sentence)).toEqual([]);
  });
  it("of watercourses is a case in the row of one kind of them", async () => {
    const table = `# 15 Wetlands

| Resource | Minimum vegetated buffer (feet) |
|---|---|
| Other watercourse with water all year | 50 |
`;
    expect(await siteRules(table)).toEqual([["stream_buffer", 50, "Other watercourse with water all year"]]);
  });
});

describe("one principal building on a lot", () => {
  const text = (sentence: string) => `# 3 Districts

| Symbol | District |
|---|---|
| R-1 | Low Density |
| GC | General Commercial |

# 4 Uses

## 4.3 More than one principal use or building

${sentence}
`;
  it.each([
    ["In the R-1 district a lot shall have no more than one principal building, except farm buildings.", [["R-1"]]],
    ["Except as otherwise provided herein, there shall be not more than one principal building on a lot.", []],
    ["Only one main structure and its accessory structures shall be erected on any lot.", []],
  ])("is read from: %s", async (sentence, districts) => {
    expect(await siteRules(text(sentence))).toEqual([["principal_buildings_max", 1, ...districts]]);
  });
  it.each([
    "Each residential lot shall contain no more than one principal building.",
    "There shall be not more than one main building on one lot, except for multi-family dwellings where such uses are permitted.",
    "Except in the case of GC and municipal property, there shall not be more than one principal building on a lot until a special permit is issued.",
  ])("is a case, and not one of a district that is excepted: %s", async (sentence) => {
    expect(await siteRules(text(sentence))).toEqual([["principal_buildings_max", 1, sentence]]);
  });
  it.each([
    "Where more than one principal building is located on a lot, each may have a sign.",
    "In the GC district a lot may have more than one principal building.",
  ])("is not read from: %s", async (sentence) => {
    expect(await siteRules(text(sentence))).toEqual([]);
  });
});

describe("the setback of flag lots", () => {
  const lots = (text: string, heading = "6.5 Flag lots") =>
    siteRules(`# 6 Lots and yards\n\n## ${heading}\n\n${text}\n`);
  it.each([
    "Every setback on a flag lot, from each lot line other than those of the access strip, shall be at least the side setback of the district and no less than thirty (30) feet.",
    "Setbacks for all yards shall be a minimum of thirty (30) feet.",
    "No building on a flag lot shall be less than 30 feet from any property line.",
  ])("is read from: %s", async (sentence) => {
    expect(await lots(sentence)).toEqual([["flag_lot_setback", 30]]);
  });
  it.each([
    ["Each rear lot line shall be at least 40 feet from all property lines of another lot.", "6.2 Shape of lots"],
    ["Every accessory building on a flag lot shall be at least 10 feet from all lot lines.", "6.5 Flag lots"],
    ["Each rear lot shall have a front yard 50% greater than the district requires.", "6.5 Rear lots"],
    ["Every driveway to a flag lot shall be at least 12 feet from all lot lines.", "6.5 Flag lots"],
  ])("is not read from: %s", async (sentence, heading) => {
    expect(await lots(sentence, heading)).toEqual([]);
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

describe("the homes of a row of townhouses", () => {
  const uses = (text: string, heading = "4.9 Townhouse and multifamily dwellings") =>
    siteRules(`# 4 Uses\n\n## ${heading}\n\n${text}\n`);
  it.each([
    ["No more than eight (8) townhouse dwellings shall be attached in one row.", ["townhouse_row_max", 8]],
    ["There shall not be more than six attached dwellings in any one row for any townhouse.", ["townhouse_row_max", 6]],
    ["Not more than six (6) contiguous town houses shall be built in a row.", ["townhouse_row_max", 6]],
    ["A row of townhouses shall have at least 3 dwelling units in a row.", ["townhouse_row_min", 3]],
    ["No townhouse building shall contain more than 8 units.", ["townhouse_row_max", 8]],
  ])("are read from: %s", async (sentence, expected) => {
    expect(await uses(sentence)).toEqual([expected]);
  });
  it.each([
    [
      "**Dwelling, townhouse.** One of three (3) or more dwelling units in a row, each extending from ground to roof.",
      [["townhouse_row_min", 3]],
    ],
    [
      "Townhouse: One of a series of from three to nine attached dwelling units separated from one another by common walls.",
      [
        ["townhouse_row_min", 3],
        ["townhouse_row_max", 9],
      ],
    ],
    [
      "TOWNHOUSE - A residential building consisting of a single-family dwelling unit constructed in a group of three (3) or more attached units.",
      [["townhouse_row_min", 3]],
    ],
    [
      "**Dwelling, multifamily.** A building that contains three (3) or more dwelling units and is not a townhouse.",
      [],
    ],
  ])("are read from the definition: %s", async (sentence, expected) => {
    const read = await siteRules(
      `# 2 Definitions\n\n## 2.2 Terms\n\n**Dwelling.** A building for people.\n\n${sentence}\n`,
    );
    expect(read).toEqual(expected);
  });
  it("of some developments are a case", async () => {
    const sentence =
      "Dwelling units may be townhouse dwellings in rows of no more than four (4), if public sewer serves them.";
    expect(await uses(sentence)).toEqual([["townhouse_row_max", 4, expect.stringContaining("Dwelling units may")]]);
  });
  it.each([
    "A townhouse development shall have no more than 40 dwelling units.",
    "No more than six multifamily dwellings shall be attached in one row.",
  ])("are not read from: %s", async (sentence) => {
    expect(await uses(sentence, "4.9 Dwellings")).toEqual([]);
  });
});
