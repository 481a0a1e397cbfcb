import type { StartedService } from "../../evals/start-service.ts";
import { askOnceEach, type Caller, callFor, type Identity } from "./http-load.ts";
import { type BenchStore, mintKeys } from "./mint-keys.ts";

const connections = 20;
const warmUpSeconds = 1;
const seconds = 4;
const crowdSeconds = Number(process.env.BENCH_CROWD_SECONDS ?? 60);
const pollers = 200;
const searchers = 20;
/** Names to ask in, so many that none of them reaches its limit: 60 reads a minute for a key, 600 requests an address. */
const readers = 1_200;
/** A little longer than the limits ask for: 60 reads and 30 searches a minute for a key. */
const pollEveryMs = 1_050;
const searchEveryMs = 2_050;

/** What a service is told whose limits are measured too: that whoever is connected says whose request it passes on. */
export const limitedSettings = { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1,::1" };

/**
 * Measures what a request costs beside a route that does nothing, limits and all: `GET /health` and an authenticated
 * `GET /v1/projects/{id}` on 20 connections each, every request in the name of another of 1,200 callers; then a crowd, each
 * with a key and an address of its own, as fast as its limits let it. The service runs with {@link limitedSettings}.
 */
export async function measureApi(
  service: StartedService,
  projectId: string,
  store: BenchStore,
): Promise<Map<string, string>> {
  const figures = new Map<string, string>();
  const path = `${service.baseUrl}/v1/projects/${projectId}`;
  const keys = await mintKeys(readers + pollers + searchers, store);
  const identities = keys.map((key, at): Identity => ({ key, address: `10.${at >> 8}.${at & 255}.1` }));
  const project: Caller = { method: "GET", url: path, identities };
  // What is noted at the first use of a key from a network, and once a minute, is no part of the measure.
  await askOnceEach(project);
  const onEachConnection = (caller: Caller) =>
    Array.from({ length: connections }, (_, at) => ({
      ...caller,
      identities: identities.slice(0, readers).filter((_identity, index) => index % connections === at),
    }));
  const bare = onEachConnection({ method: "GET", url: `${service.baseUrl}/health`, identities });
  const reading = onEachConnection(project);
  for (const callers of [bare, reading]) await callFor(warmUpSeconds, callers);
  const plain = await callFor(seconds, bare);
  const authenticated = await callFor(seconds, reading);
  figures.set("GET /health, requests a second", plain.perSecond.toFixed(0));
  figures.set("GET a project with a key, of that", (authenticated.perSecond / plain.perSecond).toFixed(2));
  figures.set("  errors of both", String(plain.errors + authenticated.errors));
  const crowd = identities.slice(readers).map((identity, at): Caller => {
    const own = { identities: [identity] };
    if (at < pollers) return { method: "GET", url: path, pauseMs: pollEveryMs, ...own };
    const body = JSON.stringify({ query: "parking" });
    return { method: "POST", url: `${path}/search`, body, pauseMs: searchEveryMs, ...own };
  });
  const crowded = await callFor(crowdSeconds, crowd);
  figures.set(`${pollers} pollers, ${searchers} searchers, ${crowdSeconds} s: errors`, String(crowded.errors));
  figures.set("  p99", `${crowded.at(0.99).toFixed(0)} ms`);
  return figures;
}
