import { newId, type Queryable, sql } from "../../../migrations/index.ts";
import type { Payer } from "./books.ts";

/** What an organization has. */
export interface WalletRow {
  readonly available: number;
  readonly held: number;
}

/** A reservation as it is kept. */
export interface ReservationRow {
  readonly id: string;
  readonly org_id: string;
  readonly credential_id: string;
  readonly surface: "api" | "mcp";
  readonly operation: string;
  readonly project_id: string | null;
  readonly idempotency_key: string | null;
  readonly day: string;
  readonly month: string;
  readonly held: number;
  readonly metered_millicredits: number;
  readonly state: "held" | "settled" | "released";
  readonly charged: number;
  readonly is_expired: boolean;
}

/** Where a movement comes from; kept with the ledger entry. */
export interface MovementOrigin {
  readonly operation: string;
  readonly credentialId?: string | null;
  readonly surface?: "api" | "mcp" | null;
  readonly projectId?: string | null;
  readonly idempotencyKey?: string | null;
  readonly reservationId?: string | null;
  readonly note?: string;
}

const reservationColumns = sql`id, org_id, credential_id, surface, operation, project_id, idempotency_key,
  day::text as day, month::text as month, held, metered_millicredits, state, charged, expires_at < now() as is_expired`;

/** Reads a wallet; an organization without one has nothing. */
export async function findWallet(db: Queryable, orgId: string): Promise<WalletRow> {
  const rows = await db.query<WalletRow>(sql`-- find_wallet
    select available, held
    from wallet
    where org_id = ${orgId}`);
  return rows[0] ?? { available: 0, held: 0 };
}

/** Adds to what is available; makes the wallet with its first credits. */
export async function addAvailable(db: Queryable, orgId: string, amount: number): Promise<void> {
  await db.query(sql`-- add_available_credits
    insert into wallet (org_id, available)
    values (${orgId}, ${amount})
    on conflict (org_id) do update set available = wallet.available + excluded.available`);
}

/** Moves credits from available to held when there are enough; the condition is the lock against overdraft. */
export async function holdCredits(db: Queryable, orgId: string, amount: number): Promise<boolean> {
  const rows = await db.query(sql`-- hold_credits
    update wallet
    set available = available - ${amount}::bigint, held = held + ${amount}::bigint
    where org_id = ${orgId} and available >= ${amount}::bigint
    returning org_id`);
  return rows.length > 0;
}

/** Takes credits from available when there are enough. */
export async function takeAvailable(db: Queryable, orgId: string, amount: number): Promise<boolean> {
  const rows = await db.query(sql`-- take_available_credits
    update wallet
    set available = available - ${amount}::bigint
    where org_id = ${orgId} and available >= ${amount}::bigint
    returning org_id`);
  return rows.length > 0;
}

/** Ends a hold: what was charged leaves the wallet, the rest is available again. */
export async function endHold(db: Queryable, orgId: string, held: number, charged: number): Promise<void> {
  await db.query(sql`-- end_credit_hold
    update wallet
    set held = held - ${held}::bigint, available = available + ${held - charged}::bigint
    where org_id = ${orgId}`);
}

/** One change to what a credential spent and holds in a period. */
export interface UsageChange {
  readonly credentialId: string;
  readonly period: "day" | "month";
  readonly bucket: string;
  readonly held: number;
  readonly spent: number;
  /** What spent and held together must not pass; null without a cap. */
  readonly cap: number | null;
}

/** Adds to the usage of a period unless that would pass the cap; false when it would. */
export async function addUsage(db: Queryable, change: UsageChange): Promise<boolean> {
  const rows = await db.query(sql`-- add_credential_usage
    insert into credential_usage as usage (credential_id, period, bucket, spent, held)
    select ${change.credentialId}::text, ${change.period}::text, ${change.bucket}::date, ${change.spent}::bigint,
      ${change.held}::bigint
    where ${change.cap}::bigint is null or ${change.spent + change.held}::bigint <= ${change.cap}::bigint
    on conflict (credential_id, period, bucket) do update set
      spent = usage.spent + excluded.spent,
      held = usage.held + excluded.held
    where ${change.cap}::bigint is null
      or usage.spent + usage.held + excluded.spent + excluded.held <= ${change.cap}::bigint
    returning credential_id`);
  return rows.length > 0;
}

