import { json, type Queryable, sql } from "../../../migrations/index.ts";
import type { Page } from "../../http/pagination.ts";

/** The states of a proposal. */
export type ProposalStatus = "proposed" | "applied" | "rejected" | "expired" | "failed";

/** A proposal as it is stored. */
export interface ProposalRow {
  readonly id: string;
  readonly session_id: string;
  readonly kind: "generate_concept" | "regenerate_zone";
  readonly zone_id: string | null;
  readonly status: ProposalStatus;
  readonly notes: readonly string[];
  readonly recap: readonly { label: string; value: string; unit: string | null; source: string }[];
  readonly conflicts: readonly StoredConflict[];
  readonly program_hash: string;
  readonly plan_revision: number;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly outcome: unknown;
}

/** A conflict as callers see it. */
export type StoredConflict = Readonly<Record<string, unknown>> & { readonly code: string; readonly rule: string };

const columns = sql`id, session_id, kind, zone_id, status, notes, recap, conflicts, program_hash, plan_revision, created_at,
  decided_at, outcome`;

/** A proposal before it is stored. */
export interface NewProposal {
  readonly id: string;
  readonly projectId: string;
  readonly sessionId: string;
  readonly kind: ProposalRow["kind"];
  readonly zoneId: string | null;
  readonly notes: ProposalRow["notes"];
  readonly recap: ProposalRow["recap"];
  readonly conflicts: readonly unknown[];
  readonly programHash: string;
  readonly planRevision: number;
}

/** Stores a proposal. */
export async function insertProposal(db: Queryable, proposal: NewProposal): Promise<ProposalRow> {
  const rows = await db.query<ProposalRow>(sql`-- insert_plan_proposal
    insert into plan_proposal (
      id, project_id, session_id, kind, zone_id, notes, recap, conflicts, program_hash, plan_revision
    )
    values (
      ${proposal.id}, ${proposal.projectId}, ${proposal.sessionId}, ${proposal.kind}, ${proposal.zoneId},
      ${json(proposal.notes)}::jsonb, ${json(proposal.recap)}::jsonb, ${json(proposal.conflicts)}::jsonb,
      ${proposal.programHash}, ${proposal.planRevision}::integer
    )
    returning ${columns}`);
  const [row] = rows;
  if (!row) throw new Error("the proposal was not stored");
  return row;
}

/** Returns a proposal of a project and keeps its row until the transaction ends; undefined for an unknown one. */
export async function lockProposal(db: Queryable, projectId: string, id: string): Promise<ProposalRow | undefined> {
  const rows = await db.query<ProposalRow>(sql`-- lock_plan_proposal
    select ${columns}
    from plan_proposal
    where id = ${id} and project_id = ${projectId}
    for no key update`);
  return rows[0];
}

/** Lists proposals of a session, newest first: one page and one row more. */
export async function listProposals(
  db: Queryable,
  sessionId: string,
  { page, status }: { readonly page: Page; readonly status: ProposalStatus | undefined },
): Promise<ProposalRow[]> {
  const below = page.beforeId === undefined ? sql`true` : sql`id < ${page.beforeId}`;
  return db.query<ProposalRow>(sql`-- list_plan_proposals
    select ${columns}
    from plan_proposal
    where session_id = ${sessionId} and ${below} and (${status ?? null}::text is null or status = ${status ?? null})
    order by id desc
    limit ${page.limit + 1}::integer offset ${page.offset}::integer`);
}

/** Ends an open proposal; undefined when it is not open any more. */
export async function decideProposal(
  db: Queryable,
  id: string,
  { status, outcome }: { readonly status: Exclude<ProposalStatus, "proposed">; readonly outcome: unknown },
): Promise<Date | undefined> {
  const rows = await db.query<{ decided_at: Date }>(sql`-- decide_plan_proposal
    update plan_proposal
    set status = ${status}, decided_at = now(), outcome = ${outcome === null ? null : json(outcome)}::jsonb
    where id = ${id} and status = 'proposed'
    returning decided_at`);
  return rows[0]?.decided_at;
}

/** Replaces the conflicts of an open proposal by those that its compile found. */
export async function setConflicts(db: Queryable, id: string, conflicts: readonly unknown[]): Promise<void> {
  await db.query(sql`-- set_plan_proposal_conflicts
    update plan_proposal
    set conflicts = ${json(conflicts)}::jsonb
    where id = ${id} and status = 'proposed'`);
}
