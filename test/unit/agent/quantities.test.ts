import { describe, expect, it } from "vitest";
import { quantitiesIn, unitNamedIn } from "../../../agent/text/quantities.ts";

const read = (text: string) =>
  quantitiesIn(text).map(({ value, unit }) => (unit === null ? `${value}` : `${value} ${unit}`));

describe("amounts in a text", () => {
  it.each([
    ["7,000 square feet", ["7000 sqft"]],
    ["thirty-five (35) feet", ["35 ft"]],
    ["two and one-half stories", ["2.5 story"]],
    ["2 1/2 stories/35 feet", ["2.5 story", "35 ft"]],
    ["21/2 stories on 1/2 acre", ["2.5 story", "0.5 acre"]],
    ["a 25-foot setback", ["25 ft"]],
    ["15% of the lot", ["15 percent"]],
    ["five acres", ["5 acre"]],
    ["forty thousand square feet (40,000 sq. ft.)", ["40000 sqft", "40000 sqft"]],
    ["10 and 20 feet", ["10 ft", "20 ft"]],
    ["40k", ["40000"]],
    ["1.5 spaces per unit", ["1.5 space"]],
    ["35' high", ["35 ft"]],
    ["20' x 40'", ["20 ft", "40 ft"]],
    ["6' 8\"", ["6 ft", "8 inch"]],
    ['at least one (1) "tall shade tree"', ["1"]],
    ["houses of the 1990's", ["1990"]],
    ["within thirty (30) days", ["30 day"]],
  ])("are read from %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    "the R-2 district",
    "Section 5.2.1",
    "§ 193-28",
    "see Table 4",
    "January 15, 2015",
    "no one may build",
    "Sec. 35.2-42.4.",
  ])("are none in %j", (text) => {
    expect(read(text)).toEqual([]);
  });

  it("take the unit a label names first", () => {
    expect(unitNamedIn("Minimum Lot Area (acres) 1 acre = 43,560 (square feet)")?.unit).toBe("acre");
    expect(unitNamedIn("Minimum open space")).toBeNull();
  });
});
