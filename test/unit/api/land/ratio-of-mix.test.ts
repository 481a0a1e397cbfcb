import { describe, expect, it } from "vitest";
import type { CriterionValue } from "../../../../api/land/design-criteria/criteria.ts";
import { ratioOfMix } from "../../../../api/land/interview/ratio-of-mix.ts";

const perUnit = (value: number, condition: string): CriterionValue => ({
  ...{ value, condition, unit: "stalls per dwelling unit", citations: [], notes: [] },
});
const shares = { studio: 10, "1br": 50, "2br": 35, "3br": 5 };
const ratio = (values: readonly CriterionValue[], more: { readonly shares?: unknown; readonly units?: number } = {}) =>
  ratioOfMix(values, { shares, units: undefined, ...more });

const small = perUnit(1.25, "Multifamily dwelling, studio or one bedroom");
const large = perUnit(1.75, "Multifamily dwelling, two or more bedrooms");
const visitors = perUnit(0.1, "Multifamily dwelling, visitors, where there are more than 10 dwelling units");

describe("the parking ratio of a mix of dwellings", () => {
  it("is that of each number of bedrooms by its share, and what visitors need", () => {
    expect(ratio([small, large, visitors])?.value).toBe(1.55);
    expect(ratio([small, large])?.value).toBe(1.45);
    expect(ratio([small, large], { shares: { studio: 0, "1br": 20, "2br": 60, "3br": 20 } })?.value).toBe(1.65);
  });

  it("has its arithmetic as its basis", () => {
    expect(ratio([small, large, visitors])?.basis).toBe(
      "The ordinance has a ratio for each number of bedrooms; for this mix it is 60 % × 1.25 for “Multifamily dwelling, studio or one bedroom” + 40 % × 1.75 for “Multifamily dwelling, two or more bedrooms” + 100 % × 0.1 for “Multifamily dwelling, visitors, where there are more than 10 dwelling units” = 1.55.",
    );
  });

  it("counts visitors only from the number of dwellings on from which they count", () => {
    expect(ratio([small, large, visitors], { units: 10 })?.value).toBe(1.45);
    expect(ratio([small, large, visitors], { units: 11 })?.value).toBe(1.55);
  });

  it.each([
    [
      ["Efficiency units", "1-bedroom units", "2 bedroom units", "3 or more bedrooms"],
      [1, 1.5, 2, 2.5],
    ],
    [
      ["studio", "one bedroom", "two bedrooms", "more than two bedrooms"],
      [1, 1.5, 2, 2.5],
    ],
    [
      ["studio apartment", "1 BR", "2 BR", "3+ bedrooms"],
      [1, 1.5, 2, 2.5],
    ],
    [
      ["studio", "one bedroom", "two bedrooms", "three bedrooms and larger"],
      [1, 1.5, 2, 2.5],
    ],
  ])("knows the numbers of bedrooms in %j", (conditions, values) => {
    expect(ratio(conditions.map((condition, at) => perUnit(values[at] ?? 0, condition)))?.value).toBe(1.675);
  });

  it.each([
    ["one or two bedrooms", "studio, three or more bedrooms"],
    ["1 to 2 bedrooms", "efficiency or more than 2 bedrooms"],
  ])("knows that %j has two kinds", (first, second) => {
    expect(ratio([perUnit(1, first), perUnit(2, second)])?.value).toBe(1.15);
  });

  it.each([
    ["a kind of dwelling in the mix has no ratio", [perUnit(1, "one bedroom"), perUnit(2, "two or more bedrooms")]],
    ["a kind has two ratios", [small, large, perUnit(2, "two bedrooms")]],
    ["a case is not about bedrooms", [small, large, perUnit(1, "within a mile of a station")]],
    ["a ratio counts something else", [small, { ...large, unit: "stalls per 1,000 sq ft" }]],
  ])("is not known where %s", (_, values) => {
    expect(ratio(values)).toBeUndefined();
  });

  it("is not known where the mix is not", () => {
    expect(ratio([small, large], { shares: undefined })).toBeUndefined();
  });
});
