import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";

/** Engines a service is measured on: what it is told of them, and how it is started there. */
export interface BenchEngines {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Undefined starts the product's own server. */
  readonly script: readonly string[] | undefined;
  /** What is not measured here, and why. */
  readonly left: string | undefined;
  close(): Promise<void>;
}

/** The engines inside the process. */
export const embeddedEngines: BenchEngines = {
  name: "embedded",
  settings: {},
  script: undefined,
  left: undefined,
  close: async () => {},
};

/**
 * The PostgreSQL server and the Redis that the environment names, with an empty database of the benchmark's own; or the
 * reason why there are none.
 */
export async function serverEngines(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<BenchEngines | string> {
  const databaseUrl = environment.TEST_DATABASE_URL ?? environment.DATABASE_URL;
  const redisUrl = environment.TEST_REDIS_URL ?? environment.REDIS_URL;
  if (!databaseUrl || !redisUrl) {
    return "server engines: not measured; name them with TEST_DATABASE_URL and TEST_REDIS_URL (or DATABASE_URL and REDIS_URL)";
  }
  const name = `groundwork_bench_${randomBytes(6).toString("hex")}`;
  const administrator = new pg.Client({ connectionString: databaseUrl });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  const offered = await administrator.query("select 1 from pg_available_extensions where name = 'vector'");
  const hasVectors = offered.rows.length > 0;
  return {
    name: "PostgreSQL, Redis",
    settings: { DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href, REDIS_URL: redisUrl },
    // The product refuses to start without pgvector; the entry of the tests leaves that one check out.
    script: hasVectors ? undefined : [join(import.meta.dirname, "../support/service-entry.ts"), "server"],
    left: hasVectors
      ? undefined
      : "PostgreSQL, Redis: this server has no pgvector, so the dense leg is left out of both ingest and search there",
    close: async () => {
      await administrator.query(`drop database if exists ${name} with (force)`);
      await administrator.end();
    },
  };
}
