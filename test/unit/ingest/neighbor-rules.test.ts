import { describe, expect, it } from "vitest";
import type { SiteRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const districts = `# 3 Districts

| Symbol | District |
|---|---|
| R-1 | Low Density Residential District |
| RM | Multifamily Residential District |
| GC | General Commercial District |
| LI | Light Industrial District |

## 3.1 GC General Commercial District

Shops.

## 3.2 LI Light Industrial District

Workshops.
`;

/** The distances beside other districts that a text states under a heading. */
async function beside(text: string, heading = "# 5 Dimensions\n\n## 5.8 Transition yards") {
  const { rules } = await rulesOfMarkdown(`${districts}\n${heading}\n\n${text}\n`);
  return rules
    .filter((rule): rule is SiteRule => rule.kind === "site" && rule.neighbors !== undefined)
    .map(({ standard, value, districts: own, neighbors, conditions }) => [
      ...[standard, value, own.join(" "), neighbors?.join(" ")],
      ...conditions.slice(1),
    ]);
}

describe("a distance beside other districts", () => {
  it("is read of a buffer that the sentence goes on to plant with trees, and of none that may be narrower", async () => {
    const heading = "# 5 Dimensions\n\n## 5.9 GC General Commercial District";
    const buffer =
      "Along and adjacent to any Residence District boundary line a landscaped buffer not less than 30 feet in width shall be planted with evergreen trees within 5 years.";
    expect(await beside(buffer, heading)).toEqual([["buffer_by_adjacency", 30, "GC", "residential districts"]]);
    expect(await beside(buffer.replace("within 5 years", "and may be narrower there"), heading)).toEqual([]);
  });

  it("is read for each district of a sentence with the districts beyond the lot line", async () => {
    const sentence =
      "Where a lot in the GC or LI district abuts a lot in the R-1 or RM district, the side or rear setback along the common lot line shall be at least forty (40) feet in the GC district and seventy-five (75) feet in the LI district.";
    expect(await beside(sentence)).toEqual([
      ["transition_setback", 40, "GC", "R-1 RM"],
      ["transition_setback", 75, "LI", "R-1 RM"],
    ]);
  });

  it.each([
    ["Minimum side and rear yards abutting a residential district: 50 feet.", "transition_setback", 50],
    ["Minimum side yard: 20 feet and 50 feet if abutting a residential zone.", "transition_setback", 50],
    ["Buffer strips of 30 feet shall be kept where a lot adjoins a residential zone.", "buffer_by_adjacency", 30],
    [
      "A 25-foot wide planted buffer shall be kept along a line that is adjacent to a residential zone.",
      "buffer_by_adjacency",
      25,
    ],
    [
      "The side yard abutting a residential zone shall be a minimum of 50 feet with a buffer strip.",
      "transition_setback",
      50,
    ],
  ] as const)("is read under the heading of a district: %s", async (sentence, standard, value) => {
    expect(await beside(sentence, "# 4 GC General Commercial District\n\n## 4.3 Yards")).toContainEqual([
      ...[standard, value, "GC", "residential districts"],
    ]);
  });

  it.each([
    "A fence in a yard that abuts a residential district shall be no more than 6 feet high.",
    "Parking shall have a setback of 10 feet where a lot abuts a residential district.",
    "An accessory building shall have a side yard of 5 feet where it abuts a residential zone.",
    "Where a lot abuts a residential district the side setback may be reduced to 10 feet.",
    "Minimum rear yard: 20 feet and 50 feet where the building is higher than 30 feet and abuts a residential zone.",
    "Where a lot abuts a nonresidential district, the side setback shall be at least 10 feet.",
  ])("is not read from a sentence on something else: %s", async (sentence) => {
    expect(await beside(sentence)).toEqual([]);
  });

  it("is a case where only some uses keep it", async () => {
    const sentence = "An industrial development that abuts a residential district shall keep a buffer of 40 feet.";
    expect(await beside(sentence)).toEqual([
      ["buffer_by_adjacency", 40, "", "residential districts", expect.stringContaining("industrial development")],
    ]);
  });

  it("is read from a table of buffers, with the use of its row", async () => {
    const table = `Table 10.1 Minimum width of buffers (feet)

| Lot that provides the buffer | Abutting R-1 | Abutting LI |
|---|---|---|
| Any use in the GC district | 25 | None |
| Multifamily dwelling in the RM district | 20 | 30 |
`;
    expect(await beside(table, "# 10 Landscaping\n\n## 10.3 Buffers")).toEqual([
      ["buffer_by_adjacency", 25, "GC", "R-1"],
      ["buffer_by_adjacency", 20, "RM", "R-1", "Multifamily dwelling in the RM district"],
      ["buffer_by_adjacency", 30, "RM", "LI", "Multifamily dwelling in the RM district"],
    ]);
  });
});
