import { json, type Queryable, sql } from "../../migrations/index.ts";
import type { JobError } from "./job.ts";

// Times are the database's own everywhere in this file: workers whose clocks differ still agree.

/** What a job is at; the last three are ends. */
export type JobState = "queued" | "running" | "succeeded" | "failed" | "canceled";

/** A job as its status routes tell of it. */
export interface JobRow {
  readonly id: string;
  readonly name: string;
  readonly org_id: string | null;
  readonly project_id: string | null;
  readonly state: JobState;
  readonly attempt: number;
  readonly percent: number;
  readonly stage: string;
  readonly result: unknown;
  readonly error: JobError | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** Adds a job that waits, due after `delayMs`; false when there is one of that id already. */
export async function insertJob(
  db: Queryable,
  job: {
    id: string;
    name: string;
    payload: unknown;
    orgId: string | null;
    projectId: string | null;
    maxAttempts: number;
    delayMs: number;
    traceparent: string | null;
  },
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- insert_job
    insert into background_job (id, name, payload, org_id, project_id, max_attempts, run_at, traceparent)
    values (
      ${job.id}, ${job.name}, ${json(job.payload)}::jsonb, ${job.orgId}, ${job.projectId}, ${job.maxAttempts}::integer,
      now() + make_interval(secs => ${job.delayMs / 1000}::double precision), ${job.traceparent}
    )
    on conflict (id) do nothing
    returning id`);
  return rows.length > 0;
}

/** Finds a job as its status routes tell of it. */
export async function findJob(db: Queryable, jobId: string): Promise<JobRow | undefined> {
  const rows = await db.query<JobRow>(sql`-- find_job
    select id, name, org_id, project_id, state, attempt, percent, stage, result, error, created_at, started_at, finished_at
    from background_job
    where id = ${jobId}`);
  return rows[0];
}

/** A job that may be sent to the queue: `fence` is the number of its last lease. */
export interface DueRow {
  readonly id: string;
  readonly name: string;
  readonly fence: number;
}

/** Jobs of the kinds that are due, of which the queue was never told or so long ago that it may have forgotten; oldest first. */
export async function findUnsent(
  db: Queryable,
  { names, resendAfterMs, limit }: { names: readonly string[]; resendAfterMs: number; limit: number },
): Promise<DueRow[]> {
  return db.query<DueRow>(sql`-- find_unsent
    select id, name, fence
    from background_job
    where state = 'queued'
      and name = any(${[...names]}::text[])
      and run_at <= now()
      and (sent_at is null or sent_at < now() - make_interval(secs => ${resendAfterMs / 1000}::double precision))
    order by sent_at nulls first, run_at
    limit ${limit}::integer`);
}

/** Finds a job that waits and is due now; undefined otherwise. */
export async function findDue(db: Queryable, jobId: string): Promise<DueRow | undefined> {
  const rows = await db.query<DueRow>(sql`-- find_due
    select id, name, fence
    from background_job
    where id = ${jobId}
      and state = 'queued'
      and run_at <= now()`);
  return rows[0];
}

/** Remembers that the queue was told of a job, unless somebody has taken it meanwhile. */
export async function markSent(db: Queryable, jobId: string, fence: number): Promise<void> {
  await db.query(sql`-- mark_sent
    update background_job
    set sent_at = now()
    where id = ${jobId}
      and fence = ${fence}::bigint
      and state = 'queued'`);
}

/** Asks a job to stop; gives the state it is in, or undefined when it has ended or never was. */
export async function requestCancel(db: Queryable, jobId: string): Promise<JobState | undefined> {
  const rows = await db.query<{ state: JobState }>(sql`-- request_cancel
    update background_job
    set cancel_requested_at = coalesce(cancel_requested_at, now())
    where id = ${jobId}
      and state in ('queued', 'running')
    returning state`);
  return rows[0]?.state;
}

/** Lets a failed job wait as if it had just been asked for; undefined when it has not failed. */
export async function requeueFailed(
  db: Queryable,
  jobId: string,
): Promise<{ name: string; project_id: string | null; payload: unknown } | undefined> {
  const rows = await db.query<{ name: string; project_id: string | null; payload: unknown }>(sql`-- requeue_failed
    update background_job
    set state = 'queued',
        attempt = 0,
        interruptions = 0,
        run_at = now(),
        sent_at = null,
        cancel_requested_at = null,
        percent = 0,
        stage = '',
        error = null,
        started_at = null,
        finished_at = null
    where id = ${jobId}
      and state = 'failed'
    returning name, project_id, payload`);
  return rows[0];
}

/**
 * Counts jobs by name and state: every one that waits, runs or has failed, and of those that succeeded or were canceled
 * the ones of the last day, so that the count does not grow with the age of the store.
 */
export async function countJobs(db: Queryable): Promise<{ name: string; state: JobState; jobs: number }[]> {
  return db.query(sql`-- count_jobs
    select name, state, count(*)::integer as jobs
    from (
      select name, state from background_job where state in ('queued', 'running', 'failed')
      union all
      select name, state from background_job
      where finished_at > now() - interval '1 day' and state in ('succeeded', 'canceled')
    ) as counted
    group by name, state
    order by name, state`);
}

/** Deletes jobs of the kinds that ended so many days ago, at most `limit` of them; gives their number. */
export async function deleteEnded(
  db: Queryable,
  { names, days, limit }: { names: readonly string[]; days: number; limit: number },
): Promise<number> {
  const rows = await db.query(sql`-- delete_ended_jobs
    delete from background_job
    where id = any(array(
      select id
      from background_job
      where name = any(${[...names]}::text[])
        and finished_at < now() - make_interval(days => ${days}::integer)
        and state in ('succeeded', 'failed', 'canceled')
      limit ${limit}::integer
      for update skip locked
    ))
    returning id`);
  return rows.length;
}

/** Gives for how many seconds the oldest job that is due has waited; 0 when none is. */
export async function oldestDueSeconds(db: Queryable): Promise<number> {
  const rows = await db.query<{ seconds: number }>(sql`-- oldest_due_seconds
    select coalesce(extract(epoch from now() - min(run_at)), 0)::double precision as seconds
    from background_job
    where state = 'queued'
      and run_at <= now()`);
  return rows[0]?.seconds ?? 0;
}

/** Tells whether a job has been due for so long while nobody holds the lease of any. */
export async function isWaitingInVain(db: Queryable, waitMs: number): Promise<boolean> {
  const rows = await db.query<{ isWaiting: boolean }>(sql`-- is_waiting_in_vain
    select
      exists (
        select 1 from background_job
        where state = 'queued' and run_at < now() - make_interval(secs => ${waitMs / 1000}::double precision)
      )
      and not exists (select 1 from background_job where state = 'running' and lease_until > now()) as "isWaiting"`);
  return rows[0]?.isWaiting ?? false;
}
