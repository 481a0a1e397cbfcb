import { setTimeout as wait } from "node:timers/promises";
import type { ServiceClient } from "../../evals/service-client.ts";
import { watchHealth } from "./health-watch.ts";
import { residentBytes, watchMemory } from "./process-memory.ts";

const megabyte = 1024 * 1024;
const pollMs = 100;
const settledAfterMs = 3_000;
const types = ["due_diligence", "feasibility"] as const;

/** The service that writes the reports, and a ready project of the demo town. */
interface ReportBench {
  readonly baseUrl: string;
  readonly pid: number;
  readonly client: ServiceClient;
  readonly projectId: string;
}

/** Measures both reports of a project: time, memory above idle with every process the server starts, and `/health`. */
export async function measureReports(bench: ReportBench): Promise<Map<string, string>> {
  const figures = new Map<string, string>();
  for (const type of types) {
    await wait(settledAfterMs);
    const idle = await residentBytes(bench.pid);
    const [memory, health] = [watchMemory(bench.pid), watchHealth(bench.baseUrl)];
    const from = performance.now();
    await writtenReport(bench, type);
    const seconds = (performance.now() - from) / 1000;
    const [peaks, { p99 }] = await Promise.all([memory.stop(), health.stop()]);
    const above = peaks.togetherBytes - idle;
    figures.set(`${type} report, asked to published`, `${seconds.toFixed(1)} s`);
    figures.set(`  ${type}: server and its printers above idle, peak`, `${Math.round(above / megabyte)} MB`);
    figures.set(`  GET /health, ${type}, p99`, `${p99.toFixed(1)} ms`);
  }
  return figures;
}

/** Requests a report and waits until it is published. */
async function writtenReport({ client, projectId }: ReportBench, type: string): Promise<void> {
  const body = { report_type: type };
  const { run_id: runId } = await client.request<{ run_id: string }>("POST", `/v1/projects/${projectId}/reports`, body);
  for (;;) {
    const { status } = await client.request<{ status: string }>("GET", `/v1/runs/${runId}`);
    if (status === "succeeded") return;
    if (status !== "queued" && status !== "running") throw new Error(`the ${type} report is ${status}`);
    await wait(pollMs);
  }
}
