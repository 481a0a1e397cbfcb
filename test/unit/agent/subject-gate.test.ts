import { describe, expect, it } from "vitest";
import { ask } from "../../support/passages.ts";

const sources = [
  {
    headings: ["8 Administration", "8.4 Variances"],
    text: "The Zoning Board of Appeals hears requests for variances after a public hearing.",
  },
  {
    headings: ["7 Markets", "7.2 Farmers' markets"],
    text: "The market manager keeps a list of vendors and shows it to the zoning officer.",
  },
  {
    headings: ["2 Definitions"],
    text: "Lot, corner: A lot that abuts two streets at their intersection.\nKennel: A place where more than four dogs are kept.",
  },
];

describe("an answer on a subject other than a value or a permission", () => {
  it.each([
    ["Who hears variances?", "answered"],
    ["What is a kennel?", "answered"],
    ["What is a lot?", "partial"],
    ["Who keeps a list of vendors for the zoning officer?", "partial"],
  ])("is asserted only under its own heading or term: %s", async (question, status) => {
    const turn = await ask(sources, question);
    expect(turn.answerStatus).toBe(status);
    if (status === "partial") expect(turn.answer).toContain("The closest provision located");
  });
});
