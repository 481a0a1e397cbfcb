import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, makeUnchangedReads, openEmbedded, sql } from "../../migrations/index.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";

let db: Database;
let reads = 0;
beforeAll(async () => {
  db = await openEmbedded();
  await db.script(`
    create table shelf (id integer primary key, label text not null);
    create table book (id integer primary key, shelf_id integer not null references shelf (id) on delete cascade);
    create table page (id integer primary key, book_id integer not null references book (id) on delete cascade);
    create table visitor (id serial primary key);`);
}, 60_000);
beforeEach(async () => {
  reads = 0;
  await db.query(sql`-- put_shelf
    insert into shelf (id, label) values (1, 'first') on conflict (id) do update set label = 'first'`);
  await db.query(sql`-- put_book
    insert into book (id, shelf_id) values (1, 1) on conflict (id) do nothing`);
  await db.query(sql`-- put_page
    insert into page (id, book_id) values (1, 1) on conflict (id) do nothing`);
});
afterAll(() => db.close());

const visit = () =>
  db.query(sql`-- visit
    insert into visitor default values`);
async function label(): Promise<string | undefined> {
  reads += 1;
  const rows = await db.query<{ label: string }>(sql`-- read_label
    select label from shelf where id = 1`);
  return rows[0]?.label;
}
async function pages(): Promise<number> {
  reads += 1;
  const rows = await db.query<{ count: number }>(sql`-- count_pages
    select count(*)::integer as count from page`);
  return rows[0]?.count ?? 0;
}

describe("what was read on the embedded engine", () => {
  it("is read once while only other tables change, alone or in a transaction", async () => {
    const labels = makeUnchangedReads<string | undefined>(db);
    await labels("1", label);
    for (let time = 0; time < 5; time++) {
      await visit();
      await db.transaction(async () => {
        await visit();
      });
      expect(await labels("1", label)).toBe("first");
    }
    expect(reads).toBe(1);
  });

  it("is read again after a change to a table whose deletion takes its rows along", async () => {
    const counts = makeUnchangedReads<number>(db);
    expect(await counts("1", pages)).toBe(1);
    await db.query(sql`-- drop_shelf
      delete from shelf where id = 1`);
    expect(await counts("1", pages)).toBe(0);
  });

  it("is read again after a statement that names no table that is known, and after a script", async () => {
    const labels = makeUnchangedReads<string | undefined>(db);
    await labels("1", label);
    await db.script("update shelf set label = 'by a script' where id = 1");
    expect(await labels("1", label)).toBe("by a script");
    await db.script("alter table shelf rename to rack");
    await db.script("update rack set label = 'renamed' where id = 1; alter table rack rename to shelf");
    expect(await labels("1", label)).toBe("renamed");
  });

  it("depends on the tables of what it was made of, also where that had been read before", async () => {
    const labels = makeUnchangedReads<string | undefined>(db);
    const sentences = makeUnchangedReads<string>(db);
    const sentence = () => sentences("1", async () => `The shelf says ${await labels("1", label)}.`);
    await labels("1", label);
    await visit();
    expect(await sentence()).toBe("The shelf says first.");
    await db.query(sql`-- relabel
      update shelf set label = 'second' where id = 1`);
    expect(await sentence()).toBe("The shelf says second.");
  });

  it("is read again when it was changed while it was being read", async () => {
    const labels = makeUnchangedReads<string | undefined>(db);
    for (let round = 0; round < 30; round++) {
      const change = (to: string) =>
        db.query(sql`-- relabel
          update shelf set label = ${to} where id = 1`);
      await Promise.all([labels("1", label), visit(), change(`round ${round}`), labels("1", label), visit()]);
      expect(await labels("1", label)).toBe(`round ${round}`);
    }
  });
});

describe("the shape of the store", () => {
  let migrated: TestDatabase;
  beforeAll(async () => {
    migrated = await openTestDatabase();
  });
  afterAll(() => migrated.close());

  it("has no view, rule, or trigger by which a statement could change a table that its text does not name", async () => {
    const hidden = await migrated.query(sql`-- find_hidden_ways
      select relname::text as name from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'public' and relkind in ('v', 'm')
      union all
      select rulename::text from pg_rewrite join pg_class on pg_class.oid = ev_class
        join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'public'
      union all
      select tgname::text from pg_trigger
        join pg_proc on pg_proc.oid = tgfoid
        where not tgisinternal and prosrc ~* '\\m(insert|update|delete|merge|execute|perform|truncate)\\M'
      union all
      select proname::text from pg_proc
        join pg_namespace on pg_namespace.oid = pronamespace
        where nspname = 'public' and prorettype <> 'trigger'::regtype
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
    expect(hidden).toEqual([]);
  });
});
