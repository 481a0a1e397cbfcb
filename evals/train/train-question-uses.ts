import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  shippedUseModel,
  tagsUnder,
  type UseTagger,
  useLabelFeatures,
  usePhrasesUnder,
  useTagFeatures,
  wordsWithPlaces,
} from "../../agent/index.ts";
import { type LabelModel, likelihoodsUnder } from "../../ingest/index.ts";
import { readJsonLines } from "../json-lines.ts";
import { makeRandom } from "./seeded-random.ts";
import { type LabelSettings, labelFileOf, trainLabels } from "./train-labels.ts";

/** A question with the words in it that name the use asked about, and the ids of that use. */
export interface UseExample {
  readonly question: string;
  readonly said: readonly string[];
  readonly uses: readonly string[];
}

const labelSettings: LabelSettings = {
  seed: 20_261_127,
  rounds: 14,
  partStep: 0.6,
  wholeStep: 0.9,
  biasStep: 0.02,
  decay: 1e-4,
  firstSquare: 1,
  firstBias: -3,
  leastSeen: 2,
  leastWeight: 60,
};
const taggerRounds = 8;
/** A feature of the tagger seen fewer times gets no weight. */
const leastSeen = 7;

/**
 * Trains the two models that tell which use a question asks about, and writes the files that ship; then prints how the
 * questions of `question-uses-held-out.jsonl` are read, which they are not trained on.
 *
 *   npm run train:uses
 *
 * The same data give the same files.
 */
function main(): void {
  const read = (name: string) => readJsonLines<UseExample>(join(import.meta.dirname, name));
  const examples = read("question-uses.jsonl");
  const models = trainUses(examples);
  writeFileSync(shippedUseModel.tagger, taggerFileOf(models.tagger));
  writeFileSync(shippedUseModel.labels, labelFileOf(models.labels));
  console.error(`weights of ${examples.length} questions written`);
  printMeasure(models, read("question-uses-held-out.jsonl"));
}

interface UseModels {
  readonly tagger: UseTagger;
  readonly labels: LabelModel;
}

/**
 * Trains the tagger, and the labels on the words that people marked and on those that a tagger of the other half of the
 * questions finds: so they learn from phrases such as they will be given.
 */
export function trainUses(examples: readonly UseExample[]): UseModels {
  const halves = [0, 1].map((half) => examples.filter((_, at) => at % 2 === half));
  const ofOtherHalf = halves.map((_, half) => trainTagger(halves[1 - half] ?? []));
  const found = halves.flatMap((half, at) =>
    half.map((one) => {
      const tagger = ofOtherHalf[at];
      const said = tagger ? usePhrasesUnder(tagger, one.question).map(({ text }) => text) : [];
      return { ...one, said };
    }),
  );
  const labels = trainLabels(
    [...examples, ...found].map(({ question, said, uses }) => ({
      features: useLabelFeatures(question, said),
      labels: uses,
    })),
    labelSettings,
  );
  return { tagger: trainTagger(examples), labels };
}

interface Marked {
  readonly features: readonly (readonly string[])[];
  readonly tags: readonly boolean[];
}

/** Fits a tagger to the marked words: a structured perceptron whose weights are averaged over all its steps. */
export function trainTagger(examples: readonly UseExample[]): UseTagger {
  const marked = examples.map(markedOf);
  const known = knownFeatures(marked);
  const kept = marked.map(({ features, tags }) => ({
    tags,
    features: features.map((names) => names.filter((name) => known.has(name))),
  }));
  const weights = new Averaged();
  const random = makeRandom(labelSettings.seed);
  for (let round = 0; round < taggerRounds; round++) {
    const order = kept.map((one) => ({ one, key: random.next() })).toSorted((a, b) => a.key - b.key);
    for (const { one } of order) {
      weights.step();
      const found = tagsUnder(weights.asTagger(), one.features);
      if (found.every((tag, at) => tag === one.tags[at])) continue;
      for (const [tags, sign] of [[one.tags, 1] as const, [found, -1] as const]) {
        tags.forEach((tag, at) => {
          weights.add(stepName(at > 0 && tags[at - 1] === true, tag), sign);
          if (tag) for (const name of one.features[at] ?? []) weights.add(name, sign);
        });
      }
    }
  }
  return weights.averaged();
}

