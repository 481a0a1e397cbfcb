import type { Database } from "./database.ts";

const mostKept = 2_000;

interface Kept<Value> {
  /** The mark under which the read began. */
  readonly changes: number | string;
  readonly value: Promise<Value>;
  /** The tables that were read, where they are known: from the end of the read on. */
  tables: ReadonlySet<string> | undefined;
}

/**
 * Makes a way to read that asks the database again only when something may have changed since.
 *
 * Exact on both engines: what was kept is given only when nothing was committed since it was read: on a server by the
 * word of the server, given after the caller asked, on the embedded engine by this process's own count of what it changed
 * in the tables that were read. Inside a transaction every call reads. What is read must not depend on the time of day.
 * Callers that ask for the same thing in the same state of the database share one read.
 */
export function makeUnchangedReads<Value>(
  db: Pick<Database, "changes"> & Partial<Pick<Database, "ownChanges">>,
): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Kept<Value>>();

  function isTrue(known: Kept<Value>, changes: number | string): boolean {
    if (known.changes === changes) return true;
    const own = db.ownChanges;
    return own !== undefined && known.tables !== undefined && own.lastTo(known.tables) <= Number(known.changes);
  }

  function begin(key: string, changes: number | string, read: () => Promise<Value>): Kept<Value> {
    if (kept.size >= mostKept) kept.clear();
    const observed = db.ownChanges?.observe(read) ?? { result: read(), tables: undefined };
    const reading: Kept<Value> = {
      changes,
      tables: undefined,
      value: observed.result.then((value) => {
        reading.tables = observed.tables;
        return value;
      }),
    };
    kept.set(key, reading);
    reading.value.catch(() => {
      if (kept.get(key) === reading) kept.delete(key);
    });
    return reading;
  }

  return async (key, read) => {
    const changes = await db.changes();
    if (changes === undefined) return read();
    const known = kept.get(key);
    const given = known && isTrue(known, changes) ? known : begin(key, changes, read);
    const value = await given.value;
    // A read that is made of others depends on their tables too.
    if (given.tables) db.ownChanges?.note(given.tables);
    return value;
  };
}
