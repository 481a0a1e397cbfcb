import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  type DimensionFeatures,
  type DimensionModel,
  dimensionFeatures,
  likelihoodsUnder,
  shippedDimensionModel,
} from "../../agent/index.ts";
import { readJsonLines } from "../json-lines.ts";
import { layQuestionRecords } from "./lay-questions.ts";
import { makeRandom } from "./seeded-random.ts";

const seed = 20_261_127;
const rounds = 12;
/** Steps of AdaGrad for the words of a part and of the whole, the step of the biases, and how strongly weights are drawn to zero. */
const [partStep, wholeStep, biasStep, decay] = [0.25, 0.125, 0.02, 3e-4];
const firstBias = -2;
/** A feature seen in fewer questions gets no weight. */
const leastSeen = 5;
/** Weights below this, in hundredths, are left out of the file. */
const leastWeight = 30;

/** A question with the dimensions that it asks an amount of; none for most other questions. */
export interface DimensionExample {
  readonly question: string;
  readonly dimensions: readonly string[];
}

/**
 * Trains the weights that tell which dimensions a question asks for (one logistic regression each), and writes the file that
 * ships; then prints how the questions of `question-dimensions-held-out.jsonl` are read, which it is not trained on.
 *
 *   npm run train:dimensions -- [--data folder] [--out file]
 *
 * The same data give the same file.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: process.env.EVAL_DATA_DIR ?? "../shared/data" },
      out: { type: "string", default: shippedDimensionModel.pathname },
    },
  });
  const read = (name: string) => readJsonLines<DimensionExample>(join(import.meta.dirname, name));
  const examples = [...read("question-dimensions.jsonl"), ...layQuestions(resolve(values.data))];
  const model = trainDimensions(examples);
  writeFileSync(values.out, fileOf(model));
  console.error(`weights of ${examples.length} questions written to ${values.out}`);
  printMeasure(model, read("question-dimensions-held-out.jsonl"));
}

/** What the labels of the residents' questions call a dimension; others that state no kind of amount told apart here are left out. */
const labels: Readonly<Record<string, readonly string[]>> = {
  height: ["height"],
  "building height": ["height"],
  "fence height": ["height"],
  "sign height": ["height"],
  "tower height": ["height"],
  setback: ["setbacks"],
  "distance from property line": ["setbacks"],
  "distance from lot line": ["setbacks"],
  "setback from lot lines": ["setbacks"],
  "front yard": ["front setback"],
  "front setback": ["front setback"],
  "front yard setback": ["front setback"],
  "side yard": ["side setback"],
  "side setback": ["side setback"],
  "rear yard": ["rear setback"],
  "rear setback": ["rear setback"],
  "street side yard": ["street side setback"],
  "lot area": ["lot area"],
  "lot size": ["lot area"],
  "minimum lot area": ["lot area"],
  "parcel size": ["lot area"],
  "lot width": ["lot width"],
  "lot frontage": ["frontage"],
  "street frontage": ["frontage"],
  frontage: ["frontage"],
  "lot size / frontage": ["lot area", "frontage"],
  "lot coverage": ["lot coverage"],
  density: ["density"],
  "units per acre": ["density"],
  "dwellings per acre": ["density"],
  stories: ["stories"],
  "number of parking spaces": ["parking"],
  "off-street parking spaces": ["parking"],
  "parking spaces": ["parking"],
  "parking space size": ["stall width", "stall length"],
  "parking space dimensions": ["stall width", "stall length"],
  "drive aisle": ["aisle width"],
  "minimum living area": ["unit floor area"],
  "dwelling unit floor area": ["unit floor area"],
  "dwelling unit size": ["unit floor area"],
  ...Object.fromEntries(
    ["time limit", "sign area", "duration", "hours", "number of children", "number", "screening", "hours of operation"]
      .concat([
        "occupancy",
        "number of rooms",
        "fee",
        "decibels",
        "permit duration",
        "notice period",
        "parking surface",
      ])
      .concat([
        "length of stay",
        "number of bedrooms",
        "fine per day",
        "cubic yards",
        "age",
        "bicycle parking",
        "buffer",
      ])
      .map((name) => [name, []]),
  ),
};

/** The residents' questions and their formal wordings; one without a dimension asks for none. */
function layQuestions(data: string): DimensionExample[] {
  return layQuestionRecords(data).flatMap(({ question, formal, dimension }) => {
    const dimensions = dimension === null ? [] : labels[dimension];
    return dimensions ? [question, formal].map((text) => ({ question: text, dimensions })) : [];
  });
}

interface Weights {
  readonly weights: Map<string, number[]>;
  readonly squares: Map<string, number[]>;
  readonly bias: number[];
}

