import { type Queryable, sql } from "../../../migrations/index.ts";

/** What is stored of a person's password, and an organization they can work in. */
export interface PasswordRow {
  readonly user_id: string;
  readonly hash: string | null;
  /** The organization they came to first; null when they are in none. */
  readonly org_id: string | null;
}

/** Finds what is stored for an e-mail address. */
export async function findPasswordByEmail(db: Queryable, email: string): Promise<PasswordRow | undefined> {
  const rows = await db.query<PasswordRow>(sql`-- find_password_by_email
    select app_user.id as user_id, user_password.hash, (
      select membership.org_id
      from membership
      where membership.user_id = app_user.id and membership.is_active
      order by membership.created_at, membership.org_id
      limit 1) as org_id
    from app_user
    left join user_password on user_password.user_id = app_user.id
    where lower(app_user.email) = lower(${email})`);
  return rows[0];
}

/** Stores the hash of a person's password in place of what was there. */
export async function storePassword(db: Queryable, userId: string, hash: string): Promise<void> {
  await db.query(sql`-- store_password
    insert into user_password (user_id, hash)
    values (${userId}, ${hash})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`);
}

/** Tells whether anybody has a password yet. */
export async function hasAnyPassword(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`-- has_any_password
    select user_id
    from user_password
    limit 1`);
  return rows.length > 0;
}
