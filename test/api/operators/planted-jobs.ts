import { json, type Queryable, sql } from "../../../migrations/index.ts";

/** A job's row as a test wants the board to find it. */
export interface PlantedJob {
  readonly id: string;
  /** One that no process handles unless stated, so that nobody takes it. */
  readonly name?: string;
  readonly state: "queued" | "running" | "failed";
  readonly attempt?: number;
  readonly percent?: number;
  readonly stage?: string;
  readonly dueSecondsAgo?: number;
  readonly leaseSeconds?: number;
  /** Code of the error. */
  readonly error?: string;
}

/** Writes a job's row past the service. */
export async function plantJob(db: Queryable, job: PlantedJob): Promise<void> {
  const error = job.error === undefined ? null : { code: job.error, detail: `It ended with ${job.error}.` };
  await db.query(sql`-- plant_job
    insert into background_job (id, name, payload, state, attempt, max_attempts, run_at, percent, stage, error,
      lease_until, started_at, finished_at)
    values (${job.id}, ${job.name ?? "unknown-kind"}, ${json({ text: "planted payload" })}::jsonb, ${job.state},
      ${job.attempt ?? 1}::integer, 4, now() - make_interval(secs => ${job.dueSecondsAgo ?? 0}::double precision),
      ${job.percent ?? 0}::integer, ${job.stage ?? ""}, ${error === null ? null : json(error)}::jsonb,
      case when ${job.state}::text = 'running'
        then now() + make_interval(secs => ${job.leaseSeconds ?? 10}::double precision) end,
      now() - interval '95 seconds', case when ${job.state}::text = 'failed' then now() end)`);
}
