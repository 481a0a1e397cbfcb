import { type LabelFeatures, type LabelModel, likelihoodsUnder, readLabelModel } from "../../../ingest/index.ts";
import { wordsOfQuestion } from "./words-of-question.ts";

/** The file that ships: made by `evals/train/train-question-dimensions.ts`, described in `dimension-model.md`. */
export const shippedDimensionModel = new URL("./dimension-model.json", import.meta.url);

const betweenParts = /,(?!\d)|;|\/|\b(?:and|or|plus)\b|&|[.?!:]\s/i;
const plain = new Set("a an the my our of to is are it be in for i we you and or".split(" "));

/**
 * Returns the features of a question: of each part the words, their pairs and threes, and pairs of the words that tell
 * something; of the whole its words. A question for several dimensions names each in a part of its own.
 */
export function dimensionFeatures(text: string): LabelFeatures {
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

let shipped: LabelModel | undefined;

/** Returns how likely a question asks for each dimension, by its id: 0..1. */
export function dimensionLikelihoods(text: string): ReadonlyMap<string, number> {
  shipped ??= readLabelModel(shippedDimensionModel);
  const { ids } = shipped;
  const likely = likelihoodsUnder(shipped, dimensionFeatures(text));
  return new Map(ids.map((id, at) => [id, likely[at] ?? 0]));
}
