import { mkdir } from "node:fs/promises";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { type Database, type Driver, makeDatabase } from "./database.ts";
import { diskFullAsUnavailable } from "./database-unavailable.ts";
import { type EmbeddedPool, makeEmbeddedPool } from "./embedded-pool.ts";
import { makeTurnstile } from "./turnstile.ts";

/** The embedded engine: PostgreSQL with pgvector inside this process, its files in one folder. */
export interface EmbeddedDatabase extends Database {
  /** The same session in the shape of a `pg` pool, for libraries that bring their own statements. */
  readonly pool: EmbeddedPool;
  /** The whole store as one uncompressed archive, to be loaded elsewhere. */
  dump(): Promise<Blob>;
}

/**
 * Opens the embedded engine on a folder, or in memory when no folder is named.
 *
 * The engine takes no lock on its folder: hold it first (`store-lock.ts`), or two processes write diverging data.
 * Cost    a new store 2 to 3 s, an existing one 0.4 s, a loaded archive 0.4 s
 */
export async function openEmbedded(options: { folder?: string; archive?: Blob } = {}): Promise<EmbeddedDatabase> {
  if (options.folder) await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const engineOptions: PGliteOptions = { extensions: { vector } };
  if (options.folder) engineOptions.dataDir = options.folder;
  if (options.archive) engineOptions.loadDataDir = options.archive;
  const engine = await PGlite.create(engineOptions);
  await engine.exec("set search_path = public, bullmq");
  const turnstile = makeTurnstile();

  const driver: Driver = {
    engine: "embedded",
    async session() {
      const leave = await turnstile.enter();
      return {
        query: async <Row extends object>(statement: { text: string; values: readonly unknown[] }) => {
          const result = await engine.query<Row>(statement.text, [...statement.values]).catch((error: unknown) => {
            throw diskFullAsUnavailable(error);
          });
          return result.rows;
        },
        script: async (text) => {
          await engine.exec(text);
        },
        release: leave,
      };
    },
    isRetryable: () => false,
    close: async () => {
      const leave = await turnstile.enter();
      await engine.close().finally(leave);
    },
  };
  return {
    ...makeDatabase(driver),
    pool: makeEmbeddedPool(engine, turnstile),
    dump: async () => {
      const leave = await turnstile.enter();
      return engine.dumpDataDir("none").finally(leave);
    },
  };
}
