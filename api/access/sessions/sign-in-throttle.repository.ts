import { type Queryable, sql } from "../../../migrations/index.ts";

/**
 * Counts a try and gives 0, or leaves the count alone and gives the seconds until the next try is taken; one statement
 * decides, so that of many tries at once only the free ones pass.
 */
export async function countTry(
  db: Queryable,
  subject: Uint8Array,
  limits: { free: number; longestWait: number },
): Promise<number> {
  const counted = await db.query(sql`-- count_sign_in_try
    insert into sign_in_attempt as attempt (subject, failures)
    values (${subject}, 1)
    on conflict (subject) do update set
      failures = case when attempt.updated_at < now() - interval '1 hour' then 1 else attempt.failures + 1 end,
      next_try_at = now() + make_interval(secs => case
        when attempt.updated_at < now() - interval '1 hour' or attempt.failures + 1 < ${limits.free}::integer then 0
        else least(${limits.longestWait}::double precision,
          power(2, least(attempt.failures + 2 - ${limits.free}::integer, 20)))
      end),
      updated_at = now()
    where attempt.next_try_at <= now()
    returning failures`);
  if (counted.length > 0) return 0;
  const rows = await db.query<{ wait: number }>(sql`-- sign_in_wait
    select greatest(1, ceil(extract(epoch from next_try_at - now())))::integer as wait
    from sign_in_attempt
    where subject = ${subject}`);
  return rows[0]?.wait ?? 1;
}

/** Forgets every try of a subject. */
export async function forgetTries(db: Queryable, subject: Uint8Array): Promise<void> {
  await db.query(sql`-- forget_sign_in_tries
    delete from sign_in_attempt
    where subject = ${subject}`);
}

/** Takes the last try of a subject back. */
export async function takeBackTry(db: Queryable, subject: Uint8Array): Promise<void> {
  await db.query(sql`-- take_back_sign_in_try
    update sign_in_attempt
    set failures = greatest(0, failures - 1), next_try_at = now()
    where subject = ${subject}`);
}

/** Deletes what no longer counts. */
export async function sweepTries(db: Queryable): Promise<number> {
  const rows = await db.query(sql`-- sweep_sign_in_tries
    delete from sign_in_attempt
    where updated_at < now() - interval '2 hours'
    returning failures`);
  return rows.length;
}
