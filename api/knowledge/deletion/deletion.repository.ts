import { type Queryable, sql } from "../../../migrations/index.ts";
import { projectVisibility, type Viewer } from "../../access/project-visibility.repository.ts";

/** Locks a project against every insert that refers to it; undefined when the viewer sees no such project. */
export async function lockForDeletion(
  db: Queryable,
  viewer: Viewer,
  projectId: string,
): Promise<{ org_id: string; created_by: string; name: string } | undefined> {
  const rows = await db.query<{ org_id: string; created_by: string; name: string }>(sql`-- lock_project_for_deletion
    select project.org_id, project.created_by, project.name
    from project
    where project.id = ${projectId} and ${projectVisibility(viewer)}
    for update`);
  return rows[0];
}

/** Hides a project from every caller. */
export async function markProjectDeleted(db: Queryable, projectId: string): Promise<void> {
  await db.query(sql`-- mark_project_deleted
    update project set deleted_at = now(), updated_at = now() where id = ${projectId}`);
}

/** Closes uploads that wait for their file, so that a file that is still arriving is not kept. */
export async function closeUploads(db: Queryable, projectId: string): Promise<void> {
  await db.query(sql`-- close_uploads_of_project
    update upload
    set expired_at = now(), updated_at = now()
    where project_id = ${projectId} and finalized_at is null and expired_at is null`);
}

/** Spends the unused one-time links to uploads and artifacts of a project. */
export async function spendLinks(db: Queryable, projectId: string): Promise<void> {
  await db.query(sql`-- spend_links_of_project
    update one_time_link
    set spent_at = now()
    where spent_at is null
      and revoked_at is null
      and target_id in (
        select job_id from upload where project_id = ${projectId}
        union all
        select id from artifact where project_id = ${projectId}
      )`);
}

/** Lists the jobs of a project that wait or run. */
export async function listOpenJobs(db: Queryable, projectId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`-- list_open_jobs_of_project
    select id from background_job where project_id = ${projectId} and state in ('queued', 'running') order by id`);
  return rows.map((row) => row.id);
}

/** Lists the keys of every stored file of a project. */
export async function listStorageKeys(db: Queryable, projectId: string): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(sql`-- list_storage_keys_of_project
    select storage_key from upload where project_id = ${projectId} and storage_key is not null
    union all
    select storage_key from project_source where project_id = ${projectId} and storage_key is not null
    union all
    select storage_key from artifact where project_id = ${projectId}
    union all
    select kept.storage_key
    from report_run_file kept
    join report_run run on run.id = kept.run_id
    where run.project_id = ${projectId}`);
  return rows.map((row) => row.storage_key);
}

/** Lists the documents in the private corpora of a project, removed ones included. */
export async function listPrivateDocuments(db: Queryable, projectId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`-- list_private_documents
    select document.id
    from corpus
    join document on document.corpus_id = corpus.id
    where corpus.project_id = ${projectId}
    order by document.id`);
  return rows.map((row) => row.id);
}

/** Deletes the rows of a deleted project whose private documents are purged. The ledger and the audit log keep its id. */
export async function deleteProjectRows(db: Queryable, projectId: string): Promise<void> {
  await db.query(sql`-- delete_uploads_of_project
    delete from upload where project_id = ${projectId}`);
  await db.query(sql`-- delete_sources_of_project
    delete from project_source where project_id = ${projectId}`);
  await db.query(sql`-- delete_searched_corpora_of_project
    delete from project_corpus where project_id = ${projectId}`);
  await db.query(sql`-- delete_private_documents
    delete from document where corpus_id in (select id from corpus where project_id = ${projectId})`);
  await db.query(sql`-- delete_private_corpora
    delete from corpus where project_id = ${projectId}`);
  await db.query(sql`-- delete_project
    delete from project where id = ${projectId} and deleted_at is not null`);
}

/** A document that searches of a project find, and who owns its text. */
export interface DocumentToDelete {
  readonly title: string;
  readonly corpus_id: string;
  /** False for published law, which other projects may search too. */
  readonly is_private: boolean;
  /** Live documents of its corpus. */
  readonly siblings: number;
}

/** Finds a document among those that searches of the project find. */
export async function findDocumentToDelete(
  db: Queryable,
  projectId: string,
  documentId: string,
): Promise<DocumentToDelete | undefined> {
  const rows = await db.query<DocumentToDelete>(sql`-- find_document_to_delete
    select document.title, corpus.id as corpus_id, coalesce(corpus.project_id = ${projectId}, false) as is_private,
      (select count(*)::integer from document other
        where other.corpus_id = corpus.id and other.removed_at is null and other.live_revision is not null) as siblings
    from project_corpus searched
    join corpus on corpus.id = searched.corpus_id
    join document on document.corpus_id = corpus.id
    where searched.project_id = ${projectId}
      and document.id = ${documentId}
      and document.removed_at is null
      and document.live_revision is not null`);
  return rows[0];
}

/** Detaches uploads and sources from a document; returns the keys of the files they had. */
export async function releaseFilesOf(db: Queryable, projectId: string, documentId: string): Promise<string[]> {
  const uploads = await db.query<{ storage_key: string }>(sql`-- release_uploads_of_document
    with held as (
      select job_id, storage_key from upload
      where project_id = ${projectId} and document_id = ${documentId} and storage_key is not null
      for no key update
    )
    update upload
    set storage_key = null, updated_at = now()
    from held
    where upload.job_id = held.job_id
    returning held.storage_key`);
  const sources = await db.query<{ storage_key: string | null }>(sql`-- delete_sources_of_document
    delete from project_source
    where project_id = ${projectId} and document_id = ${documentId}
    returning storage_key`);
  return [...uploads, ...sources].flatMap(({ storage_key: key }) => (key === null ? [] : [key]));
}

/** Stops a project from searching a shared corpus, whose text stays for other projects. */
export async function leaveSharedCorpus(db: Queryable, projectId: string, corpusId: string): Promise<void> {
  await db.query(sql`-- delete_sources_of_corpus
    delete from project_source where project_id = ${projectId} and corpus_id = ${corpusId}`);
  await db.query(sql`-- leave_shared_corpus
    delete from project_corpus where project_id = ${projectId} and corpus_id = ${corpusId}`);
}
