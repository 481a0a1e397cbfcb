import { json, type Queryable, sql } from "../../../migrations/index.ts";
import { projectVisibility, type Viewer } from "../../access/project-visibility.repository.ts";

export interface NewUpload {
  readonly jobId: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly credentialId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly title: string;
  readonly category: string;
  readonly replacesDocumentId: string | null;
}

/** Adds an upload that was announced and has not arrived. */
export async function insertUpload(db: Queryable, upload: NewUpload): Promise<void> {
  await db.query(sql`-- insert_upload
    insert into upload (
      job_id, org_id, project_id, credential_id, filename, declared_mime_type, declared_size, declared_sha256, title,
      category, replaces_document_id
    )
    values (
      ${upload.jobId}, ${upload.orgId}, ${upload.projectId}, ${upload.credentialId}, ${upload.filename},
      ${upload.mimeType}, ${upload.size}::bigint, ${upload.sha256}, ${upload.title}, ${upload.category},
      ${upload.replacesDocumentId}
    )`);
}

/** What an upload is refused for, as its caller reads it. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
}

export interface UploadRow {
  readonly job_id: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly filename: string;
  readonly declared_mime_type: string;
  readonly declared_size: number;
  readonly declared_sha256: string | null;
  readonly title: string;
  readonly category: string;
  /** The document whose next revision the file becomes; null for a document of its own. */
  readonly replaces_document_id: string | null;
  readonly refusal: Refusal | null;
  readonly storage_key: string | null;
  readonly received_size: number | null;
  readonly received_sha256: string | null;
  readonly media_type: string | null;
  readonly finalized_at: Date | null;
  readonly expired_at: Date | null;
  readonly document_id: string | null;
  readonly is_duplicate: boolean;
}

const uploadColumns = sql`upload.job_id, upload.org_id, upload.project_id, upload.filename, upload.declared_mime_type,
      upload.declared_size, upload.declared_sha256, upload.title, upload.category, upload.replaces_document_id, upload.refusal,
      upload.storage_key,
      upload.received_size, upload.received_sha256, upload.media_type, upload.finalized_at, upload.expired_at,
      upload.document_id, upload.is_duplicate`;

/** An upload for the service's own work, which acts for nobody in particular. */
export async function findUpload(db: Queryable, jobId: string): Promise<UploadRow | undefined> {
  const rows = await db.query<UploadRow>(sql`-- find_upload
    select ${uploadColumns} from upload where job_id = ${jobId}`);
  return rows[0];
}

/** An upload that the viewer may see, kept from changing until the transaction ends. */
export async function lockVisibleUpload(db: Queryable, viewer: Viewer, jobId: string): Promise<UploadRow | undefined> {
  const rows = await db.query<UploadRow>(sql`-- lock_visible_upload
    select ${uploadColumns}
    from upload
    join project on project.id = upload.project_id
    where upload.job_id = ${jobId} and ${projectVisibility(viewer)}
    for no key update of upload`);
  return rows[0];
}

/** An upload with how far its ingest is; the state is null until it is finalized. */
export interface UploadProgressRow extends UploadRow {
  readonly state: "queued" | "running" | "succeeded" | "failed" | "canceled" | null;
  readonly percent: number | null;
  readonly stage: string | null;
  readonly error: Refusal | null;
}

/** Finds an upload with how far its ingest is; undefined when the viewer may not see its project. */
export async function findVisibleProgress(
  db: Queryable,
  viewer: Viewer,
  jobId: string,
): Promise<UploadProgressRow | undefined> {
  const rows = await db.query<UploadProgressRow>(sql`-- find_visible_upload_progress
    select ${uploadColumns}, job.state, job.percent, job.stage, job.error
    from upload
    join project on project.id = upload.project_id
    left join background_job job on job.id = upload.job_id
    where upload.job_id = ${jobId} and ${projectVisibility(viewer)}`);
  return rows[0];
}

/** Remembers what has landed, unless the upload is closed; gives the key of what lay there before. */
export async function recordArrival(
  db: Queryable,
  arrival: { jobId: string; key: string; size: number; sha256: string; mediaType: string },
): Promise<{ isTaken: boolean; replacedKey: string | null }> {
  const rows = await db.query<{ replaced_key: string | null }>(sql`-- record_arrival
    with before as (
      select job_id, storage_key
      from upload
      where job_id = ${arrival.jobId} and finalized_at is null and expired_at is null
      for no key update
    )
    update upload
    set storage_key = ${arrival.key},
        received_size = ${arrival.size}::bigint,
        received_sha256 = ${arrival.sha256},
        media_type = ${arrival.mediaType},
        refusal = null,
        updated_at = now()
    from before
    where upload.job_id = before.job_id
    returning before.storage_key as replaced_key`);
  return { isTaken: rows.length > 0, replacedKey: rows[0]?.replaced_key ?? null };
}

/** Remembers why what arrived was refused, unless the upload is closed. */
export async function recordRefusal(db: Queryable, jobId: string, refusal: Refusal): Promise<void> {
  await db.query(sql`-- record_refusal
    update upload
    set refusal = ${json(refusal)}::jsonb, updated_at = now()
    where job_id = ${jobId} and finalized_at is null`);
}

/** Closes an upload: nothing can arrive any more. */
export async function markFinalized(db: Queryable, jobId: string): Promise<void> {
  await db.query(sql`-- mark_finalized
    update upload
    set finalized_at = now(), updated_at = now()
    where job_id = ${jobId}`);
}

/** Records which document holds the text of an upload. */
export async function setDocument(
  db: Queryable,
  jobId: string,
  documentId: string,
  isDuplicate: boolean,
): Promise<void> {
  await db.query(sql`-- set_upload_document
    update upload
    set document_id = ${documentId}, is_duplicate = ${isDuplicate}, updated_at = now()
    where job_id = ${jobId}`);
}

/** Forgets a document that was removed when the ingest failed, so that the next attempt makes its own. */
export async function forgetDocument(db: Queryable, jobId: string): Promise<void> {
  await db.query(sql`-- forget_upload_document
    update upload
    set document_id = null, is_duplicate = false, updated_at = now()
    where job_id = ${jobId}`);
}

/** Closes uploads that were begun before the given time and never finalized; gives the files they leave. */
export async function expireStale(db: Queryable, before: Date): Promise<{ storage_key: string | null }[]> {
  return db.query<{ storage_key: string | null }>(sql`-- expire_stale_uploads
    with stale as (
      select job_id, storage_key
      from upload
      where finalized_at is null and expired_at is null and created_at < ${before}
      limit 200
      for no key update skip locked
    )
    update upload
    set expired_at = now(), storage_key = null, updated_at = now()
    from stale
    where upload.job_id = stale.job_id
    returning stale.storage_key`);
}

/** Lets go of the files of uploads that failed before the given time; gives the files they leave. */
export async function releaseFailed(db: Queryable, before: Date): Promise<{ storage_key: string | null }[]> {
  return db.query<{ storage_key: string | null }>(sql`-- release_failed_uploads
    with failed as (
      select upload.job_id, upload.storage_key
      from upload
      join background_job job on job.id = upload.job_id
      where upload.storage_key is not null
        and job.state in ('failed', 'canceled')
        and job.finished_at < ${before}
      limit 200
      for no key update of upload skip locked
    )
    update upload
    set storage_key = null, updated_at = now()
    from failed
    where upload.job_id = failed.job_id
    returning failed.storage_key`);
}
