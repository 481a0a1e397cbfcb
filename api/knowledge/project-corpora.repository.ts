import { type Queryable, sql } from "../../migrations/index.ts";

/** Returns the project's own corpus of a lane, as opposed to shared law. */
export async function findOwnCorpus(db: Queryable, projectId: string, lane: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(sql`-- find_own_corpus
    select corpus.id
    from project_corpus searched
    join corpus on corpus.id = searched.corpus_id
    where searched.project_id = ${projectId} and searched.lane = ${lane} and corpus.project_id = ${projectId}`);
  return rows[0]?.id;
}

/** Locks a project against concurrent additions of corpora; undefined when it is deleted. */
export async function lockProject(db: Queryable, projectId: string): Promise<{ name: string } | undefined> {
  const rows = await db.query<{ name: string }>(sql`-- lock_project_for_corpus
    select name from project where id = ${projectId} and deleted_at is null for no key update`);
  return rows[0];
}

/** Adds a corpus to those that a project searches. */
export async function addProjectCorpus(
  db: Queryable,
  projectId: string,
  corpusId: string,
  lane: string,
): Promise<void> {
  await db.query(sql`-- add_project_corpus
    insert into project_corpus (project_id, corpus_id, lane)
    values (${projectId}, ${corpusId}, ${lane})`);
}

/** Locks a corpus: publications in it and deletions from it wait for the end of the transaction. */
export async function lockCorpus(db: Queryable, corpusId: string): Promise<void> {
  await db.query(sql`-- lock_corpus
    select id from corpus where id = ${corpusId} for no key update`);
}

/** Returns a live document of the corpus that was read from the same bytes. */
export async function findSameBytes(db: Queryable, corpusId: string, sha256: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(sql`-- find_same_bytes
    select document.id
    from document
    join document_revision live on live.document_id = document.id and live.revision = document.live_revision
    where document.corpus_id = ${corpusId} and document.removed_at is null and live.source_sha256 = ${sha256}
    order by document.id
    limit 1`);
  return rows[0]?.id;
}

/** Returns whether a document can be found by a search. */
export async function isLive(db: Queryable, documentId: string): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- is_live_document
    select id from document where id = ${documentId} and live_revision is not null and removed_at is null`);
  return rows.length > 0;
}

/** Returns the corpus of a live document that was brought into the project itself; undefined for any other. */
export async function findOwnDocument(
  db: Queryable,
  projectId: string,
  documentId: string,
): Promise<{ readonly corpusId: string } | undefined> {
  const rows = await db.query<{ corpusId: string }>(sql`-- find_own_document
    select document.corpus_id as "corpusId"
    from document
    join corpus on corpus.id = document.corpus_id
    where document.id = ${documentId}
      and document.live_revision is not null
      and document.removed_at is null
      and corpus.project_id = ${projectId}`);
  return rows[0];
}

/** Names the uploaded file that the live revision of a document was read from: it no longer comes from an address. */
export async function setDocumentFile(
  db: Queryable,
  documentId: string,
  { filename, mediaType }: { readonly filename: string; readonly mediaType: string },
): Promise<void> {
  await db.query(sql`-- set_document_file
    update document set filename = ${filename}, media_type = ${mediaType}, source_url = null where id = ${documentId}`);
}
