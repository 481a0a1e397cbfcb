import { json, type Queryable, sql } from "../../../migrations/index.ts";

/** A file that a tool of a turn made. Links to it are not kept; they are minted when the turn is read. */
export interface MadeArtifact {
  readonly artifact_id: string;
  readonly tool: string;
}

/** A turn as the database keeps it. */
export interface TurnRow {
  readonly id: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly credential_id: string;
  readonly surface: "api" | "mcp";
  readonly previous_turn_id: string | null;
  readonly status: "queued" | "running" | "succeeded" | "failed";
  readonly question: string;
  /** The day whose documents it reads, 2026-03-01; null for the present ones. */
  readonly as_of: string | null;
  readonly answer: string | null;
  readonly answer_status: "answered" | "partial" | "not_located" | null;
  readonly searched: string[];
  readonly citations: unknown[];
  readonly tool_usage: unknown[];
  readonly artifacts: MadeArtifact[];
  readonly model_requested: string;
  readonly model_resolved: string;
  readonly model_served: string | null;
  readonly credits_charged: number;
  readonly reservation_id: string | null;
  readonly error: { code: string; detail: string } | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

const columns = sql`id, org_id, project_id, credential_id, surface, previous_turn_id, status, question,
  as_of::text as as_of, answer,
  answer_status, searched, citations, tool_usage, artifacts, model_requested, model_resolved, model_served,
  credits_charged, reservation_id, error, created_at, completed_at`;

/** What is known of a turn before it runs. */
export type NewTurn = Pick<
  TurnRow,
  | "id"
  | "org_id"
  | "project_id"
  | "credential_id"
  | "surface"
  | "previous_turn_id"
  | "question"
  | "as_of"
  | "model_requested"
  | "model_resolved"
  | "reservation_id"
> & {
  /** The job that will run the turn; null when its caller waits for it. */
  readonly background_job_id: string | null;
};

/** Stores a turn before it runs and returns its row. */
export async function insertTurn(db: Queryable, turn: NewTurn): Promise<TurnRow> {
  const rows = await db.query<TurnRow>(sql`-- insert_turn
    insert into agent_turn (id, org_id, project_id, credential_id, surface, previous_turn_id, status, question, as_of,
      model_requested, model_resolved, reservation_id, background_job_id)
    values (${turn.id}, ${turn.org_id}, ${turn.project_id}, ${turn.credential_id}, ${turn.surface},
      ${turn.previous_turn_id}, 'queued', ${turn.question}, ${turn.as_of}::date, ${turn.model_requested}, ${turn.model_resolved},
      ${turn.reservation_id}, ${turn.background_job_id})
    returning ${columns}`);
  return rows[0] as TurnRow;
}

/** Marks a turn as running; false when it has already ended. */
export async function markTurnRunning(db: Queryable, turnId: string): Promise<boolean> {
  const rows = await db.query(sql`-- mark_turn_running
    update agent_turn set status = 'running'
    where id = ${turnId} and status in ('queued', 'running')
    returning id`);
  return rows.length > 0;
}

/** How a turn ended well. */
export interface TurnEnding {
  readonly answer: string;
  readonly answerStatus: "answered" | "partial" | "not_located";
  readonly searched: readonly string[];
  readonly citations: readonly unknown[];
  readonly toolUsage: readonly unknown[];
  readonly artifacts: readonly MadeArtifact[];
  readonly modelServed: string | null;
  readonly creditsCharged: number;
}

/** Ends a turn with its answer and returns its row; undefined when it had already ended: an answer is stored once. */
export async function finishTurn(db: Queryable, turnId: string, ending: TurnEnding): Promise<TurnRow | undefined> {
  const rows = await db.query<TurnRow>(sql`-- finish_turn
    update agent_turn
    set status = 'succeeded', answer = ${ending.answer}, answer_status = ${ending.answerStatus},
      searched = ${json(ending.searched)}::jsonb, citations = ${json(ending.citations)}::jsonb,
      tool_usage = ${json(ending.toolUsage)}::jsonb, artifacts = ${json(ending.artifacts)}::jsonb, model_served = ${ending.modelServed},
      credits_charged = ${ending.creditsCharged}, completed_at = now()
    where id = ${turnId} and status in ('queued', 'running')
    returning ${columns}`);
  return rows[0];
}

/** Ends a turn with a reason that its owner may read and returns its row; undefined when it had already ended. */
export async function failTurn(
  db: Queryable,
  turnId: string,
  error: { code: string; detail: string },
): Promise<TurnRow | undefined> {
  const rows = await db.query<TurnRow>(sql`-- fail_turn
    update agent_turn
    set status = 'failed', error = ${json(error)}::jsonb, completed_at = now()
    where id = ${turnId} and status in ('queued', 'running')
    returning ${columns}`);
  return rows[0];
}

/** Writes down what was charged for a turn that was ended after the fact. */
export async function setTurnCharge(db: Queryable, turnId: string, credits: number): Promise<void> {
  await db.query(sql`-- set_turn_charge
    update agent_turn set credits_charged = ${credits} where id = ${turnId}`);
}

/** One turn of a project. */
export async function findTurn(db: Queryable, projectId: string, turnId: string): Promise<TurnRow | undefined> {
  const rows = await db.query<TurnRow>(sql`-- find_turn
    select ${columns} from agent_turn
    where project_id = ${projectId} and id = ${turnId}`);
  return rows[0];
}

/** One page of a project's turns, newest first; `before` is the position after which a cursor goes on. */
export async function listTurns(
  db: Queryable,
  projectId: string,
  page: { readonly limit: number; readonly offset: number; readonly beforeId: string | undefined },
): Promise<TurnRow[]> {
  // Ids of one kind sort by the time they were made, so the id alone is a stable position.
  const after = page.beforeId === undefined ? sql`true` : sql`id < ${page.beforeId}`;
  return db.query<TurnRow>(sql`-- list_turns
    select ${columns} from agent_turn
    where project_id = ${projectId} and ${after}
    order by id desc
    limit ${page.limit} offset ${page.offset}`);
}

/** Ids of the project's turns that have not ended, newest first. */
export async function runningTurnIds(db: Queryable, projectId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`-- running_turn_ids
    select id from agent_turn
    where project_id = ${projectId} and status in ('queued', 'running')
    order by id desc
    limit 100`);
  return rows.map((row) => row.id);
}

