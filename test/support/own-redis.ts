import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Redis } from "ioredis";
import { freePort } from "../../evals/start-service.ts";

/** A Redis of a test's own: what the test does to it meets nobody else. */
export interface OwnRedis {
  readonly url: string;
  /** Makes it forget everything. */
  flush(): Promise<void>;
  /** Ends it without a word and starts it again, empty, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether this machine has a Redis server to start. */
export const canStartRedis = (): boolean => spawnSync("redis-server", ["--version"]).status === 0;

/** Starts a Redis server on a free port of this machine, in memory only. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  let server = await start(port);
  const end = async () => {
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async flush() {
      const client = connect(port);
      await client.flushall();
      client.disconnect();
    },
    async restart() {
      await end();
      server = await start(port);
    },
    stop: end,
  };
}

async function start(port: number): Promise<ChildProcess> {
  const options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"];
  const server = spawn("redis-server", ["--port", String(port), ...options], { stdio: "ignore" });
  const client = connect(port);
  await client.ping();
  client.disconnect();
  return server;
}

/** Asks again until the server listens. */
function connect(port: number): Redis {
  const client = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => {});
  return client;
}
