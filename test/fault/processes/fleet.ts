import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestDatabase, type TestDatabase, testServerUrl } from "../../support/database.ts";
import { makeTestOrganization, openServicesOn, type TestServices } from "../../support/http.ts";
import { canStartRedis, type OwnRedis, startOwnRedis } from "../../support/own-redis.ts";
import { makeServiceProcess, type ServiceProcess } from "../../support/service-process.ts";

/** Why several processes cannot be tried here; undefined when they can. */
export const missingForFleet: string | undefined =
  testServerUrl === undefined || process.env.TEST_REDIS_URL === undefined
    ? "TEST_DATABASE_URL and TEST_REDIS_URL are not both set"
    : canStartRedis()
      ? undefined
      : "there is no redis-server to start: a Redis that others use cannot be emptied and restarted";

/** What one process answered; undefined when it was killed before it could. */
export interface FleetAnswer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** Several processes of one service: they share a database, a Redis and a folder of files, and nothing else. */
export interface Fleet {
  readonly db: TestDatabase;
  readonly services: TestServices;
  readonly redis: OwnRedis;
  readonly apis: readonly ServiceProcess[];
  readonly workers: readonly ServiceProcess[];
  readonly key: string;
  /**
   * Sends one request to one process; undefined when the process was down or was killed meanwhile.
   *
   * @throws Error when a process that nobody killed did not answer, or answered with a fault of its own
   */
  ask(api: ServiceProcess, method: string, path: string, request?: FleetRequest): Promise<FleetAnswer | undefined>;
  stop(): Promise<void>;
}

/** What is sent: a body as JSON, or bytes with the type of the headers. */
export interface FleetRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string | Uint8Array;
}

/** Starts API and worker processes over an empty database and an empty Redis; `more` are settings for all of them. */
export async function startFleet(
  counts: { apis: number; workers: number },
  more: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), "groundwork-fleet-"));
  const db = await openTestDatabase();
  const services = openServicesOn(db);
  const organization = await makeTestOrganization(services, "Acme");
  const redis = await startOwnRedis();
  const settings = {
    DATABASE_URL: db.url ?? "",
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    WORKER: "off",
    ...more,
  };
  const makeAll = (role: ServiceProcess["role"], count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => makeServiceProcess(`${role} ${at + 1}`, role, settings)));
  const apis = await makeAll("server", counts.apis);
  const workers = await makeAll("worker", counts.workers);
  const all = [...apis, ...workers];
  const stop = async () => {
    await Promise.all(all.map((one) => one.kill()));
    await redis.stop();
    await db.close();
    await rm(folder, { recursive: true, force: true });
  };
  await Promise.all(all.map((one) => one.start())).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    db,
    services,
    redis,
    apis,
    workers,
    key: organization.ownerKey,
    ask: (api, method, path, request) => ask(api, organization.ownerKey, method, path, request),
    stop,
  };
}

async function ask(
  api: ServiceProcess,
  key: string,
  method: string,
  path: string,
  { headers = {}, body }: FleetRequest = {},
): Promise<FleetAnswer | undefined> {
  if (!api.isUp) return undefined;
  const { life } = api;
  const isBytes = typeof body === "string" || body instanceof Uint8Array;
  try {
    const response = await fetch(`${api.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && !isBytes ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? toBytes(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500)
      throw new Error(`${api.name} answered ${method} ${path} with ${response.status} ${text}`);
    return { status: response.status, json: text === "" ? {} : JSON.parse(text) };
  } catch (error) {
    if (api.isUp && api.life === life) throw error;
    return undefined;
  }
}

const toBytes = (body: string | Uint8Array) => (typeof body === "string" ? body : Buffer.from(body));
