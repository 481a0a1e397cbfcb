import type { Database } from "../../migrations/index.ts";
import { insertVectors } from "../publish/publish.repository.ts";
import { embeddingTextOf, vectorText } from "../publish/publish-revision.ts";
import type { Embedder } from "./embedder.ts";
import {
  findEmbeddingState,
  flipEmbedder,
  type UnembeddedChunk,
  unembeddedChunks,
} from "./embedding-state.repository.ts";

const chunksInBatch = 64;

/**
 * Gives every live chunk a vector of the embedder, then lets searches use it when the store was on its way to it.
 *
 * Searches go on with the old vectors meanwhile. A run that dies goes on where it stopped, because what is there is
 * not made again; a chunk without a word the model knows gets no vector, and is passed over.
 *
 * @throws whatever the embedder throws; the signal's reason when aborted
 */
export async function reembed(
  db: Database,
  embedder: Embedder,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (chunks: number) => Promise<void> } = {},
): Promise<{ readonly embedded: number; readonly hasFlipped: boolean }> {
  let embedded = 0;
  let lastId = "";
  for (;;) {
    options.signal?.throwIfAborted();
    const chunks = await unembeddedChunks(db, embedder.id, lastId, chunksInBatch);
    if (chunks.length === 0) break;
    await embedBatch(db, embedder, chunks);
    embedded += chunks.length;
    lastId = chunks.at(-1)?.id ?? lastId;
    await options.onProgress?.(embedded);
  }
  const state = await findEmbeddingState(db);
  const hasFlipped = state?.target === embedder.id && (await flipEmbedder(db, embedder.id));
  return { embedded, hasFlipped };
}

async function embedBatch(db: Database, embedder: Embedder, chunks: readonly UnembeddedChunk[]): Promise<void> {
  const texts = chunks.map((chunk) =>
    embeddingTextOf({ headingPath: chunk.heading_path, indexText: chunk.index_text }),
  );
  const vectors = await embedder.embed(texts, "document");
  const rows = chunks.flatMap(({ id }, at) => {
    const vector = vectors[at];
    return vector?.some((value) => value !== 0) ? [{ chunkId: id, embedding: vectorText(vector) }] : [];
  });
  if (rows.length > 0) await insertVectors(db, embedder.id, rows);
}
