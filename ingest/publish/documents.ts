import { type Database, newId, type Queryable } from "../../migrations/index.ts";
import * as repository from "./documents.repository.ts";
import { countCorpusRevision, deleteStagedRevisions, dropOldChunks } from "./publish.repository.ts";

/** Makes an empty corpus and gives its id: shared law when it has no organization, else private to one project. */
export async function createCorpus(db: Queryable, corpus: Omit<repository.CorpusRow, "id">): Promise<string> {
  const id = newId("corpus");
  await repository.insertCorpus(db, { id, ...corpus });
  return id;
}

/** Adds a document to a corpus and gives its id; nothing of it can be found until a revision is published. */
export async function createDocument(db: Queryable, document: Omit<repository.DocumentRow, "id">): Promise<string> {
  const id = newId("document");
  await repository.insertDocument(db, { id, ...document });
  return id;
}

/**
 * Takes a document out of every search at once and tells whether it was there; old citations keep resolving, and what was
 * begun and never published goes with it.
 */
export async function removeDocument(db: Database, documentId: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const removed = await repository.markDocumentRemoved(transaction, documentId);
    if (removed) {
      await deleteStagedRevisions(transaction, documentId);
      await countCorpusRevision(transaction, removed.corpusId);
    }
    return removed !== undefined;
  });
}

const sweptAtOnce = 20;

/**
 * Deletes what nobody can reach any more: revisions begun and never published, and chunks of removed documents, both
 * untouched for `olderThanMs`. One document at a time, so that the embedded database is never held for long.
 */
export async function sweepUnreachable(db: Database, olderThanMs: number, now = Date.now()): Promise<number> {
  const before = new Date(now - olderThanMs);
  const stale = await repository.findStaleRevisions(db, before, sweptAtOnce);
  for (const { documentId, revision } of stale) await repository.deleteStagedRevision(db, documentId, revision);
  const removed = await repository.findRemovedWithChunks(db, before, sweptAtOnce);
  for (const { documentId, lastRevision } of removed) await dropOldChunks(db, documentId, lastRevision + 1);
  return stale.length + removed.length;
}

const purgedAtOnce = { chunks: 200, pieces: 20, tableRows: 100 };

/**
 * Deletes every revision of a removed document with its text, chunks, vectors and tables, and clears its names. The row of
 * the document stays, because uploads refer to it.
 *
 * Works in small batches, each its own statement, so that the embedded database stays responsive. A run that stops
 * halfway can be repeated.
 */
export async function purgeDocument(db: Database, documentId: string, signal?: AbortSignal): Promise<void> {
  const batches = [
    () => repository.deleteChunks(db, documentId, purgedAtOnce.chunks),
    () => repository.deleteTextPieces(db, documentId, purgedAtOnce.pieces),
    () => repository.deleteTableRows(db, documentId, purgedAtOnce.tableRows),
  ];
  for (const deleteBatch of batches) {
    while ((await deleteBatch()) > 0) {
      signal?.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await repository.deleteRevisions(db, documentId);
}
