import { json, newId, type Queryable, sql } from "../../../migrations/index.ts";
import { projectVisibility, type Viewer } from "../../access/project-visibility.repository.ts";
import type { SourceLane } from "./sources.model.ts";

/** Why an address was not dispatched, as it is kept and shown. */
export interface SourceRefusal {
  readonly status: "publisher_blocked" | "needs_confirmation" | "rejected";
  readonly detail: string;
}

/** What of a project decides where an address goes. */
export interface SourceProjectRow {
  readonly org_id: string;
  readonly jurisdiction: {
    readonly municipality: string | null;
    readonly county: string | null;
    readonly state: string | null;
  } | null;
  readonly has_governing_ordinance: boolean;
}

/** The project of a source, kept from changing until the transaction ends; undefined when it is not to be seen. */
export async function lockSourceProject(
  db: Queryable,
  viewer: Viewer,
  projectId: string,
): Promise<SourceProjectRow | undefined> {
  const rows = await db.query<SourceProjectRow>(sql`-- lock_source_project
    select project.org_id, project.jurisdiction,
      exists (
        select 1
        from project_corpus searched
        join document on document.corpus_id = searched.corpus_id
        where searched.project_id = project.id
          and searched.lane = 'municipal'
          and document.live_revision is not null
          and document.removed_at is null
      ) as has_governing_ordinance
    from project
    where project.id = ${projectId} and ${projectVisibility(viewer)}
    for no key update of project`);
  return rows[0];
}

export interface SourceRow {
  readonly id: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly url: string;
  readonly lane: SourceLane;
  readonly title: string;
  readonly jurisdiction_key: string | null;
  readonly refusal: SourceRefusal | null;
  readonly job_id: string | null;
  readonly storage_key: string | null;
  readonly media_type: string | null;
  readonly sha256: string | null;
  readonly corpus_id: string | null;
  readonly document_id: string | null;
  readonly is_duplicate: boolean;
  /** Set where the address is the governing ordinance of the project. */
  readonly target: "municipal" | "county" | null;
}

const sourceColumns = sql`source.id, source.org_id, source.project_id, source.url, source.lane, source.title,
      source.jurisdiction_key, source.refusal, source.job_id, source.storage_key, source.media_type, source.sha256,
      source.corpus_id, source.document_id, source.is_duplicate, source.target`;

/** A source for the service's own work, which acts for nobody in particular. */
export async function findSource(db: Queryable, sourceId: string): Promise<SourceRow | undefined> {
  const rows = await db.query<SourceRow>(sql`-- find_source
    select ${sourceColumns} from project_source source where source.id = ${sourceId}`);
  return rows[0];
}

