import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, EngineStopped, openEmbedded, sql } from "../../migrations/index.ts";

interface Opened {
  readonly db: EmbeddedDatabase;
  readonly thread: Worker;
}

/** Opens an empty store in memory and returns it with its thread. */
async function openWithThread(): Promise<Opened> {
  const started = once(process, "worker");
  const db = await openEmbedded();
  const [thread] = (await started) as [Worker];
  return { db, thread };
}

/** A statement that computes for about a second. */
const longStatement = sql`-- count_far
  select count(*) as rows from generate_series(1, 4000000) as number where number % 7 = 3`;

describe("the embedded engine", () => {
  let db: EmbeddedDatabase;
  beforeAll(async () => {
    db = (await openWithThread()).db;
  }, 60_000);
  afterAll(() => db.close());

  it("leaves the event loop free while a statement runs", async () => {
    let ticks = 0;
    const counting = setInterval(() => {
      ticks += 1;
    }, 1);
    await db.query(longStatement).finally(() => clearInterval(counting));
    expect(ticks).toBeGreaterThan(20);
  });

  it("throws errors with their SQLSTATE and without the parameters of the statement", async () => {
    const error = await db.query(sql`select ${"a secret"}::text::int`).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "22P02", severity: "ERROR" });
    expect(Object.keys(error as object)).not.toContain("params");
    expect((error as Error).stack).toContain("embedded-engine.test.ts");
  });

  it("returns bytes, times, JSON, arrays and large integers as they were stored", async () => {
    const at = new Date("2026-02-03T04:05:06.789Z");
    const bytes = new Uint8Array([0, 1, 255]);
    const [row] = await db.query(sql`select ${bytes}::bytea as bytes, ${at}::timestamptz as at,
      ${'{"a":[1,null]}'}::jsonb as json, ${["x", "y, z"]}::text[] as texts, ${"9007199254740993"}::int8 as large,
      null as nothing`);
    expect(row).toEqual({
      ...{ bytes, at, json: { a: [1, null] }, texts: ["x", "y, z"], large: 9007199254740993n, nothing: null },
    });
  });

  it("starts with shared buffers for which its memory need not grow", async () => {
    const [row] = await db.query<{ megabytes: number }>(sql`-- shared_buffers
      select (pg_size_bytes(current_setting('shared_buffers')) / 1048576)::integer as megabytes`);
    expect(row?.megabytes).toBeLessThanOrEqual(32);
  });

  it("refuses a parameter that cannot be sent to its thread, and goes on", async () => {
    await expect(db.query(sql`select ${() => 1}::text`)).rejects.toThrow(/could not be cloned/);
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

describe("an embedded engine whose thread ends by itself", () => {
  it("fails the statements under way and all later ones as an unavailable database, and can be closed", async () => {
    const { db, thread } = await openWithThread();
    const underWay = db.query(longStatement);
    const waiting = db.transaction((inner) => inner.query(sql`select 1 as one`));
    const inQueue = db.pool.query("select 1");
    await Promise.all([
      ...[underWay, waiting, inQueue].map((one) => expect(one).rejects.toMatchObject({ code: "database.unavailable" })),
      thread.terminate(),
    ]);
    await expect(db.query(sql`select 1 as one`)).rejects.toBeInstanceOf(EngineStopped);
    expect(await db.stopped).toMatchObject({ message: expect.stringContaining("start the process again") });
    await expect(db.close()).resolves.toBeUndefined();
  }, 60_000);

  it("leaves the event loop free when a job queue repeats at once what fails", async () => {
    const { db, thread } = await openWithThread();
    await Promise.all([db.stopped, thread.terminate()]);
    let isFree = false;
    setImmediate(() => {
      isFree = true;
    });
    for (let attempt = 0; attempt < 10_000 && !isFree; attempt += 1) await db.pool.query("select 1").catch(() => {});
    expect(isFree).toBe(true);
    await db.close();
  }, 60_000);
});