/** Fits the weights to examples by AdaGrad, in hundredths as the file has them. */
export function trainDimensions(examples: readonly DimensionExample[]): DimensionModel {
  const ids = [...new Set(examples.flatMap(({ dimensions }) => dimensions))].toSorted();
  const features = examples.map(({ question }) => dimensionFeatures(question));
  const known = knownFeatures(features);
  const row = () => new Array<number>(ids.length);
  const learned: Weights = {
    weights: new Map([...known].map((one) => [one, row().fill(0)])),
    squares: new Map([...known].map((one) => [one, row().fill(1e-8)])),
    bias: row().fill(firstBias),
  };
  const kept = features.map(({ parts, whole }) => ({
    parts: parts.map((part) => part.filter((one) => known.has(one))),
    whole: whole.filter((one) => known.has(one)),
  }));
  const wanted = examples.map(({ dimensions }) => ids.map((id) => (dimensions.includes(id) ? 1 : 0)));
  const random = makeRandom(seed);
  for (let round = 0; round < rounds; round++) {
    const order = kept.map((_, at) => ({ at, key: random.next() })).toSorted((one, other) => one.key - other.key);
    for (const { at } of order) learnFrom(kept[at] ?? { parts: [], whole: [] }, wanted[at] ?? [], learned);
  }
  return rounded(ids, learned);
}

function knownFeatures(features: readonly DimensionFeatures[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const { parts, whole } of features)
    for (const one of new Set([...parts.flat(), ...whole])) seen.set(one, (seen.get(one) ?? 0) + 1);
  return new Set([...seen].flatMap(([feature, count]) => (count < leastSeen ? [] : [feature])));
}

/** One step of AdaGrad on one question: of its parts the likeliest for a dimension learns. */
function learnFrom(features: DimensionFeatures, wanted: readonly number[], { weights, squares, bias }: Weights): void {
  const sumsOf = (names: readonly string[]) =>
    wanted.map((_, at) => names.reduce((sum, one) => sum + (weights.get(one)?.[at] ?? 0), 0));
  const whole = sumsOf(features.whole);
  const parts = features.parts.map(sumsOf);
  for (const [at, want] of wanted.entries()) {
    const best = parts.reduce((most, sums, part) => ((sums[at] ?? 0) > (parts[most]?.[at] ?? 0) ? part : most), 0);
    const score = (bias[at] ?? 0) + (whole[at] ?? 0) + (parts[best]?.[at] ?? 0);
    const miss = 1 / (1 + Math.exp(-score)) - want;
    bias[at] = (bias[at] ?? 0) - biasStep * miss;
    const steps = [
      { names: features.whole, step: wholeStep },
      { names: features.parts[best] ?? [], step: partStep },
    ];
    for (const { names, step } of steps) {
      for (const name of names) {
        const [own = [], square = []] = [weights.get(name), squares.get(name)];
        const slope = miss + decay * (own[at] ?? 0);
        square[at] = (square[at] ?? 0) + slope * slope;
        own[at] = (own[at] ?? 0) - (step * slope) / Math.sqrt(square[at] ?? 1);
      }
    }
  }
}

function rounded(ids: readonly string[], { weights, bias }: Weights): DimensionModel {
  const hundredths = (value: number) => Math.round(value * 100);
  const rows = [...weights].map(([feature, row]) => {
    const pairs = row.flatMap((value, at) =>
      Math.abs(hundredths(value)) < leastWeight ? [] : [at, hundredths(value)],
    );
    return [feature, pairs] as const;
  });
  return {
    ids,
    bias: bias.map(hundredths),
    weights: Object.fromEntries(rows.filter(([, pairs]) => pairs.length > 0).toSorted()),
  };
}

/** One feature a line. */
function fileOf({ ids, bias, weights }: DimensionModel): string {
  const lines = Object.entries(weights).map(([feature, row]) => `${JSON.stringify(feature)}:${JSON.stringify(row)}`);
  return `{"ids":${JSON.stringify(ids)},\n"bias":${JSON.stringify(bias)},\n"weights":{\n${lines.join(",\n")}\n}}\n`;
}

const asked = 0.4;

function printMeasure(model: DimensionModel, examples: readonly DimensionExample[]): void {
  let [whole, found, spurious, missed] = [0, 0, 0, 0];
  for (const { question, dimensions } of examples) {
    const likely = likelihoodsUnder(model, dimensionFeatures(question));
    const read = model.ids.filter((_, at) => (likely[at] ?? 0) >= asked);
    const right = read.filter((id) => dimensions.includes(id)).length;
    found += right;
    spurious += read.length - right;
    missed += dimensions.length - right;
    if (right === read.length && right === dimensions.length) whole++;
  }
  const precision = (found / (found + spurious)).toFixed(3);
  const recall = (found / (found + missed)).toFixed(3);
  console.log(`${whole} of ${examples.length} questions read whole; precision ${precision}, recall ${recall}`);
}

if (import.meta.main) main();
