import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { dimensionFeatures, shippedDimensionModel } from "../../agent/index.ts";
import { type LabelModel, likelihoodsUnder } from "../../ingest/index.ts";
import { readJsonLines } from "../json-lines.ts";
import { layQuestionRecords } from "./lay-questions.ts";
import { type LabelSettings, labelFileOf, trainLabels } from "./train-labels.ts";

const settings: LabelSettings = {
  seed: 20_261_127,
  rounds: 12,
  partStep: 0.25,
  wholeStep: 0.125,
  biasStep: 0.02,
  decay: 3e-4,
  firstSquare: 1e-8,
  firstBias: -2,
  leastSeen: 5,
  leastWeight: 30,
};

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
  writeFileSync(values.out, labelFileOf(model));
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

/** Trains the model that ships, or that of other examples. */
export function trainDimensions(examples: readonly DimensionExample[]): LabelModel {
  const kept = examples.map(({ question, dimensions }) => ({
    features: dimensionFeatures(question),
    labels: dimensions,
  }));
  return trainLabels(kept, settings);
}

const asked = 0.4;

function printMeasure(model: LabelModel, examples: readonly DimensionExample[]): void {
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
