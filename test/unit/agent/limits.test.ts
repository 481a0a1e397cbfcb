import { describe, expect, it } from "vitest";
import { factsTold } from "../../../agent/extractive/answers/amounts.ts";
import { comparedWith, limitsIn } from "../../../agent/extractive/answers/limits.ts";
import { useWithoutSize, withoutAmounts } from "../../../agent/extractive/answers/without-amounts.ts";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";

const read = (question: string) => readQuestion(question, { zoningCodes: [], jurisdiction: null });

describe("the amounts that a question tells", () => {
  it.each([
    ["May a pony be kept on a two-acre homesite in the R-80 zone?", ["87120 lot"]],
    ["We have an acre and a half. May we keep a horse?", ["65340 lot"]],
    ["May I keep bees on half an acre?", ["21780 lot"]],
    ["May I keep bees on a quarter acre?", ["10890 lot"]],
    ["R-10 parcel of 12,000 square feet: can the owner build a two-family dwelling?", ["12000 lot"]],
    ["my R1 lot is 12,000 sq ft. can I have a horse on it?", ["12000 lot"]],
    ["On our lot we want an 800 square foot cottage. Allowed?", ["800 floor"]],
    ["Can I put up a stand, 8 by 10 feet?", ["80 floor"]],
    ["Can I put up a 12x20 foot greenhouse?", ["240 floor"]],
    ["Is a five foot high fence allowed?", ["5 height"]],
    ["Can I park a two-ton truck?", ["4000 weight"]],
    ["May I keep four hens?", ["4 things"]],
    ["We live in the two-acre zone. May I keep hens?", []],
    ["Can I build a triplex?", ["3 homes"]],
    ["Can I open a bed and breakfast with three guest rooms?", ["3 rooms"]],
    ["My house is 2,000 square feet. Can I have an accessory apartment?", []],
    ["Is a new theater with 450 seats a permitted use in the B-1 district?", ["450 seats"]],
    ["Can I put in 20 boat slips and rent them out?", ["20 slips"]],
    ["Is a wholesale house with 8,000 square feet of floor space a permitted use?", ["8000 floor"]],
    ["Can I add a 700 square foot accessory apartment to my 2,000 square foot house?", ["700 floor"]],
    ["Can I build a 7 foot privacy fence in my back yard?", ["7 height"]],
    ["My neighbor has two acres. May I keep horses?", []],
    ["May I keep a horse on 8 acres with a 2 acre pasture?", ["348480 lot"]],
    ["We own two acres and rent three acres. May we keep horses?", []],
    ["I have an acre of lawn. May I keep horses?", []],
  ])("are read with what they measure: %s", (question, amounts) => {
    expect(factsTold(read(question)).map(({ value, of }) => `${value} ${of}`)).toEqual(amounts);
  });
});

describe("the limits of a provision", () => {
  const ofTwoDistricts =
    "Duplexes on lots of at least 20,000 square feet in R-15 districts and 15,000 square feet in R-10 districts";

  it.each([
    ["R-15", [20_000]],
    ["R-10", [15_000]],
  ])("are those of the district asked about: %s", (district, values) => {
    const limits = limitsIn(read(`Can I build a duplex in the ${district} district?`), ofTwoDistricts);
    expect(limits.map(({ value, of, limit }) => [value, of, limit])).toEqual(values.map((one) => [one, "lot", "min"]));
  });

  it.each([
    ["Can I build a duplex on a lot of 12,000 square feet?", "on lots of at least 15,000 square feet", "broken"],
    ["Can I build a duplex on a lot of 16,000 square feet?", "on lots of at least 15,000 square feet", "kept"],
    ["Can I build a duplex of 2,000 square feet?", "on lots of at least 15,000 square feet", "unknown"],
    ["Can I build a duplex?", "on lots of at least 15,000 square feet", "unknown"],
    ["May I keep four hens?", "Up to six hens on a lot of at least one acre", "unknown"],
    ["May I keep four hens on two acres?", "Up to six hens on a lot of at least one acre", "kept"],
    ["May I keep eight hens?", "Up to six hens on a lot of at least one acre", "broken"],
    ["Can I open a 5,000 square foot shop?", "Shops of less than 5,000 square feet", "broken"],
    ["Can I open a 5,000 square foot shop?", "Shops of up to 5,000 square feet", "kept"],
    ["Can I build a six foot high fence?", "Fences not over 72 inches in height", "kept"],
    ["Can I park my two-ton truck?", "No truck in excess of one ton capacity shall be parked", "broken"],
  ])("are broken, kept or not told: %s %s", (question, provision, comparison) => {
    expect(comparedWith(read(question), provision)).toBe(comparison);
  });
});

describe("a text without its amounts", () => {
  it.each([
    ["Is a fence allowed?", "Fences which are less than six (6) feet tall", "Fences"],
    ["Can I build a duplex?", "Duplexes on lots with a minimum area of 20,000 square feet", "Duplexes"],
    ["Can I open a restaurant?", "Restaurant (3,000 to 9,000 square feet)", "Restaurant"],
    ["Can I open a shop?", "Retail sales, 6,000 sf or more", "Retail sales"],
    ["Can I open a shop?", "Used car lot of two acres", "Used car lot"],
    ["May I keep hens?", "Up to six hens", "hens"],
    ["Is a group home allowed?", "Group homes for six or fewer residents", "Group homes"],
    ["Can I build a triplex?", "Multi-unit dwelling, 2 to 4 units", "Multi-unit dwelling"],
  ])("keeps the name of its use: %s %s", (question, provision, name) => {
    expect(withoutAmounts(read(question), provision)).toBe(name);
  });

  it("separates the use of a question from its size", () => {
    expect(useWithoutSize(read("Would a 120,000 square foot warehouse be permitted?"))).toBe("warehouse");
    expect(useWithoutSize(read("Is a five foot high picket fence permitted?"))).toBe("picket fence");
    expect(useWithoutSize(read("Is a two-family dwelling permitted?"))).toBe("two-family dwelling");
  });
});
