import { type Queryable, sql } from "../../../migrations/index.ts";

/** A key as it is kept, without its secret. */
export interface KeyRow {
  readonly id: string;
  readonly org_id: string;
  readonly created_by: string;
  readonly is_owner_key: boolean;
  readonly name: string;
  readonly hint: string;
  readonly scopes: string[];
  readonly expires_at: Date | null;
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly rotated_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

/** A key found by its secret, with its maker's place in the organization as it is now. */
export interface FoundKeyRow {
  readonly id: string;
  readonly secret_hash: Uint8Array;
  readonly org_id: string;
  readonly created_by: string;
  readonly is_owner_key: boolean;
  readonly scopes: string[];
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly is_revoked: boolean;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly role: "owner" | "member";
  readonly is_active: boolean;
}

const columns = sql`id, org_id, created_by, is_owner_key, name, hint, scopes, expires_at, daily_cap, monthly_cap,
  rotated_at, revoked_at, last_used_at, created_at`;

const withMembership = sql`select key.id, key.secret_hash, key.org_id, key.created_by, key.is_owner_key, key.scopes,
    key.daily_cap, key.monthly_cap, key.revoked_at is not null as is_revoked, key.expires_at, key.last_used_at,
    membership.role, membership.is_active
  from api_key as key
  join membership on membership.org_id = key.org_id and membership.user_id = key.created_by`;

/** Finds the key of a secret by its hash: one lookup in a unique index, joined to the maker's membership. */
export async function findKeyBySecretHash(db: Queryable, hash: Uint8Array): Promise<FoundKeyRow | undefined> {
  const rows = await db.query<FoundKeyRow>(sql`-- find_key_by_secret_hash
    ${withMembership}
    where key.secret_hash = ${hash}`);
  return rows[0];
}

/** Finds a key that can be used now: not revoked, not expired, its maker still a member. */
export async function findUsableKey(db: Queryable, keyId: string): Promise<FoundKeyRow | undefined> {
  const rows = await db.query<FoundKeyRow>(sql`-- find_usable_key
    ${withMembership}
    where key.id = ${keyId} and key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
      and membership.is_active`);
  return rows[0];
}

/** Notes that a key was used, at most once a minute. */
export async function touchKey(db: Queryable, keyId: string): Promise<void> {
  await db.query(sql`-- touch_key
    update api_key
    set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at <= now() - interval '1 minute')`);
}

/** Adds a key; false where one has its id already. */
export async function insertKey(
  db: Queryable,
  row: {
    id: string;
    orgId: string;
    createdBy: string;
    isOwnerKey: boolean;
    name: string;
    secretHash: Uint8Array;
    hint: string;
    scopes: readonly string[];
    expiresAt: Date | null;
    dailyCap: number | null;
    monthlyCap: number | null;
  },
): Promise<boolean> {
  const rows = await db.query(sql`-- insert_key
    insert into api_key
      (id, org_id, created_by, is_owner_key, name, secret_hash, hint, scopes, expires_at, daily_cap, monthly_cap)
    values (${row.id}, ${row.orgId}, ${row.createdBy}, ${row.isOwnerKey}, ${row.name}, ${row.secretHash}, ${row.hint},
      ${row.scopes}, ${row.expiresAt}, ${row.dailyCap}, ${row.monthlyCap})
    on conflict (id) do nothing
    returning id`);
  return rows.length > 0;
}

/** Finds a key by its id. */
export async function findKey(db: Queryable, keyId: string): Promise<KeyRow | undefined> {
  const rows = await db.query<KeyRow>(sql`-- find_key
    select ${columns}
    from api_key
    where id = ${keyId}`);
  return rows[0];
}

/** Finds a key and keeps everyone else from changing it until the transaction ends. */
export async function lockKey(db: Queryable, keyId: string): Promise<KeyRow | undefined> {
  const rows = await db.query<KeyRow>(sql`-- lock_key
    select ${columns}
    from api_key
    where id = ${keyId}
    for update`);
  return rows[0];
}

/** Changes the caps of a key. */
export async function updateKeyCaps(
  db: Queryable,
  keyId: string,
  caps: { readonly dailyCap: number | null; readonly monthlyCap: number | null },
): Promise<void> {
  await db.query(sql`-- update_key_caps
    update api_key
    set daily_cap = ${caps.dailyCap}, monthly_cap = ${caps.monthlyCap}
    where id = ${keyId}`);
}

/** Lists the keys of an organization, or of all, oldest first. */
export async function listKeys(db: Queryable, orgId: string | null): Promise<KeyRow[]> {
  return db.query<KeyRow>(sql`-- list_keys
    select ${columns}
    from api_key
    where ${orgId}::text is null or org_id = ${orgId}
    order by created_at, id`);
}

/** Replaces the secret of a live key; false when it is not live. */
export async function replaceSecret(
  db: Queryable,
  keyId: string,
  secret: { hash: Uint8Array; hint: string },
): Promise<boolean> {
  const rows = await db.query(sql`-- replace_key_secret
    update api_key
    set secret_hash = ${secret.hash}, hint = ${secret.hint}, rotated_at = now()
    where id = ${keyId} and revoked_at is null and (expires_at is null or expires_at > now())
    returning id`);
  return rows.length > 0;
}

/** Revokes one key; false for one that is revoked already, which keeps its time. */
export async function revokeKey(db: Queryable, keyId: string): Promise<boolean> {
  const rows = await db.query(sql`-- revoke_key
    update api_key
    set revoked_at = now()
    where id = ${keyId} and revoked_at is null
    returning id`);
  return rows.length > 0;
}

/** Revokes every live key a person made in an organization; gives their ids. */
export async function revokeKeysOf(db: Queryable, orgId: string, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`-- revoke_keys_of_user
    update api_key
    set revoked_at = now()
    where org_id = ${orgId} and created_by = ${userId} and revoked_at is null
    returning id`);
  return rows.map((row) => row.id);
}
