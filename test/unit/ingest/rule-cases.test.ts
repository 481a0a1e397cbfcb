import { describe, expect, it } from "vitest";
import type { DimensionRule, Rule, UseRule } from "../../../ingest/rules/rule.ts";
import { districtsNamed } from "../../../retrieval/rules/named-districts.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const standards = (rules: readonly Rule[], district: string, dimension: string) =>
  rules
    .filter((rule): rule is DimensionRule => rule.kind === "dimension" && rule.dimension === dimension)
    .filter(({ districts }) => districts.includes(district));
const uses = (rules: readonly Rule[]) => rules.filter((rule): rule is UseRule => rule.kind === "use");

const code = `# Article 6 R-1 Residential District

## 6.4 Yards

Minimum front yard: 50 feet.

Minimum side yard for side yards not abutting a public street: 15 feet.

Minimum side yard for side yards abutting a public street: 30 feet.

Maximum height of buildings: three stories or 46 feet, excluding parapets up to 42 inches in height.

Maximum building coverage: 25 percent.

Maximum lot coverage: 60 percent.

Minimum lot area: 20,000 square feet if served by public sewers; 40,000 square feet if not served by public sewers.

## 6.5 Open space conservation subdivisions

Minimum front yard: 20 feet.

# Article 7 B-2 Business District

Minimum front yard: 10 feet.

# Article 8 Adult services

No premises shall be occupied for the purpose of providing massage parlors or tattoo parlors, in any district except B-2, and then only upon approval of the governing authority.
`;

const ofCases = `# Article 3 R-1 Residential District

## 3.4 Minimum Lot Area

|  |  |
| --- | --- |
| A. Served by public water supply | 20,000 square feet |
| B. Not served by public water supply | 40,000 square feet |

## 3.5 Non-residential uses in the R-1 District

Minimum lot width: 175 feet.

# Article 9 Site Plans and Special Permits

## 9.1 Open space subdivisions

|  | R-1 | R-2 |
| --- | --- | --- |
| Minimum lot depth | 90 feet | 80 feet |

# Article 10 R-2 Residential District
`;

describe("cases of a standard", () => {
  it("are rows under a heading that names the standard, standards of a part of the uses, and those of open space subdivisions under a chapter on permits", async () => {
    const { rules } = await rulesOfMarkdown(ofCases);
    const read = (dimension: string) =>
      standards(rules, "R-1", dimension).map(({ value, conditions }) => [value, conditions[0]]);
    expect(read("lot_area_min")).toEqual([
      [20_000, "A. Served by public water supply"],
      [40_000, "B. Not served by public water supply"],
    ]);
    expect(read("lot_width_min")).toEqual([[175, "3.5 Non-residential uses in the R-1 District"]]);
    expect(read("lot_depth_min")).toEqual([[90, "9.1 Open space subdivisions"]]);
  });

  it("are what a section on a special form of development sets beside the district at large", async () => {
    const { rules } = await rulesOfMarkdown(code);
    const front = standards(rules, "R-1", "setback_front").map(({ value, conditions }) => [value, conditions.length]);
    expect(front).toEqual([
      [50, 0],
      [20, 1],
    ]);
  });

  it("are not made by the words that tell an interior side yard from one on a street", async () => {
    const { rules } = await rulesOfMarkdown(code);
    expect(standards(rules, "R-1", "setback_side_interior")).toMatchObject([{ value: 15, conditions: [] }]);
    expect(standards(rules, "R-1", "setback_side_street")).toMatchObject([{ value: 30, conditions: [] }]);
  });

  it("of one sentence are read each with its condition", async () => {
    const { rules } = await rulesOfMarkdown(code);
    const areas = standards(rules, "R-1", "lot_area_min").map(({ value, conditions }) => [value, conditions[0]]);
    expect(areas).toMatchObject([
      [20_000, "20,000 square feet if served by public sewers"],
      [40_000, "40,000 square feet if not served by public sewers."],
    ]);
  });
});

