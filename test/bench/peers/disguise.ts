import { makeRandom } from "../../../evals/train/seeded-random.ts";

const shareOfWords = 0.25;

/**
 * Makes a copier that puts another word of the same length in the place of a quarter of the words, the same one wherever
 * a word stands; every span of a text keeps its place. One copy's number always gives the same copy.
 */
export function makeDisguise(words: ReadonlySet<string>, copy: number): <Value>(value: Value) => Value {
  const byLength = Map.groupBy(words, (word) => word.length);
  const random = makeRandom(1_000 + copy);
  const other = new Map<string, string>();
  for (const word of words) {
    if (random.next() >= shareOfWords) continue;
    const alike = byLength.get(word.length) ?? [word];
    other.set(word, alike[random.below(alike.length)] ?? word);
  }
  const disguiseText = (text: string) => text.replace(/\p{L}+/gu, (word) => other.get(word) ?? word);
  const disguise = (value: unknown): unknown => {
    if (typeof value === "string") return disguiseText(value);
    if (Array.isArray(value)) return value.map(disguise);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, disguise(part)]));
  };
  return <Value>(value: Value) => disguise(value) as Value;
}
