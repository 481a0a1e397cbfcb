import { readFileSync } from "node:fs";
import { wordsOfQuestion } from "./words-of-question.ts";

/** What a question is after: whether something may be, an amount, the meaning of a term, or anything else, such as who decides. */
export const askedKinds = ["permission", "value", "definition", "general"] as const;
export type AskedKind = (typeof askedKinds)[number];

/** The file that ships: made by `evals/train/train-question-kind.ts`, described in `question-kind.md`. */
export const shippedKinds = new URL("./question-kind.json", import.meta.url);

/** For each feature the weight of each of {@link askedKinds}, in hundredths; the feature "" is in every question. */
export type KindWeights = Readonly<Record<string, readonly number[]>>;

/** Returns the features of a question: its words and pairs of neighbouring words, and how the sentence that asks opens and ends. */
export function kindFeatures(text: string): string[] {
  const words = wordsOf(text);
  const sentences = text.split(/(?<=[.!?;:])\s+/).filter((one) => /\w/.test(one));
  const asking = wordsOf(sentences.findLast((one) => one.includes("?")) ?? sentences.at(-1) ?? "");
  const ends = [1, 2, 3].flatMap((count) => [
    `^${asking.slice(0, count).join(" ")}`,
    `${asking.slice(-count).join(" ")}$`,
  ]);
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return ["", ...new Set([...words, ...pairs, ...ends])];
}

const wordsOf = (text: string) => wordsOfQuestion(text, "[?:;]");

/** Returns how likely each kind is under given weights: 0..1, together 1 (multinomial logistic regression). */
export function kindsUnder(weights: KindWeights, features: readonly string[]): number[] {
  const scores = askedKinds.map((_, kind) =>
    features.reduce((sum, feature) => sum + (weights[feature]?.[kind] ?? 0) / 100, 0),
  );
  const most = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const all = odds.reduce((sum, one) => sum + one, 0);
  return odds.map((one) => one / all);
}

let shipped: KindWeights | undefined;

/** Returns the likeliest kind of a question, among all or among those given. */
export function likeliestKind(text: string, among: readonly AskedKind[] = askedKinds): AskedKind {
  shipped ??= Object.assign(Object.create(null), JSON.parse(readFileSync(shippedKinds, "utf8"))) as KindWeights;
  const likely = kindsUnder(shipped, kindFeatures(text));
  const [kind = "general"] = among.toSorted(
    (one, other) => (likely[askedKinds.indexOf(other)] ?? 0) - (likely[askedKinds.indexOf(one)] ?? 0),
  );
  return kind;
}
