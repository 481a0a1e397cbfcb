import { type Database, type Queryable, sql } from "../../migrations/index.ts";

const buildLockKey = 7_283_009;
const namePattern = "chunk\\_vector\\_hnsw\\_%";

/** An approximate index as the store has it. */
export interface FoundVectorIndex {
  readonly name: string;
  /** False for what an interrupted build left. */
  readonly isValid: boolean;
  /** About how many vectors it holds, those of superseded and staged revisions with them. */
  readonly entries: number;
}

/** Lists the approximate indexes on the vectors, valid or not. */
export async function findVectorIndexes(db: Queryable): Promise<FoundVectorIndex[]> {
  // Its density when it was last counted, times its size now: rows that came since are not counted yet.
  return db.query<FoundVectorIndex>(sql`-- find_vector_indexes
    select
      index_class.relname as "name",
      pg_index.indisvalid as "isValid",
      (
        greatest(index_class.reltuples, 0) / greatest(index_class.relpages, 1)
        * (pg_relation_size(index_class.oid) / current_setting('block_size')::integer)
      )::double precision as "entries"
    from pg_index
    join pg_class as index_class on index_class.oid = pg_index.indexrelid
    where pg_index.indrelid = 'chunk_vector'::regclass
      and index_class.relname like ${namePattern}
    order by index_class.relname`);
}

/** Gives the dimensions of an embedder's vectors; undefined while it has none. */
export async function findDimensions(db: Queryable, embedder: string): Promise<number | undefined> {
  const rows = await db.query<{ dimensions: number }>(sql`-- find_vector_dimensions
    select vector_dims(embedding) as "dimensions"
    from chunk_vector
    where embedder = ${embedder}
    limit 1`);
  return rows[0]?.dimensions;
}

/** Counts the vectors of an embedder, and stops counting at the limit. */
export async function countVectors(db: Queryable, embedder: string, limit: number): Promise<number> {
  const rows = await db.query<{ vectors: number }>(sql`-- count_vectors
    select count(*)::integer as "vectors"
    from (select 1 from chunk_vector where embedder = ${embedder} limit ${limit}) as counted`);
  return rows[0]?.vectors ?? 0;
}

/** Tells whether pgvector goes on scanning when a filter has used up what an index gave first: since 0.8. */
export async function hasIterativeScan(db: Queryable): Promise<boolean> {
  const rows = await db.query<{ isNewEnough: boolean }>(sql`-- has_iterative_scan
    select string_to_array(substring(extversion from '^[0-9]+[.][0-9]+'), '.')::integer[] >= '{0,8}' as "isNewEnough"
    from pg_extension
    where extname = 'vector'`);
  return rows[0]?.isNewEnough ?? false;
}

/** Takes the lock that only one session has while it makes or drops an index; false when another has it. */
export async function takeBuildLock(session: Queryable): Promise<boolean> {
  // Tried, never awaited: a build waits for all statements under way, and would wait for one that waits for it.
  const rows = await session.query<{ isTaken: boolean }>(sql`-- take_build_lock
    select pg_try_advisory_lock(${buildLockKey}::bigint) as "isTaken"`);
  return rows[0]?.isTaken ?? false;
}

export async function releaseBuildLock(session: Queryable): Promise<void> {
  await session.query(sql`-- release_build_lock
    select pg_advisory_unlock(${buildLockKey}::bigint)`);
}

/** Gives the number of the session, by which another can cancel what it runs. */
export async function findBackend(session: Queryable): Promise<number> {
  const rows = await session.query<{ pid: number }>(sql`-- find_backend
    select pg_backend_pid() as "pid"`);
  return rows[0]?.pid ?? 0;
}

export async function cancelBackend(db: Queryable, pid: number): Promise<void> {
  await db.query(sql`-- cancel_backend
    select pg_cancel_backend(${pid}::integer)`);
}

export interface IndexToBuild {
  readonly embedder: string;
  readonly name: string;
  /** The type the vectors are read as, such as `vector(256)`, and its class of operators. */
  readonly type: string;
  readonly operatorClass: string;
}

/**
 * Gives the command that builds an index over the vectors of one embedder, quoted by the database itself. On a server
 * it holds up neither reads nor writes; the embedded engine has one session, so nothing else runs meanwhile.
 */
export async function buildCommand(db: Queryable, engine: Database["engine"], index: IndexToBuild): Promise<string> {
  const way = engine === "server" ? "concurrently" : "";
  const rows = await db.query<{ command: string }>(sql`-- write_index_command
    select format(
      'create index %s %I on chunk_vector using hnsw ((embedding::%s) %s) where embedder = %L',
      ${way}::text, ${index.name}::text, ${index.type}::text, ${index.operatorClass}::text, ${index.embedder}::text
    ) as "command"`);
  return rows[0]?.command ?? "";
}

/** Gives the command that drops an index that {@link findVectorIndexes} named. */
export async function dropCommand(db: Queryable, engine: Database["engine"], name: string): Promise<string> {
  const way = engine === "server" ? "concurrently" : "";
  const rows = await db.query<{ command: string }>(sql`-- write_drop_command
    select format('drop index %s if exists %I', ${way}::text, ${name}::text) as "command"`);
  return rows[0]?.command ?? "";
}

/** Settings of a build, and the command that takes them back. */
export const buildSettings = {
  // One worker: parallel builds share memory that containers keep small, and fail there. No time limit: it is canceled.
  set: "set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0; set statement_timeout = 0",
  reset: "reset maintenance_work_mem; reset max_parallel_maintenance_workers; reset statement_timeout",
};
