import { describe, expect, it } from "vitest";
import { kindFeatures, kindsUnder, likeliestKind } from "../../../agent/extractive/question/question-kind.ts";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { termAsked } from "../../../agent/extractive/question/term-asked.ts";
import { trainKinds } from "../../../evals/train/train-question-kind.ts";

const read = (text: string) => readQuestion(text, { zoningCodes: [], jurisdiction: null });

describe("the kind of a question", () => {
  it.each([
    ["permission", "wondering if a goat or two behind our place would be a problem"],
    ["permission", "Status of a distillery in the Mill District?"],
    ["permission", "Two-family house on a corner lot: by right or by special permit?"],
    ["value", "what's the furthest my porch can stick out toward the road"],
    ["value", "A bakery with 18 chairs, how much parking is that?"],
    ["definition", "When does a pile of old cars become a junkyard in your book?"],
    ["general", "The board said no. By what date do I have to take it to court?"],
    ["general", "Where do I hand in the plans for a sign?"],
  ])("is %s: %s", (kind, text) => {
    expect(likeliestKind(text)).toBe(kind);
  });

  it("is told by words, pairs of words, and the ends of the sentence that asks; codes and numbers count as such", () => {
    expect(kindFeatures("We own 3 acres in R-40. Can we farm?")).toEqual([
      "",
      "we",
      "own",
      "NUMBER",
      "acres",
      "in",
      "DISTRICT",
      "can",
      "farm",
      "?",
      "we own",
      "own NUMBER",
      "NUMBER acres",
      "acres in",
      "in DISTRICT",
      "DISTRICT can",
      "can we",
      "we farm",
      "farm ?",
      "^can",
      "?$",
      "^can we",
      "farm ?$",
      "^can we farm",
      "we farm ?$",
    ]);
  });

  it("has likelihoods that add up to one, also without a known word", () => {
    expect(kindsUnder({}, ["", "x"])).toEqual([0.25, 0.25, 0.25, 0.25]);
    const likely = kindsUnder({ a: [300, -100, 0, 0] }, ["a"]);
    expect(likely.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
    expect(likely[0]).toBeGreaterThan(0.8);
  });

  it("is learned from examples: the same ones give the same weights, and rare words none", () => {
    const examples = Array.from({ length: 8 }, (_, at) => ({
      text: at % 2 === 0 ? `may I keep ${at} hens?` : `how tall is wall ${at}?`,
      kind: at % 2 === 0 ? ("permission" as const) : ("value" as const),
      town: null,
    }));
    const weights = trainKinds([...examples, { text: "zyzzyva", kind: "general", town: null }]);
    expect(trainKinds([...examples, { text: "zyzzyva", kind: "general", town: null }])).toEqual(weights);
    expect(weights).not.toHaveProperty("zyzzyva");
    expect(kindsUnder(weights, kindFeatures("may I keep 40 hens?"))[0]).toBeGreaterThan(0.5);
  });
});

describe("the forms in which planners ask for the standing of a use", () => {
  it.each([
    ["Which approval does a cider press require in the FR zone?", "cider press"],
    ["What kind of permit is needed for a cider press in the FR zone?", "cider press"],
    ["Status of a cider press in the FR zone?", "cider press"],
    ["How is a cider press treated in the FR zone?", "cider press"],
    ["How would the town treat a cider press in the FR zone?", "cider press"],
    ["Cider press planned in the FR zone: as of right, by special permit, or prohibited?", "Cider press"],
  ])("ask for permission of the use alone: %s", (text, use) => {
    const question = read(text);
    expect(question.kind).toBe("permission");
    expect(question.use).toBe(use);
  });

  it("leave a question for the body that approves as it is", () => {
    expect(read("Which board approves a cider press in the FR zone?").kind).toBe("general");
  });
});

describe("the term whose meaning is asked for", () => {
  it.each([
    ["What constitutes a flag lot under the definitions?", "flag lot"],
    ["Is a stone wall treated like a structure here?", "structure"],
    ["What makes a property a “historic resource” and not just old?", "historic resource"],
    ["At how many children does a facility become a day care center rather than a home?", "day care center"],
    ["How does the code distinguish a hotel suite from a hotel room?", "hotel suite"],
  ])("is found where the question names it: %s", (text, term) => {
    expect(termAsked(text)).toBe(term);
  });

  it("is none where an amount or a permission is asked for", () => {
    expect(termAsked("How tall may a fence be that is considered a wall?")).toBeNull();
    expect(termAsked("May I put a treehouse on what is called a flag lot?")).toBeNull();
  });
});
