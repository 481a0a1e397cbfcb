import { json, type Queryable, sql } from "../../migrations/index.ts";
import type { Chunk, DocumentTable, IngestReport, ParsedDocument, TableRow } from "../corpus.ts";
import type { TextPiece } from "./text-pieces.ts";

/** A chunk as it is inserted; JSON member names are the columns. */
export interface ChunkRow {
  readonly id: string;
  readonly corpus_id: string;
  readonly document_id: string;
  readonly document_revision: number;
  readonly ordinal: number;
  readonly section: string | null;
  readonly items: Chunk["items"] | null;
  readonly heading_path: readonly string[];
  readonly char_start: number;
  readonly char_end: number;
  readonly parent_start: number;
  readonly parent_end: number;
  readonly page: number | null;
  readonly page_end: number | null;
  readonly printed_page: string | null;
  readonly text: string;
  readonly index_text: string | null;
  readonly table_rows: unknown;
  /** Hexadecimal. */
  readonly content_hash: string;
}

/** A vector as it is inserted: the chunk it belongs to and its numbers in pgvector's text form. */
export interface VectorRow {
  readonly chunkId: string;
  readonly embedding: string;
}

/** Rows of one table that follow one another, as they are inserted. */
export interface TableRowsPart {
  /** Position of the table among those of its document, from 0. */
  readonly table_ordinal: number;
  /** Position of the first of the rows in its table, from 0. */
  readonly first_row: number;
  readonly rows: readonly TableRow[];
}

/** Gives the next revision number of a document and its corpus; undefined when it is removed or unknown. */
export async function takeRevisionNumber(db: Queryable, documentId: string) {
  const rows = await db.query<{
    revision: number;
    corpusId: string;
    liveRevision: number | null;
  }>(sql`-- take_revision_number
    update document
    set last_revision = last_revision + 1
    where id = ${documentId} and removed_at is null
    returning last_revision as revision, corpus_id as "corpusId", live_revision as "liveRevision"`);
  return rows[0];
}

/** Deletes every revision of the document that was begun and never published. */
export async function deleteStagedRevisions(db: Queryable, documentId: string): Promise<void> {
  await db.query(sql`-- delete_staged_revisions
    delete from document_revision
    where document_id = ${documentId} and published_at is null`);
}

export interface RevisionRow {
  readonly documentId: string;
  readonly revision: number;
  readonly sourceSha256: string;
  readonly characterCount: number;
  readonly report: IngestReport;
  readonly chunkCount: number;
}

/** Inserts a revision that no search can see yet, without what is large: that follows in statements of its own. */
export async function insertStagedRevision(db: Queryable, row: RevisionRow): Promise<void> {
  await db.query(sql`-- insert_staged_revision
    insert into document_revision (
      document_id, revision, source_sha256, outline, pages, tables, ingest_report, character_count, chunk_count
    )
    values (
      ${row.documentId}, ${row.revision}, ${row.sourceSha256}, '[]', '[]', '[]', ${json(row.report)},
      ${row.characterCount}, ${row.chunkCount}
    )`);
}

/** Names a revision that is being staged. */
export interface StagedRevision {
  readonly documentId: string;
  readonly revision: number;
}

export async function storeKeywordSegment(
  db: Queryable,
  { documentId, revision }: StagedRevision,
  segment: Uint8Array,
  version: string,
): Promise<void> {
  // The embedded engine takes half a second for a megabyte as bytea, and a twentieth of that as base64.
  const packed = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength).toString("base64");
  await db.query(sql`-- store_keyword_segment
    update document_revision
    set keyword_segment = decode(${packed}, 'base64'), keyword_version = ${version}
    where document_id = ${documentId} and revision = ${revision} and published_at is null`);
}

export async function appendOutline(
  db: Queryable,
  { documentId, revision }: StagedRevision,
  nodes: ParsedDocument["outline"],
): Promise<void> {
  await db.query(sql`-- append_outline
    update document_revision
    set outline = outline || ${json(nodes)}::jsonb
    where document_id = ${documentId} and revision = ${revision} and published_at is null`);
}

