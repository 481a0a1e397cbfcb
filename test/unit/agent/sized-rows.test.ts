import { describe, expect, it } from "vitest";
import { ask, type PassageSource } from "../../support/passages.ts";

const matrix: PassageSource = {
  headings: ["Chapter 3", "3.2 Use matrix"],
  text: [
    "P = permitted by right, S = special permit required, N = not permitted",
    "",
    "Use | T-1 | T-2",
    "Retail sales, less than 6,000 sf | P | P(1)",
    "Retail sales, 6,000 sf or more | N | S",
    "Restaurant (up to 3,000 square feet of gross floor area) | P | P",
    "Restaurant (3,000 to 9,000 square feet) | S | S",
    "Pawn shop | N | P*",
    "Farm stand more than 100 sq. ft. | S | S",
  ].join("\n"),
};

describe("rows of one use for several sizes", () => {
  it.each([
    [
      "Is a 9,000 square foot store allowed in the T-1 district?",
      /^No, not permitted: .*“Retail sales, 6,000 sf or more”/,
    ],
    [
      "Is a store of 6,000 square feet allowed in the T-1 district?",
      /^No, not permitted: .*“Retail sales, 6,000 sf or more”/,
    ],
    [
      "Can I open a small 2,500 square foot shop in the T-1 district?",
      /^Yes, by right: .*“Retail sales, less than 6,000 sf”/,
    ],
    [
      "Can I open a 7,000 sf restaurant in the T-2 district?",
      /^Yes, with a special permit: .*“Restaurant \(3,000 to 9,000 square feet\)”/,
    ],
  ])("are chosen by the size that the question states: %s", async (question, head) => {
    expect((await ask([matrix], question)).answer).toMatch(head);
  });

  it("decide nothing for smaller ones where the only row is for larger ones", async () => {
    expect((await ask([matrix], "Can we have a farm stand in the T-1 district?")).answerStatus).toBe("partial");
  });

  it("decide nothing for a size beyond all of them, nor where no size is stated", async () => {
    for (const question of [
      "Can I open a 12,000 sf restaurant in the T-1 district?",
      "Can I open a store in the T-1 district?",
    ])
      expect((await ask([matrix], question)).answer).not.toMatch(/^(?:Yes|No)\b/);
  });
});

describe("a row of small or large shops", () => {
  it("is none of shops at large", async () => {
    const rows = {
      ...matrix,
      text: matrix.text
        .replace(/Retail sales, 6,000.*\n/, "")
        .replace("Retail sales, less than 6,000 sf", "Large retail stores"),
    };
    expect((await ask([rows], "Can I open a store in the T-1 district?")).answer).not.toMatch(/^(?:Yes|No)\b/);
  });
});

describe("a mark with a sign for a note that was not read", () => {
  it.each(["Can I open a 2,000 sf store in the T-2 district?", "Is a pawn shop allowed in the T-2 district?"])(
    "decides nothing: %s",
    async (question) => {
      const turn = await ask([matrix], question);
      expect(turn.answerStatus).toBe("partial");
      expect(turn.answer).not.toMatch(/^(?:Yes|No)\b/);
    },
  );
});

describe("values by the area of the lot", () => {
  const sheds: PassageSource = {
    headings: ["Chapter 6", "6.4 Accessory buildings in the R-2 district"],
    text: [
      "Area of the lot | Height of an accessory building (feet) | From side and rear lot lines (feet)",
      "Less than 20,000 sq. ft. | 12 | 5",
      "20,000 sq. ft. to under 1 acre | 14 | 8",
      "1 acre and over | 18 | 10",
    ].join("\n"),
  };

  it.each([
    ["I've got half an acre in R-2. How tall can a shed be?", "14"],
    ["Our lot in R-2 is 15,000 square feet. How tall can a shed be?", "12"],
    ["We own three acres in R-2. How tall can a shed be?", "18"],
    ["Our R-2 lot is one acre. How far from the rear lot line must a shed be?", "10"],
  ])("are those of the row that holds the lot of the question: %s", async (question, value) => {
    const { answer, answerStatus } = await ask([sheds], question);
    expect(answerStatus).toBe("answered");
    expect(answer).toMatch(new RegExp(`: ${value}\\b`));
  });

  it("are only quoted where the question tells no area", async () => {
    expect((await ask([sheds], "How tall can a shed be in R-2?")).answerStatus).not.toBe("answered");
  });
});
