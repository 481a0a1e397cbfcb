import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { readUsesByModel } from "../../../agent/extractive/question/use-by-model.ts";
import { readUse, tagsUnder, useTagFeatures, wordsWithPlaces } from "../../../agent/extractive/question/use-model.ts";
import { trainTagger, trainUses } from "../../../evals/train/train-question-uses.ts";

const usesIn = (text: string) => readUsesByModel(text).map(({ use }) => use);
const likeliest = (text: string) => readUse(text).likely[0]?.[0];

describe("the words of a question that name the use it asks about", () => {
  it.each([
    ["Could a dog boarding place open on the old dairy farm in RA?", "dog boarding place"],
    ["Would a bank branch without a drive-up window be fine downtown?", "bank branch"],
    ["My daughter has been begging for a pony. We have an acre in R-40, can we keep one here?", "pony"],
  ])("are found in “%s”", (question, words) => {
    expect(usesIn(question)[0]).toContain(words);
  });

  it("are found at their places, a code and a number counting as such", () => {
    const words = wordsWithPlaces("Keep 6 hens in R-20?");
    expect(words.map(({ word }) => word)).toEqual(["keep", "NUMBER", "hens", "in", "CODE", "?"]);
    expect(words.map(({ start, end }) => "Keep 6 hens in R-20?".slice(start, end))).toEqual([
      "Keep",
      "6",
      "hens",
      "in",
      "R-20",
      "?",
    ]);
  });

  it("are tagged by the chain of tags that scores best as a whole", () => {
    const tagger = {
      weights: { hens: 100, red: 20, "": -10 },
      steps: [
        [0, -50],
        [0, 5],
      ] as const,
    };
    const tagsOf = (text: string) => tagsUnder(tagger, useTagFeatures(wordsWithPlaces(text)));
    expect(tagsOf("may red hens")).toEqual([false, true, true]);
    expect(tagsOf("may red barns")).toEqual([false, false, false]);
    expect(tagsOf("")).toEqual([]);
  });
});

describe("the use that a question asks about", () => {
  it.each([
    ["I fix brakes and change oil for a living. Do I have to go before the board?", "automotive repair"],
    ["Could we put up weekend travelers in three rooms and make them breakfast?", "bed and breakfast"],
    ["is there anywhere for a place where folks leave their dogs while on vacation", "kennel"],
    ["Our congregation found four acres to build a sanctuary on.", "church"],
  ])("is told from lay words: “%s”", (question, use) => {
    expect(likeliest(question)).toBe(use);
  });

  it("is read in its own words alone where these say more than the name of the use", () => {
    expect(usesIn("Is a converted multiple dwelling house allowed in the C-1 district?")).not.toContain("multifamily");
    expect(usesIn("Is a detached accessory dwelling allowed?")).not.toContain("accessory dwelling unit");
  });

  it("is not a home occupation unless the question mentions a home", () => {
    expect(usesIn("May I teach piano to kids in a B-1 storefront?")).not.toContain("home occupation");
    expect(usesIn("My sister wants to do taxes for people at her kitchen table, ok?")).toContain("home occupation");
  });

  it("is not the place where the thing asked about would be", () => {
    expect(usesIn("Could a food truck park at our store?").join()).not.toMatch(/store/);
  });

  it("is not one that the question leaves out", () => {
    expect(usesIn("Is a hotel (not extended stay) permitted?").join()).not.toContain("extended");
    expect(usesIn("May we open a bank without a drive-up window?")).not.toContain("drive-through");
  });

  it("is none where a question names none", () => {
    expect(readUse("Which board hears an appeal of the zoning officer's decision?").likely[0]?.[1]).toBeLessThan(0.5);
  });

  it("is read finitely from words that are names of properties of objects", () => {
    const { likely } = readUse("constructor toString __proto__ hasOwnProperty");
    expect(likely.every(([, likelihood]) => Number.isFinite(likelihood))).toBe(true);
  });

  it("is read beside that of the form of a question on permission, and not of one on an amount", () => {
    const context = { zoningCodes: [], jurisdiction: null };
    const permission = readQuestion("i do nails and hair, can i just sign the lease and open in NB", context);
    expect(permission.byUse?.map(({ use }) => use)).toContain("nails and hair");
    expect(readQuestion("How tall may a fence be?", context).byUse).toBeUndefined();
  });
});

describe("training", () => {
  const examples = ["hens", "goats", "hens", "goats", "hens", "goats"].map((animal, at) => ({
    question: `May I keep ${animal} in yard number ${at}?`,
    said: [animal],
    uses: [animal],
  }));
  const repeated = Array.from({ length: 4 }, () => examples).flat();

  it("gives the same models for the same questions", () => {
    expect(trainUses(repeated)).toEqual(trainUses(repeated));
  });

  it("learns which words name the use from where they stand", () => {
    const tagger = trainTagger(repeated);
    const words = wordsWithPlaces("May I keep goats in yard number 9?");
    expect(tagsUnder(tagger, useTagFeatures(words)).map((tag, at) => (tag ? words[at]?.word : ""))).toContain("goats");
  });
});
