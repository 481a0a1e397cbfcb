import type { Database } from "./database.ts";

const mostKept = 2_000;

/**
 * Makes a way to read that asks the database again only when something may have changed since.
 *
 * Exact on both engines: what was kept is given only when the database says, after the caller asked, that nothing was
 * committed since it was read, by whichever process. Inside a transaction every call reads. What is read must not depend
 * on the time of day. Callers that ask for the same thing in the same state of the database share one read.
 */
export function makeUnchangedReads<Value>(
  db: Pick<Database, "changes">,
): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, { readonly changes: number | string; readonly value: Promise<Value> }>();
  return async (key, read) => {
    const changes = await db.changes();
    if (changes === undefined) return read();
    const known = kept.get(key);
    if (known?.changes === changes) return known.value;
    if (kept.size >= mostKept) kept.clear();
    const reading = { changes, value: read() };
    kept.set(key, reading);
    reading.value.catch(() => {
      if (kept.get(key) === reading) kept.delete(key);
    });
    return reading.value;
  };
}
