import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOtlpTracer } from "../../../api/operators/otlp-tracer.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, openBrowser } from "../../support/connector.ts";
import { type CollectedSpan, type OtlpServer, startOtlpServer } from "../../support/engines/otlp-server.ts";
import { createReadyProject, uploadFile } from "../knowledge/knowledge-app.ts";

const root = join(import.meta.dirname, "../../..");
const sample = join(root, "evals/samples/alder-falls-zoning-ordinance.html");
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callersSpan = "00f067aa0ba902b7";
const question = "How tall may a fence be in a front yard?";

describe("with a collector", () => {
  let collector: OtlpServer;
  let app: ComposedService;
  let projectId: string;
  let jobId: string;
  let spans: readonly CollectedSpan[];
  beforeAll(async () => {
    collector = await startOtlpServer();
    app = await openComposedService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    projectId = await createReadyProject(app, 1);
    const file = { filename: "secret-plans.html", mimeType: "text/html", bytes: await readFile(sample) };
    const upload = await uploadFile(app, projectId, { ...file, category: "ordinance" });
    jobId = String(upload.job_id);
    const key = app.organization.ownerKey;
    await app.call("POST", `/v1/projects/${projectId}/search`, {
      key,
      body: { query: question },
      headers: { traceparent: `00-${traceId}-${callersSpan}-01`, "x-request-id": "req_of_the_search" },
    });
    await app.call("POST", `/v1/projects/${projectId}/messages`, { key, body: { question } });
    const { orgId: organizationId, ownerId: userId } = app.organization;
    const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
    const { access } = await connect(app.call, browser);
    await callTool(app.call, access, "search_knowledge", { project_id: projectId, query: question });
    // Going down sends what has not been sent.
    await app.stop();
    spans = collector.spans();
  });
  afterAll(async () => {
    await app?.close();
    await collector?.close();
  });

  const named = (name: string) => spans.filter((span) => span.name === name);
  const partsOf = (whole: CollectedSpan | undefined) =>
    spans.filter((span) => span.parentSpanId === whole?.spanId).map((span) => span.name);

  it("a request goes on with its caller's trace and names its route, operation and organization", () => {
    const [search] = named("POST /v1/projects/{project_id}/search");
    expect(search).toMatchObject({ traceId, parentSpanId: callersSpan, hasFailed: false });
    expect(search?.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/v1/projects/{project_id}/search",
      "http.response.status_code": 200,
      "groundwork.request_id": "req_of_the_search",
      "groundwork.operation_id": "searchProject",
      "groundwork.organization_id": app.organization.orgId,
    });
    expect(collector.resource()).toEqual({ "service.name": "groundwork" });
  });

  it("the stages of a search are parts of its request", () => {
    const parts = partsOf(named("POST /v1/projects/{project_id}/search")[0]);
    for (const stage of ["question", "keyword", "fusion", "texts", "rerank"]) {
      expect(parts).toContain(`retrieval ${stage}`);
    }
  });

  it("the calls of the model are parts of the turn", () => {
    const [turn] = named("POST /v1/projects/{project_id}/messages");
    expect(partsOf(turn)).toContain("model call");
    expect(partsOf(turn)).toContain("retrieval keyword");
    expect(named("model call")[0]?.attributes["gen_ai.request.model"]).toBe("groundwork-extractive-1");
  });

  it("the call of a tool is a part of its request, and so are the steps it takes", () => {
    const [tool] = named("tool search_knowledge");
    const whole = named("POST /mcp").find((span) => span.spanId === tool?.parentSpanId);
    expect(partsOf(whole)).toContain("retrieval rerank");
    expect(tool?.attributes).toMatchObject({
      "groundwork.operation_id": "searchProject",
      "groundwork.organization_id": app.organization.orgId,
      "groundwork.code": "ok",
    });
  });

  it("a job is a trace of its own, with its id and how it ended", () => {
    const [job] = named("job upload-ingest");
    expect(job?.parentSpanId).toBeUndefined();
    expect(job?.attributes).toMatchObject({
      "groundwork.job_id": jobId,
      "groundwork.organization_id": app.organization.orgId,
      "groundwork.attempt": 1,
      "groundwork.outcome": "succeeded",
    });
  });

  it("a job is linked to the request that asked for it, whichever process that was in", async () => {
    const [job] = named("job upload-ingest");
    const [finalize] = named("POST /v1/uploads/{job_id}/finalize");
    expect(job?.links).toEqual([{ traceId: finalize?.traceId, spanId: finalize?.spanId }]);
    expect(job?.traceId).not.toBe(finalize?.traceId);
    const [bootstrap] = named("job project-bootstrap");
    const [create] = named("POST /v1/projects");
    expect(bootstrap?.links).toEqual([{ traceId: create?.traceId, spanId: create?.spanId }]);
    const [kept] = await app.services.db.query<{ traceparent: string }>(sql`-- traceparent_of_job
      select traceparent from background_job where id = ${jobId}`);
    expect(kept?.traceparent).toBe(`00-${finalize?.traceId}-${finalize?.spanId}-01`);
  });

  it("the calls of the embedder are parts of the job", () => {
    expect(partsOf(named("job upload-ingest")[0])).toContain("embedding call");
  });

  it("no key, link, question, file name or path with an id is in them", () => {
    const told = JSON.stringify(spans);
    expect(told).not.toContain(app.organization.ownerKey);
    expect(told).not.toContain("secret-plans");
    expect(told).not.toMatch(/fence/i);
    expect(told).not.toContain(projectId);
    expect(named("PUT /v1/uploads/content/{token}")).toHaveLength(1);
  });
});

