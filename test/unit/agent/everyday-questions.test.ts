import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { ask, type PassageSource } from "../../support/passages.ts";

const read = (text: string) => readQuestion(text, { zoningCodes: [], jurisdiction: null, previousQuestion: null });

describe("a question whether something may be done", () => {
  it.each([
    "looking to open a bakery on Mill Street, will zoning allow it",
    "we moved to R-1 last year. can we keep hens",
    "Is it possible to turn the old barn into a bed and breakfast?",
    "truck stop on land zoned B-2, would the town let us?",
    "I’m thinking about renting out my basement on airbnb",
    "want to open a hairdresser in the C-1 zone - ok?",
    "my client is hoping to build a duplex at the corner",
    "is a food truck ok on our own parking lot",
  ])("is read as one: %s", (text) => {
    expect(read(text).kind).toBe("permission");
  });

  it.each([
    "Who may grant a variance?",
    "When must a special permit be used?",
    "How tall can I build my garage?",
    "I want to know the front setback in R-2",
    "Is there a fee for a variance?",
    "What is a corner lot?",
    "Does the ordinance require sidewalks?",
  ])("is told from others: %s", (text) => {
    expect(read(text).kind).not.toBe("permission");
  });

  it.each([
    ["want to open a hairdresser in the C-1 zone - ok?", "hairdresser"],
    ["Is it possible to turn the old barn into a bed and breakfast?", "bed and breakfast"],
    ["truck stop on land zoned B-2, would the town let us?", "truck stop"],
    ["looking to open a bakery on Mill Street, will zoning allow it", "bakery"],
  ])("names the use without the words around it: %s", (text, use) => {
    expect(read(text).use).toContain(use);
  });
});

describe("a question for an amount in everyday words", () => {
  const sheds: PassageSource = {
    headings: ["Article 4", "4.2 Accessory uses in the RA-2 district"],
    page: 7,
    text: "The following are permitted:\n(a) Private garages for no more than three vehicles.\n(b) Sheds, not exceeding 240 square feet, at least 8 feet from any side line.",
  };
  const fees: PassageSource = {
    headings: ["Article 9", "9.1 Fees"],
    page: 30,
    text: "A fee of $150.00 is paid when an application for a variance is filed with the Board of Appeals.\nOther applications are free.",
  };
  const pools: PassageSource = {
    headings: ["Article 6", "6.3 Swimming pools"],
    page: 12,
    text: "Swimming pools stand behind the building line, not closer than twelve (12) feet to any property line.",
  };
  const law = [sheds, fees, pools];

  it.each([
    ["biggest shed size allowed in RA-2?", "240 square feet", 7],
    ["what do i pay to file for a variance with the board", "$150.00", 30],
    ["how far from the property line does an in-ground swimming pool have to be", "twelve (12) feet", 12],
  ])("is answered from the provision that speaks of it: %s", async (question, value, page) => {
    const turn = await ask(law, question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain(value);
    expect(turn.citations[0]?.page).toBe(page);
  });

  it.each([
    ["another district is asked about", "biggest shed size allowed in RA-4?"],
    ["the documents speak of something else", "how far from the property line does a chicken coop have to be"],
    ["the other limit is stated", "what is the minimum size of a shed in RA-2?"],
    ["only a word of it is there", "how much is the fine for an unlicensed swimming teacher"],
  ])("is not answered when %s", async (_, question) => {
    const turn = await ask(law, question);
    expect(turn.answerStatus).toBe("not_located");
  });
});
