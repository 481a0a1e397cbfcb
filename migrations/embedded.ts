import { mkdir } from "node:fs/promises";
import { type Database, type Driver, makeDatabase } from "./database.ts";
import { diskFullAsUnavailable } from "./database-unavailable.ts";
import { type EmbeddedEngine, type EngineStopped, startEngine } from "./embedded-engine.ts";
import { type EmbeddedPool, makeEmbeddedPool } from "./embedded-pool.ts";
import { makeTurnstile } from "./turnstile.ts";

/** The embedded engine: PostgreSQL with pgvector in a thread of this process, its files in one folder. */
export interface EmbeddedDatabase extends Database {
  /** The same session in the shape of a `pg` pool, for libraries that bring their own statements. */
  readonly pool: EmbeddedPool;
  /** Resolves when the engine ends before it is closed: every statement fails from then on. */
  readonly stopped: Promise<EngineStopped>;
  /** Returns the whole store as one uncompressed archive, to be loaded elsewhere. */
  dump(): Promise<Blob>;
}

/**
 * Opens the embedded engine on a folder, or in memory when no folder is named.
 *
 * The engine takes no lock on its folder: hold it first (`store-lock.ts`), or two processes write diverging data.
 * It takes 2 to 3 s for a new store, and 0.4 s for an existing one or an archive.
 */
export async function openEmbedded(options: { folder?: string; archive?: Blob } = {}): Promise<EmbeddedDatabase> {
  if (options.folder) await mkdir(options.folder, { recursive: true, mode: 0o700 });
  return embeddedOn(await startEngine(options));
}

/** Returns the database on an engine that has been started; closing the one closes the other. */
export function embeddedOn(engine: EmbeddedEngine): EmbeddedDatabase {
  const turnstile = makeTurnstile();

  const driver: Driver = {
    engine: "embedded",
    async session() {
      const leave = await turnstile.enter();
      return {
        query: async <Row extends object>(statement: { text: string; values: readonly unknown[] }) => {
          const result = await engine.query(statement.text, statement.values).catch((error: unknown) => {
            throw diskFullAsUnavailable(error);
          });
          return result.rows as Row[];
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
    stopped: engine.stopped,
    dump: async () => {
      const leave = await turnstile.enter();
      return engine.dump().finally(leave);
    },
  };
}
