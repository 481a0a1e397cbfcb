/**
 * Measures the service as a user meets it: start, search over HTTP, memory while a long document is read. Prints one
 * table; judges nothing, because a shared machine's figures are read by people.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { makeServiceClient, type ServiceClient } from "../../evals/service-client.ts";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { makeLongPdf } from "../support/documents/long-pdf.ts";
import { ordinanceTexts, textToSet } from "./bench-texts.ts";
import { residentBytes, watchMemory } from "./process-memory.ts";

const megabyte = 1024 * 1024;
const rows: [figure: string, value: string, aim: string][] = [];

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "groundwork-bench-"));
  const settings = { DATA_DIR: join(folder, "store"), RATE_LIMITS: "off", LOG_LEVEL: "error" };
  try {
    const first = await startService(settings);
    rows.push(["first start, ready", `${(first.readyMs / 1000).toFixed(2)} s`, "< 8 s"]);
    if (first.key === null) throw new Error("the first start printed no key");
    const client = makeServiceClient(first.baseUrl, first.key);
    await measureIngest(first, client, folder);
    await measureSearch(client, folder);
    await first.stop();
    const warm = await startService(settings);
    rows.push(["warm start, ready", `${(warm.readyMs / 1000).toFixed(2)} s`, "< 3 s"]);
    await warm.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  printTable();
}

async function measureIngest(service: StartedService, client: ServiceClient, folder: string): Promise<void> {
  const pid = service.process.pid ?? 0;
  const path = join(folder, "long-ordinance.pdf");
  await writeFile(path, await makeLongPdf(await textToSet(), 400));
  const projectId = await createProject(client, "Ingest bench");
  await search(client, projectId, "warm up").catch(() => undefined);
  const idle = await residentBytes(pid);
  const memory = watchMemory(pid);
  const startedAt = performance.now();
  const upload = await client.upload(projectId, path, { mimeType: "application/pdf", category: "ordinance" });
  const seconds = (performance.now() - startedAt) / 1000;
  const peaks = await memory.stop();
  if (upload.status !== "ready") throw new Error(`the long PDF was not read: ${upload.error?.detail}`);
  rows.push(["400-page PDF, upload to searchable", `${seconds.toFixed(1)} s`, "< 20 s"]);
  rows.push(["  server above idle, peak", `${Math.round((peaks.ownBytes - idle) / megabyte)} MB`, "< 300 MB"]);
  rows.push(["  its parser, peak", `${Math.round(peaks.largestChildBytes / megabyte)} MB`, "< 600 MB"]);
}

async function measureSearch(client: ServiceClient, folder: string): Promise<void> {
  const projectId = await createProject(client, "Search bench");
  let chunks = 0;
  for (const [index, text] of (await ordinanceTexts()).entries()) {
    if (chunks >= 5_000) break;
    const path = join(folder, `code-${index}.txt`);
    await writeFile(path, text);
    const upload = await client.upload(projectId, path, { mimeType: "text/plain", category: "ordinance" });
    if (upload.status !== "ready") throw new Error(`a text was not read: ${upload.error?.detail}`);
    chunks += Number(upload.document?.ingest_report.chunks ?? 0);
  }
  const startedAt = performance.now();
  await search(client, projectId, searchQueries[0] ?? "");
  rows.push([`first search after upload, ${chunks} chunks`, `${(performance.now() - startedAt).toFixed(0)} ms`, ""]);
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    for (const query of searchQueries) {
      const from = performance.now();
      await search(client, projectId, query);
      times.push(performance.now() - from);
    }
  }
  times.sort((left, right) => left - right);
  const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`;
  rows.push([`search over HTTP, ${chunks} chunks, p50`, at(0.5), ""]);
  rows.push([`search over HTTP, ${chunks} chunks, p95`, at(0.95), "< 20 ms"]);
}

const searchQueries = [
  "minimum lot area in the residential district",
  "how tall can a fence in the front yard be",
  "off-street parking spaces for a restaurant",
  "special permit public hearing notice",
  "accessory dwelling unit",
  "home business in my apartment",
  "definition of building height",
  "maximum lot coverage percent",
  "sign area in a commercial district",
  "setback from a wetland or watercourse",
];

function search(client: ServiceClient, projectId: string, query: string): Promise<unknown> {
  return client.request("POST", `/v1/projects/${projectId}/search`, { query, top_k: 10 });
}

async function createProject(client: ServiceClient, name: string): Promise<string> {
  const created = await client.request<{ project_id: string }>("POST", "/v1/projects", {
    name,
    goal_text: "Measure the service",
    setup_mode: "provided",
    parcels: [{ address: `${name}, Bench Street`, zoning_code: "R-2", geometry: square }],
  });
  for (;;) {
    const project = await client.request<{ chat_ready: boolean }>("GET", `/v1/projects/${created.project_id}`);
    if (project.chat_ready) return created.project_id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const square = {
  type: "Polygon",
  coordinates: [
    [
      [-72.6001, 42.3001],
      [-72.5996, 42.3001],
      [-72.5996, 42.3005],
      [-72.6001, 42.3005],
      [-72.6001, 42.3001],
    ],
  ],
};

function printTable(): void {
  const write = (text: string) => process.stdout.write(`${text}\n`);
  write(`Groundwork bench, embedded engines, Node ${process.version}, ${cpus().length} cores`);
  for (const [figure, value, aim] of rows) write(`  ${figure.padEnd(46)} ${value.padStart(10)}  ${aim}`);
}

await main();
