import { type Queryable, sql } from "../../../migrations/index.ts";
import type { Jurisdiction } from "../../providers/providers.ts";

export type StepState = "pending" | "running" | "done" | "failed" | "skipped";

/** A step of setting up a project. */
export interface StepRow {
  readonly name: string;
  readonly state: StepState;
  readonly detail: string | null;
  readonly credits: number;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** A step as it is when its project is created; one that has ended by then took place during the request. */
export interface NewStep {
  readonly name: string;
  readonly state: Exclude<StepState, "running" | "failed">;
  readonly detail: string | null;
  readonly credits: number;
}

/** Adds the steps of a project in their order. */
export async function insertSteps(db: Queryable, projectId: string, steps: readonly NewStep[]): Promise<void> {
  await db.query(sql`-- insert_bootstrap_steps
    insert into project_bootstrap_step (project_id, name, position, state, detail, credits, started_at, finished_at)
    select ${projectId}, step.name, step.position, step.state, step.detail, step.credits,
      case when step.state <> 'pending' then now() end, case when step.state <> 'pending' then now() end
    from unnest(
      ${steps.map(({ name }) => name)}::text[], ${steps.map((_, at) => at)}::integer[],
      ${steps.map(({ state }) => state)}::text[], ${steps.map(({ detail }) => detail)}::text[],
      ${steps.map(({ credits }) => credits)}::integer[]
    ) as step (name, position, state, detail, credits)`);
}

/** Lists the steps of a project in their order. */
export async function listSteps(db: Queryable, projectId: string): Promise<StepRow[]> {
  return db.query<StepRow>(sql`-- list_bootstrap_steps
    select name, state, detail, credits, started_at, finished_at
    from project_bootstrap_step
    where project_id = ${projectId}
    order by position`);
}

/** Marks a step as begun; the time of its first beginning stays. */
export async function startStep(db: Queryable, projectId: string, name: string): Promise<void> {
  await db.query(sql`-- start_bootstrap_step
    update project_bootstrap_step
    set state = 'running', started_at = coalesce(started_at, now())
    where project_id = ${projectId} and name = ${name} and state = 'pending'`);
}

/** Marks a step as ended, once; one that has ended stays as it is. */
export async function finishStep(
  db: Queryable,
  projectId: string,
  step: { name: string; state: "done" | "failed" | "skipped"; detail: string | null; credits: number },
): Promise<void> {
  await db.query(sql`-- finish_bootstrap_step
    update project_bootstrap_step
    set state = ${step.state}, detail = ${step.detail}, credits = ${step.credits}::integer,
      started_at = coalesce(started_at, now()), finished_at = now()
    where project_id = ${projectId} and name = ${step.name} and state in ('pending', 'running')`);
}

/** Marks the first step that has not ended as failed. */
export async function failOpenStep(db: Queryable, projectId: string, detail: string): Promise<void> {
  await db.query(sql`-- fail_bootstrap_step
    update project_bootstrap_step
    set state = 'failed', detail = ${detail}, finished_at = now()
    where project_id = ${projectId} and name = (
      select name from project_bootstrap_step
      where project_id = ${projectId} and state in ('pending', 'running')
      order by position limit 1
    )`);
}

/** Lets the steps of a failed set-up that did not succeed wait again. */
export async function reopenFailedSteps(db: Queryable, projectId: string): Promise<void> {
  await db.query(sql`-- reopen_bootstrap_steps
    update project_bootstrap_step
    set state = 'pending', detail = null, finished_at = null
    where project_id = ${projectId} and state in ('failed', 'running')`);
}

/** A project that is being set up. */
export interface BootstrapProjectRow {
  readonly org_id: string;
  readonly status: string;
  readonly jurisdiction: Jurisdiction | null;
}

/** Finds a project that is being set up, also one that was deleted meanwhile. */
export async function findBootstrapProject(db: Queryable, projectId: string): Promise<BootstrapProjectRow | undefined> {
  const rows = await db.query<BootstrapProjectRow>(sql`-- find_bootstrap_project
    select org_id, status, jurisdiction
    from project
    where id = ${projectId} and deleted_at is null`);
  return rows[0];
}

/** Returns the reservation of a project's credits, also of one that is being deleted. */
export async function findReservation(db: Queryable, projectId: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string | null }>(sql`-- find_project_reservation
    select credit_reservation_id as id from project where id = ${projectId}`);
  return rows[0]?.id ?? undefined;
}

/** Notes which reservation holds the credits of a project, and how many. */
export async function setReservation(
  db: Queryable,
  projectId: string,
  held: { reservationId: string; credits: number },
): Promise<void> {
  await db.query(sql`-- set_project_reservation
    update project
    set credit_reservation_id = ${held.reservationId}, credits_reserved = ${held.credits}::bigint
    where id = ${projectId}`);
}

/** Notes what the set-up of a project was charged. */
export async function setCharged(db: Queryable, projectId: string, credits: number): Promise<void> {
  await db.query(sql`-- set_project_charged
    update project set credits_charged = ${credits}::bigint where id = ${projectId}`);
}
