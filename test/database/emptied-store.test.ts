import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type EmbeddedEngine, EngineStopped, startEngine } from "../../migrations/embedded-engine.ts";
import { sql } from "../../migrations/index.ts";
import { openTestDatabase, testServerUrl } from "../support/database.ts";
import { emptyStore, noteStore, type StoreBefore } from "../support/empty-store.ts";
import { takeEngine } from "../support/engine-pool.ts";

type Engine = Pick<EmbeddedEngine, "exec">;

async function lines(engine: Engine, select: string): Promise<readonly string[]> {
  const { rows } = await engine.exec(`select line::text from (${select}) answer (line) order by 1`);
  return (rows as { line: string }[]).map(({ line }) => line);
}

/** What tests can see of a store, asked of the views that people read and of every table. */
async function contentOf(engine: Engine) {
  const tables = await lines(
    engine,
    `select format('%I.%I', table_schema, table_name) from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const rows: Record<string, readonly string[]> = {};
  for (const table of tables) rows[table] = await lines(engine, `select kept from ${table} kept`);
  const own = "not in ('pg_catalog', 'information_schema')";
  return {
    rows,
    columns: await lines(engine, `select c from information_schema.columns c where table_schema ${own}`),
    indexes: await lines(engine, `select i from pg_indexes i where schemaname ${own}`),
    sequences: await lines(engine, "select s from pg_sequences s"),
    constraints: await lines(
      engine,
      "select (conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint",
    ),
    triggers: await lines(engine, "select pg_get_triggerdef(oid) from pg_trigger"),
    functions: await lines(
      engine,
      `select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = pronamespace
        where nspname ${own} and prokind in ('f', 'p')`,
    ),
    views: await lines(engine, `select v from pg_views v where schemaname ${own}`),
    schemas: await lines(
      engine,
      "select nspname from pg_namespace where nspname not like 'pg_temp%' and nspname not like 'pg_toast_%'",
    ),
    statistics: await lines(engine, `select (schemaname, tablename, attname) from pg_stats where schemaname ${own}`),
    settings: await lines(engine, "select (name, setting) from pg_settings where source <> 'default'"),
    sizes: await lines(engine, "select (relname, pg_relation_size(oid)) from pg_class where oid >= 16384"),
    channels: await lines(engine, "select pg_listening_channels()"),
    prepared: await lines(engine, "select name from pg_prepared_statements"),
  };
}

/** Leaves behind whatever a test may leave. */
const left = `
  insert into organization (id, name) select 'org_' || i, 'Acme ' || i from generate_series(1, 500) i;
  delete from organization where id like '%7';
  select nextval('bullmq.job_seq'), nextval('bullmq.relay_mid_seq');
  create table effect (id serial primary key, name text unique);
  insert into effect (name) values ('one');
  create view effects as select name from effect;
  create index organization_name_idx on organization (name);
  create schema aside;
  create table aside.note (org_id text references organization (id));
  create sequence aside_seq;
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
  create trigger refuse_all before insert on membership for each row execute function refuse();
  analyze organization;
  create temporary table passing (id integer);
  prepare asking as select 1;
  listen told;
  select pg_advisory_lock(7);
  set hnsw.ef_search = 77; set search_path = bullmq; set time zone 'America/New_York';
  begin; insert into public.organization (id, name) values ('org_open', 'Open')`;

describe.skipIf(testServerUrl !== undefined)("the store of an embedded engine that a test has given back", () => {
  let engine: EmbeddedEngine;
  let before: StoreBefore;
  let fresh: Awaited<ReturnType<typeof contentOf>>;
  beforeAll(async () => {
    engine = await startEngine({ archive: new Blob([await readFile(inject("templateArchive"))]) });
    fresh = await contentOf(engine);
    before = await noteStore(engine);
  });
  afterAll(() => engine.close());

  it("is like a fresh one, whatever the test has written, made and set", async () => {
    await engine.exec(left);
    const dirty = await contentOf(engine);
    for (const part of ["rows", "indexes", "sequences", "triggers", "functions", "statistics", "settings"] as const) {
      expect(dirty[part], part).not.toEqual(fresh[part]);
    }
    expect(await emptyStore(engine, before)).toBe(true);
    expect(await contentOf(engine)).toEqual(fresh);
  });

  it.each([
    [
      "a constraint",
      "alter table wallet add constraint named check (true)",
      "alter table wallet drop constraint named",
    ],
    ["a default", "alter table wallet alter org_id set default 'x'", "alter table wallet alter org_id drop default"],
    ["the name of a table", "alter table wallet rename to purse", "alter table purse rename to wallet"],
    [
      "an index",
      "alter index app_user_email_key rename to by_email",
      "alter index by_email rename to app_user_email_key",
    ],
    ["a setting of the role", "alter role postgres set work_mem = '1MB'", "alter role postgres reset work_mem"],
    ["the types", "create type mood as enum ('glad', 'sad')", "drop type mood"],
  ])("is given up when the test has changed %s", async (_, change, back) => {
    await engine.exec(change);
    expect(await emptyStore(engine, before)).toBe(false);
    await engine.exec(back);
    expect(await emptyStore(engine, before)).toBe(true);
  });

  it.each([
    ["a row that the store had", "update schema_migration set name = name || '!' where name like '0001%'"],
    ["a column", "alter table organization add column hue text"],
  ])("is given up when the test has changed %s, for good", async (_, change) => {
    const now = await noteStore(engine);
    expect(await emptyStore(engine, now)).toBe(true);
    await engine.exec(change);
    expect(await emptyStore(engine, now)).toBe(false);
  });
});

describe.skipIf(testServerUrl !== undefined)("a test's handle of an embedded engine", () => {
  it("gives the engine to the next test when it is closed, and cannot reach it any more", async () => {
    const first = await takeEngine();
    const heard: string[] = [];
    await first.listen("told", (payload) => heard.push(payload));
    await first.exec("create table effect (name text)");
    await first.close();

    const second = await takeEngine();
    try {
      expect(second.stopped).toBe(first.stopped);
      expect((await second.exec("select to_regclass('effect') as found")).rows).toEqual([{ found: null }]);
      for (const late of [
        () => first.query("select 1", []),
        () => first.exec("create table effect (name text)"),
        () => first.listen("told", () => {}),
        () => first.dump(),
      ]) {
        await expect(late()).rejects.toThrow(EngineStopped);
      }
      await second.exec("notify told, 'hello'");
      await first.close();
      await second.exec("select 1");
      expect(heard).toEqual([]);
    } finally {
      await second.close();
    }
  });

  it("lets a database end what it has begun before the next test has the engine", async () => {
    const db = await openTestDatabase();
    const writing = db.transaction(async (transaction) => {
      await transaction.query(sql`-- make_organization
        insert into organization (id, name) values ('org_1', 'Acme')`);
      return transaction.query(sql`-- sleep
        select pg_sleep(0.2)`);
    });
    await Promise.all([writing, db.close()]);
    await expect(
      db.query(sql`-- late
      insert into organization (id, name) values ('org_2', 'Late')`),
    ).rejects.toThrow(EngineStopped);

    const next = await openTestDatabase();
    const kept = await next.query(sql`-- list_organizations
      select id from organization`);
    await next.close();
    expect(kept).toEqual([]);
  });
});
