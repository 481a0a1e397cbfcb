import type { Queryable } from "../../migrations/index.ts";
import type { FileStore } from "./file-store.ts";
import { findReferencedKeys } from "./stored-files.repository.ts";

const dayMs = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;

/** Makes the chore that deletes files which nothing refers to, a day old or older; it looks once an hour. */
export function makeOrphanSweep(db: Queryable, files: FileStore): () => Promise<number> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - sweptAt < everyMs) return 0;
    sweptAt = performance.now();
    return files.sweepOrphans(dayMs, (keys) => findReferencedKeys(db, keys));
  };
}