describe("with a collector that is down", () => {
  it.each([
    ["refuses every call", { kind: "status", status: 503 }],
    ["drops every connection", { kind: "reset" }],
  ] as const)("and %s, requests are answered and the service still stops", async (_, misbehaviour) => {
    await using collector = await startOtlpServer();
    collector.misbehaveAlways(misbehaviour);
    const app = await openComposedService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const wallet = await app.call("GET", "/v1/wallet", { key: app.organization.ownerKey });
    expect(wallet.status).toBe(200);
    await app.close();
    expect(collector.calls.length).toBeGreaterThan(0);
  });

  it("and never answers, the service still stops", async () => {
    await using collector = await startOtlpServer();
    collector.misbehaveAlways({ kind: "hang" });
    const app = await openComposedService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect((await app.call("GET", "/health")).status).toBe(200);
    await app.close();
  });
});

describe("without a collector", () => {
  it("the libraries that send traces are not loaded", async () => {
    const script = `
      import { registerHooks } from "node:module";
      const asked = [];
      registerHooks({ resolve: (name, context, next) => (asked.push(name), next(name, context)) });
      const { composeObservation } = await import("./api/boot/compose-observation.ts");
      await import("./api/boot/compose.ts");
      await composeObservation({ otlpEndpoint: null }, console);
      console.log(JSON.stringify(asked.filter((name) => /opentelemetry\\/(sdk|exporter)|otlp-tracer/.test(name))));`;
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: root });
    expect(JSON.parse((await run).stdout)).toEqual([]);
  });
});

describe("the traceparent of a request", () => {
  it.each([
    { header: null },
    { header: "nonsense" },
    { header: `00-${traceId}-${callersSpan}-01-more` },
    { header: `00-${"0".repeat(32)}-${callersSpan}-01` },
  ])("continues the caller's trace, but not from $header", async ({ header }) => {
    const collector = await startOtlpServer();
    const tracer = makeOtlpTracer({ endpoint: collector.url, logger: { warn: () => undefined } });
    const within = (traceparent: string | null) =>
      tracer.run({ name: "request", kind: "server", traceparent }, async () => tracer.traceparent());
    expect(await within(`00-${traceId}-${callersSpan}-01`)).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(await within(header)).toMatch(new RegExp(`^00-(?!${traceId}|0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$`));
    expect(tracer.traceparent()).toBeNull();
    await tracer.close();
    await collector.close();
  });
});
