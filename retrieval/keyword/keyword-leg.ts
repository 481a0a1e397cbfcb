import type { KeywordSegment } from "../../ingest/index.ts";
import { type ChunkUnion, highestNumbers } from "../chunk-union.ts";
import { addWhereHeld, frequencyIn, inverseDocumentFrequency, scoreSegments } from "./keyword-search.ts";
import { type Expansions, readQuestion } from "./question.ts";
import type { LoadedSegment } from "./segment-cache.ts";

/** How much of its neighbours' scores a chunk gains. */
export interface ContextShares {
  readonly before: number;
  readonly after: number;
}

/** What the keyword leg knows of the searched union; lists are by chunk number. */
export interface KeywordFindings {
  /** BM25 score of each chunk with its share of its neighbours'; 0 where it holds no word of the question. */
  readonly scores: Float64Array;
  /** Share of the IDF mass of the question's own words that each chunk holds, 0..1. */
  readonly shares: Float64Array;
  /** The best that the filter admits, best first. */
  readonly best: readonly number[];
  /** Share of the question's IDF mass, or of six words' of a longer one, in the best of the first three; 0..1. */
  readonly coverage: number;
  /** IDF over the union for each term of the question itself. */
  readonly idf: ReadonlyMap<string, number>;
}

/** Searches the union of segments for a question; the filter is applied before anything is cut off. */
export async function searchKeywords(
  query: string,
  union: ChunkUnion,
  loaded: readonly LoadedSegment[],
  options: { expansions: Expansions; limit: number; context: ContextShares; admits?: Uint8Array | undefined },
): Promise<KeywordFindings> {
  const segments = loaded.map(({ segment }) => segment);
  const question = await readQuestion(query, segments, options.expansions);
  const idf = new Map(
    question.own.map(({ term }) => [term, inverseDocumentFrequency(union.size, frequencyIn(segments, term, 0))]),
  );
  const alone = acrossUnion(union, loaded, scoreSegments(segments, [...question.own, ...question.suggested]));
  const scores = withContext(union, alone, options.context);
  const shares = acrossUnion(union, loaded, ownShares(segments, idf));
  const best = highestNumbers(scores, options.limit, { admits: options.admits, above: 0 });
  return { scores, shares, best, coverage: coverageOf(best, shares, idf.size), idf };
}

function ownShares(segments: readonly KeywordSegment[], idf: ReadonlyMap<string, number>): Float64Array[] {
  const whole = [...idf.values()].reduce((sum, mass) => sum + mass, 0);
  return segments.map((segment) => {
    const shares = new Float64Array(segment.chunkCount);
    if (whole > 0) for (const [term, mass] of idf) addWhereHeld(segment, term, mass / whole, shares);
    return shares;
  });
}

/** Lays lists by position in a segment out by the numbers of the union. */
function acrossUnion(
  union: ChunkUnion,
  loaded: readonly LoadedSegment[],
  ofSegments: readonly Float64Array[],
): Float64Array {
  const whole = new Float64Array(union.size);
  loaded.forEach(({ segment, documents }, at) => {
    const values = ofSegments[at];
    documents.forEach(({ documentId, offset }, index) => {
      const first = union.firstOf(documentId);
      const end = documents[index + 1]?.offset ?? segment.chunkCount;
      if (values && first !== undefined) whole.set(values.subarray(offset, end), first);
    });
  });
  return whole;
}

/**
 * Lends each chunk part of the scores of its neighbours in the document, more of the one before: a page that goes on
 * with a district's rules seldom names the district again. A chunk without a word of the question gains nothing.
 */
function withContext(union: ChunkUnion, alone: Float64Array, { before, after }: ContextShares): Float64Array {
  const scores = Float64Array.from(alone);
  for (const { documentId, chunkCount } of union.documents) {
    const first = union.firstOf(documentId) ?? 0;
    const last = first + chunkCount - 1;
    for (let number = first; number <= last; number++) {
      const own = alone[number] as number;
      if (own === 0) continue;
      const previous = number > first ? (alone[number - 1] as number) : 0;
      const next = number < last ? (alone[number + 1] as number) : 0;
      scores[number] = own + before * previous + after * next;
    }
  }
  return scores;
}

/** So many words of a question are what one chunk can be expected to hold; a longer question tells a story. */
const wordsOfOneChunk = 6;

function coverageOf(best: readonly number[], shares: Float64Array, words: number): number {
  const expected = Math.min(1, wordsOfOneChunk / Math.max(words, 1));
  const held = Math.max(0, ...best.slice(0, 3).map((number) => shares[number] ?? 0));
  return Math.min(held / expected, 1);
}
