import type { OutlineNode } from "../../../ingest/index.ts";
import { type Queryable, sql } from "../../../migrations/index.ts";
import type { JobError } from "../../jobs/job.ts";

/** Which documents are read again. */
export type ReingestScope =
  | { readonly kind: "corpus" | "project" | "source"; readonly id: string }
  | { readonly kind: "all" };

/** A live document with the file that it was read from. */
export interface TargetRow {
  readonly document_id: string;
  readonly corpus_id: string;
  readonly title: string;
  readonly live_revision: number;
  readonly chunk_count: number;
  readonly character_count: number;
  /** Source of an address; null for an upload. */
  readonly source_id: string | null;
  readonly storage_key: string | null;
  readonly sha256: string | null;
  readonly media_type: string | null;
  readonly filename: string | null;
}

/** Lists live documents with the newest file that each was read from, in the order of their ids. */
export async function listTargets(db: Queryable, scope: ReingestScope): Promise<TargetRow[]> {
  return db.query<TargetRow>(sql`-- list_reingest_targets
    select document.id as document_id, document.corpus_id, document.title, document.live_revision,
      live.chunk_count, live.character_count, source.id as source_id,
      coalesce(source.storage_key, upload.storage_key) as storage_key,
      coalesce(source.sha256, upload.received_sha256) as sha256,
      coalesce(source.media_type, upload.media_type, upload.declared_mime_type) as media_type,
      coalesce(upload.filename, document.filename) as filename
    from document
    join document_revision live on live.document_id = document.id and live.revision = document.live_revision
    left join lateral (
      select project_source.id, project_source.storage_key, project_source.sha256, project_source.media_type
      from project_source
      where project_source.document_id = document.id
        and project_source.lane <> 'gis'
        -- A document that an upload has replaced is not what its address gives.
        and not exists (
          select 1 from upload replacing
          where replacing.document_id = document.id and replacing.replaces_document_id = document.id
        )
      order by project_source.is_duplicate, project_source.fetched_at desc nulls last, project_source.id
      limit 1
    ) source on true
    left join lateral (
      select stored.storage_key, stored.received_sha256, stored.media_type, stored.declared_mime_type, stored.filename
      from upload stored
      where stored.document_id = document.id and stored.storage_key is not null
      order by stored.is_duplicate, stored.created_at desc
      limit 1
    ) upload on true
    where document.removed_at is null and ${isInScope(scope)}
    order by document.id`);
}

function isInScope(scope: ReingestScope) {
  switch (scope.kind) {
    case "all":
      return sql`true`;
    case "corpus":
      return sql`document.corpus_id = ${scope.id}`;
    case "project":
      return sql`document.corpus_id in (select corpus_id from project_corpus where project_id = ${scope.id})`;
    case "source":
      return sql`(document.id = ${scope.id}
        or document.id in (select document_id from project_source where id = ${scope.id})
        or document.id in (select document_id from upload where job_id = ${scope.id}))`;
  }
}

/** Returns one document; undefined when it is gone. */
export async function findTarget(db: Queryable, documentId: string): Promise<TargetRow | undefined> {
  return (await listTargets(db, { kind: "source", id: documentId })).find((row) => row.document_id === documentId);
}

/** A chunk as far as a new reading is compared with it. */
export interface LiveChunkRow {
  readonly hash: string;
  readonly char_start: number;
  readonly char_end: number;
}

/** Lists the chunks of the live revision in their order. */
export async function listLiveChunks(db: Queryable, documentId: string): Promise<LiveChunkRow[]> {
  return db.query<LiveChunkRow>(sql`-- list_live_chunks
    select encode(chunk.content_hash, 'hex') as hash, chunk.char_start, chunk.char_end
    from document
    join chunk on chunk.document_id = document.id and chunk.document_revision = document.live_revision
    where document.id = ${documentId}
    order by chunk.ordinal`);
}

