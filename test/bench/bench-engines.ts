import { randomBytes } from "node:crypto";
import pg from "pg";

/** Engines a service is measured on: what it is told of them, and how it is started there. */
export interface BenchEngines {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The engines inside the process. */
export const embeddedEngines: BenchEngines = {
  name: "embedded",
  settings: {},
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
  return {
    name: "PostgreSQL, Redis",
    settings: { DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href, REDIS_URL: redisUrl },
    close: async () => {
      await administrator.query(`drop database if exists ${name} with (force)`);
      await administrator.end();
    },
  };
}
