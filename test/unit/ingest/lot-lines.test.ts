import { describe, expect, it } from "vitest";
import { readDocument } from "../../../ingest/index.ts";
import type { DimensionRule } from "../../../ingest/rules/rule.ts";
import { rulesOfMarkdown } from "../../support/rules-of-markdown.ts";

const values = (rules: readonly { kind: string }[], district: string) =>
  (rules as readonly DimensionRule[])
    .filter((rule) => rule.kind === "dimension" && rule.districts.includes(district))
    .map(({ dimension, value, conditions }) => [dimension, value, ...conditions]);

async function rulesOfPlainText(text: string) {
  const bytes = new TextEncoder().encode(text);
  const { rules } = await readDocument({ bytes }, { mediaType: "text/plain", filename: "code.txt" });
  return rules?.rules ?? [];
}

const districts = `# 3 Districts

| Symbol | District |
|---|---|
| R-7 | Meadow Residential |
| R-9 | Village Residential |
`;

describe("a setback by the line that it is measured from", () => {
  it("is that of the side where its line is neither the front nor the rear one", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Bulk

| Standard | R-7 | R-9 |
|---|---|---|
| 1. Minimum setback from any lot line other than a front or rear lot line (in feet) | 33 | 22 |
| 2. Minimum setback from any lot line other than a front or rear lot line for two-family dwellings (in feet) | 44 | 36 |
`);
    expect(values(rules, "R-9")).toEqual([
      ["setback_side_interior", 22],
      [
        "setback_side_interior",
        36,
        "2. Minimum setback from any lot line other than a front or rear lot line for two-family dwellings (in feet)",
      ],
    ]);
  });

  it("goes on with the title over it, which ends with the next number", async () => {
    const rules = await rulesOfPlainText(`SECTION 4 MEADOW M-6 DISTRICT

4.3 Lots and buildings

|  | 4.3.1 Minimum Lot Area | 4.3.1 Minimum Lot Area | 87,000 square feet |
| 4.4 HEIGHT | 4.4 HEIGHT |
| 4.4.1 Maximum Height | 4.4.1 Maximum Height | 31 feet |
| 4.5 SETBACKS | 4.5 SETBACKS |
| 4.5.1 From Street Line | 42 feet |
| 4.5.2 | From Rear Property Line | 24 feet |
| 4.5.3 From Other Property Line | 18 feet |
| 4.5.4 Accessory Buildings |
| A. From Street Line | 70 feet |
| B. Maximum Height | 15 feet |
| 4.6 COVERAGE | 4.6 COVERAGE |
| 4.6.1 Maximum Building Coverage | 12% |
`);
    expect(values(rules, "M-6")).toEqual([
      ["lot_area_min", 87_000],
      ["height_max", 31],
      ["setback_front", 42],
      ["setback_rear", 24],
      ["setback_side_interior", 18],
      ["coverage_max", 12],
    ]);
  });

  it("is none of the principal building in the rows of accessory structures", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Bulk

| Standard | R-7 | R-9 |
|---|---|---|
| 8. Minimum rear yard | 41 | 27 |
| 9. Accessory structures 9A. Distance from front line | 60 | 50 |
| 9B. Minimum distance from rear lot line | 12 | 11 |
| 10. Minimum width (see note b) | 140 | 90 |
`);
    expect(values(rules, "R-9")).toEqual([
      ["setback_rear", 27],
      ["lot_width_min", 90],
    ]);
  });

  it("may be set beside those from other lines in one sentence", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 6 R-7 Meadow Residential District

F. Minimum setbacks. No structure shall extend less than 48 feet from the front lot line or 26 feet from any side or rear lot line.
`);
    expect(values(rules, "R-7")).toEqual([
      ["setback_front", 48],
      ["setback_side_interior", 26],
      ["setback_rear", 26],
    ]);
  });

  it("is none where the sentence is on a lot or a building of some kind", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 6 R-7 Meadow Residential District

No sign shall extend less than 48 feet from the front lot line. In the case of a corner lot, no structure shall extend less than 26 feet from any side lot line.
`);
    expect(values(rules, "R-7")).toEqual([]);
  });
});

describe("a number that is not an amount", () => {
  it("is that of a section to which a cell refers", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 5 Bulk

| Standard | R-7 | R-9 |
|---|---|---|
| Minimum front yard | See subsection 406 | 35 |
`);
    expect(values(rules, "R-7")).toEqual([]);
    expect(values(rules, "R-9")).toEqual([["setback_front", 35]]);
  });

  it("stands in a section on the background of a district", async () => {
    const { rules } = await rulesOfMarkdown(`${districts}
# 6 R-7 Meadow Residential District

## 6.1 Background and purposes

There are other lots nearby, whose minimum lot size is 2 acres.
`);
    expect(values(rules, "R-7")).toEqual([]);
  });
});

describe("a district with a fraction in its code", () => {
  it("is none of the district without it", async () => {
    const { rules } = await rulesOfMarkdown(`# 5 Bulk of residential zones

| Standard | R-2 | R-1/2 | R-1/4 |
|---|---|---|---|
| Minimum lot area (square feet) | 87,000 | 21,700 | 10,800 |
| Minimum front yard (feet) | 50 | 40 | 30 |
`);
    expect(values(rules, "R-1/2")).toEqual([
      ["lot_area_min", 21_700],
      ["setback_front", 40],
    ]);
    expect(values(rules, "R-1")).toEqual([]);
  });
});