describe("a height and a coverage", () => {
  it("in stories and feet limits both, and what is left out of it limits nothing", async () => {
    const { rules } = await rulesOfMarkdown(code);
    expect(standards(rules, "R-1", "stories_max")).toMatchObject([{ value: 3, unit: "stories" }]);
    expect(standards(rules, "R-1", "height_max")).toMatchObject([{ value: 46, unit: "ft" }]);
  });

  it("of the lot beside that of buildings counts paved ground", async () => {
    const { rules } = await rulesOfMarkdown(code);
    expect(standards(rules, "R-1", "coverage_max")).toMatchObject([{ value: 25 }]);
    expect(standards(rules, "R-1", "impervious_max")).toMatchObject([{ value: 60 }]);
  });
});

describe("a sentence that leaves districts out of a ban", () => {
  it("forbids the use in all others, and rules in those only by the approval that it names", async () => {
    const { rules } = await rulesOfMarkdown(code);
    const read = uses(rules).map(({ words, districts, verdict }) => [words, districts, verdict]);
    expect(read).toContainEqual(["massage parlors or tattoo parlors", ["R-1"], "prohibited"]);
    expect(read).toContainEqual(["massage parlors or tattoo parlors", ["B-2"], "conditional"]);
  });
});

describe("the coverage of a lot beside that of sheds, and of stored goods and paving", () => {
  it("is one by buildings", async () => {
    const { rules } = await rulesOfMarkdown(`# Schedule B Standards

| Standard | R-1 | C-1 |
|---|---|---|
| Minimum lot area (square feet) | 40,000 | 20,000 |
| Maximum lot coverage as percent of lot | 15% | 35% |
| By accessory buildings as percent of lot coverage | 2% | |
| Maximum lot coverage of buildings, storage, paving | | 75% |
`);
    expect(standards(rules, "R-1", "coverage_max").map(({ value }) => value)).toContain(15);
    expect(standards(rules, "R-1", "impervious_max")).toEqual([]);
  });
});

describe("a district that a question names", () => {
  const entries = [
    { code: "AR", name: "Agricultural Residential Estate", mentions: 3 },
    { code: "GC", name: "General Commercial Zone", mentions: 3 },
    { code: "C", name: "Commercial Zone", mentions: 3 },
    { code: "RX-3", name: null, mentions: 3 },
    { code: "TO", name: "Town Office", mentions: 3 },
    { code: "B", name: "Residence B District", mentions: 3 },
    { code: "CIP", name: "Commercial Industrial Park", mentions: 3 },
  ];

  it.each([
    ["on an AR lot, how close to the side line may a house be", ["AR"]],
    ["general commercial: how tall may we build", ["GC"]],
    ["how tall may a house be in the Commercial zone", ["C"]],
    ["may I let my GC house by the week", ["GC"]],
    ["are pawn shops allowed in gc", ["GC"]],
    ["our lot is zoned gc, how high may a fence be", ["GC"]],
    ["may a duplex be built in rx-3", ["RX-3"]],
    ["may a duplex be built on my lot in Residence B", ["B"]],
    ["a shop in one of the general commercial (GC) spots", ["GC"]],
    ["a shop of one floor (B) in town", []],
    ["may we build in to the hill", []],
    ["are general commercial uses noisy", []],
    ["we ARe far from residential zones", []],
    ["CIP bulk requirements: frontage and rear yard?", ["CIP"]],
    ["is a PCIP-1 form needed", []],
    ["CAN I SKIP THE CIP FORM", []],
  ])("is known by the register of the law: %s", (question, codes) => {
    expect(districtsNamed(entries, question).map(({ code: own }) => own)).toEqual(codes);
  });
});

