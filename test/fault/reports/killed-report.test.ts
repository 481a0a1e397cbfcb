import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { openEmbedded, sql } from "../../../migrations/index.ts";
import { makeServiceCalls } from "../../support/service-calls.ts";

/** The service dies at named statements of a report and is started again. */
const entry = join(import.meta.dirname, "../../support/mortal-service-entry.ts");
let folder: string;
let order: string;
let service: StartedService;
let key = "";
let projectId: string;

const { call, createProject, pollUntil } = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key }));

async function start(): Promise<void> {
  const settings = { DATA_DIR: folder, RATE_LIMITS: "off", DEMO_TOWN: "off", MORTAL_FILE: order };
  service = await startService(settings, [entry]);
  key = service.key ?? key;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const dyingMs = 60_000;

async function death(): Promise<void> {
  const { process: child } = service;
  for (let waited = 0; child.exitCode === null && child.signalCode === null; waited += 50) {
    if (waited > dyingMs) throw new Error("the process did not come to the point where it dies");
    await wait(50);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-killed-report-"));
  order = join(folder, "order");
  await start();
  projectId = await createProject();
}, 60_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Where a run is cut short: at its first writes, between its steps, and inside of its publication. */
const points = [
  "die 1 mark_report_run_started",
  "die 1 save_report_manifest",
  "die 3 the commit of save_report_step",
  "die 20 the commit of save_report_step",
  "die 1 insert_artifact",
  "die 1 finish_report_run",
  "die 1 the commit of mark_succeeded",
];

describe("a process that is killed while it writes a report", { timeout: 180_000 }, () => {
  it("leaves the run to the next process, which publishes it once and charges it once", async () => {
    const wallet = async () => (await call("GET", "/v1/wallet")).json;
    const before = Number((await wallet()).balance_credits);
    await writeFile(order, points[0] ?? "");
    const { json } = await call("POST", `/v1/projects/${projectId}/reports`, { report_type: "due_diligence" });
    for (const point of points.slice(1)) {
      await death();
      await writeFile(order, point);
      await start();
    }
    // The last commit is that of the publication: the process may die of it, or have ended its work before.
    await death();
    await rm(order);
    await start();
    const run = await pollUntil(`/v1/runs/${json.run_id}`, ({ status }) => status !== "queued" && status !== "running");
    expect(run, JSON.stringify(run)).toMatchObject({ status: "succeeded", credits: { reserved: 0, charged: 20 } });
    expect(await wallet()).toMatchObject({ balance_credits: before - 20, reserved_credits: 0 });
    const files = (await call("GET", `/v1/projects/${projectId}/deliverables`)).json.data as { run_id: string }[];
    expect(files.filter(({ run_id: id }) => id === json.run_id)).toHaveLength(3);
  });

  it("leaves nothing of its steps behind", async () => {
    await service.stop();
    const db = await openEmbedded({ folder: join(folder, "database") });
    const [left] = await db.query<{ steps: number; files: number; runs: number; settled: number }>(sql`-- count_left
      select (select count(*) from report_run_step)::integer as steps, (select count(*) from report_run_file)::integer as files,
        (select count(*) from report_run)::integer as runs,
        (select count(*) from ledger_entry where kind = 'settle' and operation = 'createReport')::integer as settled`);
    await db.close();
    await start();
    expect(left).toEqual({ steps: 0, files: 0, runs: 1, settled: 1 });
  });
});
