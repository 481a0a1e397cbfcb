import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { entryFeatures, type LabelModel, likelihoodsUnder, shippedEntryModel } from "../../ingest/index.ts";
import { readJsonLines } from "../json-lines.ts";
import { type LabelSettings, labelFileOf, trainLabels } from "./train-labels.ts";

/** An entry of a list or table of uses, with the ids of the uses that it names, and of those of which it names only a narrower form. */
export interface EntryExample {
  readonly entry: string;
  /** The label above a group of entries; left out where there is none. */
  readonly group?: string;
  readonly named: readonly string[];
  readonly part: readonly string[];
  /** It names the use only as part of another one, or in a place; left out where it does not. */
  readonly limited?: boolean;
}

const settings: LabelSettings = {
  seed: 20_261_128,
  rounds: 12,
  partStep: 0.6,
  wholeStep: 0.4,
  biasStep: 0.02,
  decay: 1e-4,
  firstSquare: 1,
  firstBias: -3,
  leastSeen: 1,
  leastWeight: 33,
};

/**
 * Trains the model that tells which uses an entry of an ordinance names, and writes the file that ships; then prints how the
 * entries of `entry-uses-held-out.jsonl` are read, which it is not trained on.
 *
 *   npm run train:entries
 *
 * The same data give the same file.
 */
function main(): void {
  const read = (name: string) => readJsonLines<EntryExample>(join(import.meta.dirname, name));
  const examples = read("entry-uses.jsonl");
  const model = trainEntries(examples);
  writeFileSync(shippedEntryModel, labelFileOf(model));
  console.error(`weights of ${examples.length} entries written`);
  printMeasure(model, read("entry-uses-held-out.jsonl"));
}

/** Fits a model to entries: the uses that they name outright are its labels. */
export const trainEntries = (examples: readonly EntryExample[]): LabelModel =>
  trainLabels(
    examples.map(({ entry, group = "", named }) => ({ features: entryFeatures(entry, group), labels: named })),
    settings,
  );

function printMeasure(model: LabelModel, examples: readonly EntryExample[]): void {
  const read = examples.map(({ entry, group = "", named, part }) => {
    const likely = likelihoodsUnder(model, entryFeatures(entry, group));
    return { likely, named: new Set(named), part: new Set(part) };
  });
  const all = read.reduce((sum, { named }) => sum + named.size, 0);
  for (const least of [0.5, 0.7, 0.85]) {
    let [right, narrower, other] = [0, 0, 0];
    for (const { likely, named, part } of read) {
      model.ids.forEach((id, at) => {
        if ((likely[at] ?? 0) < least) return;
        if (named.has(id)) right++;
        else if (part.has(id)) narrower++;
        else other++;
      });
    }
    const told = right + narrower + other;
    const share = (of: number) => (right / Math.max(of, 1)).toFixed(3);
    console.log(
      `told with ${least}: precision ${share(told)}, recall ${share(all)}; of ${told} ${narrower} are of a narrower form, ${other} of another use`,
    );
  }
}

if (import.meta.main) main();
