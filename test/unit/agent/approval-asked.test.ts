import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { ask, type PassageSource } from "../../support/passages.ts";

const first = (answer: string) => answer.split("\n")[0];
const law: PassageSource[] = [
  {
    headings: ["Chapter 5", "5.1 Village Business VB District", "5.1.1 Permitted uses"],
    text: [
      "Business or professional office; bank; health club; kennel",
      "The letting of rooms, provided that no more than two are let.",
      "Bakeries, provided that the Commission approves the hours.",
      "Theater",
    ].join("\n\n"),
  },
  {
    headings: ["Chapter 5", "5.1 Village Business VB District", "5.1.2 Special permit uses"],
    text: "Restaurant\n\nVeterinary hospital",
  },
];

describe("a question for the approval that a use needs", () => {
  it.each([
    "What level of approval does a restaurant need in the VB District?",
    "Which kind of zoning approval does a restaurant need in the VB District?",
    "What approval, if any, does a restaurant use need in the VB District?",
    "How is a restaurant treated in the VB District?",
    "How is a restaurant, in a building that stands already, classified in the VB District: permitted or conditional?",
    "Is a restaurant a use by right, a conditional use or prohibited in the VB District?",
    "In the VB District, is a restaurant permitted by right, conditional or prohibited?",
    "We plan to run a restaurant in the VB District. How does the town treat that?",
    "We plan a restaurant in the VB District. Do I need a public hearing?",
  ])("is answered by the verdict on the use: %s", async (question) => {
    const turn = await ask(law, question);
    expect(first(turn.answer)).toMatch(/^Yes, with a special permit in the VB district: Restaurant/);
  });

  it.each([
    "What approval does a variance need?",
    "How is the height of a building treated?",
    "Who approves a restaurant?",
  ])("is no question of permission where it names no use, or asks who decides: %s", (text) => {
    expect(readQuestion(text, { zoningCodes: [], jurisdiction: null }).kind).not.toBe("permission");
  });

  it.each([
    "Is a veterinary hospital an eligible use in the VB District?",
    "Is a veterinary hospital a conditional use in the VB District?",
  ])("may ask what kind of use it is: %s", async (question) => {
    const turn = await ask(law, question);
    expect(first(turn.answer)).toMatch(/^Yes, with a special permit in the VB district: Veterinary hospital/);
  });
});

describe("a question whether an approval is needed", () => {
  it.each([
    ["Do I need a special permit for a kennel in the VB District?", /^Permitted in the VB district: kennel/i],
    ["We plan a kennel in the VB District. Do we need a hearing?", /^Permitted in the VB district: kennel/i],
    ["Is a kennel allowed in the VB District, or do I need a hearing?", /^Yes, permitted in the VB district: kennel/i],
  ])("is not answered by a “Yes” that means the use: %s", async (question, head) => {
    expect(first((await ask(law, question)).answer)).toMatch(head);
  });

  it("is quoted where it asks for a permit and the entry names none", async () => {
    expect((await ask(law, "Do I need a permit for a kennel in the VB District?")).answerStatus).toBe("partial");
  });

  it.each(["What permit is needed for a sign in the VB District?", "Which approval does a fence need?"])(
    "says nothing of whether a structure is allowed: %s",
    (text) => {
      expect(readQuestion(text, { zoningCodes: [], jurisdiction: null }).text).not.toContain("permitted");
    },
  );
});

describe("an entry that permits a use under conditions", () => {
  it("permits it by right where the question asks for that", async () => {
    const question = "May I let rooms to lodgers in the VB District without a public hearing?";
    expect(first((await ask(law, question)).answer)).toMatch(/^Yes, by right under conditions/);
    const plain = "May I let rooms to lodgers in the VB District?";
    expect(first((await ask(law, plain)).answer)).toMatch(/^Yes, under conditions/);
  });

  it("is not called by right where a body decides on a condition", async () => {
    const turn = await ask(law, "Is a bakery a use by right in the VB District?");
    expect(first(turn.answer)).not.toMatch(/by right under conditions/);
  });
});

describe("an entry that names several uses between semicolons", () => {
  it("rules on each of them", async () => {
    const turn = await ask(law, "Is a kennel allowed in the VB District?");
    expect(first(turn.answer)).toMatch(/^Yes, permitted in the VB district: kennel/i);
  });

  it("is one use where the semicolons part its conditions", async () => {
    const conditioned = "Theater, subject to the following: no seats outdoors; kennel noise kept out; parking behind";
    const turn = await ask(
      [{ headings: law[0]?.headings ?? [], text: conditioned }],
      "Is a kennel allowed in the VB District?",
    );
    expect(first(turn.answer)).not.toMatch(/^Yes/);
  });
});
