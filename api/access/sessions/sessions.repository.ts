import { type Queryable, sql } from "../../../migrations/index.ts";

/** A live session with the person and the organization as they are now. */
export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly role: "owner" | "member";
  readonly email: string;
  readonly name: string;
  readonly organization_name: string;
  readonly is_confirmed: boolean;
  readonly was_seen_lately: boolean;
}

/** An organization a person can work in. */
export interface SessionOrganizationRow {
  readonly org_id: string;
  readonly name: string;
  readonly role: "owner" | "member";
}

/** Adds a session that ends after 30 days whatever happens. */
export async function insertSession(
  db: Queryable,
  row: { id: string; tokenHash: Uint8Array; userId: string; orgId: string; isConfirmed: boolean },
): Promise<void> {
  await db.query(sql`-- insert_account_session
    insert into account_session (id, token_hash, user_id, org_id, confirmed_at, expires_at)
    values (${row.id}, ${row.tokenHash}, ${row.userId}, ${row.orgId},
      case when ${row.isConfirmed}::boolean then now() else '-infinity'::timestamptz end, now() + interval '30 days')`);
}

/** Finds the live session of a cookie; one whose person was taken out of the organization is not live. */
export async function findSession(db: Queryable, tokenHash: Uint8Array): Promise<SessionRow | undefined> {
  const rows = await db.query<SessionRow>(sql`-- find_account_session
    select session.id, session.user_id, session.org_id, membership.role, app_user.email, app_user.name,
      organization.name as organization_name,
      session.confirmed_at > now() - interval '10 minutes' as is_confirmed,
      session.last_seen_at > now() - interval '1 minute' as was_seen_lately
    from account_session as session
    join membership on membership.org_id = session.org_id and membership.user_id = session.user_id
    join app_user on app_user.id = session.user_id
    join organization on organization.id = session.org_id
    where session.token_hash = ${tokenHash} and session.ended_at is null and session.expires_at > now()
      and session.last_seen_at > now() - interval '12 hours' and membership.is_active`);
  return rows[0];
}

/** Notes that a session is in use, at most once a minute. */
export async function touchSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(sql`-- touch_account_session
    update account_session
    set last_seen_at = now()
    where id = ${sessionId} and last_seen_at <= now() - interval '1 minute'`);
}

/** Notes that the password has just been given again. */
export async function confirmSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(sql`-- confirm_account_session
    update account_session
    set confirmed_at = now()
    where id = ${sessionId}`);
}

/** Ends one session. */
export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(sql`-- end_account_session
    update account_session
    set ended_at = now()
    where id = ${sessionId} and ended_at is null`);
}

/** Ends the sessions of a person, in one organization or in all; `except` names one that stays. */
export async function endSessionsOf(
  db: Queryable,
  filter: { userId: string; orgId: string | null; except: string | null },
): Promise<number> {
  const rows = await db.query(sql`-- end_account_sessions_of
    update account_session
    set ended_at = now()
    where user_id = ${filter.userId} and ended_at is null
      and (${filter.orgId}::text is null or org_id = ${filter.orgId})
      and (${filter.except}::text is null or id <> ${filter.except})
    returning id`);
  return rows.length;
}

/** Lists the organizations that a person works in, in the order they came to them. */
export async function listOrganizationsOf(db: Queryable, userId: string): Promise<SessionOrganizationRow[]> {
  return db.query<SessionOrganizationRow>(sql`-- list_organizations_of_user
    select membership.org_id, organization.name, membership.role
    from membership
    join organization on organization.id = membership.org_id
    where membership.user_id = ${userId} and membership.is_active
    order by membership.created_at, membership.org_id`);
}

/** Counts the live sessions of a person. */
export async function countSessionsOf(db: Queryable, userId: string): Promise<number> {
  const rows = await db.query<{ live: number }>(sql`-- count_account_sessions
    select count(*)::integer as live
    from account_session
    where user_id = ${userId} and ended_at is null and expires_at > now()
      and last_seen_at > now() - interval '12 hours'`);
  return rows[0]?.live ?? 0;
}

/** Deletes sessions that are over since a month. */
export async function sweepSessions(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_account_sessions
    delete from account_session
    where expires_at < now() - interval '30 days' or ended_at < now() - interval '30 days'
    returning id`);
  return rows.length;
}
