import { describe, expect, it } from "vitest";
import { flagLotAreaIn } from "../../../ingest/rules/flag-lot-area.ts";
import { permitSizeIn } from "../../../ingest/rules/permit-sizes.ts";

describe("the least area of a flag lot", () => {
  it.each([
    ["The area of a flag lot, without the access strip, shall be at least 1.5 times the minimum lot area.", "", 1.5],
    [
      "The area of each interior lot, exclusive of its accessway, shall be not less than 2 times the minimum lot area.",
      "",
      2,
    ],
    [
      "The area of the accessway shall not be included in the calculation of the required minimum lot area.",
      "Rear lots",
      1,
    ],
  ])("is read where the strip for access is left out: %s", (sentence, path, factor) => {
    expect(flagLotAreaIn(sentence, path)).toBe(factor);
  });

  it.each([
    ["A rear lot shall have an area 2.25 times the required area for the zone.", ""],
    ["The area of the accessway shall not be included in the minimum lot area.", "4 Uses"],
    ["The access strip of a flag lot shall be at least 25 feet wide.", "Flag lots"],
  ])("is not read where the strip counts, or of another lot: %s", (sentence, path) => {
    expect(flagLotAreaIn(sentence, path)).toBeUndefined();
  });
});

describe("the size above which a use needs a permit", () => {
  it("is read with its use and unit", () => {
    const sentence =
      "A warehouse or distribution building of more than 100 thousand (100,000) square feet needs a special permit.";
    expect(permitSizeIn(sentence)).toEqual({
      ...{ value: 100_000, unit: "sq ft" },
      words: "A warehouse or distribution building",
    });
    expect(permitSizeIn("Multifamily dwellings of more than 12 units are permitted only by special permit.")).toEqual({
      ...{ value: 12, unit: "dwelling units" },
      words: "Multifamily dwellings",
    });
  });

  it.each([
    "A building of more than 100,000 square feet needs a special permit.",
    "Signs of more than 40 square feet need a special permit.",
    "A retail store of more than 5,000 square feet shall be screened.",
  ])("is not read of an unnamed use, a sign, or without a permit: %s", (sentence) => {
    expect(permitSizeIn(sentence)).toBeUndefined();
  });
});
