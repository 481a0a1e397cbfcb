import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../evals/start-service.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { openTestDatabase, testServerUrl } from "../../support/database.ts";
import { type Call, callerOf } from "../../support/http.ts";
import { makeServiceProcess } from "../../support/service-process.ts";
import { createReadyProject } from "../knowledge/knowledge-app.ts";

/** Names and kinds of the series of an exposition, without their values. */
const seriesOf = (text: string) => text.split("\n").filter((line) => line.startsWith("# TYPE "));

describe("what a worker tells operators", () => {
  let app: ComposedService;
  let ask: Call;
  beforeAll(async () => {
    app = await openComposedService({ OPS_TOKEN: "an operator's long token" });
    ask = callerOf(app.service.makeOpsApp());
    await createReadyProject(app, 1);
  });
  afterAll(() => app.close());

  it("is its health, its readiness and its metrics, and nothing else of the service", async () => {
    expect((await ask("GET", "/health")).json).toEqual({ status: "ok" });
    expect((await ask("GET", "/ready")).json).toMatchObject({
      status: "ready",
      parts: { database: "up", worker: "up" },
    });
    const key = app.organization.ownerKey;
    for (const path of ["/v1/wallet", "/v1/projects", "/account", "/mcp", "/ops/queue", "/v1/openapi.json"]) {
      expect((await ask("GET", path, { key })).status).toBe(404);
    }
  });

  it("has the exposition of the server, with the jobs of this process", async () => {
    const ofWorker = await ask("GET", "/metrics", { address: "127.0.0.1" });
    const ofServer = await app.call("GET", "/metrics", { address: "127.0.0.1" });
    expect(ofWorker.headers.get("content-type")).toBe(ofServer.headers.get("content-type"));
    expect(seriesOf(ofWorker.text)).toEqual(seriesOf(ofServer.text));
    expect(ofWorker.text).toMatch(/^groundwork_jobs_total\{job="project-bootstrap",outcome="succeeded"\} 1$/m);
  });

  it("is closed to strangers as the server's metrics are", async () => {
    expect((await ask("GET", "/metrics")).status).toBe(401);
    expect((await ask("GET", "/metrics", { key: app.organization.ownerKey })).status).toBe(401);
    expect(
      (await ask("GET", "/metrics", { headers: { authorization: "Bearer an operator's long token" } })).status,
    ).toBe(401);
  });

  it("is that it is not ready once it takes no more jobs", async () => {
    await app.stop();
    const { status, json } = await ask("GET", "/ready");
    expect([status, (json.parts as { worker: string }).worker]).toEqual([503, "down"]);
  });
});

describe.skipIf(testServerUrl === undefined)("a process of its own (needs TEST_DATABASE_URL)", () => {
  it("listens where it is told, and nowhere unless it is told", { timeout: 120_000 }, async () => {
    const db = await openTestDatabase();
    const port = await freePort();
    const base = { DATABASE_URL: db.url ?? "", WORKER: "off" };
    const told = await makeServiceProcess("told", "worker", { ...base, WORKER_OPS_ADDRESS: `127.0.0.1:${port}` });
    const quiet = await makeServiceProcess("quiet", "worker", base);
    try {
      await told.start();
      await quiet.start();
      expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
        "groundwork_queue_oldest_due_seconds",
      );
      await expect(fetch(`${quiet.baseUrl}/health`)).rejects.toThrow();
      expect([await told.drain(), await quiet.drain()]).toEqual([0, 0]);
      await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
    } finally {
      await told.kill();
      await quiet.kill();
      await db.close();
    }
  });
});