/** Returns the outline of the live revision and the checksum of the file it was read from. */
export async function findLiveOutline(db: Queryable, documentId: string) {
  const rows = await db.query<{ outline: OutlineNode[]; source_sha256: string }>(sql`-- find_live_outline
    select live.outline, live.source_sha256
    from document
    join document_revision live on live.document_id = document.id and live.revision = document.live_revision
    where document.id = ${documentId}`);
  return rows[0];
}

/** A saved answer with its citations as they were stored. */
export interface CitingTurnRow {
  readonly id: string;
  readonly question: string;
  readonly citations: readonly {
    readonly marker?: number;
    readonly document_id?: string;
    readonly quote?: string;
    readonly heading_path?: readonly string[];
  }[];
}

/** Lists the newest saved answers that cite a document. */
export async function listCitingTurns(db: Queryable, documentId: string, limit: number): Promise<CitingTurnRow[]> {
  return db.query<CitingTurnRow>(sql`-- list_citing_turns
    select turn.id, turn.question, turn.citations
    from agent_turn turn
    where turn.project_id in (
        select searched.project_id
        from project_corpus searched
        join document on document.corpus_id = searched.corpus_id
        where document.id = ${documentId}
      )
      and turn.citations @> jsonb_build_array(jsonb_build_object('document_id', ${documentId}::text))
    order by turn.created_at desc
    limit ${limit}::integer`);
}

/** A job that reads one document again. */
export interface ReingestJobRow {
  readonly id: string;
  readonly document_id: string;
  readonly run_id: string;
  readonly state: "queued" | "running" | "succeeded" | "failed" | "canceled";
  readonly percent: number;
  readonly stage: string;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: JobError | null;
}

const jobColumns = sql`id, payload ->> 'document_id' as document_id, payload ->> 'run_id' as run_id, state, percent,
      stage, result, error`;

/** Lists the jobs of a run in the order in which they were asked for. */
export async function listRunJobs(db: Queryable, runId: string): Promise<ReingestJobRow[]> {
  return db.query<ReingestJobRow>(sql`-- list_reingest_jobs
    select ${jobColumns}
    from background_job
    where name = 'document-reingest' and payload ->> 'run_id' = ${runId}
    order by id`);
}

/** Lists the jobs that wait or run, of any run. */
export async function listOpenJobs(db: Queryable): Promise<ReingestJobRow[]> {
  return db.query<ReingestJobRow>(sql`-- list_open_reingest_jobs
    select ${jobColumns}
    from background_job
    where name = 'document-reingest' and state in ('queued', 'running')
    order by id`);
}

/** Makes the last revision before the live one live again, when it still has its chunks; undefined when there is none. */
export async function rollBack(db: Queryable, documentId: string) {
  const rows = await db.query<{ corpus_id: string; from: number; to: number }>(sql`-- roll_back_revision
    with earlier as (
      select document.id, document.live_revision, max(known.revision) as revision
      from document
      join document_revision known on known.document_id = document.id
      where document.id = ${documentId}
        and document.removed_at is null
        and known.revision < document.live_revision
        and known.published_at is not null
        and known.withdrawn_at is null
        and known.keyword_segment is not null
      group by document.id, document.live_revision
    ), withdrawn as (
      update document_revision
      set withdrawn_at = now()
      from earlier
      where document_revision.document_id = earlier.id and document_revision.revision = earlier.live_revision
    )
    update document
    set live_revision = earlier.revision
    from earlier
    where document.id = earlier.id
    returning document.corpus_id, earlier.live_revision as "from", earlier.revision as "to"`);
  return rows[0];
}

/** Counts a publication, so that nobody keeps what was read of the corpus before. */
export async function countCorpusRevision(db: Queryable, corpusId: string): Promise<void> {
  await db.query(sql`-- count_corpus_rollback
    update corpus set revision = revision + 1, indexed_at = now() where id = ${corpusId}`);
}
