import { describe, expect, it } from "vitest";
import { conditionFit, conditionsIn } from "../../../agent/extractive/answers/conditions.ts";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];

describe("the conditions of a text", () => {
  const served = (text: string) =>
    ["water", "sewer"].map((facet) => [...(conditionsIn(text).get(facet as "water" | "sewer") ?? [])].join("/"));

  it.each([
    ["city water but no sewer", "yes", "no"],
    ["lots served by both public water and sanitary sewer", "yes", "yes"],
    ["with public water only", "yes", "no"],
    ["neither public water nor public sewer", "no", "no"],
    ["on-site septic and private well", "no", "no"],
    ["where public sewer is not available", "", "no"],
    ["Water and sewer", "yes", "yes"],
    ["A building stands 50 feet from the water line", "", ""],
  ])("%s: water %s, sewer %s", (text, water, sewer) => {
    expect(served(text)).toEqual([water, sewer]);
  });

  it.each([
    ["on a corner lot", "Corner lots", "fits"],
    ["on a corner lot", "Interior lots", "excludes"],
    ["on a corner lot", "All lots", "silent"],
    ["on a state highway", "fronting on a local street", "excludes"],
    ["for a garage", "A principal building", "excludes"],
    ["for a garage", "at least 12 feet from the principal building", "silent"],
  ])("a question %s and a case %s: %s", (asked, told, fit) => {
    expect(conditionFit(conditionsIn(asked), conditionsIn(told))).toBe(fit);
  });
});

const byCorner: PassageSource = {
  headings: ["Article 5", "5.5 Yards in the F-2 District"],
  text: "Side yards are at least 11 feet wide on interior lots. Side yards are at least 19 feet wide on corner lots.",
};
const withNote: PassageSource = {
  headings: ["Article 5", "5.6 Dimensions"],
  text: [
    "District | Minimum lot area (sq ft) | Minimum rear yard (ft)",
    "F-3 | 12,000* | 25",
    "F-4 | 16,000 | 30",
    "",
    "* Where public sewer is not available the minimum lot area is 26,000 square feet.",
  ].join("\n"),
};

describe("a value on a condition", () => {
  it("is that of the sentence for such lots", async () => {
    const corner = await ask([byCorner], "How wide is the side yard of a corner lot in the F-2 district?");
    expect(corner.answer).toContain("19 feet");
    expect(corner.answer).not.toContain("11 feet");
    const interior = await ask([byCorner], "How wide is the side yard of an interior lot in the F-2 district?");
    expect(interior.answer).toContain("11 feet");
    expect(interior.answer).not.toContain("19 feet");
  });

  it("of a note follows the value where the condition is not asked about, and holds for no other row", async () => {
    const plain = await ask([withNote], "What is the minimum lot area in the F-3 district?");
    expect(first(plain.answer)).toContain("12,000");
    expect(plain.answer).toContain("26,000");
    const other = await ask([withNote], "What is the minimum lot area in the F-4 district?");
    expect(other.answer).not.toContain("26,000");
  });
});
