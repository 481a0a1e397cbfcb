import { createHash } from "node:crypto";
import { toSql } from "pgvector";
import { type Database, newId, type Queryable } from "../../migrations/index.ts";
import { batchesOf, weighedBatchesOf } from "../batches.ts";
import type { Chunk, IngestReport, ParsedDocument } from "../corpus.ts";
import type { Embedder } from "../embed/embedder.ts";
import { keywordVersion } from "../keyword/keyword-segment.ts";
import { type DocumentRules, rulesVersion } from "../rules/rule.ts";
import { saveRules } from "../rules/rules.repository.ts";
import { BatchPace } from "./batch-pace.ts";
import { PublishRefused } from "./errors.ts";
import * as repository from "./publish.repository.ts";
import { assertChunksFit, textPiecesOf } from "./text-pieces.ts";

/** A document as read, ready to be published. */
export interface RevisionToPublish {
  readonly documentId: string;
  readonly document: ParsedDocument;
  readonly chunks: readonly Chunk[];
  /** The keyword index of the chunks: `buildKeywordSegment(chunks)`. */
  readonly keywordSegment: Uint8Array;
  /** Stored with the revision; absent where they are read when they are asked for. */
  readonly rules?: DocumentRules;
  readonly report: IngestReport;
  readonly sourceSha256: string;
}

export interface PublishOptions {
  readonly embedder: Embedder;
  /** Makes a vector for every chunk, also where an equal chunk of the live revision has one. */
  readonly embedsAnew?: boolean;
  /** Called after every batch with the share of the work done, 0..1. */
  readonly onProgress?: (share: number) => void | Promise<void>;
  /** Runs first in the transaction that makes the revision live; when it throws, the live revision stays as it is. */
  readonly beforeFlip?: (transaction: Queryable) => Promise<void>;
  /** Stops between batches; what was staged is removed by the next attempt or the sweep. */
  readonly signal?: AbortSignal | undefined;
}

/** What was published. */
export interface PublishedRevision {
  readonly documentId: string;
  readonly corpusId: string;
  readonly revision: number;
  readonly chunks: number;
  readonly vectors: { readonly reused: number; readonly embedded: number; readonly withoutKnownWord: number };
}

// The embedded database is one session: a full batch keeps other statements waiting for 10 to 30 ms on a free machine.
/** Published revisions that stay searchable, the live one among them, for questions that ask for an earlier day. */
const searchableRevisions = 5;
const piecesInBatch = 8;
const chunksInBatch = 24;
/** Cells, and hundreds of characters, in a batch of chunks. */
const chunkWeightInBatch = 1_000;
const outlineNodesInBatch = 1_500;
const pagesInBatch = 2_000;
const tablesInBatch = 500;
const rowPartsInBatch = 200;
const cellsInBatch = 1_000;
/** Cells of one table that are stored as one record: the smallest batch. */
const cellsInPart = 250;

/**
 * Stores a revision beside the live one and makes it live in one short transaction.
 *
 * Everything is staged in small batches that no search can see. A run that dies leaves the live revision untouched; the
 * next run begins again under a new number after removing the remains.
 *
 * @throws PublishRefused; what the embedder and `beforeFlip` throw
 */
export async function publishRevision(
  db: Database,
  given: RevisionToPublish,
  options: PublishOptions,
): Promise<PublishedRevision> {
  assertChunksFit(given.document, given.chunks);
  const staging = await beginStaging(db, given);
  const vectors = await stageAll(db, given, staging, options).catch((error) => {
    throw isRevisionGone(error) ? supersededBy(error) : error;
  });
  await flip(db, given, staging, options);
  const oldest = await repository.findRevisionBack(db, given.documentId, searchableRevisions - 1);
  if (oldest !== undefined) await repository.dropOldChunks(db, given.documentId, oldest);
  const { documentId, corpusId, revision } = staging;
  return { documentId, corpusId, revision, chunks: given.chunks.length, vectors };
}

