import type { LabelFeatures, LabelModel } from "../../ingest/index.ts";
import { makeRandom } from "./seeded-random.ts";

/** A text's features with the labels it has. */
export interface LabelExample {
  readonly features: LabelFeatures;
  readonly labels: readonly string[];
}

/** How a label model is trained. */
export interface LabelSettings {
  readonly seed: number;
  readonly rounds: number;
  /** Steps of AdaGrad for the features of a part and of the whole, and the step of the biases. */
  readonly partStep: number;
  readonly wholeStep: number;
  readonly biasStep: number;
  /** How strongly weights are drawn to zero. */
  readonly decay: number;
  /** What the squared slopes of a weight start with: the more, the less a single text moves a weight that is new. */
  readonly firstSquare: number;
  readonly firstBias: number;
  /** A feature seen in fewer texts gets no weight. */
  readonly leastSeen: number;
  /** Weights below this, in hundredths, are left out of the file. */
  readonly leastWeight: number;
}

/** The weights of a feature, one for each label, and the sums of their squared slopes. */
interface Row {
  readonly weights: Float64Array;
  readonly squares: Float64Array;
}

/** Fits the weights to examples by AdaGrad, in hundredths as the file has them. The same examples give the same weights. */
export function trainLabels(examples: readonly LabelExample[], settings: LabelSettings): LabelModel {
  const ids = [...new Set(examples.flatMap(({ labels }) => labels))].toSorted();
  const rows = new Map(
    [...knownFeatures(examples, settings.leastSeen)].map((feature): [string, Row] => [
      feature,
      { weights: new Float64Array(ids.length), squares: new Float64Array(ids.length).fill(settings.firstSquare) },
    ]),
  );
  const rowsOf = (features: readonly string[]) => features.flatMap((feature) => rows.get(feature) ?? []);
  const kept = examples.map(({ features: { parts, whole }, labels }) => ({
    parts: parts.map(rowsOf),
    whole: rowsOf(whole),
    wanted: new Set(labels.map((label) => ids.indexOf(label))),
  }));
  const bias = new Float64Array(ids.length).fill(settings.firstBias);
  const random = makeRandom(settings.seed);
  for (let round = 0; round < settings.rounds; round++) {
    const order = kept.map((one) => ({ one, key: random.next() })).toSorted((one, other) => one.key - other.key);
    for (const { one } of order) learnFrom(one, bias, settings);
  }
  return rounded({ ids, rows, bias }, settings.leastWeight);
}

function knownFeatures(examples: readonly LabelExample[], leastSeen: number): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const { features } of examples)
    for (const one of new Set([...features.parts.flat(), ...features.whole])) seen.set(one, (seen.get(one) ?? 0) + 1);
  return new Set([...seen].flatMap(([feature, count]) => (count < leastSeen ? [] : [feature])));
}

interface Kept {
  readonly parts: readonly (readonly Row[])[];
  readonly whole: readonly Row[];
  /** The positions of the labels that it has. */
  readonly wanted: ReadonlySet<number>;
}

/** One step of AdaGrad on one text: of its parts the likeliest for a label learns. */
function learnFrom({ parts, whole, wanted }: Kept, bias: Float64Array, settings: LabelSettings): void {
  for (let at = 0; at < bias.length; at++) {
    const sums = parts.map((rows) => sumAt(rows, at));
    const best = sums.reduce((most, sum, part) => (sum > (sums[most] ?? 0) ? part : most), 0);
    const score = (bias[at] ?? 0) + sumAt(whole, at) + (sums[best] ?? 0);
    const miss = 1 / (1 + Math.exp(-score)) - (wanted.has(at) ? 1 : 0);
    bias[at] = (bias[at] ?? 0) - settings.biasStep * miss;
    learnRows(whole, at, { miss, step: settings.wholeStep, decay: settings.decay });
    learnRows(parts[best] ?? [], at, { miss, step: settings.partStep, decay: settings.decay });
  }
}

function sumAt(rows: readonly Row[], at: number): number {
  let sum = 0;
  for (const { weights } of rows) sum += weights[at] ?? 0;
  return sum;
}

function learnRows(
  rows: readonly Row[],
  at: number,
  { miss, step, decay }: { readonly miss: number; readonly step: number; readonly decay: number },
): void {
  for (const { weights, squares } of rows) {
    const slope = miss + decay * (weights[at] ?? 0);
    const square = (squares[at] ?? 0) + slope * slope;
    squares[at] = square;
    weights[at] = (weights[at] ?? 0) - (step * slope) / Math.sqrt(square);
  }
}

function rounded(
  { ids, rows, bias }: { ids: readonly string[]; rows: ReadonlyMap<string, Row>; bias: Float64Array },
  leastWeight: number,
): LabelModel {
  const hundredths = (value: number) => Math.round(value * 100);
  const kept = [...rows].map(([feature, { weights }]) => {
    const pairs = [...weights].flatMap((value, at) =>
      Math.abs(hundredths(value)) < leastWeight ? [] : [at, hundredths(value)],
    );
    return [feature, pairs] as const;
  });
  return {
    ids,
    bias: [...bias].map(hundredths),
    weights: Object.fromEntries(kept.filter(([, pairs]) => pairs.length > 0).toSorted()),
  };
}

/** The file of a model, one feature a line. */
export function labelFileOf({ ids, bias, weights }: LabelModel): string {
  const lines = Object.entries(weights).map(([feature, row]) => `${JSON.stringify(feature)}:${JSON.stringify(row)}`);
  return `{"ids":${JSON.stringify(ids)},\n"bias":${JSON.stringify(bias)},\n"weights":{\n${lines.join(",\n")}\n}}\n`;
}