function markedOf({ question, said }: UseExample): Marked {
  const words = wordsWithPlaces(question);
  const spans = said.flatMap((phrase) => {
    const start = question.indexOf(phrase);
    return start < 0 ? [] : [{ start, end: start + phrase.length }];
  });
  const tags = words.map((word) => spans.some(({ start, end }) => start <= word.start && word.end <= end));
  return { features: useTagFeatures(words), tags };
}

function knownFeatures(marked: readonly Marked[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const { features } of marked) for (const name of features.flat()) seen.set(name, (seen.get(name) ?? 0) + 1);
  return new Set([...seen].flatMap(([name, count]) => (count < leastSeen ? [] : [name])));
}

const stepName = (from: boolean, to: boolean) => `(step) ${from} ${to}`;

/** Weights of a perceptron, and their mean over all steps so far. */
class Averaged {
  readonly #weights: Record<string, number> = Object.create(null);
  readonly #sums: Record<string, number> = Object.create(null);
  #steps = 0;

  step(): void {
    this.#steps++;
  }

  add(name: string, change: number): void {
    this.#weights[name] = (this.#weights[name] ?? 0) + change;
    this.#sums[name] = (this.#sums[name] ?? 0) + change * (this.#steps - 1);
  }

  asTagger(): UseTagger {
    return { weights: this.#weights, steps: stepsOf(this.#weights) };
  }

  averaged(): UseTagger {
    const mean = (name: string) =>
      Math.round(100 * ((this.#weights[name] ?? 0) - (this.#sums[name] ?? 0) / Math.max(this.#steps, 1)));
    const all = Object.fromEntries(Object.keys(this.#weights).map((name) => [name, mean(name)]));
    const weights = Object.entries(all).filter(([name, value]) => value !== 0 && !name.startsWith("(step)"));
    return { weights: Object.fromEntries(weights.toSorted()), steps: stepsOf(all) };
  }
}

function stepsOf(weights: Readonly<Record<string, number>>): UseTagger["steps"] {
  const of = (from: boolean, to: boolean) => weights[stepName(from, to)] ?? 0;
  return [
    [of(false, false), of(false, true)],
    [of(true, false), of(true, true)],
  ];
}

/** The file of a tagger, one feature a line. */
function taggerFileOf({ weights, steps }: UseTagger): string {
  const lines = Object.entries(weights).map(([feature, weight]) => `${JSON.stringify(feature)}:${weight}`);
  return `{"steps":${JSON.stringify(steps)},\n"weights":{\n${lines.join(",\n")}\n}}\n`;
}

function printMeasure({ tagger, labels }: UseModels, examples: readonly UseExample[]): void {
  let [whole, found, spurious, missed, main, sure, sureRight, none, noneRight] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const one of examples) {
    const { tags } = markedOf(one);
    const read = tagsUnder(tagger, useTagFeatures(wordsWithPlaces(one.question)));
    const right = read.filter((tag, at) => tag && tags[at]).length;
    found += right;
    spurious += read.filter(Boolean).length - right;
    missed += tags.filter(Boolean).length - right;
    if (read.every((tag, at) => tag === tags[at])) whole++;
    const said = usePhrasesUnder(tagger, one.question).map(({ text }) => text);
    const likely = likelihoodsUnder(labels, useLabelFeatures(one.question, said));
    const [best = 0, likelihood = 0] = likely.reduce<[number, number]>(
      (most, value, at) => (value > most[1] ? [at, value] : most),
      [0, 0],
    );
    if (one.uses.length === 0) {
      none++;
      if (likelihood < 0.5) noneRight++;
      continue;
    }
    const isRight = one.uses.includes(labels.ids[best] ?? "");
    if (isRight) main++;
    if (likelihood >= 0.5) {
      sure++;
      if (isRight) sureRight++;
    }
  }
  const share = (part: number, of: number) => (part / Math.max(of, 1)).toFixed(3);
  const asking = examples.length - none;
  console.log(
    `words marked: precision ${share(found, found + spurious)}, recall ${share(found, found + missed)}, ${whole} of ${examples.length} whole`,
  );
  console.log(
    `use: ${main} of ${asking} right; of ${sure} sure ones ${sureRight}; none where none is: ${noneRight} of ${none}`,
  );
}

if (import.meta.main) main();