/** Stores everything of a staged revision in small batches. */
async function stageAll(db: Database, given: RevisionToPublish, staging: Staging, options: PublishOptions) {
  const progress = makeProgress(given, options);
  await stageStructure(db, given, staging, () => progress(0));
  const ofPieces = new BatchPace({ most: piecesInBatch, size: piecesInBatch });
  for (const pieces of weighedBatchesOf(textPiecesOf(given.document.text), () => 1, ofPieces)) {
    await ofPieces.run(() => repository.insertTextPieces(db, given.documentId, staging.revision, pieces));
    await progress(0);
  }
  const vectors = { reused: 0, embedded: 0, withoutKnownWord: 0 };
  const ofChunks = new BatchPace({ most: chunkWeightInBatch, size: chunksInBatch });
  const ofVectors = new BatchPace({ most: chunksInBatch, size: chunksInBatch });
  for (const chunks of weighedBatchesOf(given.chunks, weightOfChunk, ofChunks)) {
    const rows = chunks.map((chunk) => chunkRowOf(given.document.text, chunk, staging));
    await ofChunks.run(() => repository.insertChunks(db, rows));
    await progress(0);
    await storeVectors(db, staging, chunks, rows, { ...options, vectors, pace: ofVectors });
    await progress(chunks.length);
  }
  return vectors;
}

/** Stores outline, pages, tables and keyword index; a long table in many parts. */
async function stageStructure(
  db: Database,
  { document, keywordSegment, rules }: RevisionToPublish,
  staging: Staging,
  rest: () => Promise<void>,
): Promise<void> {
  for (const nodes of batchesOf(document.outline, outlineNodesInBatch)) {
    await repository.appendOutline(db, staging, nodes);
    await rest();
  }
  for (const pages of batchesOf(document.pages, pagesInBatch)) {
    await repository.appendPages(db, staging, pages);
    await rest();
  }
  for (const tables of batchesOf(document.tables, tablesInBatch)) {
    const heads = tables.map(({ rows: _, ...head }) => head);
    await repository.appendTables(db, staging, heads);
    await rest();
  }
  const ofRows = new BatchPace({ most: cellsInBatch, size: rowPartsInBatch });
  for (const parts of weighedBatchesOf(rowPartsOf(document.tables), cellsOfPart, ofRows)) {
    await ofRows.run(() => repository.insertTableRows(db, staging, parts));
    await rest();
  }
  await repository.storeKeywordSegment(db, staging, keywordSegment, keywordVersion);
  await rest();
  if (rules) {
    await saveRules(db, staging, { version: rulesVersion, read: rules });
    await rest();
  }
}

/** The rows of all tables in parts of at most so many cells as a statement takes. */
function rowPartsOf(tables: ParsedDocument["tables"]): repository.TableRowsPart[] {
  const bounds = { most: cellsInPart, size: cellsInPart };
  return tables.flatMap((table, table_ordinal) => {
    let next = 0;
    return [...weighedBatchesOf(table.rows, (row) => row.cells.length, bounds)].map((rows) => {
      const first_row = next;
      next += rows.length;
      return { table_ordinal, first_row, rows };
    });
  });
}

const cellsOfPart = ({ rows }: repository.TableRowsPart) => rows.reduce((sum, row) => sum + row.cells.length, 0);
const weightOfChunk = ({ rows, indexText }: Chunk) =>
  rows.reduce((sum, row) => sum + row.cells.length, 0) + indexText.length / 100;

const foreignKeyViolation = "23503";

/** Tells whether what was being staged is no longer there to hang anything on. */
function isRevisionGone(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === foreignKeyViolation;
}

function supersededBy(cause: unknown): PublishRefused {
  const message = "what was staged is gone: a later run began, or the document was removed";
  return new PublishRefused("publish.superseded", message, { cause });
}

/** The text an embedder is given for a chunk: its headings, then its body with table rows in words. */
export function embeddingTextOf(chunk: Pick<Chunk, "headingPath" | "indexText">): string {
  return [...chunk.headingPath, chunk.indexText].join("\n");
}

interface Staging {
  readonly documentId: string;
  readonly corpusId: string;
  readonly revision: number;
  readonly liveRevision: number | null;
}

async function beginStaging(db: Database, given: RevisionToPublish): Promise<Staging> {
  return db.transaction(async (transaction) => {
    const numbered = await repository.takeRevisionNumber(transaction, given.documentId);
    if (!numbered) throw new PublishRefused("publish.document-removed", "the document was removed while it was read");
    await repository.deleteStagedRevisions(transaction, given.documentId);
    await repository.insertStagedRevision(transaction, {
      documentId: given.documentId,
      revision: numbered.revision,
      sourceSha256: given.sourceSha256,
      characterCount: given.document.text.length,
      report: given.report,
      chunkCount: given.chunks.length,
    });
    return { documentId: given.documentId, ...numbered };
  });
}

