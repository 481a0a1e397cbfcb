import type { Database } from "./database.ts";

const mostKept = 2_000;

/**
 * Makes a way to read that asks the database again only when something may have changed since.
 *
 * Holds only where this process alone writes, on the embedded engine; on a server every call reads. What is read must
 * not depend on the time of day.
 */
export function makeUnchangedReads<Value>(
  db: Pick<Database, "changes">,
): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, { readonly changes: number; readonly value: Value }>();
  return async (key, read) => {
    const changes = db.changes();
    if (changes === undefined) return read();
    const known = kept.get(key);
    if (known?.changes === changes) return known.value;
    const value = await read();
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, { changes, value });
    return value;
  };
}
