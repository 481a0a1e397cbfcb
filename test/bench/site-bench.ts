import { setTimeout as wait } from "node:timers/promises";
import { townCadastre } from "../../api/demo-town/town.ts";
import { percentile } from "../../evals/metrics.ts";
import type { ServiceClient } from "../../evals/service-client.ts";
import { watchHealth } from "./health-watch.ts";

const digestReads = 200;
const drawings = 5;
const projectsAtOnce = 50;
const pollMs = 100;
/** How often a turn is asked while the projects are set up. */
const turnEveryMs = 1_000;
const goal = "Build a two-family house with four parking spaces";

/** Parcels of the demo town without a scenario, whose zoning its sources agree on. */
function plainParcels(): { readonly ll_uuid: string }[] {
  const { parcels, scenarios, second } = townCadastre();
  const special = new Set([...Object.values(scenarios), second]);
  return parcels
    .filter((parcel) => !special.has(parcel) && parcel.recordedDistrict === parcel.district)
    .map(({ llUuid }) => ({ ll_uuid: llUuid }));
}

/**
 * Measures what a site of the demo town takes, on a service that has not read the law of the town: its set-up, first with
 * the law to be read and then with the law known; its digest, pictures and maps; and many projects created at once. Returns
 * the figures and a project that is ready.
 */
export async function measureSites(
  baseUrl: string,
  client: ServiceClient,
): Promise<{ readonly figures: Map<string, string>; readonly projectId: string }> {
  const [first, second, asked, ...others] = plainParcels();
  if (!first || !second || !asked) throw new Error("the demo town has too few plain parcels");
  const figures = new Map<string, string>();
  const setUp = async (parcel: object, law: string) => {
    const watch = watchHealth(baseUrl);
    const { projectId, ms } = await readyProject(client, parcel);
    const { p99 } = await watch.stop();
    figures.set(`project of the town, ${law}: chat_ready`, `${(ms / 1000).toFixed(2)} s`);
    figures.set(`  GET /health, ${law}, p99`, `${p99.toFixed(1)} ms`);
    return projectId;
  };
  await setUp(first, "law to be read");
  await measureReads(client, await setUp(second, "law known"), figures);
  const readable = (await readyProject(client, asked)).projectId;
  await measureMany({ baseUrl, client, projectId: readable }, others.slice(0, projectsAtOnce), figures);
  return { figures, projectId: readable };
}

/** Creates a project and waits until it can be asked. */
async function readyProject(client: ServiceClient, parcel: object): Promise<{ projectId: string; ms: number }> {
  const from = performance.now();
  const body = { goal_text: goal, parcels: [parcel] };
  const { project_id: projectId } = await client.request<{ project_id: string }>("POST", "/v1/projects", body);
  for (;;) {
    const project = await client.request<{ chat_ready: boolean; status: string }>("GET", `/v1/projects/${projectId}`);
    if (project.chat_ready) return { projectId, ms: performance.now() - from };
    if (project.status !== "bootstrapping") throw new Error(`a project of the demo town is ${project.status}`);
    await wait(pollMs);
  }
}

async function measureReads(client: ServiceClient, projectId: string, figures: Map<string, string>): Promise<void> {
  const path = `/v1/projects/${projectId}`;
  const digest = () => client.request("GET", `${path}/site-knowledge`);
  figures.set("first site digest", `${(await timed(digest)).toFixed(0)} ms`);
  figures.set("site digest, p95", `${percentile(await timesOf(digestReads, digest), 0.95).toFixed(1)} ms`);
  for (const kind of ["aerial", "site_map"]) {
    const times = await timesOf(drawings, () => client.request("POST", `${path}/maps`, { kind }));
    figures.set(`${kind}, slowest of ${drawings}`, `${Math.max(...times).toFixed(0)} ms`);
  }
  const { parcels } = await client.request<{ parcels: { geometry: object }[] }>("GET", path);
  const preview = { parcels: parcels.map(({ geometry }) => ({ geometry })) };
  const times = await timesOf(drawings, () => client.request("POST", "/v1/parcels/preview", preview));
  figures.set(`parcel preview, slowest of ${drawings}`, `${Math.max(...times).toFixed(0)} ms`);
  figures.set("parcel preview, p50", `${percentile(times, 0.5).toFixed(0)} ms`);
}

/** Creates projects at once and, meanwhile, asks a question every second of one that is ready. */
async function measureMany(
  { baseUrl, client, projectId }: { baseUrl: string; client: ServiceClient; projectId: string },
  parcels: readonly object[],
  figures: Map<string, string>,
): Promise<void> {
  const question = { question: "What is the front setback in the R-2 district?" };
  const ask = () => client.request("POST", `/v1/projects/${projectId}/messages`, question);
  const alone = percentile(await timesOf(drawings, ask), 0.5);
  const turns: number[] = [];
  let isAsking = true;
  const asking = (async () => {
    while (isAsking) {
      turns.push(await timed(ask));
      await wait(turnEveryMs);
    }
  })();
  const watch = watchHealth(baseUrl);
  const from = performance.now();
  const readyAt = await Promise.all(parcels.map(async (parcel) => (await readyProject(client, parcel)).ms));
  const seconds = (performance.now() - from) / 1000;
  isAsking = false;
  const health = await watch.stop();
  await asking;
  figures.set(`${parcels.length} projects created at once, all ready`, `${seconds.toFixed(1)} s`);
  figures.set("  the first of them ready", `${(Math.min(...readyAt) / 1000).toFixed(1)} s`);
  figures.set("  GET /health meanwhile, p99", `${health.p99.toFixed(1)} ms`);
  figures.set("  a turn meanwhile, slowest", `${Math.max(...turns).toFixed(0)} ms`);
  figures.set("  a turn alone, p50", `${alone.toFixed(0)} ms`);
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) times.push(await timed(work));
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
