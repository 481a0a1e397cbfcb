import { type Queryable, sql } from "../../migrations/index.ts";

/** What one claim is about: the same key of another credential, method or path is another claim. */
export interface ClaimScope {
  readonly credentialId: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** A claim as it stands. */
export interface ClaimRow {
  readonly fingerprint: Uint8Array;
  readonly state: "running" | "done";
  readonly attempt: number;
  readonly lease_rest_seconds: number;
  readonly resource_ref: string | null;
  readonly status: number | null;
  readonly response_headers: string | null;
  readonly response_body: string | null;
}

/**
 * Takes the claim: new, after the lease of a dead attempt at the same request, or after a day.
 *
 * One statement, so that of any number of callers at once one gets a row back and the others none.
 */
export async function takeClaim(
  db: Queryable,
  scope: ClaimScope,
  fingerprint: Uint8Array,
  leaseSeconds: number,
): Promise<{ attempt: number; resource_ref: string | null } | undefined> {
  const rows = await db.query<{ attempt: number; resource_ref: string | null }>(sql`-- take_idempotency_claim
    insert into idempotency_claim as claim
      (credential_id, method, path, key, fingerprint, state, lease_until)
    values (${scope.credentialId}, ${scope.method}, ${scope.path}, ${scope.key}, ${fingerprint}, 'running',
      now() + make_interval(secs => ${leaseSeconds}))
    on conflict (credential_id, method, path, key) do update set
      attempt = claim.attempt + 1,
      fingerprint = excluded.fingerprint,
      state = 'running',
      lease_until = excluded.lease_until,
      resource_ref = case when claim.created_at < now() - interval '24 hours' then null else claim.resource_ref end,
      status = null,
      response_headers = null,
      response_body = null,
      created_at = case when claim.created_at < now() - interval '24 hours' then now() else claim.created_at end
    where claim.created_at < now() - interval '24 hours'
      or (claim.state = 'running' and claim.lease_until < now() and claim.fingerprint = excluded.fingerprint)
    returning claim.attempt, claim.resource_ref`);
  return rows[0];
}

/** Reads a claim that somebody else holds or has finished. */
export async function findClaim(db: Queryable, scope: ClaimScope): Promise<ClaimRow | undefined> {
  const rows = await db.query<ClaimRow>(sql`-- find_idempotency_claim
    select fingerprint, state, attempt, extract(epoch from lease_until - now())::double precision as lease_rest_seconds,
      resource_ref, status, response_headers, response_body
    from idempotency_claim
    where ${held(scope)}`);
  return rows[0];
}

/** Begins a finished claim anew, with no memory of what came of it; undefined when another retry has done so. */
export async function reopenClaim(
  db: Queryable,
  scope: ClaimScope,
  attempt: number,
  leaseSeconds: number,
): Promise<{ attempt: number } | undefined> {
  const rows = await db.query<{ attempt: number }>(sql`-- reopen_idempotency_claim
    update idempotency_claim
    set attempt = attempt + 1, state = 'running', lease_until = now() + make_interval(secs => ${leaseSeconds}),
      resource_ref = null, status = null, response_headers = null, response_body = null, created_at = now()
    where ${held(scope)} and attempt = ${attempt} and state = 'done'
    returning attempt`);
  return rows[0];
}

/** Lengthens the lease of a running attempt. */
export async function renewClaim(
  db: Queryable,
  scope: ClaimScope,
  attempt: number,
  leaseSeconds: number,
): Promise<void> {
  await db.query(sql`-- renew_idempotency_claim
    update idempotency_claim
    set lease_until = now() + make_interval(secs => ${leaseSeconds})
    where ${held(scope)} and attempt = ${attempt} and state = 'running'`);
}

/** Remembers what a later attempt must resume. */
export async function saveClaimReference(
  db: Queryable,
  scope: ClaimScope,
  attempt: number,
  reference: string,
): Promise<void> {
  await db.query(sql`-- save_idempotency_reference
    update idempotency_claim
    set resource_ref = ${reference}
    where ${held(scope)} and attempt = ${attempt} and state = 'running'`);
}

/** Keeps the outcome for replays; a later attempt's claim is left alone. */
export async function finishClaim(
  db: Queryable,
  scope: ClaimScope,
  attempt: number,
  outcome: { status: number; headers: string; body: string | null },
): Promise<void> {
  await db.query(sql`-- finish_idempotency_claim
    update idempotency_claim
    set state = 'done', status = ${outcome.status}, response_headers = ${outcome.headers},
      response_body = ${outcome.body}
    where ${held(scope)} and attempt = ${attempt} and state = 'running'`);
}

/** Frees the key, because nothing was changed under it. */
export async function releaseClaim(db: Queryable, scope: ClaimScope, attempt: number): Promise<void> {
  await db.query(sql`-- release_idempotency_claim
    delete from idempotency_claim
    where ${held(scope)} and attempt = ${attempt} and state = 'running'`);
}

/** Ends the lease at once, so that the next try with the same request resumes from the saved reference. */
export async function abandonClaim(db: Queryable, scope: ClaimScope, attempt: number): Promise<void> {
  await db.query(sql`-- abandon_idempotency_claim
    update idempotency_claim
    set lease_until = now() - interval '1 second'
    where ${held(scope)} and attempt = ${attempt} and state = 'running'`);
}

/** Deletes the claims whose day is over, and gives their number. */
export async function sweepClaims(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_idempotency_claims
    delete from idempotency_claim
    where created_at < now() - interval '24 hours' and (state = 'done' or lease_until < now())
    returning key`);
  return rows.length;
}

function held(scope: ClaimScope) {
  return sql`credential_id = ${scope.credentialId} and method = ${scope.method} and path = ${scope.path}
    and key = ${scope.key}`;
}
