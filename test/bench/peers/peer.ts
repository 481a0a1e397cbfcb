import type { Chunk, ParsedDocument } from "../../../ingest/index.ts";

/** A chunk as every peer is given it: the same text that its vector was made of. */
export interface BenchChunk {
  /** Position of its document in the library and its own in the document: "3/17". */
  readonly key: string;
  readonly corpus: string;
  /** Headings above it and its own text, one a line. */
  readonly text: string;
  /** Of unit length, or all zero where the embedder knows no word of the text. */
  readonly vector: Float32Array;
}

/** A document of the library: what the project publishes, and the same chunks as peers take them. */
export interface BenchDocument {
  readonly corpus: string;
  readonly title: string;
  readonly document: ParsedDocument;
  readonly source: readonly Chunk[];
  readonly chunks: readonly BenchChunk[];
}

/** A search of one question; results are chunk keys, best first. */
export interface BenchSearch {
  readonly query: string;
  readonly vector: Float32Array;
  readonly k: number;
  /** Names of the corpora to search; undefined searches all. */
  readonly corpora: readonly string[] | undefined;
}

/** A peer over a library: opened once, searched often. */
export interface OpenPeer {
  search(asked: BenchSearch): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A way of searching that is measured beside the others. */
export interface Peer {
  readonly name: string;
  /** How it is set up, for the table of settings. */
  readonly settings: string;
  /** Indexes a library that is read document by document. */
  open(documents: AsyncIterable<BenchDocument>): Promise<OpenPeer>;
}

/** How deep each leg of a peer that fuses two rankings of its own goes. */
export const legDepth = 100;

const rankConstant = 60;

/**
 * Fuses rankings by reciprocal rank, each counting the same.
 *
 * @see Cormack, Clarke and Buettcher, Reciprocal Rank Fusion outperforms Condorcet
 */
export function fuseRankings(rankings: readonly (readonly string[])[], k: number): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    ranking.forEach((key, at) => {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (rankConstant + at + 1));
    });
  }
  return [...scores]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, k)
    .map(([key]) => key);
}
