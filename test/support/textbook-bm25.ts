import { analyse, type KeywordSource } from "../../ingest/index.ts";

interface Weights {
  readonly k: number;
  readonly b: number;
  readonly fields: readonly number[];
}

type Query = readonly { readonly term: string; readonly weight: number }[];

/**
 * Scores every chunk by the BM25 formula written out, one sum for each field, without an index: what the keyword leg
 * is held against.
 */
export function makeTextbookBm25(chunks: readonly KeywordSource[], { k, b, fields }: Weights) {
  const columns = fields.map((_, field) => chunks.map((chunk) => countTerms(fieldText(chunk, field))));
  return (query: Query): number[] => {
    const scores = chunks.map(() => 0);
    columns.forEach((texts, field) => {
      const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
      for (const { term, weight } of query) {
        const holding = texts.filter((text) => text.counts.has(term)).length;
        const idf = Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
        texts.forEach(({ counts, length }, at) => {
          const count = counts.get(term) ?? 0;
          if (count === 0) return;
          const saturation = (count * (k + 1)) / (count + k * (1 - b + (b * length) / average));
          scores[at] = (scores[at] ?? 0) + (fields[field] ?? 0) * weight * idf * saturation;
        });
      }
    });
    return scores;
  };
}

function fieldText(chunk: KeywordSource, field: number): string {
  if (field === 0) return [...chunk.headingPath, chunk.indexText].join("\n");
  return field === 1 ? (chunk.headingPath.at(-1) ?? "") : chunk.headingPath.slice(0, -1).join("\n");
}

function countTerms(text: string): { counts: Map<string, number>; length: number } {
  const terms = analyse(text);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}
