import { newId, type Queryable, sql } from "../../../migrations/index.ts";
import { type Buckets, type Payer, type Period, periods } from "./books.ts";

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

/** What a movement is for; kept with the ledger entry. */
export interface MovementOrigin {
  readonly operation: string;
  readonly projectId?: string | null;
  readonly idempotencyKey?: string | null;
  readonly reservationId?: string | null;
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

/** Credits that leave what is available: to be held, or earned at once. */
export interface CreditTake {
  readonly orgId: string;
  readonly credentialId: string;
  readonly surface: "api" | "mcp";
  readonly amount: number;
  readonly to: "held" | "earned";
  readonly buckets: Buckets;
  /** What the credential's spent and held together must not pass; null without a cap. */
  readonly caps: Readonly<Record<Period, number | null>>;
  readonly origin: MovementOrigin;
}

/** What became of a take: all of it stands, or the transaction must be undone. */
export interface TakenCredits {
  /** False when there was not enough; then nothing was written. */
  readonly isAffordable: boolean;
  /** A period whose cap it would pass, though the other writes are made: the caller undoes them. */
  readonly passedCap: Period | undefined;
}

/**
 * Takes credits from what is available, adds them to the usage of the day and the month, and writes the movement with
 * its two postings: one statement, because each costs a round trip while others wait for the wallet.
 *
 * The conditions on the wallet and on the usage are the locks against overdraft and against passing a cap: they are
 * judged on rows that nobody else can change any more.
 *
 * Locks   wallet, then day, then month, always in this order
 */
export async function takeCredits(db: Queryable, take: CreditTake): Promise<TakenCredits> {
  const { amount, buckets, caps, origin, to } = take;
  const held = to === "held" ? amount : 0;
  const rows = await db.query<{ is_affordable: boolean; counted: Period[] }>(sql`-- take_credits
    with taken as (
      update wallet
      set available = available - ${amount}::bigint, held = held + ${held}::bigint
      where org_id = ${take.orgId} and available >= ${amount}::bigint
      returning org_id
    ), used as (
      insert into credential_usage as usage (credential_id, period, bucket, spent, held)
      select ${take.credentialId}::text, change.period, change.bucket, ${amount - held}::bigint, ${held}::bigint
      from taken
      cross join (values ('day', ${buckets.day}::date, ${caps.day}::bigint),
        ('month', ${buckets.month}::date, ${caps.month}::bigint)) as change (period, bucket, cap)
      where change.cap is null or ${amount}::bigint <= change.cap
      on conflict (credential_id, period, bucket) do update set
        spent = usage.spent + excluded.spent,
        held = usage.held + excluded.held
      where case usage.period when 'day' then ${caps.day}::bigint else ${caps.month}::bigint end is null
        or usage.spent + usage.held + ${amount}::bigint
          <= case usage.period when 'day' then ${caps.day}::bigint else ${caps.month}::bigint end
      returning usage.period
    ), entry as (
      insert into ledger_entry
        (id, org_id, kind, amount, reservation_id, operation, credential_id, surface, project_id, idempotency_key)
      select ${newId("ledgerEntry")}::text, taken.org_id, ${to === "held" ? "reserve" : "debit"}::text, ${amount}::bigint,
        ${origin.reservationId ?? null}::text, ${origin.operation}::text, ${take.credentialId}::text,
        ${take.surface}::text, ${origin.projectId ?? null}::text, ${origin.idempotencyKey ?? null}::text
      from taken
      where ${amount}::bigint > 0
      returning id
    ), posted as (
      insert into ledger_posting (entry_id, account, amount)
      select entry.id, posting.account, posting.amount
      from entry
      cross join (values ('available', ${-amount}::bigint), (${to}::text, ${amount}::bigint))
        as posting (account, amount)
    )
    select exists (select from taken) as is_affordable, array(select used.period from used) as counted`);
  const { is_affordable: isAffordable, counted } = rows[0] ?? { is_affordable: false, counted: [] };
  const passedCap = isAffordable ? periods.find((period) => !counted.includes(period)) : undefined;
  return { isAffordable, passedCap };
}

/**
 * Ends a reservation that the caller has locked and found open: what was charged leaves the wallet, the rest is available
 * again, the usage moves from held to spent, and both movements are written with their postings; one statement.
 *
 * Locks   wallet, then day and month
 */
export async function endReservation(db: Queryable, id: string, charged: number): Promise<void> {
  await db.query(sql`-- end_reservation
    with ended as (
      update credit_reservation
      set state = ${charged > 0 ? "settled" : "released"}, charged = ${charged}::bigint, finished_at = now()
      where id = ${id}
      returning *
    ), freed as (
      update wallet
      set held = wallet.held - ended.held, available = wallet.available + ended.held - ended.charged
      from ended
      where wallet.org_id = ended.org_id
      returning wallet.org_id
    ), used as (
      update credential_usage as usage
      set held = usage.held - ended.held, spent = usage.spent + ended.charged
      from ended
      join freed on freed.org_id = ended.org_id
      where usage.credential_id = ended.credential_id
        and ((usage.period = 'day' and usage.bucket = ended.day)
          or (usage.period = 'month' and usage.bucket = ended.month))
    ), entry as (
      insert into ledger_entry
        (id, org_id, kind, amount, reservation_id, operation, credential_id, surface, project_id, idempotency_key)
      select movement.id, ended.org_id, movement.kind, movement.amount, ended.id, ended.operation,
        ended.credential_id, ended.surface, ended.project_id, ended.idempotency_key
      from ended
      cross join lateral (values (${newId("ledgerEntry")}::text, 'settle', ended.charged),
        (${newId("ledgerEntry")}::text, 'release', ended.held - ended.charged)) as movement (id, kind, amount)
      where movement.amount > 0
      returning id, kind, amount
    )
    insert into ledger_posting (entry_id, account, amount)
    select entry.id, posting.account, posting.amount
    from entry
    cross join lateral (values ('held', -entry.amount),
      (case entry.kind when 'settle' then 'earned' else 'available' end, entry.amount)) as posting (account, amount)`);
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

/**
 * Finds running reservations whose time is over. What a turn holds that waits for a worker is not over before its job, and
 * what a project holds not before it is set up.
 */
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
      and not exists (
        select 1
        from project
        where project.credit_reservation_id = reservation.id and project.status = 'bootstrapping'
          and project.deleted_at is null
      )
    order by expires_at
    limit ${most}`);
  return rows.map((row) => row.id);
}

/** Writes the movement of credits that were granted, with its two postings. */
export async function insertGrant(
  db: Queryable,
  grant: { readonly orgId: string; readonly amount: number; readonly note: string },
): Promise<void> {
  await db.query(sql`-- insert_grant
    with entry as (
      insert into ledger_entry (id, org_id, kind, amount, operation, note)
      values (${newId("ledgerEntry")}, ${grant.orgId}, 'grant', ${grant.amount}, 'grant', ${grant.note})
      returning id
    )
    insert into ledger_posting (entry_id, account, amount)
    select entry.id, posting.account, posting.amount
    from entry
    cross join (values ('granted', ${-grant.amount}::bigint), ('available', ${grant.amount}::bigint))
      as posting (account, amount)`);
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
