import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReadFile } from "../../../api/knowledge/ingest-file.ts";
import { chunkDocument } from "../../../ingest/chunk/chunk-document.ts";
import { buildKeywordSegment, type Embedder, makeStaticEmbedder, parseDocument } from "../../../ingest/index.ts";
import { sql } from "../../../migrations/index.ts";
import {
  createReadyProject,
  initiate,
  type KnowledgeApp,
  pollUntil,
  put,
  startKnowledgeApp,
} from "../../api/knowledge/knowledge-app.ts";

const real = makeStaticEmbedder();
/** Reads in this process: what is at stake here comes after reading. */
const readHere: ReadFile = async ({ path }, info) => {
  const document = await parseDocument({ bytes: await readFile(path), ...info });
  const chunks = chunkDocument(document);
  return { document, chunks, keywordSegment: buildKeywordSegment(chunks) };
};
let app: KnowledgeApp;
/** What happens when the embedder is asked; each test says. */
let onEmbed: () => Promise<void>;
beforeEach(async () => {
  onEmbed = async () => {};
  const embedder: Embedder = {
    ...real,
    embed: async (texts, use) => {
      await onEmbed();
      return real.embed(texts, use);
    },
  };
  app = await startKnowledgeApp({ embedder, readDocument: readHere });
});
afterEach(() => app.close());

const file = {
  filename: "code.md",
  mimeType: "text/markdown",
  category: "ordinance",
  bytes:
    "# Code\n\n## 1.1 Lots\n\nA lot has at least 5,000 square feet.\n\n## 1.2 Fences\n\nA fence is four feet tall.\n",
};

async function send(): Promise<{ projectId: string; jobId: string }> {
  const projectId = await createReadyProject(app, 1);
  const { jobId, link } = await initiate(app, projectId, file);
  await put(app, link, file);
  await app.call("POST", `/v1/uploads/${jobId}/finalize`, { key: app.organization.ownerKey, body: {} });
  return { projectId, jobId };
}

const isOver = (json: Record<string, unknown>) => json.status === "ready" || json.status === "failed";
const followed = (jobId: string) => pollUntil(app, `/v1/uploads/${jobId}`, isOver);
const documentsOf = async (projectId: string) =>
  (await app.call("GET", `/v1/projects/${projectId}/documents`, { key: app.organization.ownerKey })).json.data as {
    chunks: number;
  }[];
const stored = async () =>
  (
    await app.services.db.query<{ chunks: number; staged: number }>(sql`-- stored_chunks
      select (select count(*)::integer from chunk) as chunks,
        (select count(*)::integer from document_revision where published_at is null) as staged`)
  )[0];
/** Waits out what a job waits for between its attempts. */
const hurry = () =>
  app.services.db.query(sql`-- make_due
    update background_job set run_at = now(), sent_at = null where state = 'queued'`);

describe("ingest", () => {
  it("by a worker that lost its lease publishes nothing; the one that took over does, once", async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let embeddings = 0;
    onEmbed = async () => {
      embeddings += 1;
      if (embeddings > 1) return;
      reached.resolve();
      await goOn.promise;
    };
    const { projectId, jobId } = await send();
    await reached.promise;
    await app.services.db.query(sql`-- lose_lease
      update background_job set lease_until = now() - interval '1 second' where id = ${jobId}`);
    await app.jobs.reconcileNow();
    expect((await followed(jobId)).status).toBe("ready");
    goOn.resolve();
    await expect.poll(async () => (await app.jobs.health()).running).toBe(0);
    const [document, ...others] = await documentsOf(projectId);
    expect(others).toEqual([]);
    expect(document).toMatchObject({ document_revision: 1 + 1, chunks: 2 });
    expect(await stored()).toEqual({ chunks: 2, staged: 0 });
  });

  it("while the embedding model is down is tried again, and succeeds when it is back", async () => {
    let failures = 0;
    onEmbed = async () => {
      failures += 1;
      if (failures <= 2) throw Object.assign(new Error("no route to host"), { code: "embedder.unavailable" });
    };
    const { projectId, jobId } = await send();
    const done = await pollUntil(app, `/v1/uploads/${jobId}`, (json) => {
      void hurry();
      return isOver(json);
    });
    expect(done).toMatchObject({ status: "ready", error: null });
    expect(await documentsOf(projectId)).toHaveLength(1);
  });

  it("without an embedding model fails at last with a reason, and leaves nothing that could be found", async () => {
    onEmbed = async () => {
      throw Object.assign(new Error("10.0.0.3 refused"), { code: "embedder.unavailable" });
    };
    const { projectId, jobId } = await send();
    const done = await pollUntil(app, `/v1/uploads/${jobId}`, (json) => {
      void hurry();
      return isOver(json);
    });
    expect(done).toMatchObject({ status: "failed", document: null, error: { code: "embedding_unavailable" } });
    expect(JSON.stringify(done)).not.toContain("10.0.0.3");
    expect(await documentsOf(projectId)).toEqual([]);
  });

  it("that is canceled in its middle ends as failed, and leaves nothing that could be found", async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    onEmbed = async () => {
      reached.resolve();
      await goOn.promise;
    };
    const { projectId, jobId } = await send();
    await reached.promise;
    await app.jobs.cancel(jobId);
    goOn.resolve();
    expect(await followed(jobId)).toMatchObject({ status: "failed", error: { code: "canceled" } });
    expect(await documentsOf(projectId)).toEqual([]);
  });

  it("whose file has gone from the store fails with a reason", async () => {
    const projectId = await createReadyProject(app, 1);
    const { jobId, link } = await initiate(app, projectId, file);
    await put(app, link, file);
    const [upload] = await app.services.db.query<{ key: string }>(sql`-- key_of_upload
      select storage_key as key from upload where job_id = ${jobId}`);
    await app.files.delete(upload?.key ?? "");
    await app.call("POST", `/v1/uploads/${jobId}/finalize`, { key: app.organization.ownerKey, body: {} });
    expect(await followed(jobId)).toMatchObject({ status: "failed", error: { code: "upload_object_missing" } });
  });
});
