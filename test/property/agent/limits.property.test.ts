import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparedWith } from "../../../agent/extractive/answers/limits.ts";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";

const read = (question: string) => readQuestion(question, { zoningCodes: [], jurisdiction: null });
const areas = fc.integer({ min: 100, max: 99_999 });

describe("comparing what a question tells with a limit", () => {
  it("keeps a greatest area exactly where the area is not above it", () => {
    fc.assert(
      fc.property(areas, areas, (told, limit) => {
        const compared = comparedWith(
          read(`Can I open a ${told.toLocaleString("en-US")} square foot shop?`),
          `Shops of up to ${limit.toLocaleString("en-US")} square feet`,
        );
        expect(compared).toBe(told <= limit ? "kept" : "broken");
      }),
    );
  });

  it("keeps a least lot exactly where the lot is not below it, in whatever unit each is stated", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), areas, (acres, limit) => {
        const compared = comparedWith(
          read(`May I keep goats on a lot of ${acres} acres?`),
          `Goats on lots of at least ${limit.toLocaleString("en-US")} square feet`,
        );
        expect(compared).toBe(acres * 43_560 >= limit ? "kept" : "broken");
      }),
    );
  });

  it("never compares the area of a lot with that of a floor", () => {
    fc.assert(
      fc.property(areas, areas, (told, limit) => {
        const shop = read(`Can I open a shop on a lot of ${told} square feet?`);
        expect(comparedWith(shop, `Shops with a floor area of at most ${limit} square feet`)).toBe("unknown");
      }),
    );
  });
});
