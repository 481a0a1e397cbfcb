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

describe("a table's row for a kind of home", () => {
  const table: PassageSource = {
    headings: ["Article 4", "4.1 Table of uses"],
    text: [
      "P = permitted by right; SP = special permit required; N = not permitted.",
      "",
      "Use | R-1 | R-2",
      "Single-family dwelling | P | P",
      "Two-family dwelling | N | P",
      "Boarding house | N | SP",
    ].join("\n"),
  };

  it.each([
    ["Is a two-family house allowed in the R-2 district?", /^Yes, by right/],
    ["Can I build a duplex in the R-1 district?", /^No/],
    ["Is a single-family home permitted in the R-1 district?", /^Yes, by right/],
  ])("answers in the everyday word for a dwelling: %s", async (question, verdict) => {
    const turn = await ask([table], question);
    expect(turn.answer).toMatch(verdict);
    expect(turn.answerStatus).toBe("answered");
  });

  it("does not answer for another use that has the word in its name", async () => {
    const turn = await ask([table], "Is a house allowed in the R-2 district?");
    expect(turn.answer).not.toMatch(/special permit/i);
  });
});
