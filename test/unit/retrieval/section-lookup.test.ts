import { describe, expect, it } from "vitest";
import { isWithinSection, namedSections } from "../../../retrieval/section-lookup.ts";

describe("section numbers in a question", () => {
  it.each([
    ["what does section 3.1.8 say", ["3.1.8"]],
    ["§ 240-15(B) fences", ["240-15(b)"]],
    ["Sec. 35.2-42.4. uses", ["35.2-42.4"]],
    ["is 17-2-0303 still in force", ["17-2-0303"]],
    ["12-204", ["12-204"]],
    ["Article 5 and section 6.2", ["5", "6.2"]],
  ])("are read where the question names them: %s", (query, expected) => {
    expect(namedSections(query)).toEqual(expected);
  });

  it.each(["2.5 stories", "a 5-foot setback in R-20", "0.25 acre lot minimum", "section of a fence", "35 feet"])(
    "are not taken from measures and districts: %s",
    (query) => {
      expect(namedSections(query)).toEqual([]);
    },
  );

  it("hold their subsections and not their longer-numbered neighbours", () => {
    expect(["3.1", "3.1.8", "3.1(a)", "3.1-2"].every((section) => isWithinSection(section, "3.1"))).toBe(true);
    expect(["3.10", "3.11.2", "13.1", null].some((section) => isWithinSection(section, "3.1"))).toBe(false);
  });
});
