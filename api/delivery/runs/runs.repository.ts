import { json, type Queryable, sql } from "../../../migrations/index.ts";
import type { Page } from "../../http/pagination.ts";
import type { JobError } from "../../jobs/job.ts";
import type { RunResult } from "./runs.model.ts";

/** The kinds of reports. */
export type ReportType = "due_diligence" | "feasibility";

/** A run as it is stored, with what its job says while it is open. */
export interface RunRow {
  readonly id: string;
  readonly job_id: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly report_type: ReportType;
  readonly title: string | null;
  readonly model_id: string;
  readonly status: "open" | "succeeded" | "failed" | "canceled";
  readonly reservation_id: string | null;
  readonly credits_charged: number;
  readonly credits_held: number;
  readonly manifest: Readonly<Record<string, unknown>> | null;
  readonly result: RunResult | null;
  readonly error: JobError | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly job_state: string | null;
  readonly percent: number | null;
  readonly stage: string | null;
}

const columns = sql`run.id, run.job_id, run.org_id, run.project_id, run.report_type, run.title, run.model_id, run.status,
  run.reservation_id, run.credits_charged, coalesce(reservation.held, 0)::float8 as credits_held, run.manifest, run.result,
  run.error, run.created_at, run.started_at, run.finished_at, job.state as job_state, job.percent, job.stage`;
const joined = sql`report_run run
  left join background_job job on job.id = run.job_id
  left join credit_reservation reservation on reservation.id = run.reservation_id and reservation.state = 'held'`;

/** A run that is asked for. */
export interface NewRun {
  readonly id: string;
  readonly jobId: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly reportType: ReportType;
  readonly title: string | null;
  readonly credentialId: string;
  readonly surface: "api" | "mcp";
  readonly modelId: string;
}

/**
 * Adds a run; false when one of the same type is open for the project. A request at the same time waits here until the
 * other one has committed.
 */
export async function insertRun(db: Queryable, run: NewRun): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- insert_report_run
    insert into report_run (id, job_id, org_id, project_id, report_type, title, credential_id, surface, model_id)
    values (${run.id}, ${run.jobId}, ${run.orgId}, ${run.projectId}, ${run.reportType}, ${run.title},
      ${run.credentialId}, ${run.surface}, ${run.modelId})
    on conflict (project_id, report_type) where status = 'open' do nothing
    returning id`);
  return rows.length > 0;
}

/** Writes which reservation pays for a run. */
export async function setReservation(db: Queryable, runId: string, reservationId: string): Promise<void> {
  await db.query(sql`-- set_report_reservation
    update report_run set reservation_id = ${reservationId} where id = ${runId}`);
}

/** Finds the open run of a type. */
export async function findOpenRun(
  db: Queryable,
  projectId: string,
  reportType: ReportType,
): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(sql`-- find_open_report_run
    select ${columns} from ${joined}
    where run.project_id = ${projectId} and run.report_type = ${reportType} and run.status = 'open'`);
  return rows[0];
}

/** Finds a run by its id. */
export async function findRun(db: Queryable, runId: string): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(sql`-- find_report_run
    select ${columns} from ${joined} where run.id = ${runId}`);
  return rows[0];
}

/** Finds a run of a project by its job. */
export async function findRunOfJob(db: Queryable, projectId: string, jobId: string): Promise<RunRow | undefined> {
  const rows = await db.query<RunRow>(sql`-- find_report_run_of_job
    select ${columns} from ${joined} where run.project_id = ${projectId} and run.job_id = ${jobId}`);
  return rows[0];
}

/** Lists one page of the runs of a project, newest first, and one row more, which shows whether another page follows. */
export async function listRuns(db: Queryable, projectId: string, page: Page): Promise<RunRow[]> {
  const below = page.beforeId === undefined ? sql`true` : sql`run.id < ${page.beforeId}`;
  return db.query<RunRow>(sql`-- list_report_runs
    select ${columns} from ${joined}
    where run.project_id = ${projectId} and ${below}
    order by run.id desc
    limit ${page.limit + 1}::integer offset ${page.offset}::integer`);
}

/** Finds the latest report of a type that was published before a run; undefined for the first one. */
export async function findPreviousRun(
  db: Queryable,
  { id, project_id: projectId, report_type: reportType }: Pick<RunRow, "id" | "project_id" | "report_type">,
): Promise<Pick<RunRow, "manifest"> | undefined> {
  const rows = await db.query<Pick<RunRow, "manifest">>(sql`-- find_previous_report_run
    select manifest from report_run
    where project_id = ${projectId} and report_type = ${reportType} and status = 'succeeded' and id < ${id}
    order by id desc limit 1`);
  return rows[0];
}

/** Writes that a worker has begun with a run. */
export async function markStarted(db: Queryable, runId: string): Promise<void> {
  await db.query(sql`-- mark_report_run_started
    update report_run set started_at = coalesce(started_at, now()) where id = ${runId} and status = 'open'`);
}

/** Writes what a run is made of. */
export async function saveManifest(db: Queryable, runId: string, manifest: object): Promise<void> {
  await db.query(sql`-- save_report_manifest
    update report_run set manifest = ${json(manifest)}::jsonb where id = ${runId} and status = 'open'`);
}

/** Ends a run with its files; returns false when it had ended before. */
export async function finishRun(
  db: Queryable,
  runId: string,
  { result, creditsCharged }: { readonly result: RunResult; readonly creditsCharged: number },
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- finish_report_run
    update report_run
    set status = 'succeeded', result = ${json(result)}::jsonb, credits_charged = ${creditsCharged}::integer,
      finished_at = now()
    where id = ${runId} and status = 'open'
    returning id`);
  return rows.length > 0;
}

