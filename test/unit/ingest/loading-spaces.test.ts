import { describe, expect, it } from "vitest";
import {
  asksForLoading,
  loadingNeedIn,
  loadingNeedOfRow,
  loadingSizeIn,
} from "../../../ingest/rules/loading-spaces.ts";

const band = { over: 0, upTo: null, each: null, eachOver: 0 };

describe("loading spaces by floor area", () => {
  it("are read from the rows of a table", () => {
    expect(loadingNeedOfRow("20,001 to 60,000", "2")).toEqual({
      value: 2,
      floorArea: { ...band, over: 20_000, upTo: 60_000 },
    });
    expect(loadingNeedOfRow("More than 60,000", "3, and 1 for each additional 50,000")).toEqual({
      value: 3,
      floorArea: { ...band, over: 60_000, each: 50_000, eachOver: 60_000 },
    });
    expect(loadingNeedOfRow("Less than 5,000", "None")).toBeUndefined();
    expect(loadingNeedOfRow("Office", "1")).toBeUndefined();
  });

  it.each([
    ["1 loading space for each 20,000 square feet or fraction thereof", { over: 0, each: 20_000 }],
    [
      "Every building containing more than 20 thousand (20,000) square feet - 1 loading space for each 20 thousand (20,000) square feet.",
      { over: 20_000, each: 20_000 },
    ],
    [
      "A building of 10,000 square feet or more shall have 1 loading space for each 20,000 square feet in excess of 20,000 square feet.",
      { over: 9999, each: 20_000, eachOver: 20_000 },
    ],
  ])("are read from a sentence with one for each area: %s", (sentence, floorArea) => {
    expect(loadingNeedIn(sentence)).toEqual({ value: 0, floorArea: { ...band, ...floorArea } });
  });

  it("are read from a sentence on a band of areas, and from none on a waiver or on parking", () => {
    const sentence =
      "Every building containing more than 5,000 to 20,000 square feet gross floor area - 1 loading space.";
    expect(loadingNeedIn(sentence)).toEqual({ value: 1, floorArea: { ...band, over: 5000, upTo: 20_000 } });
    expect(loadingNeedIn("The Commission may waive 1 loading space for each 20,000 square feet.")).toBeUndefined();
    expect(loadingNeedIn("1 parking space for each 20,000 square feet.")).toBeUndefined();
  });

  it("are asked for by a clause without their number, and by none on something else", () => {
    expect(asksForLoading("A nonresidential building shall have loading spaces as Table 8.4 requires.")).toBe(true);
    expect(asksForLoading("Loading spaces shall be provided as the Commission determines.")).toBe(true);
    expect(asksForLoading("Loading spaces shall not be provided in a front yard.")).toBe(false);
    expect(asksForLoading("A sign beside each loading space shall be lit.")).toBe(false);
  });

  it("have the size that a sentence states", () => {
    const sentence = "A loading space shall be at least 12 feet wide, 45 feet long and 14 feet high.";
    expect(loadingSizeIn(sentence)).toEqual([12, 45]);
    expect(loadingSizeIn("Each loading space shall contain not less than 10 feet by 25 feet.")).toEqual([10, 25]);
    expect(loadingSizeIn("A parking space shall be 9 feet wide and 18 feet long.")).toBeUndefined();
  });
});
