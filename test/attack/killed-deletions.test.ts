import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedService, startService } from "../../evals/start-service.ts";
import { openEmbedded, sql } from "../../migrations/index.ts";
import { makeServiceCalls } from "../support/service-calls.ts";

const entry = join(import.meta.dirname, "../support/mortal-service-entry.ts");

let folder: string;
let order: string;
let service: StartedService;
let key: string;

async function start(): Promise<void> {
  service = await startService({ DATA_DIR: folder, RATE_LIMITS: "off", MORTAL_FILE: order }, [entry]);
  key = service.key ?? key;
}

const { call, createProject, uploadFences } = makeServiceCalls(() => ({ baseUrl: service.baseUrl, key }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-killed-deletions-"));
  order = join(folder, "order");
  await start();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function storedFiles(): Promise<number> {
  const entries = await readdir(join(folder, "files/obj"), { recursive: true, withFileTypes: true });
  return entries.filter((found) => found.isFile()).length;
}

/** Statements after which the process is killed: in the request, between the steps of the job, and at its end. */
const points = [
  "mark_project_deleted",
  "the commit of list_open_jobs_of_project",
  "list_storage_keys_of_project",
  "delete_chunks",
  "delete_revisions",
  "the commit of delete_project",
] as const;

describe("a process that is killed while a project is deleted", { timeout: 300_000 }, () => {
  it.each(points)("finishes the deletion after its restart, or has not begun it: %s", async (point) => {
    const projectId = await createProject();
    await uploadFences(projectId);
    const child = service.process;
    const ended = once(child, "exit");
    await writeFile(order, `die 1 ${point}`);
    await call("DELETE", `/v1/projects/${projectId}`).catch(() => undefined);
    await ended;
    await rm(order);
    await start();
    const { status } = await call("GET", `/v1/projects/${projectId}`);
    // Before the commit of the request nothing is deleted, and the caller has no answer: they ask again.
    expect(status).toBe(point === "mark_project_deleted" ? 200 : 404);
    if (status === 200) expect((await call("DELETE", `/v1/projects/${projectId}`)).status).toBe(204);
    while ((await storedFiles()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it("leaves no row of the projects", async () => {
    const metrics = async () => (await fetch(`${service.baseUrl}/metrics`)).text();
    while (/groundwork_queue_jobs\{job="project-purge",state="(queued|running)"\} [1-9]/.test(await metrics())) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await service.stop();
    const db = await openEmbedded({ folder: join(folder, "database") });
    try {
      const left = await db.query(sql`-- rows_left
        select id from project
        union all select id from corpus
        union all select id from document
        union all select id from chunk
        union all select job_id from upload`);
      expect(left).toEqual([]);
    } finally {
      await db.close();
    }
    await start();
  });
});
