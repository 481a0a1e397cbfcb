import { randomBytes } from "node:crypto";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { QueuePlace } from "../../api/jobs/queue.ts";
import { embeddedOn } from "../../migrations/embedded.ts";
import { type Database, openServer } from "../../migrations/index.ts";
import { takeEngine } from "./engine-pool.ts";

/** A fresh database of a test's own, with the place where its job queue lives. */
export interface TestDatabase extends Database {
  readonly queuePlace: QueuePlace;
  /** Address of the database; null on the embedded engine. */
  readonly url: string | null;
}

/** The PostgreSQL server that tests run on instead of the embedded engine, when one is named. */
export const testServerUrl = process.env.TEST_DATABASE_URL;

/**
 * Opens a fresh, migrated, empty database for one test file: on the embedded engine, or, with TEST_DATABASE_URL, on
 * that server. The caller closes it.
 */
export async function openTestDatabase(options: { readonly maxConnections?: number } = {}): Promise<TestDatabase> {
  if (testServerUrl !== undefined) return openOnServer(testServerUrl, options);
  const db = embeddedOn(await takeEngine());
  return { ...db, queuePlace: { kind: "embedded", pool: db.pool }, url: null };
}

async function openOnServer(serverUrl: string, options: { readonly maxConnections?: number }): Promise<TestDatabase> {
  const name = `groundwork_test_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${inject("templateDatabase")}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const db = openServer({ connectionString: url, ...options });
  return {
    ...db,
    queuePlace: { kind: "server", connectionString: url },
    url,
    close: async () => {
      await db.close();
      await onServer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Lays an empty store in the data folder of a process to be started, which then has no store to make. */
export async function layEmptyStore(dataFolder: string): Promise<void> {
  if (testServerUrl !== undefined) return;
  await cp(inject("templateStore"), join(dataFolder, "database"), { recursive: true });
}

/** Runs one statement on the server's own database. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