/** Ends a run without files; returns its reservation, or undefined when it had ended before. */
export async function endRun(
  db: Queryable,
  runId: string,
  { status, error }: { readonly status: "failed" | "canceled"; readonly error: JobError },
): Promise<{ readonly reservation_id: string | null } | undefined> {
  const rows = await db.query<{ reservation_id: string | null }>(sql`-- end_report_run
    update report_run
    set status = ${status}, error = ${json(error)}::jsonb, finished_at = now()
    where id = ${runId} and status = 'open'
    returning reservation_id`);
  return rows[0];
}

/** Finds what a step returned for an input. */
export async function findStep(
  db: Queryable,
  runId: string,
  { name, inputHash }: { readonly name: string; readonly inputHash: string },
): Promise<unknown> {
  const rows = await db.query<{ output: unknown }>(sql`-- find_report_step
    select output from report_run_step
    where run_id = ${runId} and name = ${name} and input_hash = ${inputHash}`);
  return rows[0]?.output;
}

/** Stores what a step returned. */
export async function saveStep(
  db: Queryable,
  runId: string,
  step: { readonly name: string; readonly inputHash: string; readonly output: unknown },
): Promise<void> {
  await db.query(sql`-- save_report_step
    insert into report_run_step (run_id, name, input_hash, output)
    values (${runId}, ${step.name}, ${step.inputHash}, ${json(step.output)}::jsonb)
    on conflict (run_id, name) do update set input_hash = excluded.input_hash, output = excluded.output,
      finished_at = now()`);
}

/** Removes what the steps of an ended run returned. */
export async function clearSteps(db: Queryable, runId: string): Promise<void> {
  await db.query(sql`-- clear_report_steps
    delete from report_run_step where run_id = ${runId}`);
}

/** Keeps a file for a run until it has ended, in place of one of the same name. */
export async function keepFile(
  db: Queryable,
  runId: string,
  { name, storageKey }: { readonly name: string; readonly storageKey: string },
): Promise<void> {
  await db.query(sql`-- keep_report_file
    insert into report_run_file (run_id, name, storage_key) values (${runId}, ${name}, ${storageKey})
    on conflict (run_id, name) do update set storage_key = excluded.storage_key`);
}

/** Lists the files that are kept for a run. */
export async function listKeptFiles(
  db: Queryable,
  runId: string,
): Promise<{ readonly name: string; readonly storage_key: string }[]> {
  return db.query<{ name: string; storage_key: string }>(sql`-- list_kept_report_files
    select name, storage_key from report_run_file where run_id = ${runId} order by name`);
}

/** Lets the files of an ended run go and returns their keys; the sweep of orphans deletes those that the caller does not. */
export async function releaseKeptFiles(db: Queryable, runId: string): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(sql`-- release_report_files
    delete from report_run_file where run_id = ${runId}
    returning storage_key`);
  return rows.map(({ storage_key }) => storage_key);
}
