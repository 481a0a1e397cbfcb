import { join } from "node:path";
import { type Database, holdStore, migrate, openEmbedded, openServer, type StoreHold } from "../../migrations/index.ts";
import type { QueuePlace } from "../jobs/queue.ts";
import type { Config } from "./config.ts";
import type { Logger } from "./logger.ts";

/** The opened database, the place for its job queue, and, for the embedded one, the hold on its folder. */
export interface OpenedDatabase {
  readonly db: Database;
  /** Where jobs are queued unless Redis is configured. */
  readonly queuePlace: QueuePlace;
  readonly hold: StoreHold | null;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name and brings it to the newest shape.
 *
 * Throws  StoreHeld when another process has the embedded store; MigrationRefused when the database does not fit
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) {
    const db = await openServer({
      connectionString: config.databaseUrl,
      onIdleError: (error) => logger.warn({ error: error.message }, "an idle database connection was lost"),
    });
    await migrate(db).catch(async (error) => {
      await db.close();
      throw error;
    });
    return {
      db,
      queuePlace: { kind: "server", connectionString: config.databaseUrl },
      hold: null,
      close: () => db.close(),
    };
  }
  const hold = await holdStore(config.dataDir);
  try {
    const db = await openEmbedded({ folder: join(config.dataDir, "database") });
    await migrate(db);
    return {
      db,
      queuePlace: { kind: "embedded", pool: db.pool },
      hold,
      close: async () => {
        await db.close();
        await hold.release();
      },
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}
