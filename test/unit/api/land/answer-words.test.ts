import { describe, expect, it } from "vitest";
import { valueWords } from "../../../../api/land/interview/answer-words.ts";
import { siteQuestions } from "../../../../api/land/interview/workflows/common-questions.ts";
import { mostOr, numbersOf, wholeNumber } from "../../../../api/land/interview/workflows/question-parts.ts";

describe("the words of an answer", () => {
  it("give each member its unit, and spell abbreviations out", () => {
    const setbacks = numbersOf(["front", "interior_side"], 0, 200);
    expect(valueWords({ front: 20, interior_side: 7.5 }, setbacks, "ft")).toBe("Front 20 ft, interior side 7.5 ft");
    expect(valueWords({ studio: 10, "1br": 90 }, numbersOf(["studio", "1br"], 0, 100), "%")).toBe(
      "Studio 10%, one bedroom 90%",
    );
  });

  it("consist of the number alone where it is the only member", () => {
    const target = mostOr("units", wholeNumber(1, 2_000));
    expect(valueWords({ units: 1_200 }, target, "units")).toBe("1,200 units");
    expect(valueWords({ max: true }, target, "units")).toBe("As many as fit");
  });

  it("name a zone and what is built in it, without ids", () => {
    const zones = siteQuestions.find(({ id }) => id === "site.zones");
    const value = [{ zone_id: "z1", name: "Whole site", typology: "multifamily_garden" }];
    expect(valueWords(value, zones?.schema ?? {}, null)).toBe("Whole site: garden apartments");
  });
});
