import { describe, expect, it } from "vitest";
import { countParking } from "../../../agent/extractive/answers/parking-count.ts";

const counted = (required: string, question: string) => countParking(required, question, null)?.sentence;

describe("the spaces counted for what a question tells", () => {
  it.each([
    ["1 per each 75 square feet of floor area", "a 3,000 square foot diner", "40 spaces for 3,000 square feet"],
    ["one (1) space per two hundred square feet (200 s.f.)", "a 5k sf shop", "25 spaces for 5,000 square feet"],
    ["2 spaces per 1,000 sq. ft. gross floor area", "an office of 9,000 sf (GFA)", "18 spaces for 9,000 square feet"],
    ["1 for each five (5) seats or pew spaces", "a church seating 250", "50 spaces for 250 seats"],
    ["3 spaces for each alley or lane", "bowling with twenty lanes", "60 spaces for 20 lanes"],
    ["1 space per boat, berth, slip or mooring", "a boatyard with 80 slips", "80 spaces for 80 slips"],
    ["1 space per 10 enrollees", "day care for 60 children", "6 spaces for 60 children"],
    ["1 for each 2 employees", "a bakery with 8 people working at the busiest time", "4 spaces for 8 employees"],
    ["1 1/2 spaces for each dwelling unit", "a 3-story building with 24 apartments", "36 spaces for 24 apartments"],
  ])("are the amount times the rate “%s”: %s", (required, question, told) => {
    expect(counted(required, question)).toBe(`That is ${told}.`);
  });

  it("are added where the law adds rates, and a part of a space counts as one", () => {
    const required = "1 for each 4 seats plus 1 for each 2 employees";
    expect(counted(required, "62 seats and 9 employees")).toBe(
      "That is 15.5 spaces for 62 seats and 4.5 spaces for 9 employees, 20 in all.",
    );
    expect(counted("1 for each 4 seats", "62 seats")).toBe(
      "That is 15.5 spaces for 62 seats, 16 with a fraction counted as a whole space (no rule on fractions was located).",
    );
    expect(countParking("1 for each 4 seats", "61 seats", "nearest")?.sentence).toMatch(/, 15 with a fraction rounded/);
    expect(countParking("1 for each 4 seats", "50 seats", "halfDown")?.sentence).toMatch(
      /, 12 with a fraction left out/,
    );
  });

  it("are added for guests where the law asks for some", () => {
    const required = "2 for each unit, plus 1 guest space for each 5 units";
    expect(counted(required, "a building of 20 apartments")).toBe(
      "That is 40 spaces for 20 apartments and 4 spaces for 20 apartments, 44 in all.",
    );
  });

  it("are those of the part told where another part is not, and the other one is named", () => {
    expect(counted("1 for each 4 seats plus 1 for each 2 employees", "62 seats")).toBe(
      "That is 15.5 spaces for 62 seats. The question does not state the number of “employees”, by which further spaces are required.",
    );
  });

  it("follow the size of the building, the floors and the number of bedrooms", () => {
    const bySize =
      "1 space per 200 s.f. of gross floor area for buildings under ten thousand square feet (10,000 s.f.) in area, and one space per 175 s.f. of gross floor area for buildings 10,000 square feet and over in area";
    expect(counted(bySize, "a 9,000 sf office")).toContain("45 spaces");
    expect(counted(bySize, "a 17,500 sf office")).toContain("100 spaces");
    const byFloor = "1 per 125 square feet of ground floor area and 1 per 250 square feet of other floor area";
    expect(counted(byFloor, "2,500 sf on the ground floor and 1,000 sf on the second floor")).toMatch(
      /20 .* 4 .*, 24 in all/,
    );
    const byBedrooms =
      "1 1/2 spaces for each efficiency and 1 bedroom unit, and 2 spaces for each unit with 2 bedrooms or more; plus 1 additional space for every 3 units or part thereof for visitors";
    expect(counted(byBedrooms, "a 10-unit building, every unit has two bedrooms")).toMatch(/20 .* 4 .*, 24 in all/);
    expect(counted(byBedrooms, "10 one-bedroom units")).toMatch(/15 .* 4 .*, 19 in all/);
    expect(counted(byBedrooms, "a 10-unit building")).toBeUndefined();
  });

  it("are at least the number that the law sets, and the greatest of rates compared", () => {
    const least = "1 space for every 3 seats, with a minimum of ten (10) spaces for each restaurant";
    expect(counted(least, "12 seats")).toBe("That is 4 spaces for 12 seats, at least 10 are required.");
    const greater = "1 space per 250 sq. ft. or 4 spaces per teller window, whichever is greater";
    expect(counted(greater, "a 3,000 sf bank with 2 teller windows")).toMatch(/12 .* 8 .*, 12 as the greater\.$/);
  });

  it.each([
    ["other entries differ", "1 space for every 3 seats, except for the uses listed below:", "60 seats", 20],
    [
      "a board may change them",
      "1 per 10 enrollees. The Zoning Commission may modify this requirement in a park with 5 offices.",
      "60 children",
      6,
    ],
    [
      "a share is covered",
      "2 for each dwelling unit, with at least 50 percent of said spaces in garages",
      "9 units",
      18,
    ],
    [
      "the first come on top of others",
      "At least two spaces for the owner and one additional space for each room",
      "9 rooms",
      9,
    ],
  ])("are counted by the rates of an entry that says beside them that %s", (_, required, question, spaces) => {
    expect(counted(required, question)).toContain(`That is ${spaces} spaces for `);
  });

  it("of several requirements of one use are added", () => {
    const each = [
      "At least 2 spaces for the owner and one additional space for each guest room",
      "1 for each employee",
    ];
    expect(countParking(each, "10 guest rooms and 4 employees", null)?.sentence).toBe(
      "That is 10 spaces for 10 guest rooms and 4 spaces for 4 employees, 16 in all.",
    );
    expect(countParking([...each, "a number set by the Commission"], "10 guest rooms", null)).toBeUndefined();
  });

  it.each([
    ["a rate by another amount", "1 space for each 4 seats", "a 3,000 square foot diner"],
    ["a part of a building", "1 space for each 20 sq. ft. of gross patron floor area", "a 2,500 square foot bar"],
    ["the area of a lot", "1 space for each 200 sq. ft. of floor area", "a shop on a 20,000 square foot lot"],
    ["a rate for the first part of an amount", "4 per 1,000 square feet for the first 10,000 square feet", "20,000 sf"],
    [
      "rates of two uses in one entry",
      "1 space for every 20 storage units 1 space for every 20 areas",
      "60 storage units",
    ],
    ["bedrooms of each unit", "1 space per bedroom", "12 units, two bedrooms each"],
    ["stories of apartments", "2 per dwelling unit", "a three-story apartment building"],
    ["units of several kinds", "2 per dwelling unit", "10 one-bedroom and 5 two-bedroom units"],
    ["two numbers of one thing", "1 space for each 4 seats", "from 40 seats to 60 seats"],
    ["a number outside the rates", "5 spaces, and at night 2 spaces per service bay of 20", "4 service bays"],
  ])("are not counted from %s", (_, required, question) => {
    expect(counted(required, question)).toBeUndefined();
  });

  it.each([
    ["1 space per 200 square feet of floor area", "two 3,000 square foot stores"],
    ["1 space per 200 square feet of floor area", "3 tenants of 2,000 square feet"],
    ["2 spaces per unit", "3 buildings of 12 units"],
    ["1 space per 200 square feet of floor area", "a store of 2,000 to 3,000 square feet"],
    ["1 space per 200 square feet of floor area", "a 30,000 square foot property with a store"],
    ["1 per 3 seats or 1 per 100 square feet", "a 3,000 square foot place with 60 seats"],
  ])(
    "are not told where an amount is of one of several things, or rates are alternatives: %s, %s",
    (required, question) => {
      expect(counted(required, question)).toBeUndefined();
    },
  );
});