describe("a table of districts whose codes have a fraction", () => {
  it("rules on each of them, and takes no number of a section for a value", async () => {
    const { rules } = await rulesOfMarkdown(`# 400 R-2, R-1, R-1/2, R-1/3 and R-1/5 Residential Zones

| Standard | R-1 | R-1/2 | R-1/5 |
|---|---|---|---|
| Minimum lot area (square feet) | 43,560 | 21,780 | 8,712 |
| Minimum lot frontage | 100 | 75 | See subsection 406 |
`);
    const areas = ["R-1", "R-1/2", "R-1/5"].map((district) =>
      standards(rules, district, "lot_area_min").map(({ value }) => value),
    );
    expect(areas).toEqual([[43560], [21780], [8712]]);
    expect(standards(rules, "R-1/2", "lot_frontage_min").map(({ value }) => value)).toEqual([75]);
    expect(standards(rules, "R-1/5", "lot_frontage_min")).toEqual([]);
  });
});

const schedule = `# Schedule B Standards

| Standards | R-1 | CA-1 |
|---|---|---|
| 1. Min. lot area (in s.f.) | 40,000 | 80,000 |
| 2. Min. lot area per d.u. (in s.f.) | 10,000 | 80,000 |
| 7. Min. setback from street line | 40' | 50' |
| 9. Min. setback from side or other property | 30' | 20' |
| 10. Min. setback from Residence District boundary line | none | 50' |
| 11. Max. lot coverage as % of lot area | 25% | 35% |
| 11a. Max. lot coverage of acessory structure as a percent of lot area | 2.50% | 3% |
| 12. Max. total impervious lot coverage as a % of lot area | 30% | 75% |
| 13. Max. floor area as a % of lot area | 20% | 150% |

# 33 Planned Developments

## 33.4 Parking

For offices there shall be one (1) parking space for each 250 square feet of floor area.

# 42 Off-Street Parking

Offices: one (1) parking space for each 500 square feet of floor area.
`;

describe("a schedule of standards", () => {
  it.each([
    ["setback_front", [40, 0]],
    ["setback_side_interior", [30, 0]],
    ["lot_area_min", [40_000, 0]],
    ["coverage_max", [25, 0]],
    ["impervious_max", [30, 0]],
    ["far_max", [0.2, 0]],
  ])("is read by what its labels mean: %s", async (dimension, expected) => {
    const { rules } = await rulesOfMarkdown(schedule);
    const read = standards(rules, "R-1", dimension).map(({ value, conditions }) => [value, conditions.length]);
    expect(read).toEqual([expected]);
  });

  it("names no district after a word in capitals", async () => {
    const heading =
      "# AMENDMENTS OF THE ZONING MAP\n\nNo lot shall be used otherwise.\n\n# FEES FOR THE ZONING MAP\n\nNone.\n";
    const { districts } = await rulesOfMarkdown(`${schedule}\n${heading}`);
    expect(districts.map(({ code }) => code).toSorted()).toEqual(["CA-1", "R-1"]);
  });

  it("leaves parking at large to the chapter on parking: that of a planned development is a case", async () => {
    const { rules } = await rulesOfMarkdown(schedule);
    const office = rules.filter((rule) => rule.kind === "parking" && rule.use === "office");
    expect(office.map((rule) => [rule.kind === "parking" && rule.value, rule.conditions.length])).toEqual([
      [4, 1],
      [2, 0],
    ]);
  });
});

describe("a row whose cells have a value for each kind of lot that its label names", () => {
  const table = (cells: string) => `# Article 5 R-4 Residence District

| Standard | R-4 | R-6 |
|---|---|---|
| Minimum lot area Interior, Corner or Through Lot Rear Lot | ${cells} |
| Maximum building coverage | 20% | 15% |

# Article 6 R-6 Residence District
`;

  it("states the value of plain lots at large, and that of rear lots as a case", async () => {
    const { rules } = await rulesOfMarkdown(table("25,000 SF 35,000 SF | 45,000 SF 65,000 SF"));
    const told = standards(rules, "R-4", "lot_area_min").map(({ value, conditions }) => [value, conditions]);
    expect(told).toEqual([
      [25_000, []],
      [35_000, ["Rear Lot"]],
    ]);
    expect(standards(rules, "R-6", "lot_area_min").map(({ value }) => value)).toEqual([45_000, 65_000]);
  });

  it("states none where a cell has another number of values", async () => {
    const { rules } = await rulesOfMarkdown(table("25,000 SF 35,000 SF 45,000 SF | 45,000 SF 65,000 SF"));
    expect(standards(rules, "R-4", "lot_area_min")).toEqual([]);
  });
});

