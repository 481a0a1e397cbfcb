import { analyse, isQuestionWord, type KeywordSource, termOf, tokensOf } from "../../ingest/index.ts";

/** Weights of everything, of the own heading and of the headings above; the keyword leg's own, see retrieval/README.md. */
const fieldWeights = [1, 0.5, 0.25];
const k1 = 1.2;
const b = 0.75;

interface Field {
  readonly counts: readonly ReadonlyMap<string, number>[];
  readonly lengths: readonly number[];
  readonly average: number;
  readonly holding: ReadonlyMap<string, number>;
}

/**
 * Makes a search by the BM25 formula written out, one sum for each field; gives chunk positions, best first, without
 * those that hold no word of the question.
 *
 * @see Robertson and Zaragoza, The Probabilistic Relevance Framework, section 3; IDF with 1 added inside the logarithm
 */
export function makeExactBm25(chunks: readonly KeywordSource[]): (query: string) => number[] {
  const fields = fieldWeights.map((_, field) => readField(chunks.map((chunk) => fieldText(chunk, field))));
  return (query) => {
    const terms = tokensOf(query).map(termOf);
    const telling = terms.filter((term) => !isQuestionWord(term));
    const scores = new Float64Array(chunks.length);
    for (const term of telling.length > 0 ? telling : terms) {
      fields.forEach((field, at) => {
        addScores(field, term, fieldWeights[at] ?? 0, scores);
      });
    }
    return Array.from(scores.keys())
      .filter((at) => (scores[at] ?? 0) > 0)
      .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  };
}

function addScores({ counts, lengths, average, holding }: Field, term: string, weight: number, scores: Float64Array) {
  const held = holding.get(term) ?? 0;
  if (held === 0) return;
  const idf = Math.log(1 + (counts.length - held + 0.5) / (held + 0.5));
  counts.forEach((ofChunk, at) => {
    const count = ofChunk.get(term);
    if (count === undefined) return;
    const length = (lengths[at] ?? 0) / average;
    scores[at] = (scores[at] ?? 0) + (weight * idf * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
  });
}

function readField(texts: readonly string[]): Field {
  const holding = new Map<string, number>();
  const lengths: number[] = [];
  const counts = texts.map((text) => {
    const ofText = new Map<string, number>();
    const terms = analyse(text);
    lengths.push(terms.length);
    for (const term of terms) ofText.set(term, (ofText.get(term) ?? 0) + 1);
    for (const term of ofText.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
    return ofText;
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return { counts, lengths, average: total / Math.max(texts.length, 1), holding };
}

function fieldText({ headingPath, indexText }: KeywordSource, field: number): string {
  if (field === 0) return [...headingPath, indexText].join("\n");
  return field === 1 ? (headingPath.at(-1) ?? "") : headingPath.slice(0, -1).join("\n");
}
