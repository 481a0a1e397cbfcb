import { type Embedder, vectorText } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { type ChunkUnion, highestNumbers } from "../chunk-union.ts";
import { compareChunks } from "./dense-search.repository.ts";

/** What the dense leg knows of the searched union; the list is by chunk number. */
export interface DenseFindings {
  /** Cosine of each chunk; not a number where it has no vector of this embedder. */
  readonly similarities: Float32Array;
  /** The nearest chunks the filter admits, nearest first. */
  readonly nearest: readonly number[];
  /** Extremes over the union, filtered or not. */
  readonly lowest: number;
  readonly highest: number;
}

/** The question as pgvector reads it; undefined where there is no dense leg or the embedder knows no word of it. */
export async function embedQuestion(db: Database, embedder: Embedder, query: string): Promise<string | undefined> {
  if (!db.hasVectors) return undefined;
  const [vector] = await embedder.embed([query], "query");
  return vector?.some((value) => value !== 0) ? vectorText(vector) : undefined;
}

/**
 * Compares a question with all chunks of a union; undefined when none has a vector of this embedder, so that another
 * embedder's vectors are never compared with it.
 */
export async function searchVectors(
  db: Database,
  union: ChunkUnion,
  options: { embedder: string; vector: string; limit: number; admits?: Uint8Array | undefined },
): Promise<DenseFindings | undefined> {
  const { embedder, vector, limit, admits } = options;
  const compared = await compareChunks(db, { revisions: union.documents, embedder, vector });
  if (!compared) return undefined;
  const firsts = union.documents.map(({ documentId }) => union.firstOf(documentId) ?? 0);
  const similarities = new Float32Array(union.size).fill(Number.NaN);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  compared.similarities.forEach((similarity, at) => {
    similarities[(firsts[compared.revisions[at] as number] ?? 0) + (compared.ordinals[at] as number)] = similarity;
    if (similarity < lowest) lowest = similarity;
    if (similarity > highest) highest = similarity;
  });
  const nearest = highestNumbers(similarities, limit, { admits, above: Number.NEGATIVE_INFINITY });
  return { similarities, nearest, lowest, highest };
}
