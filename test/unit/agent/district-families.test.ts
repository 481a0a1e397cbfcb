import { describe, expect, it } from "vitest";
import { normalCode } from "../../../ingest/index.ts";
import { ask, type PassageSource } from "../../support/passages.ts";

const uses: PassageSource = {
  headings: ["Chapter 7 R-1 Residential Zone", "7.2 Permitted uses"],
  text: "The following uses are permitted in the R-1 zone:\n(a) Single-family dwellings.\n(b) The keeping of up to six chickens.",
};
const standards: PassageSource = {
  headings: ["Chapter 7 R-1 Residential Zone", "7.5 Development standards"],
  text: "Standard | R-1-6 | R-1-8 | R-1-18\nMinimum lot area (sq. ft.) | 6,000 | 8,000 | 18,000\nMinimum lot width (ft.) | 60 | 70 | 90",
};

describe("a district of a family, as R-1-8 is of R-1", () => {
  it("has the uses that the chapter of its family permits", async () => {
    const { answer } = await ask([standards, uses], "Is a single-family house allowed in the R-1-8 zone?");
    expect(answer).toMatch(/^Yes, permitted in the R-1-8 district: Single-family dwellings/);
  });

  it("has its own column of a table, and not that of another member or of R-18", async () => {
    const law = [uses, standards];
    expect((await ask(law, "What is the minimum lot area in the R-1-8 zone?")).answer).toContain("8,000");
    expect((await ask(law, "What is the minimum lot area in the R-1-18 zone?")).answer).toContain("18,000");
    expect(normalCode("R-1-8")).not.toBe(normalCode("R-18"));
    expect(normalCode("r 1-8")).toBe(normalCode("R-1-8"));
  });
});

it("a use is not said to be missing from a table of dimensions", async () => {
  const { answer } = await ask([standards], "Can I keep chickens in the R-1-8 zone?");
  expect(answer).not.toMatch(/not listed/i);
});