/** Moves usage from held to spent at the end of a reservation. */
export async function endUsage(
  db: Queryable,
  end: { credentialId: string; day: string; month: string; held: number; charged: number },
): Promise<void> {
  await db.query(sql`-- end_credential_usage
    update credential_usage
    set held = held - ${end.held}::bigint, spent = spent + ${end.charged}::bigint
    where credential_id = ${end.credentialId}
      and ((period = 'day' and bucket = ${end.day}::date) or (period = 'month' and bucket = ${end.month}::date))`);
}

/** Reads what a credential spent and holds in a day and its month. */
export async function findUsage(
  db: Queryable,
  credentialId: string,
  buckets: { day: string; month: string },
): Promise<Record<"day" | "month", { spent: number; held: number }>> {
  const rows = await db.query<{ period: "day" | "month"; spent: number; held: number }>(sql`-- find_credential_usage
    select period, spent, held
    from credential_usage
    where credential_id = ${credentialId}
      and ((period = 'day' and bucket = ${buckets.day}::date) or (period = 'month' and bucket = ${buckets.month}::date))`);
  const of = (period: string) => rows.find((row) => row.period === period) ?? { spent: 0, held: 0 };
  return { day: of("day"), month: of("month") };
}

/** Adds a reservation. */
export async function insertReservation(
  db: Queryable,
  row: MovementOrigin & {
    id: string;
    orgId: string;
    credentialId: string;
    surface: "api" | "mcp";
    day: string;
    month: string;
    held: number;
    lifetimeSeconds: number;
  },
): Promise<void> {
  await db.query(sql`-- insert_reservation
    insert into credit_reservation
      (id, org_id, credential_id, surface, operation, project_id, idempotency_key, day, month, held, expires_at)
    values (${row.id}, ${row.orgId}, ${row.credentialId}, ${row.surface}, ${row.operation}, ${row.projectId ?? null},
      ${row.idempotencyKey ?? null}, ${row.day}::date, ${row.month}::date, ${row.held},
      now() + make_interval(secs => ${row.lifetimeSeconds}))`);
}

/** Reads a reservation and keeps everyone else from changing it until the transaction ends. */
export async function lockReservation(db: Queryable, id: string): Promise<ReservationRow | undefined> {
  const rows = await db.query<ReservationRow>(sql`-- lock_reservation
    select ${reservationColumns}
    from credit_reservation
    where id = ${id}
    for update`);
  return rows[0];
}

/** Reads who pays for a reservation, and what that credential may spend. */
export async function findPayer(db: Queryable, id: string): Promise<Payer | undefined> {
  const rows = await db.query<Payer>(sql`-- find_payer_of_reservation
    select coalesce(credential.kind, 'api_key') as kind, reservation.credential_id as "credentialId",
      reservation.org_id as "orgId", reservation.surface, credential.daily_cap as "dailyCap",
      credential.monthly_cap as "monthlyCap"
    from credit_reservation as reservation
    left join (
      select id, org_id, 'api_key' as kind, daily_cap, monthly_cap from api_key
      union all
      select id, org_id, 'connection' as kind, daily_cap, monthly_cap from connection
    ) as credential on credential.id = reservation.credential_id and credential.org_id = reservation.org_id
    where reservation.id = ${id}`);
  return rows[0];
}

/** Adds to what a reservation holds and has metered. */
export async function growReservation(
  db: Queryable,
  id: string,
  growth: { held: number; meteredMillicredits: number },
): Promise<void> {
  await db.query(sql`-- grow_reservation
    update credit_reservation
    set held = held + ${growth.held}::bigint,
      metered_millicredits = metered_millicredits + ${growth.meteredMillicredits}::bigint
    where id = ${id}`);
}

