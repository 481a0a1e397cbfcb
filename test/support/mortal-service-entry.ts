/**
 * The service as a process that dies, as by `kill -9`, right after a statement that its parent names. Start-up and work are
 * the product's; only the database is wrapped.
 *
 *     MORTAL_FILE  path of a file with an order; while there is none, nothing is counted:
 *                  `record changes`  writes the names of points at which the store may have changed into FILE.points
 *                  `record all`      writes those of all statements
 *                  `die N NAME`      dies at the point of that name when it comes to it for the n-th time
 *     MORTAL_TIME  what time has done to what the dead left behind: `claims` ends leases of idempotency keys and of
 *                  turns' places, `all` the turns themselves and holds of credits too
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, readFileSync } from "node:fs";
import { type OpenedDatabase, openDatabase } from "../../api/boot/open-database.ts";
import { startServer } from "../../api/boot/start-server.ts";
import { type Database, type Queryable, type Statement, sql } from "../../migrations/index.ts";

const file = process.env.MORTAL_FILE ?? "";
let order = "";
const passed = new Map<string, number>();

function orderNow(): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Comes to a point where the process may be told to end. */
function pass(name: string, mayHaveChanged: boolean): void {
  const now = orderNow();
  if (now !== order) passed.clear();
  order = now;
  if (now === "") return;
  const times = (passed.get(name) ?? 0) + 1;
  passed.set(name, times);
  if (now === "record all" || (now === "record changes" && mayHaveChanged))
    appendFileSync(`${file}.points`, `${name}\n`);
  if (now === `die ${times} ${name}`) process.kill(process.pid, "SIGKILL");
}

const nameOf = ({ text }: Statement) => /--\s*(\S+)/.exec(text)?.[1] ?? "";
const isRead = ({ text }: Statement) => /^\s*--[^\n]*\n\s*select\b/i.test(text);

/** The transaction that a statement belongs to; an inner one belongs to the outermost. */
const transactions = new AsyncLocalStorage<{ last: string; isOpen: boolean }>();

function mortal(db: Database): Database {
  const openTransaction = () => {
    const transaction = transactions.getStore();
    return transaction?.isOpen ? transaction : undefined;
  };
  async function counted<Row extends object>(on: Queryable, statement: Statement): Promise<Row[]> {
    const transaction = openTransaction();
    const rows = await on.query<Row>(statement);
    if (transaction) transaction.last = nameOf(statement);
    pass(nameOf(statement), !transaction && !isRead(statement));
    return rows;
  }
  const counting = (on: Queryable): Queryable => ({ query: (statement) => counted(on, statement) });
  return {
    ...db,
    query: counting(db).query,
    async transaction(work) {
      if (openTransaction()) return db.transaction((inner) => work(counting(inner)));
      const own = { last: "nothing", isOpen: false };
      const result = await db.transaction((inner) =>
        transactions.run(own, async () => {
          own.isOpen = true;
          try {
            return await work(counting(inner));
          } finally {
            own.isOpen = false;
          }
        }),
      );
      pass(`the commit of ${own.last}`, own.last !== "nothing");
      return result;
    },
  };
}

/** Lets leases of the dead run out, as time would. */
async function letTimePass(db: Queryable, how: string | undefined): Promise<void> {
  if (how === undefined) return;
  await db.query(sql`-- end_claims
    update idempotency_claim set lease_until = now() - interval '1 second' where state = 'running'`);
  await db.query(sql`-- end_slots
    update turn_slot set lease_until = now() - interval '1 second'`);
  if (how === "claims") return;
  await db.query(sql`-- age_turns
    update agent_turn set created_at = created_at - interval '5 minutes' where status in ('queued', 'running')`);
  await db.query(sql`-- end_holds
    update credit_reservation set expires_at = now() - interval '1 second' where state = 'held'`);
}

await startServer(async (...parts): Promise<OpenedDatabase> => {
  const opened = await openDatabase(...parts);
  await letTimePass(opened.db, process.env.MORTAL_TIME);
  return { ...opened, db: mortal(opened.db) };
});