export async function appendPages(
  db: Queryable,
  { documentId, revision }: StagedRevision,
  pages: ParsedDocument["pages"],
): Promise<void> {
  await db.query(sql`-- append_pages
    update document_revision
    set pages = pages || ${json(pages)}::jsonb
    where document_id = ${documentId} and revision = ${revision} and published_at is null`);
}

export async function appendTables(
  db: Queryable,
  { documentId, revision }: StagedRevision,
  tables: readonly Omit<DocumentTable, "rows">[],
): Promise<void> {
  await db.query(sql`-- append_tables
    update document_revision
    set tables = tables || ${json(tables)}::jsonb
    where document_id = ${documentId} and revision = ${revision} and published_at is null`);
}

export async function insertTableRows(
  db: Queryable,
  { documentId, revision }: StagedRevision,
  parts: readonly TableRowsPart[],
): Promise<void> {
  await db.query(sql`-- insert_table_rows
    insert into document_table_rows (document_id, revision, table_ordinal, first_row, rows)
    select ${documentId}, ${revision}, table_ordinal, first_row, rows
    from jsonb_to_recordset(${json(parts)}::jsonb) as part (table_ordinal integer, first_row integer, rows jsonb)`);
}

export async function insertTextPieces(
  db: Queryable,
  documentId: string,
  revision: number,
  pieces: readonly TextPiece[],
): Promise<void> {
  const starts = pieces.map((piece) => piece.charStart);
  const ends = pieces.map((piece) => piece.charEnd);
  const texts = pieces.map((piece) => piece.piece);
  await db.query(sql`-- insert_text_pieces
    insert into document_text (document_id, revision, char_start, char_end, piece)
    select ${documentId}, ${revision}, char_start, char_end, piece
    from unnest(${starts}::integer[], ${ends}::integer[], ${texts}::text[]) as piece (char_start, char_end, piece)`);
}

export async function insertChunks(db: Queryable, rows: readonly ChunkRow[]): Promise<void> {
  await db.query(sql`-- insert_chunks
    insert into chunk (
      id, corpus_id, document_id, document_revision, ordinal, section, items, heading_path, char_start, char_end,
      parent_start, parent_end, page, page_end, printed_page, text, index_text, table_rows, content_hash
    )
    select
      id, corpus_id, document_id, document_revision, ordinal, section, items, heading_path, char_start, char_end,
      parent_start, parent_end, page, page_end, printed_page, text, index_text, table_rows,
      decode(content_hash, 'hex')
    from jsonb_to_recordset(${json(rows)}::jsonb) as chunk (
      id text, corpus_id text, document_id text, document_revision integer, ordinal integer, section text, items jsonb,
      heading_path text[], char_start integer, char_end integer, parent_start integer, parent_end integer,
      page integer, page_end integer, printed_page text, text text, index_text text, table_rows jsonb,
      content_hash text
    )`);
}

/** Gives chunks of a staged revision the vectors that equal chunks of the live one have, and names those chunks. */
export async function copyUnchangedVectors(
  db: Queryable,
  options: { documentId: string; from: number; to: number; embedder: string; firstOrdinal: number; count: number },
): Promise<string[]> {
  const rows = await db.query<{ chunkId: string }>(sql`-- copy_unchanged_vectors
    insert into chunk_vector (
      chunk_id, embedder, corpus_id, document_id, document_revision, ordinal, content_hash, embedding
    )
    select distinct on (fresh.id)
      fresh.id, known.embedder, fresh.corpus_id, fresh.document_id, fresh.document_revision, fresh.ordinal,
      fresh.content_hash, known.embedding
    from chunk as fresh
    join chunk_vector as known
      on known.document_id = fresh.document_id
      and known.embedder = ${options.embedder}
      and known.content_hash = fresh.content_hash
      and known.document_revision = ${options.from}
    where fresh.document_id = ${options.documentId}
      and fresh.document_revision = ${options.to}
      and fresh.ordinal >= ${options.firstOrdinal}
      and fresh.ordinal < ${options.firstOrdinal + options.count}
    returning chunk_id as "chunkId"`);
  return rows.map((row) => row.chunkId);
}

