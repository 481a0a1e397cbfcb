import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, sql } from "../../migrations/index.ts";
import { openTestDatabase } from "../support/database.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const add = (id: string) => sql`-- add_organization
  insert into organization (id, name) values (${id}, ${id})`;
const ids = async () =>
  (
    await db.query<{ id: string }>(sql`-- organization_ids
  select id from organization order by id`)
  ).map((row) => row.id);

describe("a transaction", () => {
  it("keeps everything when its work resolves and nothing when it throws", async () => {
    await db.transaction(async (transaction) => {
      await transaction.query(add("org_kept"));
    });
    const failing = db.transaction(async (transaction) => {
      await transaction.query(add("org_lost"));
      throw new Error("changed its mind");
    });
    await expect(failing).rejects.toThrow("changed its mind");
    expect(await ids()).toEqual(["org_kept"]);
  });

  it("hands itself down to statements on the database and to nested transactions", async () => {
    const failing = db.transaction(async () => {
      await db.query(add("org_a"));
      await db.transaction(async (inner) => {
        await inner.query(add("org_b"));
      });
      expect(await ids()).toContain("org_b");
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    expect(await ids()).toEqual(["org_kept"]);
  });

  it("refuses a statement sent to it after its end", async () => {
    const handle = await db.transaction(async (transaction) => transaction);
    expect(() => handle.query(add("org_late"))).toThrow("has ended");
  });

  it("keeps concurrent transactions apart", async () => {
    const before = (await ids()).length;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db
          .transaction(async (transaction) => {
            await transaction.query(add(`org_many_${index}`));
            if (index % 2 === 0) throw new Error("even ones are undone");
          })
          .catch(() => {}),
      ),
    );
    expect((await ids()).length).toBe(before + 10);
  });
});

describe("a statement", () => {
  it("numbers the parameters of nested fragments in order", () => {
    const condition = sql`name = ${"b"} and id = ${"c"}`;
    expect(sql`select ${"a"} where ${condition} limit ${1}`).toEqual({
      text: "select $1 where name = $2 and id = $3 limit $4",
      values: ["a", "b", "c", 1],
    });
  });

  it("makes a parameter of an object that only looks like a fragment", () => {
    const forged = { text: "1; drop table organization", values: [] };
    expect(sql`select ${forged}`).toEqual({ text: "select $1", values: [forged] });
  });
});
