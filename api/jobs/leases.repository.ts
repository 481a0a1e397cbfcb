import { json, type Queryable, sql } from "../../migrations/index.ts";
import type { JobError } from "./job.ts";

// Times are the database's own everywhere in this file: workers whose clocks differ still agree.

/** A job whose lease was just taken. */
export interface LeasedRow {
  readonly id: string;
  readonly name: string;
  readonly org_id: string | null;
  readonly project_id: string | null;
  readonly payload: unknown;
  readonly attempt: number;
  readonly max_attempts: number;
  readonly traceparent: string | null;
}

/** Takes the lease of this number, or gives undefined: somebody has it, had it, or it is not due. */
export async function takeLease(
  db: Queryable,
  jobId: string,
  fence: number,
  leaseMs: number,
): Promise<LeasedRow | undefined> {
  const rows = await db.query<LeasedRow>(sql`-- take_lease
    update background_job
    set state = 'running',
        attempt = attempt + 1,
        fence = fence + 1,
        lease_until = now() + make_interval(secs => ${leaseMs / 1000}::double precision),
        started_at = coalesce(started_at, now()),
        percent = 0,
        stage = ''
    where id = ${jobId}
      and fence = ${fence - 1}::bigint
      and state = 'queued'
      and run_at <= now()
    returning id, name, org_id, project_id, payload, attempt, max_attempts, traceparent`);
  return rows[0];
}

/** Prolongs a lease that is still held; undefined when it is not. */
export async function renewLease(
  db: Queryable,
  jobId: string,
  fence: number,
  leaseMs: number,
): Promise<{ isCanceled: boolean } | undefined> {
  const rows = await db.query<{ isCanceled: boolean }>(sql`-- renew_lease
    update background_job
    set lease_until = now() + make_interval(secs => ${leaseMs / 1000}::double precision)
    where ${held(jobId, fence)}
    returning cancel_requested_at is not null as "isCanceled"`);
  return rows[0];
}

/** Tells whether the lease is held, and keeps it from being taken until the transaction ends. */
export async function lockLease(db: Queryable, jobId: string, fence: number): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- lock_lease
    select id
    from background_job
    where ${held(jobId, fence)}
    for no key update`);
  return rows.length > 0;
}

/** Records how far a job is, 0..100, and what it is doing; false when the lease is no longer held. */
export async function writeProgress(
  db: Queryable,
  jobId: string,
  fence: number,
  percent: number,
  stage: string,
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- write_progress
    update background_job
    set percent = ${percent}::integer,
        stage = ${stage}
    where ${held(jobId, fence)}
    returning id`);
  return rows.length > 0;
}

/** Ends a job with its result; false when the lease is no longer held. */
export async function markSucceeded(db: Queryable, jobId: string, fence: number, result: unknown): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- mark_succeeded
    update background_job
    set state = 'succeeded',
        percent = 100,
        stage = 'done',
        result = ${result === undefined ? null : json(result)}::jsonb,
        error = null,
        lease_until = null,
        finished_at = now()
    where ${held(jobId, fence)}
    returning id`);
  return rows.length > 0;
}

/** Ends a job without success; undefined when its state or lease is no longer the one that is being ended. */
export async function markEnded(
  db: Queryable,
  end: {
    jobId: string;
    /** Null ends a job that waits. */
    fence: number | null;
    state: "failed" | "canceled";
    error: JobError;
  },
): Promise<{ name: string; project_id: string | null; payload: unknown } | undefined> {
  const awaited = end.fence === null ? sql`id = ${end.jobId} and state = 'queued'` : held(end.jobId, end.fence);
  const rows = await db.query<{ name: string; project_id: string | null; payload: unknown }>(sql`-- mark_ended
    update background_job
    set state = ${end.state},
        error = ${json(end.error)}::jsonb,
        lease_until = null,
        finished_at = now()
    where ${awaited}
    returning name, project_id, payload`);
  return rows[0];
}

/** Puts a failed attempt back to wait for the next one. */
export async function requeueAttempt(
  db: Queryable,
  jobId: string,
  fence: number,
  delayMs: number,
  error: JobError,
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- requeue_attempt
    update background_job
    set state = 'queued',
        run_at = now() + make_interval(secs => ${delayMs / 1000}::double precision),
        sent_at = null,
        lease_until = null,
        error = ${json(error)}::jsonb
    where ${held(jobId, fence)}
    returning id`);
  return rows.length > 0;
}

/** Gives a job back as if this attempt had not been made. */
export async function giveBack(db: Queryable, jobId: string, fence: number): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- give_back
    update background_job
    set state = 'queued',
        attempt = attempt - 1,
        run_at = now(),
        sent_at = null,
        lease_until = null
    where ${held(jobId, fence)}
    returning id`);
  return rows.length > 0;
}

/**
 * Puts back every job whose worker has fallen silent. `hasEveryLease` says that this process alone can have given out
 * leases and has just started: then nobody is working, whatever the leases say.
 */
export async function requeueLost(
  db: Queryable,
  options: { hasEveryLease: boolean; mostInterruptions: number },
): Promise<number> {
  const rows = await db.query<{ id: string }>(sql`-- requeue_lost
    update background_job
    set state = 'queued',
        attempt = attempt - 1,
        interruptions = interruptions + 1,
        run_at = now(),
        sent_at = null,
        lease_until = null
    where state = 'running'
      and ${silent(options)}
      and interruptions < ${options.mostInterruptions}::integer
      and cancel_requested_at is null
    returning id`);
  return rows.length;
}

/** Jobs whose worker fell silent and which are not to be tried again. */
export async function findLostForGood(
  db: Queryable,
  options: { hasEveryLease: boolean; mostInterruptions: number },
): Promise<{ id: string; fence: number; isCanceled: boolean }[]> {
  return db.query(sql`-- find_lost_for_good
    select id, fence, cancel_requested_at is not null as "isCanceled"
    from background_job
    where state = 'running'
      and ${silent(options)}
      and (interruptions >= ${options.mostInterruptions}::integer or cancel_requested_at is not null)
    limit 100`);
}

/** The job whose lease of this number is held still. */
function held(jobId: string, fence: number) {
  return sql`id = ${jobId} and fence = ${fence}::bigint and state = 'running'`;
}

/** A running job of whose worker nothing has been heard for the time of a lease, or whose worker cannot be there. */
function silent({ hasEveryLease }: { readonly hasEveryLease: boolean }) {
  return hasEveryLease ? sql`true` : sql`lease_until < now()`;
}
