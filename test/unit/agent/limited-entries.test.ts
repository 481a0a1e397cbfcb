import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const districts: PassageSource[] = [
  {
    headings: ["Article III", "170-15. B-1 Landing Business District"],
    text: "The following uses are permitted in the B-1 district:\n(1) Theaters and assembly halls, having not more than 300 seats.\n(2) Hens, not over eight.",
  },
];

describe("an entry with a limit", () => {
  it.each([
    ["Is a theater with 250 seats permitted in the B-1 district?", /^Yes, permitted in the B-1 district: Theaters/],
    ["May I keep six hens in the B-1 district?", /^Yes, within the limit in the B-1 district: Hens, not over eight/],
  ])("permits what keeps it: %s", async (question, answer) => {
    expect((await ask(districts, question)).answer).toMatch(answer);
  });

  it.each([
    "Is a new theater with 450 seats a permitted use in the B-1 district?",
    "May I keep ten hens in the B-1 district?",
  ])("permits nothing beyond it: %s", async (question) => {
    expect((await ask(districts, question)).answer).not.toMatch(/^Yes/);
  });
});

const table: PassageSource[] = [
  {
    headings: ["Section 4", "4.1 Table of land uses"],
    text: [
      "P = permitted by right, PB = permitted with the approval of the Planning Board, N = not permitted",
      "",
      "Use | VR | WW",
      "Retail store (1) | PB | N",
      "Restaurant (2) | N | PB",
      "Bank | P | P",
      "",
      "(1) Only on a corner lot.",
      "(2) On an upper floor only.",
    ].join("\n"),
  },
];

describe("a note that allows a use only in some case", () => {
  it("is stated with the verdict when the question does not mention the subject of the note", async () => {
    const { answer } = await ask(table, "Is a retail store permitted in the VR district?");
    expect(answer).toMatch(/^Yes/);
    expect(answer).toContain("Only on a corner lot");
  });

  it.each([
    "May a retail store be established on an interior lot in the VR district?",
    "Is a restaurant on the ground floor permitted in the WW district?",
  ])("leads to a quotation when the question is about another case: %s", async (question) => {
    const { answer, answerStatus } = await ask(table, question);
    expect(answer).not.toMatch(/^Yes/);
    expect(answerStatus).toBe("partial");
  });
});
