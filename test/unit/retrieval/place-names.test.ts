import { describe, expect, it } from "vitest";
import { withoutPlaceName } from "../../../retrieval/index.ts";

describe("a question without its place", () => {
  it.each([
    [
      "What is the minimum lot size in the R-1 district in Alder Falls, Massachusetts?",
      "What is the minimum lot size in the R-1 district?",
    ],
    ["fence height of the Town of Alder Falls, MA", "fence height"],
    ["Alder Falls, MA: Build a shed on a corner lot.", "Build a shed on a corner lot."],
  ])("of %j is the question itself", (asked, plain) => {
    expect(withoutPlaceName(asked)).toBe(plain);
  });

  it.each([
    "What is allowed in the Village Center, as of right?",
    "How wide is a driveway in the RC, RB or RA district?",
    "in Alder Falls, Massachusetts",
  ])("keeps what is no place, and a question that is nothing else: %j", (asked) => {
    expect(withoutPlaceName(asked)).toBe(asked);
  });
});
