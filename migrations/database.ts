import { AsyncLocalStorage } from "node:async_hooks";
import { makeOwnChanges, type OwnChanges, type TableReach } from "./own-changes.ts";
import { makeSharedRead } from "./shared-read.ts";
import { assertMadeBySql, type Statement, sql } from "./sql.ts";

/** Anything a statement can run on: the database, or an open transaction of it. */
export interface Queryable {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
}

/** The database behind the service: the embedded engine or a PostgreSQL server, with the same statements on both. */
export interface Database extends Queryable {
  readonly engine: "embedded" | "server";
  /**
   * Runs the work in one transaction and commits when it resolves.
   *
   * Inside the work, statements on the database itself run in the same transaction, and a nested call joins it, so a
   * service may open one without knowing whether its caller already has. On a server the whole work is run again after
   * a serialization failure, a deadlock or a lost connection, three times at most; it must have no effects outside.
   */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /** Runs a script of several statements without parameters, in the open transaction if there is one. */
  script(text: string): Promise<void>;
  /**
   * Runs the work on one session and outside of any transaction: for commands that refuse to run in one, and for
   * settings and locks that hold from statement to statement, which the work takes back itself. Inside, only the given
   * session may be used: the embedded engine has no other.
   *
   * @throws Error when called inside a transaction
   */
  session<Result>(work: (session: Omit<Session, "release">) => Promise<Result>): Promise<Result>;
  /**
   * Gives a mark of what has been committed, found out after the call: what was read stays true while the mark stays
   * the same. On the embedded engine it counts the statements that may have changed something; on a server it is the
   * server's own word on which transactions have ended, those of other processes among them.
   *
   * @returns undefined inside a transaction, which sees what nobody else may see yet
   */
  changes(): Promise<number | string | undefined>;
  /** What is known of changes by table, on the engine that this process alone writes to; undefined on a server. */
  readonly ownChanges: OwnChanges | undefined;
  /**
   * Runs work that reads at one moment: within it, {@link changes} asks a server once, and again only after this process
   * has changed something. Whatever is committed after the work has begun may be missed by it, so it is for work that
   * ends as soon as it has read.
   */
  atOneMoment<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** One session: what a driver must give to be wrapped by {@link makeDatabase}. */
export interface Session extends Queryable {
  script(text: string): Promise<void>;
  /** Gives the session back; `broken` discards it. */
  release(broken: boolean): void;
}

/** A driver: how sessions are had, and which failures are worth a second try. */
export interface Driver {
  readonly engine: Database["engine"];
  session(): Promise<Session>;
  /** Says what has been committed, where other processes write too; left out where this process alone writes. */
  committed?(): Promise<string>;
  isRetryable(error: unknown): boolean;
  close(): Promise<void>;
}

interface OpenTransaction {
  readonly session: Session;
  isOpen: boolean;
}

/** What work at one moment has asked, and how often this process had changed something then. */
interface Moment {
  written: number;
  mark: Promise<string> | undefined;
}

const attempts = 3;
/** Wraps a driver with transactions that are handed down the call chain. */
export function makeDatabase(driver: Driver): Database {
  const handedDown = new AsyncLocalStorage<OpenTransaction>();
  const moments = new AsyncLocalStorage<Moment>();
  const own = makeOwnChanges();
  const committed = driver.committed && makeSharedRead(driver.committed);

  async function openSession(): Promise<Session> {
    const session = await driver.session();
    return {
      async query<Row extends object>(statement: Statement) {
        assertMadeBySql(statement);
        own.heard(statement.text);
        try {
          return await session.query<Row>(statement);
        } finally {
          own.ran(statement.text);
        }
      },
      async script(text) {
        await session.script(text).finally(() => own.ran(text));
      },
      release: (broken) => session.release(broken),
    };
  }

  const openTransaction = () => {
    const transaction = handedDown.getStore();
    return transaction?.isOpen ? transaction : undefined;
  };

  async function onSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const open = openTransaction();
    if (open) return work(open.session);
    const session = await openSession();
    let broken = false;
    try {
      return await work(session);
    } catch (error) {
      broken = driver.isRetryable(error);
      throw error;
    } finally {
      session.release(broken);
    }
  }

  async function runOnce<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result> {
    const session = await openSession();
    const transaction: OpenTransaction = { session, isOpen: true };
    const handle: Queryable = {
      query: (statement) => {
        if (!transaction.isOpen) throw new Error("a statement was sent to a transaction that has ended");
        return session.query(statement);
      },
    };
    let broken = false;
    try {
      await session.script("begin");
      const result = await handedDown.run(transaction, () => work(handle));
      transaction.isOpen = false;
      await session.script("commit");
      return result;
    } catch (error) {
      transaction.isOpen = false;
      broken = await session.script("rollback").then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      session.release(broken);
    }
  }

  async function changes(): Promise<number | string | undefined> {
    if (openTransaction()) return undefined;
    if (committed === undefined) {
      await own.learn(() => onSession(findTables));
      return own.now();
    }
    const moment = moments.getStore();
    if (moment === undefined) return committed();
    if (moment.mark === undefined || moment.written !== own.now()) {
      moment.written = own.now();
      moment.mark = committed();
    }
    return moment.mark;
  }

  return {
    engine: driver.engine,
    query: (statement) => onSession((session) => session.query(statement)),
    script: (text) => onSession((session) => session.script(text)),
    async session(work) {
      if (openTransaction()) throw new Error("a session of its own was asked for inside a transaction");
      return onSession(work);
    },
    async transaction(work) {
      const open = openTransaction();
      if (open) return work({ query: (statement) => open.session.query(statement) });
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(work);
        } catch (error) {
          if (attempt === attempts || !driver.isRetryable(error)) throw error;
          await new Promise((resolve) => setTimeout(resolve, attempt * 20 + Math.random() * 40));
        }
      }
    },
    changes,
    ownChanges: committed ? undefined : own,
    atOneMoment: (work) => (committed ? moments.run({ written: own.now(), mark: undefined }, work) : work()),
    close: () => driver.close(),
  };
}

function findTables(session: Queryable): Promise<TableReach[]> {
  return session.query<TableReach>(sql`-- find_tables_and_cascades
    with recursive hanging as (
      select confrelid as held, conrelid as holder
      from pg_constraint
      where contype = 'f' and (confdeltype in ('c', 'n', 'd') or confupdtype in ('c', 'n', 'd'))
    ), reach as (
      select held, holder from hanging
      union
      select reach.held, hanging.holder from reach join hanging on hanging.held = reach.holder
    )
    select kind.relname as name,
      array(select holder.relname::text from reach join pg_class as holder on holder.oid = reach.holder
        where reach.held = kind.oid) as reached
    from pg_class as kind
    join pg_namespace as place on place.oid = kind.relnamespace
    where kind.relkind in ('r', 'p', 'v', 'm') and place.nspname not in ('pg_catalog', 'information_schema')`);
}
