import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeUnchangedReads, openServer, sql } from "../../migrations/index.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
let reads = 0;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.script("create table remark (id integer primary key, text text not null)");
});
beforeEach(async () => {
  reads = 0;
  await db.query(sql`-- put_remark
    insert into remark (id, text) values (1, 'first') on conflict (id) do update set text = 'first'`);
});
afterAll(() => db.close());

async function text(): Promise<string | undefined> {
  reads += 1;
  return (
    await db.query<{ text: string }>(sql`-- read_remark
    select text from remark where id = 1`)
  )[0]?.text;
}
const change = (to: string) =>
  db.query(sql`-- change_remark
    with changed as (update remark set text = ${to} where id = 1 returning id) select id from changed`);

describe("what was read and has not been changed", () => {
  it("is read once on the embedded engine, and on a server as often as anyone there wrote meanwhile", async () => {
    const remarks = makeUnchangedReads<string | undefined>(db);
    const marks = new Set<unknown>([await db.changes()]);
    for (let time = 0; time < 5; time++) {
      expect(await remarks("1", text)).toBe("first");
      marks.add(await db.changes());
    }
    if (db.engine === "embedded") expect(reads).toBe(1);
    // Between two marks that are seen here, the reads may have met one more.
    expect(reads).toBeLessThanOrEqual(2 * marks.size);
  });

  it("is read again after a statement that changes something, also one that ends in a select", async () => {
    const remarks = makeUnchangedReads<string | undefined>(db);
    expect(await remarks("1", text)).toBe("first");
    await change("second");
    expect(await remarks("1", text)).toBe("second");
  });

  it("is what has been committed, while a transaction changes it and after it is undone", async () => {
    const remarks = makeUnchangedReads<string | undefined>(db);
    const undone = db.transaction(async () => {
      await change("never");
      expect(await remarks("1", text)).toBe("never");
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await remarks("1", text)).toBe("first");
  });

  it("is never older than the last change, whatever is read and changed at once", async () => {
    const remarks = makeUnchangedReads<string | undefined>(db);
    for (let round = 0; round < 50; round++) {
      const during = [remarks("1", text), change(`round ${round}`), remarks("1", text)];
      await Promise.all(during);
      expect(await remarks("1", text)).toBe(`round ${round}`);
    }
  });

  it("is read again when another process changed it, from the moment that its commit is confirmed", async () => {
    if (db.url === null) return;
    const other = openServer({ connectionString: db.url });
    try {
      const remarks = makeUnchangedReads<string | undefined>(db);
      for (let round = 0; round < 100; round++) {
        await Promise.all([remarks("1", text), remarks("1", text)]);
        const before = remarks("1", text);
        await other.transaction(async (transaction) => {
          await transaction.query(sql`-- change_remark_elsewhere
            update remark set text = ${`elsewhere ${round}`} where id = 1`);
        });
        expect(await remarks("1", text)).toBe(`elsewhere ${round}`);
        await before;
      }
    } finally {
      await other.close();
    }
  });

  it("is not what a transaction of another process has written and not yet committed, nor what it took back", async () => {
    if (db.url === null) return;
    const other = openServer({ connectionString: db.url });
    try {
      const remarks = makeUnchangedReads<string | undefined>(db);
      const undone = other.transaction(async (transaction) => {
        await transaction.query(sql`-- change_remark_elsewhere
          update remark set text = 'never' where id = 1`);
        expect(await remarks("1", text)).toBe("first");
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await remarks("1", text)).toBe("first");
    } finally {
      await other.close();
    }
  });
});

describe("work at one moment", () => {
  it("asks a server once what has been committed, and again after this process has changed something", async () => {
    const marks = await db.atOneMoment(async () => {
      const both = [await db.changes(), await db.changes()];
      await change("by this process");
      return [...both, await db.changes()];
    });
    expect(marks[1]).toBe(marks[0]);
    expect(marks[2]).not.toBe(marks[0]);
  });

  it("reads what this process wrote in it, and what others had committed before it began", async () => {
    const remarks = makeUnchangedReads<string | undefined>(db);
    expect(await remarks("1", text)).toBe("first");
    const other = db.url === null ? undefined : openServer({ connectionString: db.url });
    try {
      for (let round = 0; round < 30; round++) {
        await (other ?? db).query(sql`-- change_remark_elsewhere
          update remark set text = ${`before ${round}`} where id = 1`);
        await db.atOneMoment(async () => {
          expect(await remarks("1", text)).toBe(`before ${round}`);
          await change(`within ${round}`);
          expect(await remarks("1", text)).toBe(`within ${round}`);
        });
      }
    } finally {
      await other?.close();
    }
  });
});
