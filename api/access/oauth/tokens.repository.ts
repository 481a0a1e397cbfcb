import { type Queryable, sql } from "../../../migrations/index.ts";

/** A token's connection, as far as the token endpoint needs it. */
export interface TokenOwnerRow {
  readonly connection_id: string;
  readonly client_id: string;
  readonly org_id: string;
  readonly user_id: string;
}

/** Finds the connection of a token of either kind. */
export async function findTokenOwner(db: Queryable, hash: Uint8Array): Promise<TokenOwnerRow | undefined> {
  const rows = await db.query<TokenOwnerRow>(sql`-- find_oauth_token_owner
    select token.connection_id, connection.client_id, connection.org_id, connection.user_id
    from oauth_token as token
    join connection on connection.id = token.connection_id
    where token.token_hash = ${hash}`);
  return rows[0];
}

/** A connection whose tokens are about to be exchanged. */
export interface LockedConnectionRow {
  readonly org_id: string;
  readonly user_id: string;
  readonly scopes: string[];
  readonly is_active: boolean;
}

/**
 * Reads a live connection and keeps everyone else from changing it until the transaction ends. It is locked before any
 * of its tokens, in the order in which ending it does.
 */
export async function lockLiveConnection(db: Queryable, id: string): Promise<LockedConnectionRow | undefined> {
  const rows = await db.query<LockedConnectionRow>(sql`-- lock_live_connection
    select connection.org_id, connection.user_id, connection.scopes, membership.is_active
    from connection
    join membership on membership.org_id = connection.org_id and membership.user_id = connection.user_id
    where connection.id = ${id} and connection.revoked_at is null and connection.expires_at > now()
    for update of connection`);
  return rows[0];
}

/** A refresh token of a connection that the caller has locked. */
export interface RefreshTokenRow {
  readonly resource: string;
  readonly is_used: boolean;
  readonly is_expired: boolean;
}

/** Reads a refresh token. */
export async function findRefreshToken(db: Queryable, hash: Uint8Array): Promise<RefreshTokenRow | undefined> {
  const rows = await db.query<RefreshTokenRow>(sql`-- find_refresh_token
    select resource, used_at is not null as is_used, expires_at <= now() as is_expired
    from oauth_token
    where token_hash = ${hash} and kind = 'refresh'`);
  return rows[0];
}

/** Marks a refresh token as used. */
export async function useRefreshToken(db: Queryable, hash: Uint8Array): Promise<void> {
  await db.query(sql`-- use_refresh_token
    update oauth_token
    set used_at = now()
    where token_hash = ${hash}`);
}

/** Deletes the access tokens of a connection. */
export async function deleteAccessTokens(db: Queryable, connectionId: string): Promise<void> {
  await db.query(sql`-- delete_access_tokens
    delete from oauth_token
    where connection_id = ${connectionId} and kind = 'access'`);
}

/** Adds a token that ends after so many seconds, or with its connection if that is earlier; gives the seconds it has. */
export async function insertToken(
  db: Queryable,
  token: {
    hash: Uint8Array;
    kind: "access" | "refresh";
    connectionId: string;
    resource: string;
    lifetimeSeconds: number;
  },
): Promise<number> {
  const rows = await db.query<{ seconds: number }>(sql`-- insert_oauth_token
    insert into oauth_token (token_hash, kind, connection_id, resource, expires_at)
    select ${token.hash}::bytea, ${token.kind}::text, connection.id, ${token.resource}::text,
      least(now() + make_interval(secs => ${token.lifetimeSeconds}), connection.expires_at)
    from connection
    where connection.id = ${token.connectionId}
    returning floor(extract(epoch from expires_at - now()))::integer as seconds`);
  const [row] = rows;
  if (!row) throw new Error("the token was not stored");
  return row.seconds;
}

/** Deletes tokens that have expired. */
export async function sweepTokens(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_oauth_tokens
    delete from oauth_token
    where expires_at < now()
    returning kind`);
  return rows.length;
}
