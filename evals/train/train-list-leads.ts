import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type LabelModel,
  type LeadKind,
  leadFeatures,
  likelihoodsUnder,
  shippedLeadModel,
} from "../../ingest/index.ts";
import { readJsonLines } from "../json-lines.ts";
import { type LabelSettings, labelFileOf, trainLabels } from "./train-labels.ts";

/** A line of a section on a district, with what it opens. */
export interface LeadExample {
  readonly line: string;
  readonly opens: LeadKind | "none";
}

const settings: LabelSettings = {
  seed: 20_261_128,
  rounds: 16,
  partStep: 0.5,
  wholeStep: 0.3,
  biasStep: 0.02,
  decay: 1e-4,
  firstSquare: 1,
  firstBias: -2,
  leastSeen: 2,
  leastWeight: 8,
};

/**
 * Trains the model that tells which lines open a list of uses, and writes the file that ships; then prints how the lines of
 * `list-leads-held-out.jsonl` are read, which it is not trained on.
 *
 *   npm run train:leads
 *
 * The same data give the same file.
 */
function main(): void {
  const read = (name: string) => readJsonLines<LeadExample>(join(import.meta.dirname, name));
  const examples = read("list-leads.jsonl");
  const model = trainLeads(examples);
  writeFileSync(shippedLeadModel, labelFileOf(model));
  console.error(`weights of ${examples.length} lines written`);
  printMeasure(model, read("list-leads-held-out.jsonl"));
}

/** Fits a model to lines: what a line opens is its label, and one that opens nothing has none. */
export const trainLeads = (examples: readonly LeadExample[]): LabelModel =>
  trainLabels(
    examples.map(({ line, opens }) => ({ features: leadFeatures(line), labels: opens === "none" ? [] : [opens] })),
    settings,
  );

function printMeasure(model: LabelModel, examples: readonly LeadExample[]): void {
  const counts = new Map<string, number>();
  for (const { line, opens } of examples) {
    const likely = likelihoodsUnder(model, leadFeatures(line));
    const best = likely.reduce((most, value, at) => (value > (likely[most] ?? 0) ? at : most), 0);
    const read = (likely[best] ?? 0) < 0.5 ? "none" : (model.ids[best] ?? "none");
    const pair = `${opens} read as ${read}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const right = [...counts].reduce((sum, [pair, count]) => (/^(\w+) read as \1$/.test(pair) ? sum + count : sum), 0);
  console.log(`${right} of ${examples.length} right`);
  for (const [pair, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`  ${pair}: ${count}`);
}

if (import.meta.main) main();
