/**
 * Measures search over HTTP in a large store: 20 corpora of about 5,000 chunks each in 10 projects, so that a project
 * searches two of them. Prints one table; judges nothing.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { makeServiceClient, type ServiceClient } from "../../evals/service-client.ts";
import { startService } from "../../evals/start-service.ts";
import { createProject, search, searchQueries, timeSearches } from "./bench-project.ts";
import { ordinanceTexts } from "./bench-texts.ts";
import { makeDisguise } from "./peers/disguise.ts";
import { residentBytes } from "./process-memory.ts";

const projects = 10;
const chunksInCorpus = 5_000;
const megabyte = 1024 * 1024;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "groundwork-large-"));
  const settings = { DATA_DIR: join(folder, "store"), RATE_LIMITS: "off", LOG_LEVEL: "error" };
  try {
    const first = await startService(settings);
    if (first.key === null) throw new Error("the first start printed no key");
    const client = makeServiceClient(first.baseUrl, first.key);
    const startedAt = performance.now();
    const { ids, chunks } = await fillStore(client, folder);
    const seconds = (performance.now() - startedAt) / 1000;
    const warm = await timeSearches(client, ids[0] ?? "", 20);
    const resident = await residentBytes(first.process.pid ?? 0);
    await first.stop();
    const second = await startService({ ...settings, PORT: new URL(first.baseUrl).port });
    const cold: number[] = [];
    for (const id of ids) {
      const from = performance.now();
      await search(client, id, searchQueries[0] ?? "");
      cold.push(performance.now() - from);
    }
    await second.stop();
    const row = (name: string, value: string, aim = "") =>
      process.stdout.write(`  ${name.padEnd(52)}${value.padStart(12)}${aim.padStart(12)}\n`);
    process.stdout.write(
      `Groundwork, large store, Node ${process.version}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end\n`,
    );
    row("chunks in 20 corpora", String(chunks));
    row("until all are searchable, per 1,000 chunks", `${((seconds * 1_000) / chunks).toFixed(2)} s`);
    row("search of two corpora over HTTP, p50", `${warm.p50.toFixed(1)} ms`);
    row("search of two corpora over HTTP, p95", `${warm.p95.toFixed(1)} ms`, "< 50 ms");
    row("first search of a project after a start, slowest", `${Math.max(...cold).toFixed(0)} ms`);
    row("resident memory of the server", `${Math.round(resident / megabyte)} MB`);
    row("warm start, ready", `${(second.readyMs / 1000).toFixed(2)} s`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uploads real law once, and disguised copies of it, as ordinance and as other document of each project. */
async function fillStore(client: ServiceClient, folder: string): Promise<{ ids: string[]; chunks: number }> {
  const texts = await ordinanceTexts();
  const words = new Set(texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []));
  const ids: string[] = [];
  let chunks = 0;
  for (let project = 0; project < projects; project++) {
    const id = await createProject(client, `Town ${project}`);
    ids.push(id);
    for (const [half, category] of ["ordinance", "document"].entries()) {
      const copy = project * 2 + half;
      const disguise = copy === 0 ? (text: string) => text : makeDisguise(words, copy);
      let own = 0;
      for (const [index, text] of texts.entries()) {
        if (own >= chunksInCorpus) break;
        const path = join(folder, `code-${copy}-${index}.txt`);
        await writeFile(path, disguise(text));
        const upload = await client.upload(id, path, { mimeType: "text/plain", category });
        if (upload.status !== "ready") throw new Error(`a text was not read: ${upload.error?.detail}`);
        own += Number(upload.document?.ingest_report.chunks ?? 0);
        await rm(path);
      }
      chunks += own;
    }
  }
  return { ids, chunks };
}

await main();
