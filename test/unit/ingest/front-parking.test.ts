import { describe, expect, it } from "vitest";
import type { SiteRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const districts = `# 3 Districts

| Symbol | District |
|---|---|
| R-1 | Low Density Residential District |
| RM | Multifamily Residential District |
| GC | General Commercial District |
`;

/** The rules on parking in front that a text states under a heading. */
async function inFront(text: string, heading = "# 8 Parking\n\n## 8.8 Location of Parking Lots") {
  const { rules } = await rulesOfMarkdown(`${districts}\n${heading}\n\n${text}\n`);
  return rules
    .filter((rule): rule is SiteRule => rule.kind === "site" && rule.standard.startsWith("parking_behind"))
    .map(({ standard, districts: own, conditions }) => [standard, own.join(" "), ...conditions]);
}

describe("a rule on parking in front", () => {
  it.each([
    "In the RM district parking shall be at least ten (10) feet from every lot line, and not between the front wall of a building and the street.",
    "In the RM district off-street parking shall be located to the side or rear of the building.",
    "In the RM district all parking shall be located in side and rear yards only.",
    "In the RM district no parking areas shall be permitted between the street line and the front of the building.",
    "In the RM district parking areas shall be located behind the front wall of the building.",
    "In the RM district no parking lot shall be in a front yard.",
  ])("keeps parking behind the front of the building: %s", async (sentence) => {
    expect(await inFront(sentence)).toEqual([["parking_behind_building", "RM"]]);
  });

  it("that names the front yard which is required keeps parking behind the setback", async () => {
    expect(await inFront("No parking shall be permitted within the required front yard setback area.")).toEqual([
      ["parking_behind_setback", ""],
    ]);
    const both = "No building, structure or parking area shall be permitted in a front yard.";
    expect(await inFront(both)).toEqual([["parking_behind_setback", ""]]);
  });

  it("has the number of vehicles from which it holds as its case, and the districts of the line above a list", async () => {
    const sentence = "In the R-1 district no parking lot for more than four (4) vehicles shall be in a front yard.";
    expect(await inFront(sentence)).toEqual([["parking_behind_building", "R-1", "for more than 4 vehicles"]]);
    const list =
      "Within the GC district:\n\na. No parking shall be permitted in the front yard.\n\nb. Lots shall be paved.";
    expect(await inFront(list)).toEqual([["parking_behind_building", "GC"]]);
  });

  it("holds for the use of its section only", async () => {
    const found = await inFront(
      "All parking shall be to the rear of the building.",
      "# 4 Uses\n\n## 4.13 Country Inns",
    );
    expect(found).toEqual([["parking_behind_building", "", "4.13 Country Inns"]]);
  });

  it.each([
    "Parking shall be located to the side or rear of the building wherever possible.",
    "Parking should be located behind buildings.",
    "Recreational vehicles shall be located behind the front building line in side or rear yards.",
    "No parking shall be in the front yard unless it is separated from the street by a hedge.",
    "No more than one double row of spaces shall lie between a building and the street.",
    "Parking shall be located behind the building, or naturally screened by vegetation.",
    "Front yard setbacks may be used for parking.",
    "No parking shall be located closer than 15 feet to any side or rear property line.",
  ])("is not read from a wish, an alternative, other vehicles or a share: %s", async (sentence) => {
    expect(await inFront(sentence)).toEqual([]);
  });
});