export async function insertVectors(db: Queryable, embedder: string, rows: readonly VectorRow[]): Promise<void> {
  const chunkIds = rows.map((row) => row.chunkId);
  const embeddings = rows.map((row) => row.embedding);
  await db.query(sql`-- insert_vectors
    insert into chunk_vector (
      chunk_id, embedder, corpus_id, document_id, document_revision, ordinal, content_hash, embedding
    )
    select
      chunk.id, ${embedder}::text, chunk.corpus_id, chunk.document_id, chunk.document_revision, chunk.ordinal,
      chunk.content_hash, given.embedding::vector
    from unnest(${chunkIds}::text[], ${embeddings}::text[]) as given (chunk_id, embedding)
    join chunk on chunk.id = given.chunk_id
    on conflict do nothing`);
}

/** Counts what of a revision is stored; undefined when the revision itself is gone. */
export async function countStaged(db: Queryable, documentId: string, revision: number) {
  const rows = await db.query<{ chunks: number; characters: number }>(sql`-- count_staged
    select
      (select count(*)::integer from chunk
        where document_id = ${documentId} and document_revision = ${revision}) as chunks,
      (select coalesce(sum(char_end - char_start), 0)::integer from document_text
        where document_id = ${documentId} and revision = ${revision}) as characters
    from document_revision
    where document_id = ${documentId} and revision = ${revision}`);
  return rows[0];
}

/** Makes a staged revision the one that searches read, unless a later one already is or the document is gone. */
export async function flipLiveRevision(db: Queryable, documentId: string, revision: number) {
  const rows = await db.query<{ corpusId: string }>(sql`-- flip_live_revision
    update document
    set live_revision = ${revision}
    where id = ${documentId}
      and removed_at is null
      and (live_revision is null or live_revision < ${revision})
    returning corpus_id as "corpusId"`);
  if (rows[0]) {
    await db.query(sql`-- mark_revision_published
      update document_revision
      set published_at = now()
      where document_id = ${documentId} and revision = ${revision}`);
  }
  return rows[0];
}

export async function countCorpusRevision(db: Queryable, corpusId: string): Promise<void> {
  await db.query(sql`-- count_corpus_revision
    update corpus
    set revision = revision + 1, indexed_at = now()
    where id = ${corpusId}`);
}

/** Returns the published revision that is so many before the last one; undefined where there were not so many. */
export async function findRevisionBack(db: Queryable, documentId: string, back: number): Promise<number | undefined> {
  const rows = await db.query<{ revision: number }>(sql`-- find_revision_back
    select revision
    from document_revision
    where document_id = ${documentId} and published_at is not null
    order by revision desc
    limit 1 offset ${back}`);
  return rows[0]?.revision;
}

/**
 * Drops chunks, vectors, rows of tables and keyword index of revisions older than the one given; their text stays for
 * citations.
 * The revisions just replaced keep everything: searches that began before the flip still read the last of them.
 */
export async function dropOldChunks(db: Queryable, documentId: string, before: number): Promise<void> {
  await db.query(sql`-- drop_old_chunks
    delete from chunk
    where document_id = ${documentId} and document_revision < ${before}`);
  await db.query(sql`-- drop_old_table_rows
    delete from document_table_rows
    where document_id = ${documentId} and revision < ${before}`);
  await db.query(sql`-- drop_old_keyword_segments
    update document_revision
    set keyword_segment = null, keyword_version = null
    where document_id = ${documentId} and revision < ${before} and keyword_segment is not null`);
}
