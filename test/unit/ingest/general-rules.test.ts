import { describe, expect, it } from "vitest";
import type { DimensionRule, ParkingRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const dimensions = (rules: readonly { kind: string }[], district: string, dimension: string) =>
  (rules as readonly DimensionRule[]).filter(
    (rule) => rule.kind === "dimension" && rule.dimension === dimension && rule.districts.includes(district),
  );

const table = `# 5 Dimensional requirements

| District | Minimum lot area (square feet) | Minimum front yard (feet) | Maximum lot coverage (percent) |
|---|---|---|---|
| R-1 | 20,000 | 30 | 25 |
| R-2 | 8,000 | 20 | 40 |

`;

describe("standards for all districts", () => {
  it("hold in each district that has none of its own", async () => {
    const { rules } = await rulesOfMarkdown(`${table}
# 6 General height requirements

The maximum building height shall be thirty-five (35) feet.

# 7 R-2 District

Maximum building height: 45 feet
`);
    expect(dimensions(rules, "R-1", "height_max")).toMatchObject([{ value: 35, binding: "all" }]);
    expect(dimensions(rules, "R-2", "height_max").map(({ value, binding }) => [value, binding])).toContainEqual([
      45,
      "heading",
    ]);
  });

  it("are not read from a chapter on something else", async () => {
    const { rules } = await rulesOfMarkdown(`${table}
# 6 Fences and signs

The maximum height shall be 12 feet.
`);
    expect(dimensions(rules, "R-1", "height_max")).toEqual([]);
  });

  it.each([
    "On corner lots, front yards shall be required on both streets.",
    "On a corner lot the front setback of the district applies along both streets.",
  ])("give the side street of a corner lot its front yard, and both sentences are cited: %s", async (sentence) => {
    const { rules, text } = await rulesOfMarkdown(`${table}
# 6 Exceptions

${sentence} A pond shall be fenced.
`);
    const read = dimensions(rules, "R-2", "setback_side_street");
    expect(read.map(({ value }) => value)).toEqual([20, 20]);
    const quotes = read.map(({ evidence }) => text.slice(evidence.charStart, evidence.charEnd));
    expect(quotes[1]).toBe(sentence);
  });

  it("limit impervious ground by coverage where its definition counts paved ground", async () => {
    const definition = (words: string) => `${table}
# 8 Definitions

LOT COVERAGE - The share of a lot covered by buildings${words}.
`;
    const { rules } = await rulesOfMarkdown(definition(" and paved areas"));
    expect(dimensions(rules, "R-1", "impervious_max")[0]).toMatchObject({ value: 25 });
    const without = await rulesOfMarkdown(definition(", not including paved areas"));
    expect(dimensions(without.rules, "R-1", "impervious_max")).toEqual([]);
  });
});

describe("districts", () => {
  it("are read from a list of codes with names, also a single letter, and named by it alone", async () => {
    const { districts, rules } = await rulesOfMarkdown(`# 2 Districts

| C | Commercial Zone |
|---|---|
| I | Industrial Zone |

# 4 Minimum setback from front lot line

I Zones - 75 feet

C Zones - 30 feet
`);
    expect(districts.map(({ code }) => code)).toEqual(expect.arrayContaining(["I"]));
    expect(dimensions(rules, "I", "setback_front")).toMatchObject([{ value: 75 }]);
  });

  it("without a code go by the name in their heading", async () => {
    const { rules } = await rulesOfMarkdown(`# 3.2 Rural Business Zone

Minimum lot area: 40,000 square feet
`);
    expect(dimensions(rules, "Rural Business Zone", "lot_area_min")).toMatchObject([{ value: 40_000 }]);
  });
});

it("the rows of accessory buildings are a case of a standard", async () => {
  const { rules } = await rulesOfMarkdown(`# 7 R-2 District

Minimum rear yard: 25 feet

Accessory buildings

Minimum rear yard: 5 feet
`);
  expect(dimensions(rules, "R-2", "setback_rear").map(({ value, conditions }) => [value, conditions.length])).toEqual([
    [25, 0],
    [5, 1],
  ]);
});

it("parking ratios are read from lists and sentences, for each use that a line names", async () => {
  const { rules } = await rulesOfMarkdown(`# 9 Off-street parking

Hotels and motels 1 for each guest room plus 1 for each 3 employees

For retail stores, one (1) space for each 200 square feet of floor area.

Banks, offices 1 for each 300 sq. ft. floor area
`);
  const parking = (rules as readonly ParkingRule[]).filter(({ kind }) => kind === "parking");
  expect(parking.map(({ use, value, conditions }) => [use, value, conditions.length])).toEqual([
    ["hotel", 1, 1],
    ["retail", 5, 0],
    ["bank", 3.333, 0],
    ["office", 3.333, 0],
  ]);
});

it("parking ratios are read of uses in other forms of their names", async () => {
  const { rules } = await rulesOfMarkdown(`# 5 Off-street parking

| Use | Minimum number of spaces |
|---|---|
| Houses of worship | One per four seats in the main assembly room |
| Warehousing | One per 2,000 square feet of gross floor area |
`);
  const parking = rules.filter((rule): rule is ParkingRule => rule.kind === "parking");
  expect(parking.map(({ use, value }) => [use, value])).toEqual([
    ["place_of_assembly", 0.25],
    ["warehouse", 0.5],
  ]);
});

it("parking is read under sections entitled after the use, whose text only completes the title", async () => {
  const { rules } = await rulesOfMarkdown(`# 14 Off-street parking

## 14.1 General requirements
Two (2) spaces for each vehicle shall be kept free.

## 14.3 Number of spaces

### 14.3.1 Dwellings
Two (2) spaces for each family or dwelling unit plus one (1) space for each boarder.

### 14.3.2 Dining rooms
(and other places where food is served): One (1) space for each 150 square feet of patron area.

### 14.3.3 Warehouses
(revised 11/16/20)
`);
  const parking = rules.filter((rule): rule is ParkingRule => rule.kind === "parking");
  expect(parking.map(({ words, value }) => [words, value])).toEqual([
    ["Dwellings", 2],
    ["Dining rooms (and other places where food is served)", null],
  ]);
});

it("reads no date of an amendment as a parking requirement", async () => {
  const { rules } = await rulesOfMarkdown(`# 14 Off-street parking
Amended 3/29/2009; 2/28/2016

Deleted (RC-Jun 16/09;E-Oct 24/09)

Offices 1/300 sq. ft.
`);
  const parking = rules.filter((rule): rule is ParkingRule => rule.kind === "parking");
  expect(parking.map(({ words, value }) => [words, value])).toEqual([["Offices", 3.333]]);
});

it("takes no cell that lists all uses of a district for a use with parking", async () => {
  const uses = Array.from({ length: 14 }, (_, at) => `${at + 1}. Offices and shops on the upper floor`).join(" ");
  const { rules } = await rulesOfMarkdown(`# Appendix F Off-street parking

|  | Requirement |
| --- | --- |
| ${uses} | 2 spaces per dwelling unit |
| Bank | 1 space per 300 square feet |
`);
  const parking = (rules as readonly ParkingRule[]).filter(({ kind }) => kind === "parking");
  expect(parking.map(({ words }) => words)).toEqual(["Bank"]);
});

it("keeps the parking requirement of a use as printed, also where the lexicon has no entry for the use or the measure", async () => {
  const { rules } = await rulesOfMarkdown(`# 9 Off-street parking

Bowling alleys 4 for each alley

Sports clubs and golf clubs

1 for each 5 members plus

1 for each employee

Charging stations 1 for every 25 parking stalls
`);
  const parking = (rules as readonly ParkingRule[]).filter(({ kind }) => kind === "parking");
  expect(parking.map(({ words, required, use }) => [words, required, use])).toEqual([
    ["Bowling alleys", "4 for each alley", null],
    ["Sports clubs and golf clubs", "1 for each 5 members plus 1 for each employee", null],
  ]);
});
