import { describe, expect, it } from "vitest";
import { readDocument } from "../../../ingest/index.ts";
import { extractRules } from "../../../ingest/rules/extract-rules.ts";
import type { DimensionRule, DistrictPlace } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const standard = (rules: readonly { kind: string }[], district: string, dimension: string) =>
  (rules as readonly DimensionRule[])
    .filter((rule) => rule.kind === "dimension" && rule.dimension === dimension && rule.districts.includes(district))
    .map(({ value, isNone, unit, conditions }) => ({ value: isNone ? "none" : value, unit, conditions }));

async function rulesOfPlainText(text: string) {
  const bytes = new TextEncoder().encode(text);
  const { rules } = await readDocument({ bytes }, { mediaType: "text/plain", filename: "code.txt" });
  return rules?.rules ?? [];
}

const districts = `# 3 Districts

| Symbol | District |
|---|---|
| R-1 | Low Density Residential |
| R-2 | Village Residential |
| LI | Light Industrial |
`;

describe("standards in tables", () => {
  it("are bound to the district of their row", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| District | Minimum lot area (square feet) | Minimum front yard (feet) | Maximum height (feet) | Maximum lot coverage (percent) |
|---|---|---|---|---|
| R-1 | 20,000 | 30 | 35 | 25 |
| R-2 | 8,000 | 20 | 35 | None |
`);
    expect(standard(rules, "R-2", "lot_area_min")).toEqual([{ value: 8000, unit: "sq ft", conditions: [] }]);
    expect(standard(rules, "R-1", "setback_front")).toEqual([{ value: 30, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "coverage_max")).toEqual([{ value: "none", unit: "%", conditions: [] }]);
  });

  it("are those of each side where a label names several, and apart where they begin at the center of the street", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| Standard | R-1 | LI |
|---|---|---|
| Minimum front yard from property line (ft) | 35 | 50 |
| Minimum front yard from centerline of street (ft) | 60 | 75 |
| Minimum side & rear yards (ft) | 20 | 25 |
| Minimum side yard for lots created after 2006 (ft) | 40 | |
`);
    expect(standard(rules, "LI", "setback_rear")).toEqual([{ value: 25, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-1", "setback_side_interior")).toEqual([
      { value: 20, unit: "ft", conditions: [] },
      { value: 40, unit: "ft", conditions: ["Minimum side yard for lots created after 2006 (ft)"] },
    ]);
    expect(standard(rules, "R-1", "setback_front")).toEqual([
      { value: 35, unit: "ft", conditions: [] },
      { value: 60, unit: "ft", conditions: ["from centerline of street"] },
    ]);
  });

  it("are distinguished by their unit under a head of two standards, and a form of a district is a separate case", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| District | Lot area frontage | Lot lot area frontage | Front yard |
|---|---|---|---|
| R-1 | 40,000 s.f. | 200 ft | 50 ft |
| R-1 os | 30,000 s.f. | 150 ft | 35 ft |
| R-2 (a) | 2 acres | 100 ft | 30 ft |
`);
    expect(standard(rules, "R-1", "lot_area_min")).toEqual([
      { value: 40_000, unit: "sq ft", conditions: [] },
      { value: 30_000, unit: "sq ft", conditions: ["os"] },
    ]);
    expect(standard(rules, "R-2", "lot_area_min")).toEqual([{ value: 87_120, unit: "sq ft", conditions: [] }]);
    expect(standard(rules, "R-2", "lot_frontage_min")).toEqual([{ value: 100, unit: "ft", conditions: [] }]);
  });

  it("that begin at the center of the street alone are no case", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| Standard | R-1 | LI |
|---|---|---|
| Minimum front yard from centerline of street (ft) | 60 | 75 |
| Minimum side yard (ft) | 20 | 25 |
`);
    expect(standard(rules, "R-1", "setback_front")).toEqual([{ value: 60, unit: "ft", conditions: [] }]);
  });

  it("are bound to the district of their column", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| Standard | R-1 | R-2 | LI |
|---|---|---|---|
| Minimum lot area | 2 acres | 8,000 sq. ft. | 40,000 sq. ft. |
| Minimum side yard | 15 ft | 10 ft | 25 ft |
| Maximum height | 35 ft | 35 ft | 50 ft |
`);
    expect(standard(rules, "R-1", "lot_area_min")).toEqual([{ value: 87_120, unit: "sq ft", conditions: [] }]);
    expect(standard(rules, "LI", "setback_side_interior")).toEqual([{ value: 25, unit: "ft", conditions: [] }]);
  });

  it("are read below a row of limits, beside the numbers of rows, and with the mark of a note glued to a head", async () => {
    const limits = await rulesOfPlainText(`4.3 I-1 GENERAL INDUSTRY DISTRICT (I-1)

4.3.A Purpose.
The I-1 District is for industry.

4.3.B Authorized by Special Permit.
The following uses may be authorized by special permit.

|  | MINIMUM |  | MAXIMUM |  |
| DISTRICT | LOT WIDTH | FRONT YARD 4 | HEIGHT 4 | LOT COVERAGE3 |
| I-1 | 100 ft | 40 ft | 60 ft | 50 % |
`);
    expect(standard(limits, "I-1", "height_max")).toEqual([{ value: 60, unit: "ft", conditions: [] }]);
    expect(standard(limits, "I-1", "coverage_max")).toEqual([{ value: 50, unit: "%", conditions: [] }]);
    const numbered = await rulesOfPlainText(`26.12 Lot requirements by district

| Standards | Standards | VZ | EMVD | B-1 | B-2 | I-1 |
| 26.12.1 | Minimum lot area (in sq. ft.) | 10,000 | 12,000 | 20,000 | 10,000 | 40,000 |
| 26.12.2 | Minimum setback from rear lot line (in feet) | 10 | 11 | 50 | 10 | 25 |
`);
    expect(standard(numbered, "EMVD", "lot_area_min")).toEqual([{ value: 12_000, unit: "sq ft", conditions: [] }]);
    expect(standard(numbered, "B-2", "setback_rear")).toEqual([{ value: 10, unit: "ft", conditions: [] }]);
  });

  it("take the rest of a label from the row above, and nothing else from a group on another standard", async () => {
    const rules = await rulesOfPlainText(`C. INDUSTRIAL ZONE (I)

1. Area requirements of the Industrial Zone (I).

| Minimum street frontage |  |
| and width of access | 30 feet |
| Minimum side yard | 40 feet |
| Minimum yard |  |
| Rear and side | 20 feet |
| Maximum height | 2 1/2 stories/35 feet |
| Minimum total habitable floor |  |
| area for houses | 1100 sq. feet |
`);
    expect(standard(rules, "I", "setback_side_interior")).toContainEqual({ value: 40, unit: "ft", conditions: [] });
    expect(standard(rules, "I", "setback_side_street")).toEqual([]);
    expect(standard(rules, "I", "height_max")).toEqual([{ value: 35, unit: "ft", conditions: [] }]);
    expect(standard(rules, "I", "dwelling_unit_area_min")).toEqual([{ value: 1100, unit: "sq ft", conditions: [] }]);
  });

  it("are of the row above where a row only names the neighbor on which they depend", async () => {
    const rules = await rulesOfPlainText(`5.4 Dimensional requirements

| | RA | CM-1 | MU |
| Frontage lots: | | | |
| Minimum lot area (sq. ft.) | 50,000 | 40,000 | 20,000 |
| Minimum side yard (ft.) | 25 | | |
| Abutting RA district (ft.) | | 75 | 40 |
| Not abutting RA district (ft.) | | 30 | 20 |
| Maximum height (ft.) | 35 | 40 | 35 |
`);
    expect(standard(rules, "CM-1", "setback_side_interior")).toEqual([
      { value: 75, unit: "ft", conditions: ["Abutting RA district (ft.)"] },
      { value: 30, unit: "ft", conditions: ["Not abutting RA district (ft.)"] },
    ]);
    expect(standard(rules, "CM-1", "lot_frontage_min")).toEqual([]);
    expect(standard(rules, "CM-1", "setback_side_street")).toEqual([]);
    expect(standard(rules, "MU", "height_max")).toEqual([{ value: 35, unit: "ft", conditions: [] }]);
  });

  it("cite the row that holds them", async () => {
    const { rules, text } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| District | Minimum rear yard (feet) |
|---|---|
| R-1 | 40 |
| R-2 | 25 |
`);
    const [rule] = (rules as DimensionRule[]).filter(({ districts: codes }) => codes.includes("R-2"));
    expect(text.slice(rule?.evidence.charStart, rule?.evidence.charEnd)).toMatch(/R-2 \| 25/);
  });
});