describe("the line at which a lot width is measured", () => {
  it("makes no setback of the width", async () => {
    const { rules } = await rulesOfMarkdown(
      "# Article 6 R-1 Residential District\n\n## 6.4 Standards\n\n|  | Standard |\n| --- | --- |\n" +
        "| Minimum front setback (line A) | 25 feet |\n" +
        "| Minimum lot width at the front property line (line B) and front setback line | 80 feet |\n",
    );
    expect(standards(rules, "R-1", "setback_front").map(({ value }) => value)).toEqual([25]);
    expect(standards(rules, "R-1", "lot_width_min").map(({ value }) => value)).toEqual([80]);
  });
});

describe("codes of districts with a space", () => {
  const spaced = `# Article 2 R-20 High Density Residential District

Minimum front yard: 35 feet.

# Article 3 Schedule of uses

P: permitted by right. S: permitted by special permit.

| RESIDENTIAL USES | R 20 | R 40 | R60 |
| --- | --- | --- | --- |
| Dwelling, two family | S | S | P |
| Cemetery | P | P | S |

| MINIMUM LOT SIZE | R 20 | R 40 | R60 |
| --- | --- | --- | --- |
| Minimum lot area (square feet) | 20k | 40k | 60k |
`;

  it("head the columns of a use table like codes with a hyphen", async () => {
    const { rules } = await rulesOfMarkdown(spaced);
    const verdicts = uses(rules)
      .filter(({ words }) => words.startsWith("Dwelling"))
      .map(({ districts, verdict }) => `${districts} ${verdict}`);
    expect(verdicts.toSorted()).toEqual(["R-20 conditional", "R-40 conditional", "R60 permitted"]);
  });

  it("hold amounts that their cells print in thousands, as 40k", async () => {
    const { rules } = await rulesOfMarkdown(spaced);
    expect(standards(rules, "R-40", "lot_area_min").map(({ value }) => value)).toEqual([40_000]);
  });
});

describe("districts of a class that a letter or a numeral parts", () => {
  const zones = `# 4 RESIDENCE B ZONE

## 4.1 Permitted Uses

- Farms.
- Funeral parlors.

12 Rev. 05/07/12, effective 05/30/12

# 5 BUSINESS II ZONE'

## 5.1 Permitted Uses

- Uses permitted in the Residence B zone.
- Inns.
`;

  it("are districts of the law, also where the mark of a note stands behind their titles", async () => {
    const { rules, districts } = await rulesOfMarkdown(zones);
    expect(districts.map(({ code: own }) => own)).toEqual(["RESIDENCE B ZONE", "BUSINESS II ZONE"]);
    const listed = uses(rules).map((rule) => [...rule.districts, rule.words, rule.takenOver.length]);
    expect(listed).toEqual(
      expect.arrayContaining([
        ["RESIDENCE B ZONE", "Farms.", 0],
        ["BUSINESS II ZONE", "Inns.", 0],
        ["BUSINESS II ZONE", "Farms.", 1],
      ]),
    );
    expect(JSON.stringify(listed)).not.toContain("Rev.");
  });

  it.each([
    ["How high may the fence around our yard be? Residence B.", ["RESIDENCE B ZONE"]],
    ["found a building in Business II. Can we move in there", ["BUSINESS II ZONE"]],
    ["lot area in the residence b zone", ["RESIDENCE B ZONE"]],
    ["may my residence b rented out", []],
  ])("are known by that mark: %s", async (question, codes) => {
    const { districts } = await rulesOfMarkdown(zones);
    expect(districtsNamed(districts, question).map(({ code: own }) => own)).toEqual(codes);
  });
});
