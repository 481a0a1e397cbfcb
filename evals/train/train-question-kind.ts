import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  type AskedKind,
  askedKinds,
  type KindWeights,
  kindFeatures,
  kindsUnder,
  shippedKinds,
} from "../../agent/index.ts";
import { readJsonLines } from "../json-lines.ts";
import { readFold } from "./fold.ts";
import { layQuestionRecords } from "./lay-questions.ts";
import { makeRandom } from "./seeded-random.ts";

const seed = 20_261_127;
const rounds = 15;
/** Step of AdaGrad, and how strongly weights are drawn to zero. */
const [step, decay] = [0.3, 5e-4];
/** A feature seen in fewer questions gets no weight. */
const leastSeen = 3;
/** Weights below this, in hundredths, are left out of the file. */
const leastWeight = 8;

/** A question with its kind; questions written by hand are of no town. */
export interface KindExample {
  readonly text: string;
  readonly kind: AskedKind;
  readonly town: string | null;
}

/** The kinds of the label files, as the reader tells them apart. */
const labels: Readonly<Record<string, AskedKind>> = {
  permission: "permission",
  permitted: "permission",
  conditional: "permission",
  prohibited: "permission",
  value: "value",
  dimension: "value",
  dimensions: "value",
  parking: "value",
  definition: "definition",
  procedure: "general",
  penalty: "general",
  other: "general",
  general: "general",
};

/**
 * Trains the weights that tell what kind of question is asked (multinomial logistic regression), and writes the file that
 * ships; then prints how many of the questions of `question-uses-held-out.jsonl` are read right, which they are not trained on.
 *
 *   npm run train:kinds -- [--data folder] [--out file] [--fold part/of]
 *
 * `--fold` leaves out the towns of a fold and prints how many of their questions are read right; no file is written. The
 * same data give the same file.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: process.env.EVAL_DATA_DIR ?? "../shared/data" },
      out: { type: "string", default: shippedKinds.pathname },
      fold: { type: "string" },
    },
  });
  const examples = [...layQuestions(resolve(values.data)), ...questionsOfSets(), ...writtenQuestions()];
  if (values.fold === undefined) {
    const weights = trainKinds(examples);
    writeFileSync(values.out, fileOf(weights));
    console.error(`weights of ${examples.length} questions written to ${values.out}`);
    printMeasure(weights, questionsIn("question-uses-held-out.jsonl"));
    return;
  }
  const { part, of } = readFold(values.fold);
  const towns = [...new Set(examples.flatMap(({ town }) => town ?? []))].toSorted();
  const leftOut = new Set(towns.filter((_, at) => at % of === part));
  const isLeftOut = ({ town }: KindExample) => town !== null && leftOut.has(town);
  const weights = trainKinds(examples.filter((one) => !isLeftOut(one)));
  printMeasure(weights, examples.filter(isLeftOut));
}

/** The residents' questions and their formal wordings. */
function layQuestions(data: string): KindExample[] {
  return layQuestionRecords(data).flatMap(({ question, formal, kind, source, section_id }) => {
    const town = /^(?:ct-)?([a-z-]+)#/.exec(section_id)?.[1] ?? source;
    return [question, formal].flatMap((text) => exampleOf(text, kind ?? undefined, town));
  });
}

/** The questions of the eval sets that have a labeled kind, without those of unread towns, follow-ups, and questions that nothing answers. */
function questionsOfSets(): KindExample[] {
  const home = resolve(import.meta.dirname, "../sets");
  return readdirSync(home).flatMap((set) => {
    const file = join(home, set, "queries.jsonl");
    if (!existsSync(file)) return [];
    return readJsonLines<{ text: string; metadata: Record<string, unknown> }>(file).flatMap(({ text, metadata }) => {
      const { kind, split, previous, should_abstain, jurisdiction } = metadata;
      if (split === "unread" || previous !== undefined || should_abstain === true) return [];
      return exampleOf(text, String(kind), String(jurisdiction ?? set));
    });
  });
}

/** The questions written by hand: for this, and for the use they ask about. */
function writtenQuestions(): KindExample[] {
  return [...questionsIn("question-kinds.jsonl"), ...questionsIn("question-uses.jsonl")];
}

function questionsIn(name: string): KindExample[] {
  return readJsonLines<{ question: string; kind: string }>(join(import.meta.dirname, name)).flatMap(
    ({ question, kind }) => exampleOf(question, kind, null),
  );
}

function exampleOf(text: string | undefined, kind: string | undefined, town: string | null): KindExample[] {
  const read = labels[kind ?? ""];
  return text && read ? [{ text, kind: read, town }] : [];
}

/** Fits the weights to examples by AdaGrad, in hundredths as the file has them. */
export function trainKinds(examples: readonly KindExample[]): KindWeights {
  const features = examples.map(({ text }) => kindFeatures(text));
  const seen = new Map<string, number>();
  for (const one of features.flat()) seen.set(one, (seen.get(one) ?? 0) + 1);
  const weights = new Map<string, number[]>();
  const squares = new Map<string, number[]>();
  for (const [feature, count] of seen) {
    if (count < leastSeen) continue;
    weights.set(feature, [0, 0, 0, 0]);
    squares.set(feature, [1e-8, 1e-8, 1e-8, 1e-8]);
  }
  const random = makeRandom(seed);
  const known = features.map((all) => all.filter((one) => weights.has(one)));
  for (let round = 0; round < rounds; round++) {
    const order = known.map((_, at) => ({ at, key: random.next() })).toSorted((one, other) => one.key - other.key);
    for (const { at } of order) learnFrom(known[at] ?? [], examples[at]?.kind, { weights, squares });
  }
  const rounded = [...weights].map(([feature, row]) => [feature, row.map((one) => Math.round(one * 100))] as const);
  return Object.fromEntries(rounded.filter(([, row]) => row.some((one) => Math.abs(one) >= leastWeight)).toSorted());
}

/** One step of AdaGrad on one question. */
function learnFrom(
  features: readonly string[],
  kind: AskedKind | undefined,
  { weights, squares }: Record<"weights" | "squares", ReadonlyMap<string, number[]>>,
): void {
  const scaled = Object.fromEntries(features.map((one) => [one, (weights.get(one) ?? []).map((each) => each * 100)]));
  const likely = kindsUnder(scaled, features);
  for (const feature of features) {
    const [row = [], square = []] = [weights.get(feature), squares.get(feature)];
    for (const [at, one] of askedKinds.entries()) {
      const slope = (likely[at] ?? 0) - (one === kind ? 1 : 0) + decay * (row[at] ?? 0);
      square[at] = (square[at] ?? 0) + slope * slope;
      row[at] = (row[at] ?? 0) - (step * slope) / Math.sqrt(square[at] ?? 1);
    }
  }
}

/** One feature a line. */
function fileOf(weights: KindWeights): string {
  const lines = Object.entries(weights).map(([feature, row]) => `${JSON.stringify(feature)}:${JSON.stringify(row)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

function printMeasure(weights: KindWeights, examples: readonly KindExample[]): void {
  for (const kind of askedKinds) {
    const own = examples.filter((one) => one.kind === kind);
    const read = own.filter(({ text }) => {
      const likely = kindsUnder(weights, kindFeatures(text));
      return askedKinds[likely.indexOf(Math.max(...likely))] === kind;
    });
    console.log(`${kind}: ${read.length} of ${own.length}`);
  }
}

if (import.meta.main) main();
