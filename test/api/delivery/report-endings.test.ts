import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocumentRenderer, makeTypstRenderer, RenderFailed } from "../../../api/drawing/typst-renderer.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { testBaseUrl } from "../../support/http.ts";
import { createReadyProject, uploadFile } from "../knowledge/knowledge-app.ts";

let app: ComposedService;
/** How many of the next prints fail, and what is waited for before each. */
let failures = 0;
let gate: Promise<void> = Promise.resolve();
const saved: string[] = [];
/** Called when the answer to the question about driveways is stored. */
let onAnswer: () => void = () => {};

beforeAll(async () => {
  const working = makeTypstRenderer();
  const renderer: DocumentRenderer = {
    async render(order, signal) {
      await gate;
      signal?.throwIfAborted();
      if (failures > 0) {
        failures -= 1;
        throw new RenderFailed("planted");
      }
      return working.render(order, signal);
    },
  };
  const onStatement = ({ text, values }: { text: string; values: readonly unknown[] }) => {
    if (!text.startsWith("-- save_report_step")) return;
    saved.push(`${values[0]} ${values[1]}`);
    if (values[1] === "question:driveway") onAnswer();
  };
  app = await openComposedService({ DEMO_TOWN: "off" }, { renderer, onStatement });
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) =>
  app.call(method, path, { key: app.organization.ownerKey, ...(body ? { body } : {}) });
const begin = async (projectId: string) =>
  (await call("POST", `/v1/projects/${projectId}/reports`, { report_type: "due_diligence" })).json;
const dropped = expect.objectContaining({ code: "sentences_dropped" });
const soon = () => new Promise((go) => setTimeout(go, 50));

async function ended(runId: unknown) {
  for (;;) {
    const { json } = await call("GET", `/v1/runs/${runId}`);
    if (json.status !== "queued" && json.status !== "running") return json;
    await soon();
  }
}

const ledger = async (projectId: string) =>
  (
    await app.services.db.query<{ kind: string }>(sql`-- ledger_of_project
      select kind from ledger_entry where project_id = ${projectId} and operation = 'createReport' order by id`)
  ).map(({ kind }) => kind);

describe("a report", () => {
  it("without any provider or ordinance is written, and says what is missing", async () => {
    const projectId = await createReadyProject(app, 1);
    const { run_id: runId } = await begin(projectId);
    const run = await ended(runId);
    expect(run.status, JSON.stringify(run)).toBe("succeeded");
    const { notices } = run.result as { notices: { code: string }[] };
    expect(notices.filter(({ code }) => code === "exhibit_missing")).toHaveLength(5);
  });

  it("that could not be printed once goes on from its last step, and is charged once", async () => {
    const projectId = await createReadyProject(app, 2);
    failures = 1;
    const { run_id: runId } = await begin(projectId);
    const run = await ended(runId);
    expect(run.status, JSON.stringify(run)).toBe("succeeded");
    const own = saved.filter((step) => step.startsWith(String(runId)));
    expect(own.length).toBeGreaterThan(20);
    expect(new Set(own).size).toBe(own.length);
    expect(await ledger(projectId)).toEqual(["reserve", "settle"]);
  }, 30_000);

  it("that fails costs nothing, says so without internals, and can be asked for again", async () => {
    const projectId = await createReadyProject(app, 3);
    failures = 100;
    const { run_id: runId } = await begin(projectId);
    const run = await ended(runId);
    failures = 0;
    expect(run).toMatchObject({
      status: "failed",
      result: null,
      error: { code: "internal_error" },
      credits: { reserved: 0, charged: 0 },
    });
    expect(JSON.stringify(run)).not.toContain("planted");
    expect(await ledger(projectId)).toEqual(["reserve", "release"]);
    expect((await begin(projectId)).run_id).not.toBe(runId);
  }, 30_000);

  it("leaves a sentence out whose source has changed by one byte since it was read", async () => {
    const projectId = await createReadyProject(app, 5);
    const law = "A driveway shall be at least twelve feet wide.";
    await uploadFile(app, projectId, {
      ...{ filename: "zoning.md", mimeType: "text/markdown", category: "ordinance" },
      bytes: `# Zoning\n\n## 1 Driveways\n\n${law}\n`,
    });
    const { run_id: kept } = await begin(projectId);
    expect((await ended(kept)).result).not.toMatchObject({ notices: expect.arrayContaining([dropped]) });
    let changes: Promise<unknown> = Promise.resolve();
    onAnswer = () => {
      changes = app.services.db.query(sql`-- change_one_byte
        update document_text set piece = replace(piece, 'twelve feet', 'twelve feat')`);
    };
    const { run_id: runId } = await begin(projectId);
    const run = await ended(runId);
    onAnswer = () => {};
    await changes;
    expect(run.status, JSON.stringify(run)).toBe("succeeded");
    expect(run.result).toMatchObject({ notices: expect.arrayContaining([dropped]) });
  }, 60_000);

  it("that an operator cancels is canceled, in both shapes, and costs nothing", async () => {
    const projectId = await createReadyProject(app, 6);
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const { run_id: runId, job_id: jobId } = await begin(projectId);
    const stage = async () => (await call("GET", `/v1/runs/${runId}`)).json.progress as { stage: string };
    while ((await stage()).stage !== "render") await soon();
    const pressed = await app.call("POST", `/ops/queue/${jobId}/cancel`, {
      ...{ address: "127.0.0.1", body: "" },
      headers: { "content-type": "application/x-www-form-urlencoded", origin: testBaseUrl },
    });
    expect(pressed.headers.get("location")).toBe("/ops/queue?notice=canceled");
    opened.resolve();
    const canceled = { status: "canceled", error: { code: "canceled" }, result: null };
    expect(await ended(runId)).toMatchObject({ ...canceled, credits: { reserved: 0, charged: 0 } });
    const job = await call("GET", `/v1/projects/${projectId}/reports/${jobId}`);
    expect(job.json).toMatchObject({ status: "canceled", artifacts: [], error: { code: "canceled" } });
    expect(await ledger(projectId)).toEqual(["reserve", "release"]);
  }, 30_000);

  it("ends with its project: nothing is charged, and nothing of it stays", async () => {
    const projectId = await createReadyProject(app, 4);
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const { run_id: runId } = await begin(projectId);
    while ((await call("GET", `/v1/runs/${runId}`)).json.status !== "running") await soon();
    expect((await app.call("DELETE", `/v1/projects/${projectId}`, { key: app.organization.ownerKey })).status).toBe(
      204,
    );
    opened.resolve();
    const rows = () =>
      app.services.db.query(sql`-- run_rows
      select id from report_run where id = ${runId}`);
    while ((await rows()).length > 0) await soon();
    expect(await ledger(projectId)).toEqual(["reserve", "release"]);
    expect((await call("GET", `/v1/runs/${runId}`)).status).toBe(404);
  }, 30_000);
});