/** Turns that nobody is working on any more: begun, their slot's lease over, and no job left that would run them. */
export async function abandonedTurns(db: Queryable): Promise<{ id: string; reservation_id: string | null }[]> {
  return db.query(sql`-- abandoned_turns
    select turn.id, turn.reservation_id
    from agent_turn turn
    where turn.status in ('queued', 'running')
      and turn.created_at < now() - interval '60 seconds'
      and not exists (select 1 from turn_slot slot where slot.turn_id = turn.id and slot.lease_until >= now())
      and not exists (
        select 1 from background_job job
        where job.id = turn.background_job_id and job.state in ('queued', 'running')
      )
    limit 100`);
}

/** Turns of a credential that found nothing since the start of the UTC day: what the free allowance counts. */
export async function notLocatedToday(db: Queryable, credentialId: string): Promise<number> {
  const rows = await db.query<{ turns: number }>(sql`-- not_located_today
    select count(*)::int as turns from agent_turn
    where credential_id = ${credentialId}
      and answer_status = 'not_located'
      and credits_charged = 0
      and completed_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`);
  return rows[0]?.turns ?? 0;
}

/** Returns which of the documents a project still has. */
export async function findKeptDocuments(
  db: Queryable,
  projectId: string,
  documentIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`-- find_kept_documents
    select document.id
    from project_corpus searched
    join document on document.corpus_id = searched.corpus_id
    where searched.project_id = ${projectId}
      and document.id = any(${[...documentIds]}::text[])
      and document.removed_at is null`);
  return rows.map((row) => row.id);
}