describe("a table of labels and values side by side", () => {
  const ofDistrict = (...rows: string[]) =>
    rulesOfMarkdown(`${districts}
# 5 District standards

| TABLE 5-A DISTRICT STANDARDS: R-2 VILLAGE RESIDENTIAL |  |  |  |
|---|---|---|---|
| Setbacks |  |  |  |
${rows.join("\n")}
`);

  it("has no standards of the lot under the title of accessory buildings, and those of its next block again", async () => {
    const { rules } = await ofDistrict(
      "| Setbacks - Principal Building | Setbacks - Accessory Building |  |  |",
      "| Front Setback | 30 ft. min. | Front Setback | 20 ft. min. behind the front of the principal building |",
      "| Side Setback, each side | 12 ft. min. | Side Setback, each side | 4 ft. min. |",
      "| Rear Setback | 25 ft. min. | Rear Setback | 4 ft. min. |",
      "| Lot |  |  |  |",
      "| Lot Width | 80 ft. min. | Impervious Coverage | 40% max. |",
    );
    expect(standard(rules, "R-2", "setback_front")).toEqual([{ value: 30, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "setback_side_interior")).toEqual([{ value: 12, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "setback_rear")).toEqual([{ value: 25, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "impervious_max")).toEqual([{ value: 40, unit: "%", conditions: [] }]);
  });

  it("states the least of a range as the minimum, and no minimum by a value that is called the most", async () => {
    const { rules } = await ofDistrict(
      "| Front Setback | 20 ft. min., 50 ft. max. | Lot Area | 0.5 acres max. |",
      "| Rear Setback | 15 ft. (min.), 60 ft. (max.) | Lot Width | 85 ft. min. for a lot within a block and 105 ft. min. on a corner |",
    );
    expect(standard(rules, "R-2", "setback_front")).toEqual([{ value: 20, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "setback_rear")).toEqual([{ value: 15, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "lot_area_min")).toEqual([]);
    expect(standard(rules, "R-2", "lot_width_min")).toEqual([]);
    const { rules: before } = await rulesOfMarkdown(
      `${districts}\n# 5 Dimensions\n\n| District | Rear yard | Height |\n|---|---|---|\n| R-1 | 30 ft | 35 ft |\n| R-2 | Min. 15 ft., max. 60 ft. | Max. 40 ft |\n`,
    );
    expect(standard(before, "R-2", "setback_rear")).toEqual([{ value: 15, unit: "ft", conditions: [] }]);
    expect(standard(before, "R-2", "height_max")).toEqual([{ value: 40, unit: "ft", conditions: [] }]);
  });

  it("has no height of buildings in the height of a window sill or a screen, and no frontage in a type of one", async () => {
    const { rules } = await ofDistrict(
      "| Window Sill Height | 30 in. min. | Hedge Screen Height | 12 ft. |",
      "| Frontage Buildout | 40% min. | Block Perimeter Density | NA |",
      "| Private Frontage Types |  |  |  |",
      "| Porch | NA | Stoop | NA |",
    );
    const dimensions = ["height_max", "lot_frontage_min", "density_max"];
    expect(dimensions.flatMap((dimension) => standard(rules, "R-2", dimension))).toEqual([]);
  });

  it("is of signs where its caption says so: the districts in it are those that allow them", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 7 Signs

| TABLE 7-B SIGN TYPES: MONUMENT SIGN, PERMITTED IN R-2 AND LI |  |
|---|---|
| Dimensions |  |
| Height (max) | 12 ft. |
| Area (max) | 18 sf |
`);
    expect(standard(rules, "R-2", "height_max")).toEqual([]);
  });
});

describe("standards in clauses", () => {
  const chapter = (body: string) => `${districts}
# 6 R-1 Low Density Residential District

${body}

# 7 R-2 Village Residential District

(a) Minimum lot area: 8,000 square feet.
`;
  it("are a case below a lead that takes them out of the general sections", async () => {
    const { rules } = await rulesOfMarkdown(
      chapter(`(a) Minimum lot area: 20,000 square feet.

## 6.5 North area

Notwithstanding Section 6(a), a house in the "North Area" shall comply with the following requirements:

(a) Minimum lot area: 3,000 square feet.`),
    );
    expect(standard(rules, "R-1", "lot_area_min").map(({ value, conditions }) => [value, conditions.length])).toEqual([
      [20_000, 0],
      [3_000, 1],
    ]);
  });

  it("are bound to the heading of a district, and the main clause is read without its exception", async () => {
    const { rules } = await rulesOfMarkdown(
      chapter(
        "(a) Minimum lot area: 20,000 square feet, except where served by public sewer.\n\n(b) Front yard: 30 feet.",
      ),
    );
    expect(standard(rules, "R-1", "lot_area_min")).toEqual([{ value: 20_000, unit: "sq ft", conditions: [] }]);
    expect(standard(rules, "R-1", "setback_front")).toEqual([{ value: 30, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "lot_area_min")).toEqual([{ value: 8000, unit: "sq ft", conditions: [] }]);
  });

  it("keep a case as a condition", async () => {
    const { rules } = await rulesOfMarkdown(chapter("(a) On a corner lot, the front yard shall be at least 40 feet."));
    const [rule] = standard(rules, "R-1", "setback_front");
    expect(rule?.conditions).toHaveLength(1);
  });

  it("give nothing for a share of another measure, a structure of another kind or a chapter on something else", async () => {
    const { rules } = await rulesOfMarkdown(
      `${chapter("(a) Side yard: 10 percent of the lot width or 4 feet.\n\n(b) A fence in a front yard shall be at most 4 feet.")}
# 9 Signs in the R-1 District

Height: 20 feet.
`,
    );
    expect(standard(rules, "R-1", "setback_side_interior")).toEqual([]);
    expect(standard(rules, "R-1", "setback_front").every(({ conditions }) => conditions.length > 0)).toBe(true);
  });
});

describe("parking ratios", () => {
  it("are read by use in one unit, and an addition is a condition", async () => {
    const { rules } = await rulesOfMarkdown(`# 8 Off-street parking

| Use | Required parking spaces |
|---|---|
| Retail store | 1 per 300 square feet |
| Multifamily dwelling | 1.5 per dwelling unit |
| Hotel | 1 per guest room plus 1 per employee |
`);
    const ratios = Object.fromEntries(
      rules.flatMap((rule) =>
        rule.kind === "parking" ? [[rule.use, [rule.value, rule.unit, rule.conditions.length]]] : [],
      ),
    );
    expect(ratios).toEqual({
      retail: [3.333, "stalls per 1,000 sq ft", 0],
      multifamily: [1.5, "stalls per dwelling unit", 0],
      hotel: [1, "stalls per room", 1],
    });
  });

  it("are read to the end of a sentence that lines part", async () => {
    const { rules } = await rulesOfMarkdown(`# 8 Off-street parking

Restaurant. One (1) space for every three (3)

seats, with a minimum of ten (10) spaces for each

restaurant, except for the uses listed below:

Bank. Two (2) spaces per teller

Office. One (1) space per desk
`);
    const entries = rules.flatMap((rule) => (rule.kind === "parking" ? [[rule.words, rule.required]] : []));
    expect(entries).toEqual([
      [
        "Restaurant",
        "One (1) space for every three (3) seats, with a minimum of ten (10) spaces for each restaurant, except for the uses listed below:",
      ],
      ["Bank", "Two (2) spaces per teller"],
      ["Office", "One (1) space per desk"],
    ]);
  });

  it("are those of each use where a line goes on with a further one", async () => {
    const { rules } = await rulesOfMarkdown(`# 8 Off-street parking

Offices: one for each 300 square feet of floor area; clinics and dental offices, four for each practitioner.
`);
    const entries = rules.flatMap((rule) => (rule.kind === "parking" ? [[rule.words, rule.required]] : []));
    expect(new Map(entries as [string, string][])).toEqual(
      new Map([
        ["Offices", "one for each 300 square feet of floor area"],
        ["clinics and dental offices", "four for each practitioner."],
      ]),
    );
  });

  it("of dwellings by their bedrooms are of one use, and those of a special store are not of every store", async () => {
    const { rules } = await rulesOfMarkdown(`# 8 Off-street parking

| Use | Required parking spaces |
|---|---|
| Multifamily dwelling, one bedroom | 1.25 per dwelling unit |
| Multifamily dwelling, two or more bedrooms | 1.75 per dwelling unit |
| Two-family and multifamily dwellings | 2 per dwelling unit |
| Retail store | 1 per 300 square feet |
| Cannabis retailer | 1 per 200 square feet |
`);
    const ratios = rules.flatMap((rule) => (rule.kind === "parking" ? [[rule.use, rule.value]] : []));
    expect(ratios.filter(([use]) => use === "multifamily")).toEqual([
      ["multifamily", 1.25],
      ["multifamily", 1.75],
    ]);
    expect(ratios.filter(([use]) => use === "retail")).toEqual([["retail", 3.333]]);
  });

  it("are not read from a share of the spaces in percent", async () => {
    const { rules } = await rulesOfMarkdown(`# 8 Off-street parking

## 8.12 Charging

B. A new multifamily dwelling shall have conduit for later stations to another twenty percent (20%) of the spaces.
`);
    expect(rules.filter(({ kind }) => kind === "parking")).toEqual([]);
  });
});

describe("the cost of reading rules", () => {
  it("is linear in hostile text", () => {
    const chunk = (text: string, ordinal: number) => ({
      ...{
        ordinal,
        section: null,
        headingPath: ["6 R-1 District"],
        rows: [],
        charStart: 0,
        charEnd: text.length,
        text,
      },
    });
    const time = (size: number) => {
      const started = process.cpuUsage();
      for (const piece of ["front yard 1 ", "(a) R-1 R-2 ", "1,1,1,", "side yard; ", "R-1-", "11111111"]) {
        extractRules([chunk(piece.repeat(Math.ceil(size / piece.length)), 0), chunk("x".repeat(size), 1)]);
      }
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    time(2_000);
    const [small, large] = [time(20_000), time(160_000)];
    expect(large).toBeLessThan(Math.max(400, small * 40));
  });
});

describe("standards of districts that have names and no codes", () => {
  const named = `# 10 Dimensional requirements

## 10.3 Minimum setback from front lot line

- Mill Village Zone - there is no minimum setback from the front lot line.
- River Village Zone, Hill Village Zone - 50 feet

## 10.4 Maximum lot coverage

- Mill Village Zone - 60%
- River Village Zone, Hill Village Zone - 30%
`;

  it("are read from the items of lists by district", async () => {
    const { rules } = await rulesOfMarkdown(named);
    expect(standard(rules, "River Village Zone", "setback_front")).toEqual([{ value: 50, unit: "ft", conditions: [] }]);
    expect(standard(rules, "Hill Village Zone", "coverage_max")).toEqual([{ value: 30, unit: "%", conditions: [] }]);
  });

  it("are absent where an item says that there is none", async () => {
    const { rules } = await rulesOfMarkdown(named);
    expect(standard(rules, "Mill Village Zone", "setback_front")).toEqual([
      { value: "none", unit: "ft", conditions: [] },
    ]);
  });
});

describe("labels that name the plain case", () => {
  it("give a value without condition: interior side yards, percent of lot coverage, heights in stories", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 R-2 Village Residential District

| Minimum side yard, interior | 15 feet |
|---|---|
| Minimum rear yard | 20 feet |

Maximum percent of lot coverage: 30 percent

Maximum building height: 3 stories
`);
    expect(standard(rules, "R-2", "setback_side_interior")).toEqual([{ value: 15, unit: "ft", conditions: [] }]);
    expect(standard(rules, "R-2", "coverage_max")).toEqual([{ value: 30, unit: "%", conditions: [] }]);
    expect(standard(rules, "R-2", "stories_max")).toEqual([{ value: 3, unit: "stories", conditions: [] }]);
    expect(standard(rules, "R-2", "height_max")).toEqual([]);
  });

  it("take the unit that a label gives first", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| District | Minimum lot area (acres), 1 acre = 43,560 square feet |
|---|---|
| R-1 | 2 |
| R-2 | 1 |
`);
    expect(standard(rules, "R-1", "lot_area_min")).toEqual([{ value: 87_120, unit: "sq ft", conditions: [] }]);
  });
});

describe("places of districts", () => {
  const ofDistrict = (places: readonly DistrictPlace[], subject: string, code: string) =>
    places.filter((place) => place.subject === subject && place.districts.includes(code)).map(({ chunk }) => chunk);

  it("are the chunks that list its uses under its heading or in its column", async () => {
    const { places } = await rulesOfMarkdown(`${districts}
# 4 R-1 Low Density Residential District

## 4.1 Permitted uses

The following uses are permitted:

1. Single-family dwellings.
2. Farms.

# 6 Table of uses

| Use | R-2 | LI |
|---|---|---|
| Bank | SP | P |
| Kennel | | P |
`);
    const [own, table] = [ofDistrict(places, "uses", "R-1"), ofDistrict(places, "uses", "LI")];
    expect(own.length).toBeGreaterThan(0);
    expect(table.length).toBeGreaterThan(0);
    expect(ofDistrict(places, "uses", "R-2")).toEqual(table);
    expect(own.filter((chunk) => table.includes(chunk))).toEqual([]);
  });

  it("are the chunks that state its standards", async () => {
    const { places } = await rulesOfMarkdown(`${districts}
# 5 Dimensions

| District | Minimum rear yard (feet) |
|---|---|
| R-1 | 40 |
| R-2 | 25 |
`);
    expect(ofDistrict(places, "standards", "R-2")).toHaveLength(1);
    expect(ofDistrict(places, "standards", "LI")).toEqual([]);
  });

  it("know a district by the letter before its name in capitals", async () => {
    const { places } = await rulesOfMarkdown(`# 2 Districts

I Zones - 50,000 square feet

# 8 I INDUSTRIAL ZONE REQUIREMENTS

## 8.1 Permitted Uses

The following uses are permitted by right:

1. Oil storage tanks.
`);
    expect(ofDistrict(places, "uses", "I").length).toBeGreaterThan(0);
  });
});

describe("a standard of a lot that is to contain one use", () => {
  it.each([
    "The minimum lot area to contain the use shall be four acres.",
    "The lot area of the farm shall be a minimum of 2 acres.",
    "The minimum lot area, exclusive of the access way, shall be 3 acres.",
    "Reducing the lot area to a minimum of 10,000 square feet needs open space beside it.",
  ])("is a case of its district: %s", async (sentence) => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 4 R-1 District

The minimum lot area shall be 20,000 square feet.

## 4.2 Hospitals

${sentence}
`);
    const cases = standard(rules, "R-1", "lot_area_min");
    expect(cases.filter(({ conditions }) => conditions.length === 0)).toEqual([
      { value: 20_000, unit: "sq ft", conditions: [] },
    ]);
    expect(cases.filter(({ conditions }) => conditions.length > 0).map(({ conditions }) => conditions)).toEqual([
      [sentence],
    ]);
  });
});
