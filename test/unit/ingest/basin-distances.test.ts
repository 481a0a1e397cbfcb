import { describe, expect, it } from "vitest";
import { basinDistancesIn } from "../../../ingest/rules/basin-distances.ts";

const heading = "16.5 Basins and Infiltration Systems";

describe("the distances of a basin", () => {
  it("are read from each part of a sentence, with the case of each", () => {
    const sentence =
      "It shall be at least 10 feet from a building without a basement, 20 feet from a building with 1, 75 feet from a well and 50 feet from a septic system.";
    expect(basinDistancesIn(sentence, heading)).toEqual([
      { standard: "basin_building", value: 10, condition: "without a basement" },
      { standard: "basin_building", value: 20, condition: "with one" },
      { standard: "basin_well", value: 75, condition: null },
      { standard: "basin_septic", value: 50, condition: null },
    ]);
  });

  it("are read with the district of a lot line, and without one", () => {
    expect(
      basinDistancesIn("A basin shall be at least 25 feet from a lot line in a residential district.", ""),
    ).toEqual([{ standard: "basin_lot_line", value: 25, condition: "in a residential district" }]);
    expect(basinDistancesIn("No detention basin shall be located within 30 feet of any property line.", "")).toEqual([
      { standard: "basin_lot_line", value: 30, condition: null },
    ]);
  });

  it.each([
    ["It shall be at least 10 feet from a building.", "6.2 Accessory Structures"],
    ["A fence shall be at least 10 feet from the lot line of a basin.", heading],
    ["The bottom of an infiltration system shall be at least 3 feet above the seasonal high groundwater.", heading],
    ["A basin deeper than 4 feet shall be fenced.", heading],
  ])("are not read from a sentence on something else: %s", (sentence, above) => {
    expect(basinDistancesIn(sentence, above)).toEqual([]);
  });
});
