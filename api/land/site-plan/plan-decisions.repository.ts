import { json, type Queryable, sql } from "../../../migrations/index.ts";

/** A decision of the ledger. */
export interface PlanDecision {
  readonly seq: number;
  readonly decided_at: Date;
  readonly actor: string;
  readonly kind: "answer" | "approval" | "override" | "rejection";
  readonly key: string;
  readonly zone_id: string | null;
  readonly value: unknown;
  readonly unit: string | null;
  readonly statement: string;
  readonly reason: string | null;
  /** What it is about beside the site; the decision is suspended when that is another. Null: the site alone. */
  readonly subject: string | null;
  readonly status: "active" | "suspended" | "superseded";
}

/** A decision before it is recorded. */
export interface NewDecision {
  readonly kind: PlanDecision["kind"];
  readonly key: string;
  readonly zoneId: string | null;
  readonly value: unknown;
  readonly unit: string | null;
  readonly statement: string;
  readonly reason: string | null;
  readonly subject?: string | null;
}

/** Who decides, and in which state of the session. */
export interface DecisionFrame {
  readonly projectId: string;
  readonly sessionId: string;
  readonly stateVersion: number;
  readonly actor: string;
  readonly credentialKind: string;
}

/** Lists the decisions of a project that count, in their order: active and suspended ones. */
export async function listDecisions(db: Queryable, projectId: string): Promise<PlanDecision[]> {
  return db.query<PlanDecision>(sql`-- list_plan_decisions
    select seq, decided_at, actor, kind, key, zone_id, value, unit, statement, reason, subject, status
    from plan_decision
    where project_id = ${projectId} and status <> 'superseded'
    order by seq`);
}

/**
 * Adds decisions to the ledger; an answer supersedes the active answer to the same question. The caller holds the row of
 * the session, which keeps numbers in order.
 */
export async function recordDecisions(
  db: Queryable,
  frame: DecisionFrame,
  decisions: readonly NewDecision[],
): Promise<void> {
  for (const { kind, key, zoneId, value, unit, statement, reason, subject = null } of decisions) {
    const superseded = kind === "answer" ? await supersede(db, frame.projectId, [{ key, zoneId }]) : [];
    await db.query(sql`-- record_plan_decision
      insert into plan_decision (
        project_id, seq, session_id, state_version, actor, credential_kind, kind, key, zone_id, value, unit, statement,
        reason, subject, supersedes_seq
      )
      select ${frame.projectId}, coalesce(max(seq), 0) + 1, ${frame.sessionId}, ${frame.stateVersion}::integer,
        ${frame.actor}, ${frame.credentialKind}, ${kind}, ${key}, ${zoneId}, ${json(value)}::jsonb, ${unit},
        ${statement}, ${reason}, ${subject}, ${superseded[0] ?? null}::integer
      from plan_decision
      where project_id = ${frame.projectId}`);
  }
}

/** Marks decisions as suspended: what they are about has changed. */
export async function suspend(db: Queryable, projectId: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await db.query(sql`-- suspend_plan_decisions
    update plan_decision
    set status = 'suspended'
    where project_id = ${projectId} and status = 'active' and seq = any(${[...numbers]}::integer[])`);
}

/** Marks answers that count or are suspended as superseded; returns their numbers. */
export async function supersede(
  db: Queryable,
  projectId: string,
  answers: readonly { readonly key: string; readonly zoneId: string | null }[],
): Promise<number[]> {
  const numbers: number[] = [];
  for (const { key, zoneId } of answers) {
    const rows = await db.query<{ seq: number }>(sql`-- supersede_plan_answer
      update plan_decision
      set status = 'superseded'
      where project_id = ${projectId} and kind = 'answer' and status <> 'superseded' and key = ${key}
        and zone_id is not distinct from ${zoneId}
      returning seq`);
    numbers.push(...rows.map(({ seq }) => seq));
  }
  return numbers;
}
