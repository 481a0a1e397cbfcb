import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComposeOptions, compose, type Service } from "../../api/boot/compose.ts";
import { readConfig } from "../../api/boot/config.ts";
import { secretsOf } from "../../api/boot/config-secrets.ts";
import { makeLogger } from "../../api/boot/logger.ts";
import { type Database, holdStore, type Queryable, type Statement } from "../../migrations/index.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { type Call, callerOf, makeTestOrganization, type TestOrganization, type TestServices } from "./http.ts";
import { shareComputePool } from "./shared-compute.ts";

/** The whole service as it is composed for production, over an empty database of the test's own. */
export interface ComposedService {
  readonly service: Service;
  readonly services: TestServices;
  readonly call: Call;
  readonly organization: TestOrganization;
  readonly stranger: TestOrganization;
  readonly folder: string;
  /** Stops the service and leaves its store. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** What a test replaces or listens to. */
export interface ComposedOptions extends ComposeOptions {
  /** Takes the log, line by line, as the process would write it; it is not written at all when absent. */
  readonly onLogLine?: (line: string) => void;
  /** Hears of every statement, also of those inside of a transaction, before it is sent. */
  readonly onStatement?: (statement: Statement) => void;
}

/** Composes and starts the service for a test; settings are environment variables as an operator would write them. */
export async function openComposedService(
  settings: Readonly<Record<string, string>> = {},
  options: ComposedOptions = {},
): Promise<ComposedService> {
  const folder = await mkdtemp(join(tmpdir(), "groundwork-composed-"));
  const db = await openTestDatabase();
  const started = await startComposed(db, folder, settings, options);
  const services: TestServices = { ...started.service, db, close: () => db.close() };
  return {
    ...started,
    services,
    call: callerOf(started.service.app),
    organization: await makeTestOrganization(services, "Acme"),
    stranger: await makeTestOrganization(services, "Other"),
    close: async () => {
      await started.stop();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Composes and starts the service over a store that is there already: what a restart with other settings does. */
export async function restartComposedService(
  running: ComposedService,
  settings: Readonly<Record<string, string>>,
): Promise<ComposedService> {
  await running.stop();
  const { db } = running.services;
  const started = await startComposed(db, running.folder, settings, {});
  return {
    ...running,
    ...started,
    services: { ...started.service, db, close: () => db.close() },
    call: callerOf(started.service.app),
    close: async () => {
      await started.stop();
      await db.close();
      await rm(running.folder, { recursive: true, force: true });
    },
  };
}

function listenedTo(db: Database, onStatement: (statement: Statement) => void): Database {
  const listening = (on: Queryable): Queryable => ({
    query: (statement) => {
      onStatement(statement);
      return on.query(statement);
    },
  });
  return {
    ...db,
    query: listening(db).query,
    transaction: (work) => db.transaction((transaction) => work(listening(transaction))),
  };
}

/** A test asks nobody outside of this machine. */
const onlyHere = async (host: string) => (host === "localhost" ? ["127.0.0.1"] : []);

async function startComposed(
  db: TestDatabase,
  folder: string,
  settings: Readonly<Record<string, string>>,
  { onLogLine, onStatement, ...options }: ComposedOptions,
) {
  const hold = await holdStore(folder);
  const config = readConfig({ RATE_LIMITS: "off", LOG_LEVEL: "silent", ...settings, DATA_DIR: folder }, folder);
  const heard = onStatement ? listenedTo(db, onStatement) : db;
  const opened = { db: heard, queuePlace: db.queuePlace, hold, close: () => db.close() };
  const logger = onLogLine
    ? makeLogger("debug", { secrets: secretsOf(config), destination: { write: onLogLine } })
    : makeLogger("silent");
  const service = await compose(config, opened, logger, {
    validatesResponses: true,
    network: { resolve: onlyHere },
    compute: shareComputePool(),
    ...options,
  });
  await service.startHousekeeping();
  await service.startWorker();
  return {
    service,
    folder,
    stop: async () => {
      await service.stop({ graceMs: 1_000 });
      await hold.release();
    },
  };
}
