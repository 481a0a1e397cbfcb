import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

/** A table of uses under a legend in words. */
const tableUnder = (legend: string): PassageSource => ({
  headings: ["Article 3", "3.02 Table of uses"],
  text: [legend, "", "Use | AG | HC", "Gas station | | X", "Tattoo parlor | | S", "Warehouse, mini | | S"].join("\n"),
});
const first = async (legend: string, use: string, district: string) => {
  const { answer } = await ask([tableUnder(legend)], `Is a ${use} allowed in the ${district} district?`);
  return answer.split("\n")[0] ?? "";
};

describe("the legend of a use table", () => {
  it.each([
    '"X" means that the use is permitted by right, "S" that it requires a special exception, and a blank cell that it is not permitted.',
    "“X” denotes a use permitted by right and “S” a use allowed by special exception; an empty cell a use that is not permitted.",
    "X = permitted by right; S = special exception required.",
    "An X indicates a use permitted by right. An S indicates that a special exception is needed.",
    "'X' signifies permitted by right, 'S' requires a special exception.",
  ])("gives each symbol its own meaning and nothing of the next one's: %s", async (legend) => {
    const byRight = await first(legend, "gas station", "HC");
    expect(byRight).toMatch(/^Yes, by right/);
    expect(byRight).not.toMatch(/special|blank|empty|“S”|"S"/);
    expect(await first(legend, "tattoo parlor", "HC")).toMatch(/^Yes, (?:with|but only with) an? .*special exception/i);
    expect(await first(legend, "mini warehouse", "HC")).toMatch(
      /^Yes, (?:with|but only with) an? .*special exception/i,
    );
  });
});
