import { describe, expect, it } from "vitest";
import { dimensionFeatures, dimensionLikelihoods } from "../../../agent/extractive/question/dimension-model.ts";
import { isOfOtherDimension } from "../../../agent/extractive/question/dimensions-asked.ts";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { trainDimensions } from "../../../evals/train/train-question-dimensions.ts";
import { likelihoodsUnder } from "../../../ingest/index.ts";

const read = (text: string) => readQuestion(text, { zoningCodes: [], jurisdiction: null });
const idsOf = ({ dimensions }: ReturnType<typeof read>) => dimensions.map(({ id }) => id).toSorted();

describe("the dimensions that a question asks for", () => {
  it.each([
    ["how far off the road does my house have to sit in R-40", ["front setback"]],
    ["how big a piece of land and how much road does it need, out in the farm zone", ["frontage", "lot area"]],
    ["what share of my yard can be hard surface", ["impervious coverage"]],
    ["how far from the lot lines does the barn go, and how tall can it get", ["height", "setbacks"]],
    [
      "R-2 bulk regs: min area, FY, SY, RY and ht",
      ["front setback", "height", "lot area", "rear setback", "side setback"],
    ],
  ])("are found in the words of owners and builders: %s", (question, dimensions) => {
    const likely = [...dimensionLikelihoods(question)].flatMap(([id, one]) => (one >= 0.4 ? [id] : []));
    expect(likely.toSorted()).toEqual(dimensions);
  });

  it.each([
    "How large may a sign over my shop be?",
    "My lot is 80 feet wide. May I build a duplex?",
    "How many hens may I keep?",
    "By what day must I appeal?",
  ])("are none where other amounts or none are asked: %s", (question) => {
    expect([...dimensionLikelihoods(question).values()].every((one) => one < 0.4)).toBe(true);
  });

  it("are those of its form and of the model; a doubtful reading keeps the one by its form", () => {
    const question = read("How much land, and how far off the road, for a cottage in R-4?");
    expect(idsOf(question)).toContain("front setback");
    expect(idsOf(question)).toContain("lot area");
    expect(read("What is the minimum lot area in R-4?").byForm).toBeUndefined();
  });

  it("are qualified by a word only in the part that names it, and all by a word before the first", () => {
    const sides = "What are the front, rear and interior side setbacks in R-1?";
    expect(idsOf(read(sides))).toEqual(["front setback", "rear setback", "side setback"]);
    const qualified = (text: string, word: string) =>
      read(text).dimensions.flatMap((one) => {
        const concept = { phrases: [[word]], weight: 1 };
        return isOfOtherDimension(text, concept, one) ? [] : [one.id];
      });
    expect(qualified(sides, "interior")).toEqual(["side setback"]);
    const before = "For a boathouse lot, what are the front setback, the rear setback and the height?";
    expect(qualified(before, "boathous").toSorted()).toEqual(["front setback", "height", "rear setback"]);
  });
});

describe("the model of dimensions", () => {
  it("takes the part of a question that speaks most for a dimension, and adds the words of the whole", () => {
    const model = {
      ids: ["height", "frontage"],
      bias: [-200, -200],
      weights: { tall: [0, 400], "(whole) road": [1, 100] },
    };
    const [height = 0, frontage = 0] = likelihoodsUnder(model, dimensionFeatures("how wide, how tall on the road"));
    expect(height).toBeCloseTo(1 / (1 + Math.exp(-2)));
    expect(frontage).toBeCloseTo(1 / (1 + Math.exp(1)));
  });

  it("reads codes and numbers as such, and no word that a file does not have", () => {
    const { parts, whole } = dimensionFeatures("constructor of 30 feet in R-40");
    expect(parts[0]).toEqual(expect.arrayContaining(["NUMBER", "DISTRICT", "(one)"]));
    expect(whole).toContain("(whole) constructor");
    expect([...dimensionLikelihoods("constructor toString __proto__").values()].every(Number.isFinite)).toBe(true);
  });

  it("is learned from examples: the same ones give the same weights, and rare words none", () => {
    const examples = Array.from({ length: 40 }, (_, at) => ({
      question: at % 2 === 0 ? `how tall may wall ${at} be` : `how wide is lot ${at}`,
      dimensions: at % 2 === 0 ? ["height"] : ["lot width"],
    }));
    const model = trainDimensions([...examples, { question: "zyzzyva", dimensions: [] }]);
    expect(trainDimensions([...examples, { question: "zyzzyva", dimensions: [] }])).toEqual(model);
    expect(model.weights).not.toHaveProperty("zyzzyva");
    const [height = 0, width = 0] = likelihoodsUnder(model, dimensionFeatures("how tall may it be"));
    expect(height).toBeGreaterThan(0.5);
    expect(width).toBeLessThan(0.5);
  });
});
