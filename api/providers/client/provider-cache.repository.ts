import { type Queryable, sql } from "../../../migrations/index.ts";

/** A stored answer; `body` is packed with gzip. */
export interface CachedAnswerRow {
  readonly status: number;
  readonly media_type: string | null;
  readonly body: Uint8Array;
  readonly sha256: string;
  readonly fetched_at: Date;
}

/** Returns the stored answer to a request while it is fresh. */
export async function findFreshAnswer(db: Queryable, key: string): Promise<CachedAnswerRow | undefined> {
  const [row] = await db.query<CachedAnswerRow>(sql`-- find_fresh_provider_answer
    select status, media_type, body, sha256, fetched_at
    from provider_cache
    where key = ${key} and fresh_until > now()`);
  return row;
}

/** Stores an answer in place of an earlier one to the same request. */
export async function saveAnswer(
  db: Queryable,
  answer: CachedAnswerRow & {
    readonly key: string;
    readonly provider: string;
    readonly url: string;
    readonly freshForSeconds: number;
  },
): Promise<void> {
  await db.query(sql`-- save_provider_answer
    insert into provider_cache (key, provider, url, status, media_type, body, sha256, fetched_at, fresh_until)
    values (${answer.key}, ${answer.provider}, ${answer.url}, ${answer.status}, ${answer.media_type}, ${answer.body},
      ${answer.sha256}, ${answer.fetched_at}::timestamptz,
      ${answer.fetched_at}::timestamptz + make_interval(secs => ${answer.freshForSeconds}))
    on conflict (key) do update set status = excluded.status, media_type = excluded.media_type, body = excluded.body,
      sha256 = excluded.sha256, fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until`);
}

/** Deletes answers that are no longer fresh, then the oldest beyond so many bytes; returns how many. */
export async function sweepAnswers(db: Queryable, mostBytes: number): Promise<number> {
  const stale = await db.query(sql`-- sweep_stale_provider_answers
    delete from provider_cache
    where fresh_until <= now()
    returning key`);
  const beyond = await db.query(sql`-- sweep_provider_answers_beyond_size
    delete from provider_cache
    where key in (
      select sized.key
      from (
        select key, sum(octet_length(body)) over (order by fetched_at desc, key) as newer_bytes
        from provider_cache
      ) as sized
      where sized.newer_bytes > ${mostBytes})
    returning key`);
  return stale.length + beyond.length;
}

/** Books the next turn of a provider and returns how many milliseconds away it is. Turns of all processes are apart by the interval. */
export async function bookTurn(db: Queryable, provider: string, intervalMs: number): Promise<number> {
  const [row] = await db.query<{ wait_ms: number }>(sql`-- book_provider_turn
    insert into provider_pace as pace (provider, next_request_at)
    values (${provider}, clock_timestamp() + make_interval(secs => ${intervalMs / 1_000}))
    on conflict (provider) do update
      set next_request_at = greatest(pace.next_request_at, clock_timestamp()) + make_interval(secs => ${intervalMs / 1_000})
    returning (extract(epoch from next_request_at - clock_timestamp()) * 1000)::float8 as wait_ms`);
  return Math.max(0, (row?.wait_ms ?? intervalMs) - intervalMs);
}
