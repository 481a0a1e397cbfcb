/**
 * Measures the service as a user meets it: start, search over HTTP, memory while a long document is read, sites of the
 * demo town; on the embedded engines and, where they are named, on a PostgreSQL server and Redis. Prints one table; judges
 * nothing, because a shared machine's figures are read by people.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeServiceClient, type ServiceClient } from "../../evals/service-client.ts";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { makeLongPdf } from "../support/documents/long-pdf.ts";
import { limitedSettings, measureApi } from "./api-bench.ts";
import { type BenchEngines, embeddedEngines, serverEngines } from "./bench-engines.ts";
import { createProject, search, searchQueries, timeSearches } from "./bench-project.ts";
import { ordinanceTexts, textToSet } from "./bench-texts.ts";
import { measureConcepts } from "./concept-bench.ts";
import { watchHealth } from "./health-watch.ts";
import type { BenchStore } from "./mint-keys.ts";
import { residentBytes, watchMemory } from "./process-memory.ts";
import { measureReports } from "./report-bench.ts";
import { measureSites } from "./site-bench.ts";
import { measureParallelTurns, measureStreaming, pacedLaw, pacedSettings, startPacedModel } from "./turn-bench.ts";

const megabyte = 1024 * 1024;
const sheetRows = 20_000;
/** After a start the compiler goes on for some seconds, and then returns its memory. */
const settledAfterMs = 10_000;

/** Figures of one run by name, in the order of the table. */
type Figures = Map<string, string>;

const aims: Readonly<Record<string, string>> = {
  "first start, ready": "< 8 s",
  "warm start, ready": "<= 2.5 s",
  "  resident ten seconds later": "<= 500 MB",
  "  GET /health during turns, p99": "< 50 ms",
  "  GET /health during it, p99": "< 50 ms",
  "400-page PDF, upload to searchable": "< 20 s",
  "  server above idle, peak": "< 300 MB",
  "  its parser, peak": "< 600 MB",
  "search over HTTP, p95": "< 20 ms",
  "GET a project with a key, of that": ">= 0.4",
  "project of the town, law to be read: chat_ready": "< 10 s",
  "  GET /health, law to be read, p99": "< 50 ms",
  "  GET /health, law known, p99": "< 50 ms",
  "site digest, p95": "< 30 ms",
  "aerial, slowest of 5": "< 2000 ms",
  "site_map, slowest of 5": "< 2000 ms",
  "parcel preview, slowest of 5": "< 500 ms",
  "  GET /health meanwhile, p99": "< 50 ms",
  "  GET /health, concepts, p99": "< 50 ms",
  "due_diligence report, asked to published": "< 20 s",
  "  due_diligence: server and its printers above idle, peak": "< 300 MB",
  "  GET /health, due_diligence, p99": "< 50 ms",
  "feasibility report, asked to published": "< 20 s",
  "  feasibility: server and its printers above idle, peak": "< 300 MB",
  "  GET /health, feasibility, p99": "< 50 ms",
};

async function main(): Promise<void> {
  const server = await serverEngines(process.env);
  const runs = [embeddedEngines, ...(typeof server === "string" ? [] : [server])];
  const columns: Figures[] = [];
  try {
    for (const engines of runs) columns.push(await measure(engines));
  } finally {
    for (const engines of runs) await engines.close();
  }
  printTable(runs, columns);
  if (typeof server === "string") process.stdout.write(`  left out: ${server}\n`);
}

