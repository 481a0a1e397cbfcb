import { askHolder } from "../../api/boot/ops-channel.ts";
import type { ServiceClient } from "../../evals/service-client.ts";
import type { StartedService } from "../../evals/start-service.ts";
import { type Caller, callFor } from "./http-load.ts";

const connections = 20;
const warmUpSeconds = 1;
const seconds = 4;
const pollers = 200;
const searchers = 20;

/**
 * Measures what a request costs beside a route that does nothing: `GET /health` and an authenticated
 * `GET /v1/projects/{id}` on 20 connections each, and many callers with keys of their own at once.
 */
export async function measureApi(
  service: StartedService,
  client: ServiceClient,
  projectId: string,
  dataDir: string,
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
  const keys = await mintKeys(pollers + searchers, service.key ?? "", dataDir);
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

/** Keys of their own for many callers, made over the operators' channel; on a server, which has none, one key for all. */
async function mintKeys(count: number, key: string, dataDir: string): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const made = await askHolder(dataDir, ["keys", "create", "--name", `caller ${keys.length}`, "--json"]);
    keys.push(made === null ? key : (JSON.parse(made.output) as { key: string }).key);
  }
  return keys;
}
