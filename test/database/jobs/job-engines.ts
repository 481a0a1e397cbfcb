import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import pg from "pg";
import { type JobQueue, openQueue } from "../../../api/jobs/queue.ts";
import { type Database, migrate, openServer } from "../../../migrations/index.ts";
import { openTestDatabase } from "../../support/database.ts";

/** A database for the rows and a place for the queue, fresh for one test file. */
export interface JobEngine {
  readonly db: Database;
  openQueue(onError?: (error: Error) => void): Promise<JobQueue>;
  /** Deletes everything from the queue, as a FLUSHALL does. */
  emptyQueue(): Promise<void>;
  close(): Promise<void>;
}

/** An engine, and what is missing when it cannot be had here. */
export interface EngineChoice {
  readonly name: string;
  readonly missing: string | undefined;
  open(): Promise<JobEngine>;
}

const redisUrl = process.env.TEST_REDIS_URL;
const serverUrl = process.env.TEST_DATABASE_URL;
const ignore = () => {};

/** Every place that jobs can live in. */
export const jobEngines: readonly EngineChoice[] = [
  {
    name: "the embedded engine",
    missing: serverUrl === undefined ? undefined : "this run is on the server of TEST_DATABASE_URL",
    open: openEmbeddedEngine,
  },
  { name: "Redis", missing: redisUrl === undefined ? "TEST_REDIS_URL is not set" : undefined, open: openRedisEngine },
  {
    name: "a PostgreSQL server",
    missing: serverUrl === undefined ? "TEST_DATABASE_URL is not set" : undefined,
    open: openServerEngine,
  },
];

async function openEmbeddedEngine(): Promise<JobEngine> {
  const db = await openTestDatabase();
  return {
    db,
    openQueue: (onError = ignore) => openQueue(db.queuePlace, onError),
    emptyQueue: () => db.script("delete from bullmq.job"),
    close: () => db.close(),
  };
}

async function openRedisEngine(): Promise<JobEngine> {
  const db = await openTestDatabase();
  const url = redisUrl ?? "";
  const prefix = `test-${randomBytes(6).toString("hex")}`;
  const redis = new Redis(url);
  const emptyQueue = async () => {
    const keys = await redis.keys(`${prefix}:*`);
    if (keys.length > 0) await redis.del(...keys);
  };
  return {
    db,
    openQueue: (onError = ignore) => openQueue({ kind: "redis", url, prefix }, onError),
    emptyQueue,
    close: async () => {
      await emptyQueue();
      redis.disconnect();
      await db.close();
    },
  };
}

/** A database of its own on the server, so that test files do not meet. */
async function openServerEngine(): Promise<JobEngine> {
  const name = `groundwork_test_${randomBytes(6).toString("hex")}`;
  const asAdministrator = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await asAdministrator(`create database ${name}`);
  const url = new URL(serverUrl ?? "");
  url.pathname = `/${name}`;
  const connectionString = url.href;
  const db = openServer({ connectionString });
  await migrate(db);
  return {
    db,
    openQueue: (onError = ignore) => openQueue({ kind: "server", connectionString }, onError),
    emptyQueue: () => db.script("delete from bullmq.job"),
    close: async () => {
      await db.close();
      await asAdministrator(`drop database ${name} with (force)`);
    },
  };
}