/** How far the ingest of a source is; the state is null where nothing was dispatched. */
export interface SourceStandingRow extends SourceRow {
  readonly state: "queued" | "running" | "succeeded" | "failed" | "canceled" | null;
  readonly percent: number | null;
  readonly stage: string | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

const standingColumns = sql`${sourceColumns}, job.state, job.percent, job.stage, job.error`;

/** Finds a project's source by its address, with how far it is. */
export async function findStandingByUrl(
  db: Queryable,
  projectId: string,
  url: string,
): Promise<SourceStandingRow | undefined> {
  const rows = await db.query<SourceStandingRow>(sql`-- find_source_by_url
    select ${standingColumns}
    from project_source source
    left join background_job job on job.id = source.job_id
    where source.project_id = ${projectId} and source.url = ${url}`);
  return rows[0];
}

/** Every source of a project beside its governing ordinances, the oldest first. */
export async function listStandings(db: Queryable, projectId: string): Promise<SourceStandingRow[]> {
  return db.query<SourceStandingRow>(sql`-- list_sources
    select ${standingColumns}
    from project_source source
    left join background_job job on job.id = source.job_id
    where source.project_id = ${projectId} and source.target is null
    order by source.id`);
}

/** The governing ordinances that a project gets from addresses. */
export async function listOrdinanceStandings(db: Queryable, projectId: string): Promise<SourceStandingRow[]> {
  return db.query<SourceStandingRow>(sql`-- list_ordinance_sources
    select ${standingColumns}
    from project_source source
    left join background_job job on job.id = source.job_id
    where source.project_id = ${projectId} and source.target is not null
    order by source.id`);
}

/** Makes transactions that decide who reads a shared law wait for each other, until they end. */
export async function lockSharedLaw(db: Queryable, shared: { jurisdictionKey: string; url: string }): Promise<void> {
  await db.query(sql`-- lock_shared_law
    select pg_advisory_xact_lock(hashtextextended(${`${shared.jurisdictionKey} ${shared.url}`}, 0))`);
}

/** Whether a job of another project is reading a shared law, or about to. */
export async function isReadElsewhere(
  db: Queryable,
  shared: { jurisdictionKey: string; url: string; projectId: string },
): Promise<boolean> {
  const rows = await db.query(sql`-- find_other_reader
    select source.id
    from project_source source
    join background_job job on job.id = source.job_id
    where source.jurisdiction_key = ${shared.jurisdictionKey} and source.url = ${shared.url}
      and source.project_id <> ${shared.projectId} and job.state in ('queued', 'running')
    limit 1`);
  return rows.length > 0;
}

/**
 * Finds the last failure of a shared law for another project, unless it is older than `withinMs` or the law was read since.
 * Failures whose detail contains `remembered` do not count: they only repeated another one.
 */
export async function findRecentFailure(
  db: Queryable,
  shared: { jurisdictionKey: string; url: string; projectId: string },
  { withinMs, remembered }: { withinMs: number; remembered: string },
): Promise<{ error: { code: string; detail: string }; finished_at: Date } | undefined> {
  const rows = await db.query<{
    state: string;
    error: { code: string; detail: string } | null;
    finished_at: Date;
  }>(sql`-- find_recent_failure
    select job.state, job.error, job.finished_at
    from project_source source
    join background_job job on job.id = source.job_id
    where source.jurisdiction_key = ${shared.jurisdictionKey} and source.url = ${shared.url}
      and source.project_id <> ${shared.projectId} and job.state in ('failed', 'succeeded')
      and job.finished_at > now() - ${withinMs}::double precision * interval '1 millisecond'
      and position(${remembered}::text in coalesce(job.error ->> 'detail', '')) = 0
    order by job.finished_at desc
    limit 1`);
  const [last] = rows;
  if (last?.state !== "failed" || last.error === null) return undefined;
  return { error: last.error, finished_at: last.finished_at };
}

/** Finds the source that a job ingests, with how far it is; undefined when the viewer may not see its project. */
export async function findVisibleStanding(
  db: Queryable,
  viewer: Viewer,
  jobId: string,
): Promise<SourceStandingRow | undefined> {
  const rows = await db.query<SourceStandingRow>(sql`-- find_visible_source
    select ${standingColumns}
    from project_source source
    join project on project.id = source.project_id
    join background_job job on job.id = source.job_id
    where source.job_id = ${jobId} and ${projectVisibility(viewer)}`);
  return rows[0];
}

export interface SourceToKeep {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly credentialId: string;
  readonly url: string;
  readonly lane: SourceLane;
  readonly title: string;
  readonly category: string;
  readonly authorityScope: string;
  readonly jurisdictionKey: string | null;
  readonly refusal: SourceRefusal | null;
  readonly target: "municipal" | "county" | null;
}

/** Keeps a source; one of the same address begins anew under the id it has. Gives the id. */
export async function keepSource(db: Queryable, source: SourceToKeep): Promise<string> {
  const rows = await db.query<{ id: string }>(sql`-- keep_source
    insert into project_source (
      id, org_id, project_id, credential_id, url, lane, title, category, authority_scope, jurisdiction_key, refusal,
      target
    )
    values (
      ${source.id}, ${source.orgId}, ${source.projectId}, ${source.credentialId}, ${source.url}, ${source.lane},
      ${source.title}, ${source.category}, ${source.authorityScope}, ${source.jurisdictionKey},
      ${source.refusal === null ? null : json(source.refusal)}::jsonb, ${source.target}
    )
    on conflict (project_id, url) do update
    set credential_id = excluded.credential_id,
        lane = excluded.lane,
        title = excluded.title,
        category = excluded.category,
        authority_scope = excluded.authority_scope,
        jurisdiction_key = excluded.jurisdiction_key,
        refusal = excluded.refusal,
        target = excluded.target,
        job_id = null,
        storage_key = null,
        media_type = null,
        sha256 = null,
        fetched_at = null,
        corpus_id = null,
        document_id = null,
        is_duplicate = false,
        updated_at = now()
    returning id`);
  return rows[0]?.id ?? source.id;
}

/** Names the job that ingests a source. */
export async function setJob(db: Queryable, sourceId: string, jobId: string): Promise<void> {
  await db.query(sql`-- set_source_job
    update project_source set job_id = ${jobId}, updated_at = now() where id = ${sourceId}`);
}

/** Marks a source as a GIS service that its jurisdiction had already. */
export async function setRegistered(db: Queryable, sourceId: string): Promise<void> {
  await db.query(sql`-- set_source_registered
    update project_source set is_duplicate = true, updated_at = now() where id = ${sourceId}`);
}

/** Remembers what an address gave. */
export async function recordFetched(
  db: Queryable,
  fetched: { sourceId: string; key: string; mediaType: string; sha256: string },
): Promise<void> {
  await db.query(sql`-- record_fetched_source
    update project_source
    set storage_key = ${fetched.key}, media_type = ${fetched.mediaType}, sha256 = ${fetched.sha256}, fetched_at = now(),
        updated_at = now()
    where id = ${fetched.sourceId}`);
}

/** Records which document holds the text of a source. */
export async function setDocument(
  db: Queryable,
  sourceId: string,
  found: { corpusId: string; documentId: string; isDuplicate: boolean },
): Promise<void> {
  await db.query(sql`-- set_source_document
    update project_source
    set corpus_id = ${found.corpusId}, document_id = ${found.documentId}, is_duplicate = ${found.isDuplicate},
        updated_at = now()
    where id = ${sourceId}`);
}

/** Lets go of what a failed ingest fetched and began; the file is an orphan then, and is swept like any other. */
export async function forgetIngest(db: Queryable, sourceId: string): Promise<void> {
  await db.query(sql`-- forget_source_ingest
    update project_source
    set storage_key = null, media_type = null, sha256 = null, fetched_at = null, corpus_id = null, document_id = null,
        is_duplicate = false, updated_at = now()
    where id = ${sourceId}`);
}

/** The shared corpus of an address in a jurisdiction; made when it is the first. */
export async function ensureSharedCorpus(
  db: Queryable,
  shared: { jurisdictionKey: string; url: string; title: string; kind: "ordinance" | "supplemental" },
): Promise<string> {
  await db.query(sql`-- insert_shared_corpus
    insert into corpus (id, org_id, project_id, kind, title, jurisdiction_key, source_url)
    values (
      ${newId("corpus")}, null, null, ${shared.kind}, ${shared.title}, ${shared.jurisdictionKey}, ${shared.url}
    )
    on conflict (jurisdiction_key, source_url) where org_id is null and source_url is not null do nothing`);
  const corpusId = await findSharedCorpus(db, shared);
  if (corpusId === undefined) throw new Error("a shared corpus that was just made is not there");
  return corpusId;
}

/** Finds the shared corpus of an address in a jurisdiction. */
export async function findSharedCorpus(
  db: Queryable,
  shared: { jurisdictionKey: string; url: string },
): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(sql`-- find_shared_corpus
    select id
    from corpus
    where org_id is null and jurisdiction_key = ${shared.jurisdictionKey} and source_url = ${shared.url}`);
  return rows[0]?.id;
}

/** The document of a shared corpus. */
export interface SharedDocumentRow {
  readonly id: string;
  readonly sha256: string | null;
  /** Null until something is published. */
  readonly published_at: Date | null;
}

/** Finds the document of a shared corpus, if it has one: the live one before any that is being read. */
export async function findSharedDocument(db: Queryable, corpusId: string): Promise<SharedDocumentRow | undefined> {
  const rows = await db.query<SharedDocumentRow>(sql`-- find_shared_document
    select document.id, live.source_sha256 as sha256, live.published_at
    from document
    left join document_revision live on live.document_id = document.id and live.revision = document.live_revision
    where document.corpus_id = ${corpusId} and document.removed_at is null
    order by live.published_at desc nulls last, document.id
    limit 1`);
  return rows[0];
}

/** Lets a project search a corpus; one that it searches already takes the lane. */
export async function joinCorpus(db: Queryable, projectId: string, corpusId: string, lane: string): Promise<void> {
  await db.query(sql`-- join_corpus
    insert into project_corpus (project_id, corpus_id, lane)
    values (${projectId}, ${corpusId}, ${lane})
    on conflict (project_id, corpus_id) do update set lane = excluded.lane
    where project_corpus.lane = 'supplemental'`);
}