async function storeVectors(
  db: Database,
  staging: Staging,
  chunks: readonly Chunk[],
  rows: readonly repository.ChunkRow[],
  {
    embedder,
    embedsAnew = false,
    vectors: counts,
    pace,
  }: {
    readonly embedder: Embedder;
    readonly embedsAnew?: boolean;
    readonly vectors: { reused: number; embedded: number; withoutKnownWord: number };
    readonly pace: BatchPace;
  },
): Promise<void> {
  const reused = new Set<string>();
  if (staging.liveRevision !== null && !embedsAnew) {
    const copied = await repository.copyUnchangedVectors(db, {
      documentId: staging.documentId,
      from: staging.liveRevision,
      to: staging.revision,
      embedder: embedder.id,
      firstOrdinal: rows[0]?.ordinal ?? 0,
      count: rows.length,
    });
    for (const chunkId of copied) reused.add(chunkId);
  }
  counts.reused += reused.size;
  const fresh = chunks.flatMap((chunk, at) => {
    const chunkId = rows[at]?.id ?? "";
    return reused.has(chunkId) ? [] : [{ chunkId, text: embeddingTextOf(chunk) }];
  });
  if (fresh.length === 0) return;
  const embedded = await embedder.embed(
    fresh.map((chunk) => chunk.text),
    "document",
  );
  const vectorRows = fresh.flatMap(({ chunkId }, at) => {
    const vector = embedded[at];
    // A zero vector says that the embedder knows no word of the chunk: it has no direction to compare.
    return vector?.some((value) => value !== 0) ? [{ chunkId, embedding: vectorText(vector) }] : [];
  });
  counts.embedded += vectorRows.length;
  counts.withoutKnownWord += fresh.length - vectorRows.length;
  for (const some of weighedBatchesOf(vectorRows, () => 1, pace)) {
    await pace.run(() => repository.insertVectors(db, embedder.id, some));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Writes a vector as pgvector reads it. */
export function vectorText(vector: Float32Array): string {
  return String(toSql(Array.from(vector, (value) => Number(value.toPrecision(7)))));
}

async function flip(db: Database, given: RevisionToPublish, staging: Staging, options: PublishOptions): Promise<void> {
  await db.transaction(async (transaction) => {
    await options.beforeFlip?.(transaction);
    const stored = await repository.countStaged(transaction, staging.documentId, staging.revision);
    if (stored?.chunks !== given.chunks.length || stored.characters !== given.document.text.length) {
      throw new PublishRefused("publish.incomplete", "what was staged is not what was read; another run replaced it");
    }
    const flipped = await repository.flipLiveRevision(transaction, staging.documentId, staging.revision);
    if (!flipped)
      throw new PublishRefused("publish.superseded", "a later revision is live, or the document is removed");
    await repository.countCorpusRevision(transaction, flipped.corpusId);
  });
}

function makeProgress(given: RevisionToPublish, options: PublishOptions): (chunks: number) => Promise<void> {
  let done = 0;
  return async (chunks) => {
    options.signal?.throwIfAborted();
    done += chunks;
    await options.onProgress?.(given.chunks.length === 0 ? 1 : done / given.chunks.length);
    await new Promise((resolve) => setImmediate(resolve));
  };
}

function chunkRowOf(text: string, chunk: Chunk, staging: Staging): repository.ChunkRow {
  const body = text.slice(chunk.charStart, chunk.charEnd);
  return {
    id: newId("chunk"),
    corpus_id: staging.corpusId,
    document_id: staging.documentId,
    document_revision: staging.revision,
    ordinal: chunk.ordinal,
    section: chunk.section,
    items: chunk.items ?? null,
    heading_path: chunk.headingPath,
    char_start: chunk.charStart,
    char_end: chunk.charEnd,
    parent_start: chunk.parent.charStart,
    parent_end: chunk.parent.charEnd,
    page: chunk.page,
    page_end: chunk.pageEnd,
    printed_page: chunk.printedPage,
    text: body,
    index_text: chunk.indexText === body ? null : chunk.indexText,
    table_rows: chunk.rows.length === 0 ? null : chunk.rows,
    content_hash: createHash("sha256").update(embeddingTextOf(chunk)).digest("hex"),
  };
}
