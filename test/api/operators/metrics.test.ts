import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, openBrowser } from "../../support/connector.ts";
import { type Engine, startEngine } from "../../support/engines/engine-server.ts";
import { sampleOrdinance } from "../../support/sample-ordinance.ts";
import { createReadyProject, uploadFile } from "../knowledge/knowledge-app.ts";

let cohere: Engine;
let app: ComposedService;
let projectId: string;
beforeAll(async () => {
  cohere = await startEngine(() => ({ status: 500, body: { message: "down" } }));
  app = await openComposedService({ COHERE_API_KEY: "co-key", COHERE_BASE_URL: cohere.url });
  projectId = await createReadyProject(app, 1);
  const file = await sampleOrdinance();
  await uploadFile(app, projectId, file);
  await uploadFile(app, projectId, { ...file, filename: "again.html" });
  await uploadFile(app, projectId, { filename: "plan.pdf", mimeType: "application/pdf", bytes: brokenPdf });
  const key = app.organization.ownerKey;
  await app.call("POST", `/v1/projects/${projectId}/search`, { key, body: { query: "fence height" } });
  await app.call("POST", `/v1/projects/${projectId}/messages`, { key, body: { question: "How tall may a fence be?" } });
});
afterAll(async () => {
  await app?.close();
  await cohere?.close();
});

const brokenPdf = Buffer.from("%PDF-1.7\nnothing of use follows\n%%EOF\n");
const scrape = async () => (await app.call("GET", "/metrics", { address: "127.0.0.1" })).text;

/** The value of one series; undefined where it is not there. */
const readingOf = (text: string, series: string) => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

describe("the metrics of the parts", () => {
  it("count attempts at jobs by outcome, and show the queue as the store has it", async () => {
    const text = await scrape();
    expect(readingOf(text, 'groundwork_jobs_total{job="upload-ingest",outcome="succeeded"}')).toBe(2);
    expect(readingOf(text, 'groundwork_jobs_total{job="upload-ingest",outcome="failed"}')).toBe(1);
    expect(readingOf(text, 'groundwork_job_seconds_count{job="upload-ingest"}')).toBe(3);
    expect(readingOf(text, 'groundwork_queue_jobs{job="upload-ingest",state="succeeded"}')).toBe(2);
    expect(readingOf(text, 'groundwork_queue_jobs{job="upload-ingest",state="failed"}')).toBe(1);
    expect(readingOf(text, "groundwork_queue_oldest_due_seconds")).toBe(0);
  });

  it("tell published files from repeated and unreadable ones", async () => {
    const text = await scrape();
    for (const outcome of ["published", "duplicate", "refused"]) {
      expect(readingOf(text, `groundwork_ingest_documents_total{outcome="${outcome}"}`)).toBe(1);
    }
    expect(readingOf(text, "groundwork_ingest_pages_total")).toBe(0);
  });

  it("time every stage of a search, and count how often the local reranker stood in", async () => {
    const text = await scrape();
    for (const stage of ["question", "keyword", "fusion", "texts", "rerank"]) {
      expect(readingOf(text, `groundwork_retrieval_stage_seconds_count{stage="${stage}"}`)).toBeGreaterThan(0);
    }
    expect(readingOf(text, "groundwork_reranker_fallbacks_total")).toBeGreaterThan(0);
  });

  it("count the calls and tokens of models", async () => {
    const text = await scrape();
    const model = 'model="groundwork-extractive-1"';
    expect(readingOf(text, `groundwork_model_calls_total{${model},outcome="succeeded"}`)).toBeGreaterThan(0);
    expect(readingOf(text, `groundwork_model_tokens_total{${model},direction="output"}`)).toBeGreaterThan(0);
  });

  it("count the calls of embedders, by what they are asked for", async () => {
    const text = await scrape();
    expect(text).toMatch(/groundwork_embedding_calls_total\{embedder="embedded-static-v4\/256",use="document",/);
    expect(text).toMatch(/groundwork_embedding_calls_total\{embedder="embedded-static-v4\/256",use="query",/);
  });

  it("count the calls of the connector's tools, refused ones by their code", async () => {
    const { orgId: organizationId, ownerId: userId } = app.organization;
    const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
    const { access } = await connect(app.call, browser);
    await callTool(app.call, access, "get_wallet");
    await callTool(app.call, access, "get_project", { project_id: "proj_nobody" });
    const text = await scrape();
    expect(readingOf(text, 'groundwork_tool_calls_total{tool="get_wallet",code="ok"}')).toBe(1);
    expect(readingOf(text, 'groundwork_tool_calls_total{tool="get_project",code="not_found"}')).toBe(1);
    expect(readingOf(text, 'groundwork_tool_call_seconds_count{tool="get_wallet"}')).toBe(1);
  });

  it("balance the credits: what was granted is charged, held or available", async () => {
    const text = await scrape();
    const credits = (state: string) => readingOf(text, `groundwork_credits{state="${state}"}`) ?? Number.NaN;
    expect(credits("charged")).toBeGreaterThanOrEqual(4);
    expect(credits("held")).toBe(0);
    expect(credits("granted")).toBe(credits("charged") + credits("held") + credits("available"));
    expect(credits("granted")).toBe(20_000);
  });

  it("never name a single thing: no id, file, address or question stands in them", async () => {
    const text = await scrape();
    expect(text).not.toMatch(/\b(proj|job|org|doc|key|turn)_[A-Za-z0-9]{8}/);
    expect(text).not.toContain(projectId);
    expect(text).not.toMatch(/fence|ordinance\.html|127\.0\.0\.1/);
  });
});
