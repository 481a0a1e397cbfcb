import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeServiceClient, type ServiceClient, type UploadView } from "../../../evals/service-client.ts";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { openEmbedded, sql } from "../../../migrations/index.ts";
import { makeLongPdf } from "../../support/documents/long-pdf.ts";
import { type Engine, startEngine } from "../../support/engines/engine-server.ts";
import { answerEmbeddings } from "../../support/engines/openai-embeddings-server.ts";

/** A code of many sections: reading and indexing it takes seconds, so that there is a middle to be killed in. */
function longCode(sections: number): string {
  const section = (at: number) =>
    `## ${Math.floor(at / 50) + 1}.${(at % 50) + 1} Rule number ${at}\n\n` +
    `In the district of rule ${at} a lot has at least ${at * 10 + 5_000} square feet, and a building set back by ${(at % 40) + 5} feet ` +
    `from every street may be ${(at % 60) + 20} feet tall unless the board of appeals finds that light and air of a neighbour suffer.\n`;
  return `# Zoning Code of a Large Town\n\n${Array.from({ length: sections }, (_, at) => section(at)).join("\n")}`;
}

/** What the endpoint takes for one batch: makes indexing last whatever the machine, so that it can be killed in. */
const BATCH_MS = 40;

let folder: string;
let embeddings: Engine;
let service: StartedService | undefined;
beforeEach(async () => {
  embeddings = await startEngine(async (call) => {
    await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
    return answerEmbeddings(call, { dimensions: 64 });
  });
  folder = await mkdtemp(join(tmpdir(), "groundwork-killed-"));
});
afterEach(async () => {
  await service?.stop();
  await embeddings.close();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startService({
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: `${embeddings.url}/v1`,
    EMBEDDING_MODEL: "embed-test",
  });
async function kill(running: StartedService): Promise<void> {
  const ended = once(running.process, "exit");
  running.process.kill("SIGKILL");
  await ended;
}

async function createProject(client: ServiceClient): Promise<string> {
  const corners = [
    [-72.6, 42.3],
    [-72.599, 42.3],
    [-72.599, 42.301],
    [-72.6, 42.3],
  ];
  const created = await client.request<{ project_id: string }>("POST", "/v1/projects", {
    goal_text: "Build a house",
    setup_mode: "provided",
    parcels: [{ zoning_code: "R-1", geometry: { type: "Polygon", coordinates: [corners] } }],
  });
  return created.project_id;
}

async function send(
  client: ServiceClient,
  projectId: string,
  bytes: string | Uint8Array,
  mimeType: string,
): Promise<string> {
  const initiated = await client.request<{ job_id: string; upload_url: string }>("POST", "/v1/uploads/initiate", {
    project_id: projectId,
    filename: mimeType === "application/pdf" ? "code.pdf" : "code.md",
    mime_type: mimeType,
    size_bytes: Buffer.byteLength(bytes),
    category: "ordinance",
  });
  const sent = await fetch(initiated.upload_url, {
    method: "PUT",
    headers: { "content-type": mimeType },
    body: Buffer.from(bytes),
  });
  expect(sent.status).toBe(204);
  await client.request("POST", `/v1/uploads/${initiated.job_id}/finalize`, {});
  return initiated.job_id;
}

async function until(
  client: ServiceClient,
  jobId: string,
  isWanted: (upload: UploadView) => boolean,
): Promise<UploadView> {
  for (;;) {
    const upload = await client.request<UploadView>("GET", `/v1/uploads/${jobId}`);
    if (upload.status === "failed" || upload.status === "ready" || isWanted(upload)) return upload;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

interface Stored {
  readonly documents: number;
  readonly revisions: number;
  readonly staged: number;
  readonly chunks: number;
  readonly vectors: number;
  readonly interruptions: number;
}

async function whatIsStored(): Promise<Stored | undefined> {
  const db = await openEmbedded({ folder: join(folder, "database") });
  try {
    const [stored] = await db.query<Stored>(sql`-- what_is_stored
      select
        (select count(*)::integer from document) as documents,
        (select count(*)::integer from document_revision where published_at is not null) as revisions,
        (select count(*)::integer from document_revision where published_at is null) as staged,
        (select count(*)::integer from chunk) as chunks,
        (select count(*)::integer from chunk_vector) as vectors,
        (select interruptions from background_job where name = 'upload-ingest') as interruptions`);
    return stored;
  } finally {
    await db.close();
  }
}

describe("a process killed in the middle of ingest", () => {
  it("of a PDF of 400 pages, again and again and at every stage, still finishes it, once and whole", {
    timeout: 400_000,
  }, async () => {
    const code = await makeLongPdf(longCode(4_000), 400);
    service = await start();
    const key = service.key ?? "";
    let client = makeServiceClient(service.baseUrl, key);
    const projectId = await createProject(client);
    const jobId = await send(client, projectId, code, "application/pdf");
    const moments: ((upload: UploadView) => boolean)[] = [
      () => true,
      (upload) => upload.stage === "reading",
      (upload) => upload.stage === "indexing",
      (upload) => upload.stage === "indexing" && upload.percent > 70,
    ];
    for (const moment of moments) {
      const seen = await until(client, jobId, moment);
      expect(seen.status, "the document was done before it could be interrupted").not.toBe("ready");
      await kill(service);
      service = await start();
      client = makeServiceClient(service.baseUrl, key);
    }
    const done = await until(client, jobId, () => false);
    expect(done).toMatchObject({ status: "ready", percent: 100, error: null });
    const { data } = await client.request<{ data: { document_id: string; chunks: number }[] }>(
      "GET",
      `/v1/projects/${projectId}/documents`,
    );
    expect(data[0]).toMatchObject({ pages: 400 });
    expect(data).toHaveLength(1);
    const found = await client.request<{ results: { text: string }[] }>("POST", `/v1/projects/${projectId}/search`, {
      query: "rule number 1999",
    });
    expect(found.results[0]?.text).toContain("24990 square feet");
    await service.stop();
    service = undefined;
    const stored = await whatIsStored();
    expect(stored).toMatchObject({
      documents: 1,
      revisions: 1,
      staged: 0,
      chunks: data[0]?.chunks,
      vectors: data[0]?.chunks,
    });
    expect(stored?.interruptions).toBeGreaterThanOrEqual(3);
  });

  it("that was asked to end instead loses nothing and repeats nothing", {
    timeout: 300_000,
  }, async () => {
    service = await start();
    const key = service.key ?? "";
    const client = makeServiceClient(service.baseUrl, key);
    const jobId = await send(client, await createProject(client), longCode(600), "text/markdown");
    await until(client, jobId, (upload) => upload.stage === "reading" || upload.stage === "indexing");
    await service.stop();
    service = await start();
    const done = await until(makeServiceClient(service.baseUrl, key), jobId, () => false);
    expect(done.status).toBe("ready");
    await service.stop();
    service = undefined;
    expect(await whatIsStored()).toMatchObject({ documents: 1, revisions: 1, staged: 0, interruptions: 0 });
  });
});
