import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const accessoryUses: PassageSource = {
  headings: ["Article 4 RA-2 District", "4.3 Permitted Accessory Uses or Buildings"],
  text: [
    "The following accessory uses or buildings are permitted:",
    "a. A private garage provided that it shall:",
    "i. Be located within 8 feet of the lot line only behind the principal building,",
    "ii. Not exceed 900 square feet in area.",
    "b. Sheds, not exceeding 240 square feet in area, at least 6 feet from any side lot line.",
    "c. Ground mounted solar energy systems provided that:",
    "i. They shall be located a minimum of 14 feet from any side lot line.",
  ].join("\n"),
};

describe("an answer about a thing beside the principal building", () => {
  it("states the rule for the structure in the question, not for another accessory structure", async () => {
    const shed = await ask([accessoryUses], "How big a shed can I build in RA-2?");
    expect(shed.answer).toContain("240 square feet");
    expect(shed.answer).not.toContain("900");
  });

  it("is not asserted from a provision on something else", async () => {
    const pool = await ask([accessoryUses], "What is the side setback for a swimming pool in RA-2?");
    expect(pool.answerStatus).not.toBe("answered");
  });

  it("is not told of the principal building", async () => {
    const building = await ask([accessoryUses], "What is the minimum side yard in the RA-2 district?");
    expect(building.answerStatus).not.toBe("answered");
  });
});
