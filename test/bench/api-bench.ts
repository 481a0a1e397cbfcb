import { makeApiKeys } from "../../api/access/api-keys/api-keys.service.ts";
import { askHolder } from "../../api/boot/ops-channel.ts";
import type { ServiceClient } from "../../evals/service-client.ts";
import type { StartedService } from "../../evals/start-service.ts";
import { openServer } from "../../migrations/index.ts";
import { type Caller, callFor } from "./http-load.ts";

const connections = 20;
const warmUpSeconds = 1;
const seconds = 4;
const pollers = 200;
const searchers = 20;

/**
 * Measures what a request costs beside a route that does nothing: `GET /health` and an authenticated
 * `GET /v1/projects/{id}` on 20 connections each, and many callers with keys of their own at once; `databaseUrl` names the
 * server the service keeps its store on, if it is not in the process.
 */
export async function measureApi(
  service: StartedService,
  client: ServiceClient,
  projectId: string,
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string | undefined },
): Promise<Map<string, string>> {
  const figures = new Map<string, string>();
  const path = `${service.baseUrl}/v1/projects/${projectId}`;
  const many = (caller: Caller) => Array.from({ length: connections }, () => caller);
  const bare = many({ method: "GET", url: `${service.baseUrl}/health` });
  const project = many({ method: "GET", url: path, key: service.key ?? "" });
  for (const callers of [bare, project]) await callFor(warmUpSeconds, callers);
  const plain = await callFor(seconds, bare);
  const authenticated = await callFor(seconds, project);
  figures.set("GET /health, requests a second", plain.perSecond.toFixed(0));
  figures.set("GET a project with a key, of that", (authenticated.perSecond / plain.perSecond).toFixed(2));
  const crowdSeconds = Number(process.env.BENCH_CROWD_SECONDS ?? 20);
  const count = pollers + searchers;
  const keys = await (databaseUrl === undefined ? mintOverChannel(count, dataDir) : mintOnServer(count, databaseUrl));
  const crowd: Caller[] = keys.map((key, at) =>
    at < pollers
      ? { method: "GET", url: path, key, pauseMs: 1_000 }
      : { method: "POST", url: `${path}/search`, key, body: JSON.stringify({ query: "parking" }), pauseMs: 1_000 },
  );
  await client.request("GET", `/v1/projects/${projectId}`);
  const crowded = await callFor(crowdSeconds, crowd);
  figures.set(`${pollers} pollers, ${searchers} searchers, ${crowdSeconds} s: errors`, String(crowded.errors));
  figures.set("  p99", `${crowded.at(0.99).toFixed(0)} ms`);
  return figures;
}

/** Keys of their own for many callers, made over the operators' channel of the process that holds the store. */
async function mintOverChannel(count: number, dataDir: string): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const made = await askHolder(dataDir, ["keys", "create", "--name", `caller ${keys.length}`, "--json"]);
    if (made === null) throw new Error("no process holds the store, so no keys could be made");
    keys.push((JSON.parse(made.output) as { key: string }).key);
  }
  return keys;
}

/** The same on a server, where an operator's command writes to the store itself. */
async function mintOnServer(count: number, databaseUrl: string): Promise<string[]> {
  const db = await openServer({ connectionString: databaseUrl });
  try {
    const apiKeys = makeApiKeys({ db, revokeLinksMintedBy: async () => {} });
    const [first] = await apiKeys.list(null);
    if (!first) throw new Error("the first start made no key");
    const keys: string[] = [];
    while (keys.length < count) {
      const name = `caller ${keys.length}`;
      keys.push((await apiKeys.mint({ orgId: first.org_id, createdBy: first.created_by, name })).key);
    }
    return keys;
  } finally {
    await db.close();
  }
}
