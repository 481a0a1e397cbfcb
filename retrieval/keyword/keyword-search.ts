import { type KeywordSegment, keywordFields } from "../../ingest/index.ts";

/** A term to look for and how much it counts: 1 for a word of the question, less for one it only suggests. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** BM25 parameters and the weight of each of `keywordFields`. */
export interface KeywordWeights {
  readonly k: number;
  readonly b: number;
  readonly fields: readonly number[];
}

/** Standard BM25 with the section's heading counted half again and the headings above it a quarter. */
export const standardWeights: KeywordWeights = { k: 1.2, b: 0.75, fields: [1, 0.5, 0.25] };

/**
 * Scores every chunk of all segments as one exact BM25 index over all of them would: document frequencies and average
 * lengths are those of the union. One list for each segment, 0 where a chunk holds none of the terms.
 */
export function scoreSegments(
  segments: readonly KeywordSegment[],
  terms: readonly WeightedTerm[],
  weights: KeywordWeights = standardWeights,
): Float64Array[] {
  const scores = segments.map((segment) => new Float64Array(segment.chunkCount));
  const chunkCount = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  const weightOf = new Map<string, number>();
  for (const { term, weight } of terms) weightOf.set(term, (weightOf.get(term) ?? 0) + weight);
  keywordFields.forEach((_, field) => {
    const total = segments.reduce((sum, segment) => sum + (segment.totalLengths[field] ?? 0), 0);
    const shape = { field, k: weights.k, b: weights.b, average: total / chunkCount };
    for (const [term, weight] of weightOf) {
      const idf = inverseDocumentFrequency(chunkCount, frequencyIn(segments, term, field));
      const factor = weight * idf * (weights.fields[field] ?? 0);
      if (factor === 0) continue;
      segments.forEach((segment, number) => {
        const into = scores[number];
        if (into) addScores(segment, term, shape, factor, into);
      });
    }
  });
  return scores;
}

interface FieldShape {
  readonly field: number;
  readonly k: number;
  readonly b: number;
  /** Average length of the field over the union. */
  readonly average: number;
}

// Typed arrays of known length: every index read below lies inside its list.
function addScores(
  { terms, starts, positions, counts, lengths, chunkCount }: KeywordSegment,
  term: string,
  { field, k, b, average }: FieldShape,
  factor: number,
  into: Float64Array,
): void {
  const number = terms.get(term);
  if (number === undefined) return;
  const list = number * keywordFields.length + field;
  const end = starts[list + 1] as number;
  const ofField = field * chunkCount;
  const fixed = k * (1 - b);
  const perTerm = (k * b) / average;
  for (let posting = starts[list] as number; posting < end; posting++) {
    const position = positions[posting] as number;
    const count = counts[posting] as number;
    const length = lengths[ofField + position] as number;
    into[position] = (into[position] as number) + (factor * count * (k + 1)) / (count + fixed + perTerm * length);
  }
}

/** Adds an amount to every chunk that holds the term in any field. */
export function addWhereHeld(segment: KeywordSegment, term: string, amount: number, into: Float64Array): void {
  const number = segment.terms.get(term);
  if (number === undefined) return;
  const list = number * keywordFields.length;
  const end = segment.starts[list + 1] as number;
  for (let posting = segment.starts[list] as number; posting < end; posting++) {
    const position = segment.positions[posting] as number;
    into[position] = (into[position] as number) + amount;
  }
}

/** Inverse document frequency of a term that `holding` of `total` chunks hold; never negative. */
export function inverseDocumentFrequency(total: number, holding: number): number {
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
}

/** Number of chunks of all segments that hold the term in the field. */
export function frequencyIn(segments: readonly KeywordSegment[], term: string, field: number): number {
  let chunks = 0;
  for (const { terms, starts } of segments) {
    const number = terms.get(term);
    if (number === undefined) continue;
    const list = number * keywordFields.length + field;
    chunks += (starts[list + 1] as number) - (starts[list] as number);
  }
  return chunks;
}
