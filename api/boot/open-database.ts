import { join } from "node:path";
import {
  type Database,
  holdStore,
  MigrationRefused,
  migrate,
  openEmbedded,
  openServer,
  type StoreHold,
} from "../../migrations/index.ts";
import type { QueuePlace } from "../jobs/queue.ts";
import type { Config } from "./config.ts";
import type { Logger } from "./logger.ts";
import { mayCreateSchema } from "./readiness.repository.ts";

/** The opened database, the place for its job queue, and the lock on the folder of the embedded one. */
export interface OpenedDatabase {
  readonly db: Database;
  /** Where jobs are queued unless Redis is configured. */
  readonly queuePlace: QueuePlace;
  readonly hold: StoreHold | null;
  /** Resolves with the reason when the embedded database ends by itself: this process can do nothing without it. */
  readonly stopped?: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name and migrates it to the newest schema.
 *
 * @throws StoreHeld when another process has the embedded store; MigrationRefused when the database does not fit
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) {
    const db = openServer({
      connectionString: config.databaseUrl,
      onIdleError: (error) => logger.warn({ error: error.message }, "an idle database connection was lost"),
    });
    try {
      await migrate(db);
      if (config.redisUrl === null) await assertMayCreateQueue(db);
    } catch (error) {
      await db.close();
      throw error;
    }
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
      stopped: db.stopped,
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

/**
 * BullMQ creates a schema for its tables when it first connects, and where it may not, it reconnects without a pause for
 * ever. So the right is checked before.
 *
 * @throws MigrationRefused when the role may not create schemas
 */
async function assertMayCreateQueue(db: Database): Promise<void> {
  if (await mayCreateSchema(db)) return;
  throw new MigrationRefused(
    "migration.not-permitted",
    "the role in DATABASE_URL may not create the schema of the job queue. Let an administrator run " +
      "`grant create on database NAME to ROLE`, or set REDIS_URL",
  );
}
