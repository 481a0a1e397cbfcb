import { type Queryable, sql } from "../../../migrations/index.ts";

/** What is known of a host that publishes ordinances. */
export interface SourceHostRow {
  /** Empty where the host has none; null where nobody has asked within a day. */
  readonly robots: string | null;
  /** Set while the host is left alone. */
  readonly block_detail: string | null;
}

/** Finds what is known of a host and still holds: its robots.txt for a day, its block while that lasts. */
export async function findHost(db: Queryable, host: string): Promise<SourceHostRow | undefined> {
  const rows = await db.query<SourceHostRow>(sql`-- find_source_host
    select case when robots_read_at > now() - interval '1 day' then robots end as robots,
      case when blocked_until > now() then block_detail end as block_detail
    from source_host
    where host = ${host}`);
  return rows[0];
}

/** Takes the host's next turn and gives the milliseconds to wait for it; turns stand `gapMs` apart. */
export async function takeTurn(db: Queryable, host: string, gapMs: number): Promise<number> {
  const rows = await db.query<{ wait_ms: number }>(sql`-- take_host_turn
    insert into source_host as known (host, next_request_at)
    values (${host}, now() + ${gapMs}::double precision * interval '1 millisecond')
    on conflict (host) do update
    set next_request_at =
      greatest(known.next_request_at, now()) + ${gapMs}::double precision * interval '1 millisecond'
    returning
      (extract(epoch from next_request_at - now()) * 1000 - ${gapMs}::double precision)::double precision as wait_ms`);
  return Math.max(0, rows[0]?.wait_ms ?? 0);
}

/** Remembers the robots.txt of a host as of now. */
export async function keepRobots(db: Queryable, host: string, robots: string): Promise<void> {
  await db.query(sql`-- keep_robots
    insert into source_host (host, robots, robots_read_at)
    values (${host}, ${robots}, now())
    on conflict (host) do update set robots = excluded.robots, robots_read_at = excluded.robots_read_at`);
}

/** Leaves a host alone for a day. */
export async function blockHost(db: Queryable, host: string, detail: string): Promise<void> {
  await db.query(sql`-- block_host
    insert into source_host (host, blocked_until, block_detail)
    values (${host}, now() + interval '1 day', ${detail})
    on conflict (host) do update set blocked_until = excluded.blocked_until, block_detail = excluded.block_detail`);
}