async function measure(engines: BenchEngines): Promise<Figures> {
  const figures: Figures = new Map();
  const folder = await mkdtemp(join(tmpdir(), "groundwork-bench-"));
  const settings = { DATA_DIR: join(folder, "store"), RATE_LIMITS: "off", LOG_LEVEL: "error", ...engines.settings };
  const store = { dataDir: settings.DATA_DIR, databaseUrl: engines.settings.DATABASE_URL };
  try {
    const first = await startService(settings);
    figures.set("first start, ready", `${(first.readyMs / 1000).toFixed(2)} s`);
    if (first.key === null) throw new Error("the first start printed no key");
    const client = makeServiceClient(first.baseUrl, first.key);
    await measureIngest(first, client, folder, figures);
    await measurePublish(first, client, folder, figures);
    const projectId = await measureSearch(client, folder, figures);
    const sites = await measureSites(first.baseUrl, client);
    for (const [name, figure] of await measureConcepts(first.baseUrl, client)) figures.set(name, figure);
    const bench = { baseUrl: first.baseUrl, pid: first.process.pid ?? 0, client, projectId: sites.projectId };
    for (const [name, figure] of [...sites.figures, ...(await measureReports(bench))]) figures.set(name, figure);
    await first.stop();
    for (const [name, figure] of await measureTurns(settings, { key: first.key, projectId, folder, store })) {
      figures.set(name, figure);
    }
    const warm = await startService({ ...settings, ...limitedSettings });
    figures.set("warm start, ready", `${(warm.readyMs / 1000).toFixed(2)} s`);
    await wait(settledAfterMs);
    figures.set(
      "  resident ten seconds later",
      `${Math.round((await residentBytes(warm.process.pid ?? 0)) / megabyte)} MB`,
    );
    for (const [name, figure] of await measureApi(warm, projectId, store)) {
      figures.set(name, figure);
    }
    await warm.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}

/** Measures turns: streamed ones of a model of known pace, and parallel ones of the local reader over `projectId`. */
async function measureTurns(
  settings: Readonly<Record<string, string>>,
  { key, projectId, folder, store }: { key: string; projectId: string; folder: string; store: BenchStore },
): Promise<Figures> {
  const model = await startPacedModel();
  try {
    const service = await startService({ ...settings, ...pacedSettings(model) });
    try {
      const caller = { baseUrl: service.baseUrl, key };
      const client = makeServiceClient(service.baseUrl, key);
      const fences = await createProject(client, "Turn bench");
      const path = join(folder, "fences.md");
      await writeFile(path, `# Zoning\n\n## 1 Fences\n\n${pacedLaw.join("\n\n")}\n`);
      const upload = await client.upload(fences, path, { mimeType: "text/markdown", category: "ordinance" });
      if (upload.status !== "ready") throw new Error(`the law of the turns was not read: ${upload.error?.detail}`);
      const streamed = await measureStreaming(caller, fences);
      return new Map([...streamed, ...(await measureParallelTurns(caller, projectId, store))]);
    } finally {
      await service.stop();
    }
  } finally {
    await model.close();
  }
}

async function measureIngest(
  service: StartedService,
  client: ServiceClient,
  folder: string,
  figures: Figures,
): Promise<void> {
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
  figures.set("400-page PDF, upload to searchable", `${seconds.toFixed(1)} s`);
  figures.set("  server above idle, peak", `${Math.round((peaks.ownBytes - idle) / megabyte)} MB`);
  figures.set("  its parser, peak", `${Math.round(peaks.largestChildBytes / megabyte)} MB`);
}

/** Publishes a sheet whose rows make the largest statements that a publish sends. */
async function measurePublish(
  service: StartedService,
  client: ServiceClient,
  folder: string,
  figures: Figures,
): Promise<void> {
  const path = join(folder, "lots.csv");
  const columns = Array.from({ length: 11 }, (_, column) => column + 1);
  const rows = Array.from({ length: sheetRows }, (_, at) => [`Lot ${at}`, ...columns.map((side) => `${at + side} ft`)]);
  await writeFile(path, [["Lot", ...columns.map((side) => `Side ${side}`)], ...rows].join("\n"));
  const projectId = await createProject(client, "Publish bench");
  const watch = watchHealth(service.baseUrl);
  const startedAt = performance.now();
  const upload = await client.upload(projectId, path, { mimeType: "text/csv", category: "ordinance" });
  const seconds = (performance.now() - startedAt) / 1000;
  const health = await watch.stop();
  if (upload.status !== "ready") throw new Error(`the sheet was not read: ${upload.error?.detail}`);
  figures.set(`sheet of ${sheetRows} rows, upload to searchable`, `${seconds.toFixed(1)} s`);
  figures.set("  GET /health during it, p99", `${health.p99.toFixed(1)} ms`);
}

async function measureSearch(client: ServiceClient, folder: string, figures: Figures): Promise<string> {
  const projectId = await createProject(client, "Search bench");
  const ingestFrom = performance.now();
  let chunks = 0;
  for (const [index, text] of (await ordinanceTexts()).entries()) {
    if (chunks >= 5_000) break;
    const path = join(folder, `code-${index}.txt`);
    await writeFile(path, text);
    const upload = await client.upload(projectId, path, { mimeType: "text/plain", category: "ordinance" });
    if (upload.status !== "ready") throw new Error(`a text was not read: ${upload.error?.detail}`);
    chunks += Number(upload.document?.ingest_report.chunks ?? 0);
  }
  figures.set("texts uploaded one by one, chunks", String(chunks));
  figures.set("  until searchable, per 1,000 chunks", `${((performance.now() - ingestFrom) / chunks).toFixed(1)} s`);
  const startedAt = performance.now();
  await search(client, projectId, searchQueries[0] ?? "");
  figures.set("first search after upload", `${(performance.now() - startedAt).toFixed(0)} ms`);
  const { p50, p95 } = await timeSearches(client, projectId, 20);
  figures.set("search over HTTP, p50", `${p50.toFixed(1)} ms`);
  figures.set("search over HTTP, p95", `${p95.toFixed(1)} ms`);
  return projectId;
}

function printTable(runs: readonly BenchEngines[], columns: readonly Figures[]): void {
  const write = (...cells: readonly string[]) =>
    process.stdout.write(`${cells.map((cell, at) => (at === 0 ? cell.padEnd(54) : cell.padStart(18))).join("")}\n`);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  write(`Groundwork bench, Node ${process.version}, ${cpus().length} cores, load ${load} at the end`);
  write("", ...runs.map((engines) => engines.name), "aim");
  for (const figure of columns[0]?.keys() ?? []) {
    write(`  ${figure}`, ...columns.map((column) => column.get(figure) ?? ""), aims[figure] ?? "");
  }
}

await main();
