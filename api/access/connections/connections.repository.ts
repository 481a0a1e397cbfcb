import { type Queryable, sql } from "../../../migrations/index.ts";

/** A connected app as it is shown: the person's consent and what the client calls itself. */
export interface ConnectionRow {
  readonly id: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly user_email: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly scopes: string[];
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
}

/** What a person agreed to. */
export interface Consent {
  readonly clientId: string;
  readonly orgId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly dailyCap: number | null;
  readonly monthlyCap: number | null;
}

const columns = sql`connection.id, connection.org_id, connection.user_id, app_user.email as user_email,
  connection.client_id, oauth_client.name as client_name, oauth_client.redirect_uris, connection.scopes,
  connection.daily_cap, connection.monthly_cap, connection.created_at, connection.expires_at, connection.last_used_at`;

/** Adds a connection that lives so many days at most. */
export async function insertConnection(
  db: Queryable,
  id: string,
  consent: Consent,
  lifetimeDays: number,
): Promise<void> {
  await db.query(sql`-- insert_connection
    insert into connection (id, org_id, user_id, client_id, scopes, daily_cap, monthly_cap, expires_at)
    values (${id}, ${consent.orgId}, ${consent.userId}, ${consent.clientId}, ${consent.scopes}, ${consent.dailyCap},
      ${consent.monthlyCap}, now() + make_interval(days => ${lifetimeDays}))`);
}

/** Lists the live connections of an organization, or of one person in it, newest first. */
export async function listConnections(db: Queryable, orgId: string, userId: string | null): Promise<ConnectionRow[]> {
  return db.query<ConnectionRow>(sql`-- list_connections
    select ${columns}
    from connection
    join oauth_client on oauth_client.id = connection.client_id
    join app_user on app_user.id = connection.user_id
    where connection.org_id = ${orgId} and (${userId}::text is null or connection.user_id = ${userId})
      and connection.revoked_at is null and connection.expires_at > now()
    order by connection.created_at desc, connection.id desc`);
}

/** Finds one live connection of an organization. */
export async function findConnection(db: Queryable, orgId: string, id: string): Promise<ConnectionRow | undefined> {
  const rows = await db.query<ConnectionRow>(sql`-- find_connection
    select ${columns}
    from connection
    join oauth_client on oauth_client.id = connection.client_id
    join app_user on app_user.id = connection.user_id
    where connection.org_id = ${orgId} and connection.id = ${id} and connection.revoked_at is null
      and connection.expires_at > now()`);
  return rows[0];
}

/** Changes the caps of a live connection; false when there is none. */
export async function updateCaps(
  db: Queryable,
  orgId: string,
  id: string,
  caps: { readonly dailyCap: number | null; readonly monthlyCap: number | null },
): Promise<boolean> {
  const rows = await db.query(sql`-- update_connection_caps
    update connection
    set daily_cap = ${caps.dailyCap}, monthly_cap = ${caps.monthlyCap}
    where org_id = ${orgId} and id = ${id} and revoked_at is null
    returning id`);
  return rows.length > 0;
}

/** Ends a connection; false when it had ended. */
export async function revokeConnection(db: Queryable, id: string, reason: string): Promise<boolean> {
  const rows = await db.query(sql`-- revoke_connection
    update connection
    set revoked_at = now(), revoke_reason = ${reason}
    where id = ${id} and revoked_at is null
    returning id`);
  return rows.length > 0;
}

/** Gives the ids of the live connections of a person in an organization, to one client or to all, and locks them. */
export async function lockConnectionsOf(
  db: Queryable,
  owner: { readonly orgId: string; readonly userId: string; readonly clientId: string | null },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`-- lock_connections_of_user
    select id
    from connection
    where org_id = ${owner.orgId} and user_id = ${owner.userId} and revoked_at is null
      and (${owner.clientId}::text is null or client_id = ${owner.clientId})
    order by id
    for update`);
  return rows.map((row) => row.id);
}

/** Deletes the tokens of a connection: what they opened is closed with the statement. */
export async function deleteTokensOf(db: Queryable, connectionId: string): Promise<void> {
  await db.query(sql`-- delete_tokens_of_connection
    delete from oauth_token
    where connection_id = ${connectionId}`);
}

/** A live connection with the person's role in the organization as it is now. */
export interface LiveConnectionRow {
  readonly id: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly scopes: string[];
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly role: "owner" | "member";
}

/** A live connection found by its access token. */
export interface FoundConnectionRow extends LiveConnectionRow {
  readonly resource: string;
  readonly token_expires_at: Date;
  readonly was_used_lately: boolean;
}

/** Finds the live connection of an access token by its hash; nothing when anything about it has ended. */
export async function findConnectionByAccessToken(
  db: Queryable,
  tokenHash: Uint8Array,
): Promise<FoundConnectionRow | undefined> {
  const rows = await db.query<FoundConnectionRow>(sql`-- find_connection_by_access_token
    select connection.id, connection.org_id, connection.user_id, connection.client_id, connection.scopes,
      connection.daily_cap, connection.monthly_cap, membership.role, token.resource,
      token.expires_at as token_expires_at,
      coalesce(connection.last_used_at > now() - interval '1 minute', false) as was_used_lately
    from oauth_token as token
    join connection on connection.id = token.connection_id
    join membership on membership.org_id = connection.org_id and membership.user_id = connection.user_id
    where token.token_hash = ${tokenHash} and token.kind = 'access' and token.expires_at > now()
      and connection.revoked_at is null and connection.expires_at > now() and membership.is_active`);
  return rows[0];
}

/** Finds a live connection whose person is still a member; nothing when either has ended. */
export async function findLiveConnection(db: Queryable, id: string): Promise<LiveConnectionRow | undefined> {
  const rows = await db.query<LiveConnectionRow>(sql`-- find_live_connection
    select connection.id, connection.org_id, connection.user_id, connection.client_id, connection.scopes,
      connection.daily_cap, connection.monthly_cap, membership.role
    from connection
    join membership on membership.org_id = connection.org_id and membership.user_id = connection.user_id
    where connection.id = ${id} and connection.revoked_at is null and connection.expires_at > now()
      and membership.is_active`);
  return rows[0];
}

/** Notes that a connection and its client were used, at most once a minute. */
export async function touchConnection(db: Queryable, id: string): Promise<void> {
  await db.query(sql`-- touch_connection
    with touched as (
      update connection
      set last_used_at = now()
      where id = ${id} and (last_used_at is null or last_used_at <= now() - interval '1 minute')
      returning client_id
    )
    update oauth_client
    set last_used_at = now()
    from touched
    where oauth_client.id = touched.client_id`);
}
