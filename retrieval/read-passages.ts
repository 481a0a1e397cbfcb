import type { Span } from "../ingest/index.ts";
import type { Queryable } from "../migrations/index.ts";
import type { Passage } from "./passage.ts";
import { findChunksInSpan } from "./passages.repository.ts";

/**
 * Returns the passages of a published revision that share text with a span, in the order of the text; empty where the
 * span contains headings only, or there is no such revision. They are the passages that a search would find, so a
 * passage that was both found and read is one piece of evidence.
 *
 * Score   0: nothing was ranked
 */
export async function readPassages(
  db: Queryable,
  documentId: string,
  revision: number,
  span: Span,
): Promise<Passage[]> {
  const chunks = await findChunksInSpan(db, { documentId, revision, ...span });
  return chunks.map(({ id, ordinal: _, indexText: __, parentStart, parentEnd, ...chunk }, at) => ({
    ...chunk,
    chunkId: id,
    parent: { charStart: parentStart, charEnd: parentEnd },
    rank: at + 1,
    score: 0,
    origins: [],
    scores: {},
  }));
}
