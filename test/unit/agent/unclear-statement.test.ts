import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const standards: PassageSource = {
  headings: ["Article 4 R-2 District", "4.2 Dimensional requirements"],
  text: "In the R-2 district the minimum front yard is 50 feet.\nIn the R-2 district the minimum rear yard is 30 feet.",
};

describe("an assertion about a case", () => {
  it("is quoted when the provision says nothing of the case asked about", async () => {
    const turn = await ask([standards], "What is the minimum front yard in the R-2 district on an arterial road?");
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("50 feet");
  });

  it("is asserted when the question names no case", async () => {
    const turn = await ask([standards], "What is the minimum front yard in the R-2 district?");
    expect(turn.answerStatus).toBe("answered");
  });
});

describe("an answer to one of two things asked for", () => {
  it("is part of an answer", async () => {
    const heights: PassageSource = {
      headings: ["Article 6 B-2 District", "6.2 Height"],
      text: "In the B-2 district the maximum building height is 40 feet.",
    };
    const turn = await ask([heights], "How high may a building in B-2 be, and how many apartments may it hold?");
    expect(turn.answerStatus).not.toBe("answered");
  });
});
