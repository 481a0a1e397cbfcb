import { readFileSync } from "node:fs";
import { wordsOfQuestion } from "./words-of-question.ts";

/** The file that ships: made by `evals/train/train-question-dimensions.ts`, described in `dimension-model.md`. */
export const shippedDimensionModel = new URL("./dimension-model.json", import.meta.url);

/** For each dimension its bias, and for each feature pairs of the position of a dimension and its weight; all in hundredths. */
export interface DimensionModel {
  readonly ids: readonly string[];
  readonly bias: readonly number[];
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** The features of a question: of each of its parts, and of the whole. */
export interface DimensionFeatures {
  readonly parts: readonly (readonly string[])[];
  readonly whole: readonly string[];
}

const betweenParts = /,(?!\d)|;|\/|\b(?:and|or|plus)\b|&|[.?!:]\s/i;
const plain = new Set("a an the my our of to is are it be in for i we you and or".split(" "));

/**
 * Returns the features of a question: of each part the words, their pairs and threes, and pairs of the words that tell
 * something; of the whole its words. A question for several dimensions names each in a part of its own.
 */
export function dimensionFeatures(text: string): DimensionFeatures {
  const parts = text.split(betweenParts).filter((part) => /\w/.test(part));
  const isOne = parts.length < 2;
  return {
    parts: (isOne ? [text] : parts).map((part) => [...new Set([...featuresOfPart(part), isOne ? "(one)" : "(part)"])]),
    whole: [...new Set(wordsOf(text).map((word) => `(whole) ${word}`))],
  };
}

function featuresOfPart(part: string): string[] {
  const words = wordsOf(part);
  const telling = words.filter((word) => !plain.has(word));
  const runs = (all: readonly string[], step: number) => all.slice(step).map((word, at) => `${all[at]} ${word}`);
  return [
    ...words,
    ...runs(words, 1),
    ...words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`),
    ...runs(telling, 1).map((pair) => `_${pair}`),
    ...runs(telling, 2).map((pair) => `*${pair}`),
  ];
}

/** Words without the ending of a plural. */
const wordsOf = (text: string) =>
  wordsOfQuestion(text).map((word) => (word.length > 3 ? word.replace(/(?:'s|s)$/, "") : word));

/** Returns how likely a question asks for each dimension of a model: 0..1 each (logistic regression; of the parts the likeliest counts). */
export function likelihoodsUnder({ ids, bias, weights }: DimensionModel, features: DimensionFeatures): number[] {
  const whole = sumOf(weights, features.whole, ids.length);
  const parts = features.parts.map((part) => sumOf(weights, part, ids.length));
  return ids.map((_, at) => {
    const best = Math.max(...parts.map((sum) => sum[at] ?? 0));
    return 1 / (1 + Math.exp(-((bias[at] ?? 0) + (whole[at] ?? 0) + best) / 100));
  });
}

function sumOf(weights: DimensionModel["weights"], features: readonly string[], count: number): number[] {
  const sum = new Array<number>(count).fill(0);
  for (const feature of features) {
    const pairs = weights[feature] ?? [];
    for (let at = 0; at < pairs.length; at += 2)
      sum[pairs[at] ?? 0] = (sum[pairs[at] ?? 0] ?? 0) + (pairs[at + 1] ?? 0);
  }
  return sum;
}

let shipped: DimensionModel | undefined;

/** Returns how likely a question asks for each dimension, by its id: 0..1. */
export function dimensionLikelihoods(text: string): ReadonlyMap<string, number> {
  shipped ??= readModel(readFileSync(shippedDimensionModel, "utf8"));
  const { ids } = shipped;
  const likely = likelihoodsUnder(shipped, dimensionFeatures(text));
  return new Map(ids.map((id, at) => [id, likely[at] ?? 0]));
}

/** Reads the file into a map without a prototype: "constructor" must not be taken for a feature. */
function readModel(json: string): DimensionModel {
  const model = JSON.parse(json) as DimensionModel;
  return { ...model, weights: Object.assign(Object.create(null), model.weights) };
}
