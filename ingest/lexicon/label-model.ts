import { readFileSync } from "node:fs";

/** A model of labels that a text may have, none or several: a logistic regression for each, all numbers in hundredths. */
export interface LabelModel {
  readonly ids: readonly string[];
  readonly bias: readonly number[];
  /** For each feature pairs of the position of a label and its weight. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
}

/** The features of a text: of each of its parts, of which the one that speaks most for a label counts, and of the whole. */
export interface LabelFeatures {
  readonly parts: readonly (readonly string[])[];
  readonly whole: readonly string[];
}

/** Returns how likely a text has each label of a model: 0..1 each. */
export function likelihoodsUnder({ ids, bias, weights }: LabelModel, features: LabelFeatures): number[] {
  const whole = sumOf(weights, features.whole, ids.length);
  const parts = features.parts.map((part) => sumOf(weights, part, ids.length));
  return ids.map((_, at) => {
    const best = parts.length === 0 ? 0 : Math.max(...parts.map((sum) => sum[at] ?? 0));
    return 1 / (1 + Math.exp(-((bias[at] ?? 0) + (whole[at] ?? 0) + best) / 100));
  });
}

function sumOf(weights: LabelModel["weights"], features: readonly string[], count: number): number[] {
  const sum = new Array<number>(count).fill(0);
  for (const feature of features) {
    const pairs = weights[feature] ?? [];
    for (let at = 0; at < pairs.length; at += 2)
      sum[pairs[at] ?? 0] = (sum[pairs[at] ?? 0] ?? 0) + (pairs[at + 1] ?? 0);
  }
  return sum;
}

/** Reads the file of a model. Its weights get no prototype: "constructor" must not be taken for a feature. */
export function readLabelModel(file: URL): LabelModel {
  const model = JSON.parse(readFileSync(file, "utf8")) as LabelModel;
  return { ...model, weights: Object.assign(Object.create(null), model.weights) };
}
