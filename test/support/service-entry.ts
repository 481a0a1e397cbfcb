/**
 * The service as a process of its own on a PostgreSQL server that may lack pgvector: start-up, work and drain are the
 * product's, only the refusal to run without vectors is left out. Started as `service-entry.ts server` or `… worker`.
 */
import type { Config } from "../../api/boot/config.ts";
import type { Logger } from "../../api/boot/logger.ts";
import type { OpenedDatabase } from "../../api/boot/open-database.ts";
import { startServer } from "../../api/boot/start-server.ts";
import { startWorkerProcess } from "../../api/boot/start-worker.ts";
import { migrate, openServer } from "../../migrations/index.ts";

async function openWithoutVectors(config: Config, logger: Logger): Promise<OpenedDatabase> {
  const connectionString = config.databaseUrl;
  if (connectionString === null) throw new Error("DATABASE_URL is not set");
  const onIdleError = (error: Error) => logger.warn({ error: error.message }, "an idle database connection was lost");
  const db = await openServer({ connectionString, onIdleError });
  await migrate(db, { allowMissingVectors: true });
  return { db, queuePlace: { kind: "server", connectionString }, hold: null, close: () => db.close() };
}

await (process.argv[2] === "worker" ? startWorkerProcess(openWithoutVectors) : startServer(openWithoutVectors));
