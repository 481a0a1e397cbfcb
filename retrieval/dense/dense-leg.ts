import { type Embedder, vectorText } from "../../ingest/index.ts";
import type { Database } from "../../migrations/index.ts";
import { type ChunkUnion, highestNumbers } from "../chunk-union.ts";
import type { DenseFindings, DenseQuestion } from "./dense-question.ts";
import { compareChunks } from "./dense-search.repository.ts";
import { searchIndex } from "./index-search.ts";

export type { DenseFindings, DenseQuestion } from "./dense-question.ts";

/** Returns the question as a vector; undefined when the embedder knows no word of it. */
export async function embedQuestion(embedder: Embedder, query: string): Promise<Float32Array | undefined> {
  const [vector] = await embedder.embed([query], "query");
  return vector?.some((value) => value !== 0) ? vector : undefined;
}

/**
 * Compares a question with the chunks of a union; undefined when none has a vector of this embedder, so that another
 * embedder's vectors are never compared with it.
 *
 * Through the approximate index where the union is large and the index there, else with every chunk.
 */
export async function searchVectors(
  db: Database,
  union: ChunkUnion,
  question: DenseQuestion,
): Promise<DenseFindings | undefined> {
  return (await searchIndex(db, union, question)) ?? (await searchExactly(db, union, question));
}

async function searchExactly(
  db: Database,
  union: ChunkUnion,
  { embedder, vector, limit, admits }: DenseQuestion,
): Promise<DenseFindings | undefined> {
  const compared = await compareChunks(db, {
    revisions: union.documents,
    embedder: embedder.id,
    vector: vectorText(vector),
  });
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