/** Puts off the end of a running reservation. */
export async function renewReservation(db: Queryable, id: string, lifetimeSeconds: number): Promise<void> {
  await db.query(sql`-- renew_reservation
    update credit_reservation
    set expires_at = now() + make_interval(secs => ${lifetimeSeconds})
    where id = ${id} and state = 'held'`);
}

/** Ends a reservation that the caller has locked. */
export async function finishReservation(
  db: Queryable,
  id: string,
  end: { state: "settled" | "released"; charged: number },
): Promise<void> {
  await db.query(sql`-- finish_reservation
    update credit_reservation
    set state = ${end.state}, charged = ${end.charged}, finished_at = now()
    where id = ${id}`);
}

/** Finds running reservations whose time is over; what a turn holds that waits for a worker is not over before its job. */
export async function findExpiredReservations(db: Queryable, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`-- find_expired_reservations
    select id
    from credit_reservation as reservation
    where state = 'held' and expires_at < now()
      and not exists (
        select 1
        from agent_turn turn
        join background_job job on job.id = turn.background_job_id
        where turn.reservation_id = reservation.id
          and turn.status in ('queued', 'running')
          and job.state in ('queued', 'running')
      )
    order by expires_at
    limit ${most}`);
  return rows.map((row) => row.id);
}

/** One movement: its entry, and what it puts on which account. */
export interface Movement extends MovementOrigin {
  readonly orgId: string;
  readonly kind: "grant" | "reserve" | "settle" | "release" | "debit";
  readonly amount: number;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
}

/** Accounts of the ledger: two of the organization, two of the service. */
export type LedgerAccount = "available" | "held" | "earned" | "granted";

/** Writes one movement with its two postings. */
export async function insertMovement(db: Queryable, movement: Movement): Promise<void> {
  const id = newId("ledgerEntry");
  await db.query(sql`-- insert_movement
    with entry as (
      insert into ledger_entry
        (id, org_id, kind, amount, reservation_id, operation, credential_id, surface, project_id, idempotency_key, note)
      values (${id}, ${movement.orgId}, ${movement.kind}, ${movement.amount}, ${movement.reservationId ?? null},
        ${movement.operation}, ${movement.credentialId ?? null}, ${movement.surface ?? null},
        ${movement.projectId ?? null}, ${movement.idempotencyKey ?? null}, ${movement.note ?? ""})
      returning id
    )
    insert into ledger_posting (entry_id, account, amount)
    select entry.id, posting.account, posting.amount
    from entry
    cross join (values (${movement.from}::text, ${-movement.amount}::bigint), (${movement.to}::text,
      ${movement.amount}::bigint)) as posting (account, amount)`);
}

/** Counts one more of a kind for a credential today, unless the limit is reached; false when it is. */
export async function countDaily(
  db: Queryable,
  count: { credentialId: string; kind: string; bucket: string; limit: number },
): Promise<boolean> {
  const rows = await db.query(sql`-- count_daily
    insert into daily_count as count (credential_id, kind, bucket, used)
    select ${count.credentialId}::text, ${count.kind}::text, ${count.bucket}::date, 1
    where ${count.limit}::integer > 0
    on conflict (credential_id, kind, bucket) do update set used = count.used + 1
    where count.used < ${count.limit}::integer
    returning used`);
  return rows.length > 0;
}

/** Adds up the credits of all organizations; in double entry, what was granted is where everything else came from. */
export async function sumCredits(
  db: Queryable,
): Promise<{ available: number; held: number; charged: number; granted: number }> {
  const rows = await db.query<{ available: number; held: number; charged: number }>(sql`-- sum_credits
    select
      (select coalesce(sum(available), 0) from wallet)::double precision as available,
      (select coalesce(sum(held), 0) from wallet)::double precision as held,
      (select coalesce(sum(spent), 0) from credential_usage where period = 'month')::double precision as charged`);
  const { available, held, charged } = rows[0] ?? { available: 0, held: 0, charged: 0 };
  return { available, held, charged, granted: available + held + charged };
}
