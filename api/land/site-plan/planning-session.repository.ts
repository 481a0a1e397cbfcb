import { newId, type Queryable, sql } from "../../../migrations/index.ts";

/** The planning session of a project, which fences writes. */
export interface PlanningSession {
  readonly id: string;
  readonly state_version: number;
  readonly program_revision: number;
  /** Null while the program is not approved. */
  readonly program_hash: string | null;
  readonly approved_at: Date | null;
}

/**
 * Returns the active session of a project and begins one where there is none. A session serves one goal: when the goal was
 * replaced, it ends with its open proposals and a new one begins; the answers stay.
 */
export async function activeSession(db: Queryable, projectId: string): Promise<PlanningSession> {
  const found = await findActiveSession(db, projectId);
  if (found) return found;
  await endOutdatedSession(db, projectId);
  await db.query(sql`-- begin_planning_session
    insert into planning_session (id, project_id, goal_revision)
    select ${newId("planningSession")}, id, goal_revision
    from project
    where id = ${projectId}
    on conflict (project_id) where is_active do nothing`);
  const begun = await findActiveSession(db, projectId);
  if (!begun) throw new Error("a planning session was begun and cannot be found");
  return begun;
}

async function endOutdatedSession(db: Queryable, projectId: string): Promise<void> {
  await db.query(sql`-- end_planning_session
    with ended as (
      update planning_session
      set is_active = false
      from project
      where project.id = planning_session.project_id and project.id = ${projectId} and is_active
        and planning_session.goal_revision <> project.goal_revision
      returning planning_session.id
    )
    update plan_proposal
    set status = 'expired', decided_at = now()
    from ended
    where session_id = ended.id and status = 'proposed'`);
}

/** The session serves the goal as it stands. */
const servesGoal = sql`is_active and (
  goal_revision is null
  or goal_revision = (select project.goal_revision from project where project.id = planning_session.project_id)
)`;

/** Returns the active session of a project; undefined before one began. */
async function findActiveSession(db: Queryable, projectId: string): Promise<PlanningSession | undefined> {
  const rows = await db.query<PlanningSession>(sql`-- find_active_planning_session
    select id, state_version, program_revision, program_hash, approved_at
    from planning_session
    where project_id = ${projectId} and ${servesGoal}`);
  return rows[0];
}

/**
 * Takes the fence for a write: raises the state version of the session and keeps its row until the transaction ends.
 * Undefined when the session is not active or its version is not the expected one.
 */
export async function advanceSession(
  db: Queryable,
  {
    projectId,
    sessionId,
    expected,
  }: {
    readonly projectId: string;
    readonly sessionId: string;
    readonly expected: number | undefined;
  },
): Promise<PlanningSession | undefined> {
  const rows = await db.query<PlanningSession>(sql`-- advance_planning_session
    update planning_session
    set state_version = state_version + 1
    where id = ${sessionId} and project_id = ${projectId} and ${servesGoal}
      and (${expected ?? null}::integer is null or state_version = ${expected ?? null}::integer)
    returning id, state_version, program_revision, program_hash, approved_at`);
  return rows[0];
}

/** Keeps the session's row until the transaction ends, without raising its version. Undefined as `advanceSession`. */
export async function lockSession(
  db: Queryable,
  {
    projectId,
    sessionId,
    expected,
  }: {
    readonly projectId: string;
    readonly sessionId: string;
    readonly expected: number | undefined;
  },
): Promise<PlanningSession | undefined> {
  const rows = await db.query<PlanningSession>(sql`-- lock_planning_session
    select id, state_version, program_revision, program_hash, approved_at
    from planning_session
    where id = ${sessionId} and project_id = ${projectId} and ${servesGoal}
      and (${expected ?? null}::integer is null or state_version = ${expected ?? null}::integer)
    for no key update`);
  return rows[0];
}

/** Notes that the program of the session is approved, or that it is open again. */
export async function setProgram(
  db: Queryable,
  sessionId: string,
  program: { readonly hash: string; readonly at: Date } | null,
): Promise<PlanningSession> {
  const rows = await db.query<PlanningSession>(sql`-- set_program
    update planning_session
    set program_hash = ${program?.hash ?? null}, approved_at = ${program?.at ?? null},
      program_revision = program_revision + ${program === null ? 0 : 1}::integer
    where id = ${sessionId}
    returning id, state_version, program_revision, program_hash, approved_at`);
  const [session] = rows;
  if (!session) throw new Error("the planning session is gone");
  return session;
}
