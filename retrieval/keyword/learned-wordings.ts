import { readFileSync } from "node:fs";
import { analyse, isQuestionWord, termOf, tokensOf } from "../../ingest/index.ts";
import type { WeightedTerm } from "./keyword-search.ts";
import type { Expansions } from "./question.ts";

/** The file that ships: made by `evals/train/train-wordings.ts`, described in `learned-wordings.md`. */
export const shippedWordings = new URL("./learned-wordings.json", import.meta.url);

type LearnedTable = ReadonlyMap<string, readonly WeightedTerm[]>;

const mostTerms = 20;
const highestWeight = 0.6;

/**
 * Makes the expansions that were learned from questions put both ways: for each word and pair of neighbouring words of a
 * question the terms of the law it was seen to stand for.
 *
 * A term's weight grows with the root of its probability, all words of the question together, up to {@link highestWeight}. The file is read when first asked.
 *
 * @throws Error when the file cannot be read
 */
export function makeLearnedWordings(path: string | URL = shippedWordings): Expansions {
  let table: LearnedTable | undefined;
  return (query) => {
    table ??= readTable(path);
    const own = new Set(analyse(query));
    const likely = new Map<string, number>();
    for (const saying of sayingsIn(query)) {
      for (const { term, weight } of table.get(saying) ?? []) {
        if (!own.has(term)) likely.set(term, (likely.get(term) ?? 0) + weight);
      }
    }
    return [...likely]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, mostTerms)
      .map(([term, probability]) => ({ term, weight: highestWeight * Math.min(1, Math.sqrt(2 * probability)) }));
  };
}

/** Words of a question and its pairs of neighbours, without the words every question has. */
export function sayingsIn(query: string): Set<string> {
  const words = tokensOf(query)
    .map(termOf)
    .filter((word) => !isQuestionWord(word));
  return new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]);
}

function readTable(path: string | URL): LearnedTable {
  const file = JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, Readonly<Record<string, number>>>>;
  return new Map(
    Object.entries(file).map(([saying, terms]) => [
      saying,
      Object.entries(terms).map(([term, weight]) => ({ term, weight })),
    ]),
  );
}
