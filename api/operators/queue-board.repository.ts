import { type Queryable, sql } from "../../migrations/index.ts";
import type { JobError } from "../jobs/job.ts";

/** A job as operators see it; its payload and result stay in the store. */
export interface BoardRow {
  readonly id: string;
  readonly name: string;
  readonly org_id: string | null;
  readonly project_id: string | null;
  readonly attempt: number;
  readonly max_attempts: number;
  readonly interruptions: number;
  readonly percent: number;
  readonly stage: string;
  readonly error: JobError | null;
  readonly is_canceling: boolean;
  readonly created_at: Date;
  readonly run_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  /** How long the lease still holds by the clock of the database, in seconds; below 0 when its worker fell silent. */
  readonly lease_seconds: number | null;
  /** How long the job has been due, in seconds; below 0 when it waits for its next attempt. */
  readonly due_seconds: number;
}

/** Lists jobs of a state: waiting ones by when they are due, running ones by when they began, failed ones newest first. */
export async function listBoardJobs(
  db: Queryable,
  state: "queued" | "running" | "failed",
  limit: number,
): Promise<BoardRow[]> {
  const order = {
    queued: sql`run_at, id`,
    running: sql`started_at, id`,
    failed: sql`finished_at desc, id`,
  }[state];
  return db.query<BoardRow>(sql`-- list_board_jobs
    select id, name, org_id, project_id, attempt, max_attempts, interruptions, percent, stage, error,
      cancel_requested_at is not null as is_canceling, created_at, run_at, started_at, finished_at,
      extract(epoch from lease_until - now())::double precision as lease_seconds,
      extract(epoch from now() - run_at)::double precision as due_seconds
    from background_job
    where state = ${state}
    order by ${order}
    limit ${limit}::integer`);
}
