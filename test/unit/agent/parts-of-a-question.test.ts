import { describe, expect, it } from "vitest";
import { partsAsked } from "../../../agent/extractive/question/parts-asked.ts";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { ask, type PassageSource } from "../../support/passages.ts";

const read = (question: string) => readQuestion(question, { zoningCodes: [], jurisdiction: null });
const dimensionsOf = (question: string) => read(question).dimensions.map(({ id }) => id);

const notices: PassageSource = {
  headings: ["Chapter 12 Hearings", "12.4 Notice of hearings"],
  text: [
    "The applicant shall post a sign on the land at least nine days before the hearing.",
    "The applicant shall mail notice of the hearing to the owners of all land within 150 feet of the site.",
  ].join("\n"),
};

describe("the parts of a question", () => {
  it.each([
    ["My cousin wants to let rooms; how many guests may stay?", 1],
    ["How many guests may stay; how many cars may they park?", 2],
    ["Within what radius must owners be told, and what number of days before the hearing?", 2],
  ])("are counted from the first thing that is asked: %s", (question, parts) => {
    expect(partsAsked(read(question))).toBe(parts);
  });

  it("are all answered, or the answer is only partial", async () => {
    const question =
      "How many days before the hearing must the sign be posted, and within what radius are owners told?";
    expect((await ask([notices], question)).answerStatus).toBe("partial");
    const alone = "How many days before the hearing must the sign be posted?";
    expect((await ask([notices], alone)).answerStatus).toBe("answered");
  });

  it("may be told by one sentence that states as many amounts", async () => {
    const starts: PassageSource = {
      headings: ["Chapter 12 Hearings", "12.9 Lapse of approvals"],
      text: "Work under a special use must begin within 14 months after approval and be completed within 40 months after approval.",
    };
    const turn = await ask(
      [starts],
      "Within how many months must work under a special use begin, and by when be completed?",
    );
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toMatch(/14 months.*40 months/);
  });
});

describe("a setback from districts of residences", () => {
  const bulk: PassageSource = {
    headings: ["Chapter 5", "5.6 Lots and buildings"],
    text: [
      "Standard | C-3 | M-4",
      "Minimum front yard (ft) | 35 | 45",
      "Minimum setback from residence district boundary (ft) | 60 | 90",
    ].join("\n"),
  };

  it.each([
    ["What is the setback from a residence zone in M-4?", ["residence line setback"]],
    [
      "For C-3 give the front yard and the setback from any residence district.",
      ["residence line setback", "front setback"],
    ],
    ["How far from the street must a house be in a residence zone?", ["front setback"]],
  ])("is a dimension of its own: %s", (question, dimensions) => {
    expect(dimensionsOf(question).toSorted()).toEqual(dimensions.toSorted());
  });

  it("is answered by its own row, and not by that of the front yard", async () => {
    const { answer, answerStatus } = await ask(
      [bulk],
      "What is the minimum setback from a residence district boundary in M-4?",
    );
    expect(answerStatus).toBe("answered");
    expect(answer).toMatch(/residence district boundary \(ft\): 90/);
    expect(answer).not.toMatch(/45/);
  });
});

describe("the thing of which an amount is asked", () => {
  it("is not the list of standards itself, nor the verb that asks for them", () => {
    expect(read("Provide the bulk standards of R-6: lot area and front setback.").subject).toEqual([]);
    expect(read("State the minimum lot area and front setback of R-6.").subject).toEqual([]);
  });

  it("is not counted by the number of an item", async () => {
    const geese: PassageSource = {
      headings: ["Chapter 7", "7.8 Geese"],
      text: "7.8.2 Geese shall be kept by the owner in a clean pen.",
    };
    const turn = await ask([geese], "How many geese can I keep?");
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("is an appeal where something is filed with a board of appeals", async () => {
    const appeals: PassageSource = {
      headings: ["Chapter 13", "13.2 Board of appeals"],
      text: "The clerk shall file the minutes with the zoning board of appeals within 12 days of the meeting.",
    };
    const turn = await ask(
      [appeals],
      "I was refused a permit. Within how many days do I have to file with the zoning board of appeals?",
    );
    expect(turn.answerStatus).not.toBe("answered");
  });
});
