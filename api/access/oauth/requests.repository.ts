import { type Queryable, sql } from "../../../migrations/index.ts";

/** An authorization request that waits for a decision, with the client that asked. */
export interface RequestRow {
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly resource: string;
  readonly state: string | null;
}

/** Parks a request for one session, for ten minutes. */
export async function insertRequest(
  db: Queryable,
  row: {
    hash: Uint8Array;
    sessionId: string;
    clientId: string;
    redirectUri: string;
    codeChallenge: string;
    resource: string;
    state: string | null;
  },
): Promise<void> {
  await db.query(sql`-- insert_oauth_request
    insert into oauth_request
      (request_hash, session_id, client_id, redirect_uri, code_challenge, resource, state, expires_at)
    values (${row.hash}, ${row.sessionId}, ${row.clientId}, ${row.redirectUri}, ${row.codeChallenge}, ${row.resource},
      ${row.state}, now() + interval '10 minutes')`);
}

/** Finds a request that the session may still decide. */
export async function findRequest(
  db: Queryable,
  key: { hash: Uint8Array; sessionId: string },
): Promise<RequestRow | undefined> {
  const rows = await db.query<RequestRow>(sql`-- find_oauth_request
    select request.client_id, oauth_client.name as client_name, request.redirect_uri, request.code_challenge,
      request.resource, request.state
    from oauth_request as request
    join oauth_client on oauth_client.id = request.client_id
    where request.request_hash = ${key.hash} and request.session_id = ${key.sessionId} and request.expires_at > now()`);
  return rows[0];
}

/** Takes a request off the table: of any number of decisions at once exactly one gets true. */
export async function takeRequest(db: Queryable, key: { hash: Uint8Array; sessionId: string }): Promise<boolean> {
  const rows = await db.query(sql`-- take_oauth_request
    delete from oauth_request
    where request_hash = ${key.hash} and session_id = ${key.sessionId} and expires_at > now()
    returning client_id`);
  return rows.length > 0;
}

/** An approved request, as its code finds it. */
export interface CodeRow {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly resource: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly scopes: string[];
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly is_expired: boolean;
  readonly is_used: boolean;
  readonly connection_id: string | null;
}

/** Stores an approved request under the hash of its code, for a minute. */
export async function insertCode(
  db: Queryable,
  row: {
    hash: Uint8Array;
    request: RequestRow;
    orgId: string;
    userId: string;
    scopes: readonly string[];
    dailyCap: number | null;
    monthlyCap: number | null;
  },
): Promise<void> {
  const { request } = row;
  await db.query(sql`-- insert_oauth_code
    insert into oauth_code (code_hash, client_id, redirect_uri, code_challenge, resource, org_id, user_id, scopes,
      daily_cap, monthly_cap, expires_at)
    values (${row.hash}, ${request.client_id}, ${request.redirect_uri}, ${request.code_challenge}, ${request.resource},
      ${row.orgId}, ${row.userId}, ${row.scopes}, ${row.dailyCap}, ${row.monthlyCap}, now() + interval '60 seconds')`);
}

/** Reads a code and keeps everyone else from using it until the transaction ends. */
export async function lockCode(db: Queryable, hash: Uint8Array): Promise<CodeRow | undefined> {
  const rows = await db.query<CodeRow>(sql`-- lock_oauth_code
    select client_id, redirect_uri, code_challenge, resource, org_id, user_id, scopes, daily_cap, monthly_cap,
      expires_at <= now() as is_expired, used_at is not null as is_used, connection_id
    from oauth_code
    where code_hash = ${hash}
    for update`);
  return rows[0];
}

/** Marks a code that the caller has locked as used. */
export async function useCode(db: Queryable, hash: Uint8Array, connectionId: string): Promise<void> {
  await db.query(sql`-- use_oauth_code
    update oauth_code
    set used_at = now(), connection_id = ${connectionId}
    where code_hash = ${hash}`);
}

/** Deletes requests that were not decided in time, and codes a day after their end. */
export async function sweepRequests(db: Queryable): Promise<number> {
  const requests = await db.query(sql`-- sweep_oauth_requests
    delete from oauth_request
    where expires_at < now()
    returning client_id`);
  const codes = await db.query(sql`-- sweep_oauth_codes
    delete from oauth_code
    where expires_at < now() - interval '1 day'
    returning client_id`);
  return requests.length + codes.length;
}
