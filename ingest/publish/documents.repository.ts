import { type Queryable, sql } from "../../migrations/index.ts";
import type { CorpusKind } from "../corpus.ts";

export interface CorpusRow {
  readonly id: string;
  readonly orgId: string | null;
  readonly projectId: string | null;
  readonly kind: CorpusKind;
  readonly title: string;
  readonly jurisdictionKey: string | null;
}

export async function insertCorpus(db: Queryable, row: CorpusRow): Promise<void> {
  await db.query(sql`-- insert_corpus
    insert into corpus (id, org_id, project_id, kind, title, jurisdiction_key)
    values (${row.id}, ${row.orgId}, ${row.projectId}, ${row.kind}, ${row.title}, ${row.jurisdictionKey})`);
}

export interface DocumentRow {
  readonly id: string;
  readonly corpusId: string;
  readonly title: string;
  readonly filename: string | null;
  readonly mediaType: string;
  readonly sourceUrl: string | null;
}

export async function insertDocument(db: Queryable, row: DocumentRow): Promise<void> {
  await db.query(sql`-- insert_document
    insert into document (id, corpus_id, title, filename, media_type, source_url)
    values (${row.id}, ${row.corpusId}, ${row.title}, ${row.filename}, ${row.mediaType}, ${row.sourceUrl})`);
}

/** Takes a document out of every search; undefined when it was already out. Its text stays for old citations. */
export async function markDocumentRemoved(db: Queryable, documentId: string) {
  const rows = await db.query<{ corpusId: string }>(sql`-- mark_document_removed
    update document
    set live_revision = null, removed_at = now()
    where id = ${documentId} and removed_at is null
    returning corpus_id as "corpusId"`);
  return rows[0];
}

/** Names up to `limit` revisions that were begun before the given time and never published. */
export async function findStaleRevisions(db: Queryable, begunBefore: Date, limit: number) {
  return db.query<{ documentId: string; revision: number }>(sql`-- find_stale_revisions
    select document_id as "documentId", revision
    from document_revision
    where published_at is null and created_at < ${begunBefore}
    order by created_at
    limit ${limit}`);
}

export async function deleteStagedRevision(db: Queryable, documentId: string, revision: number): Promise<void> {
  await db.query(sql`-- delete_staged_revision
    delete from document_revision
    where document_id = ${documentId} and revision = ${revision} and published_at is null`);
}

/** Names up to `limit` documents that were removed before the given time and still have chunks. */
export async function findRemovedWithChunks(db: Queryable, removedBefore: Date, limit: number) {
  return db.query<{ documentId: string; lastRevision: number }>(sql`-- find_removed_with_chunks
    select document.id as "documentId", document.last_revision as "lastRevision"
    from document
    where document.removed_at < ${removedBefore}
      and exists (select 1 from chunk where chunk.document_id = document.id)
    order by document.removed_at
    limit ${limit}`);
}

/** Deletes up to `limit` chunks of a document with their vectors; returns how many. */
export async function deleteChunks(db: Queryable, documentId: string, limit: number): Promise<number> {
  const rows = await db.query(sql`-- delete_chunks
    delete from chunk
    where id = any(array(select id from chunk where document_id = ${documentId} limit ${limit}::integer))
    returning ordinal`);
  return rows.length;
}

/** Deletes up to `limit` pieces of a document's text; returns how many. */
export async function deleteTextPieces(db: Queryable, documentId: string, limit: number): Promise<number> {
  const rows = await db.query(sql`-- delete_text_pieces
    delete from document_text
    where document_id = ${documentId}
      and (revision, char_start) in (
        select revision, char_start from document_text where document_id = ${documentId} limit ${limit}::integer
      )
    returning char_start`);
  return rows.length;
}

/** Deletes up to `limit` groups of table rows of a document; returns how many. */
export async function deleteTableRows(db: Queryable, documentId: string, limit: number): Promise<number> {
  const rows = await db.query(sql`-- delete_table_rows
    delete from document_table_rows
    where document_id = ${documentId}
      and (revision, table_ordinal, first_row) in (
        select revision, table_ordinal, first_row from document_table_rows
        where document_id = ${documentId}
        limit ${limit}::integer
      )
    returning first_row`);
  return rows.length;
}

/** Deletes every revision of a document and clears what names it. */
export async function deleteRevisions(db: Queryable, documentId: string): Promise<void> {
  await db.query(sql`-- delete_revisions
    delete from document_revision where document_id = ${documentId}`);
  await db.query(sql`-- clear_document_names
    update document
    set title = '', filename = null, source_url = null
    where id = ${documentId}`);
}
