import { createHash } from "node:crypto";
import { once } from "node:events";
import { utimes } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ArtifactRow } from "../../../api/delivery/artifacts/artifacts.repository.ts";
import { openFolderStore } from "../../../api/storage/folder-store.ts";
import { makeOrphanSweep } from "../../../api/storage/orphan-files.chore.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { testBaseUrl } from "../../support/http.ts";
import { serveApp } from "../../support/served-app.ts";
import { createReadyProject } from "../knowledge/knowledge-app.ts";

const text = "<script>alert(document.domain)</script> Lot 12 drains to Mill Brook.";

let app: ComposedService;
let projectId: string;
let artifact: ArtifactRow;

beforeAll(async () => {
  app = await openComposedService();
  projectId = await createReadyProject(app, 1);
});
afterAll(() => app.close());
beforeEach(async () => {
  artifact = await store("Flood map.html");
});

function store(filename: string, docType = "map"): Promise<ArtifactRow> {
  const { orgId } = app.organization;
  const made = { orgId, projectId, label: "Flood map", docType, filename, mimeType: "text/html" };
  return app.service.artifacts.store(made, piecesOf(text));
}

async function* piecesOf(content: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(content.slice(0, 10));
  yield Buffer.from(content.slice(10));
}

/** More than the buffers on the way between two processes take, so that its end is not sent when its start is read. */
async function* manyPieces(): AsyncIterable<Uint8Array> {
  for (let piece = 0; piece < 32; piece++) yield Buffer.alloc(1_048_576, 120);
}

const get = (path: string, key = app.organization.ownerKey) => app.call("GET", path, { key });
async function freshLink(): Promise<string> {
  const answer = await get(`/v1/projects/${projectId}/artifacts/${artifact.id}`);
  return new URL(String(answer.json.download_url)).pathname;
}
const follow = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.call(method, path, { headers });

describe("the files of a project", () => {
  it("are listed newest first, without links, in both shapes", async () => {
    const second = await store("Report.pdf", "due_diligence");
    const artifacts = await get(`/v1/projects/${projectId}/artifacts?limit=2`);
    expect(artifacts.json.artifacts).toEqual([
      expect.objectContaining({ artifact_id: second.id, filename: "Report.pdf", doc_type: "due_diligence" }),
      expect.objectContaining({ artifact_id: artifact.id, filename: "Flood map.html" }),
    ]);
    expect(JSON.stringify(artifacts.json)).not.toContain("/v1/downloads/");
    const page = await get(`/v1/projects/${projectId}/deliverables?limit=1`);
    expect(page.json.data).toEqual([
      expect.objectContaining({
        deliverable_id: second.id,
        size_bytes: Buffer.byteLength(text),
        sha256: createHash("sha256").update(text).digest("hex"),
        run_id: null,
      }),
    ]);
    const next = await get(`/v1/projects/${projectId}/deliverables?limit=1&cursor=${page.json.next_cursor}`);
    expect(next.json.data).toEqual([expect.objectContaining({ deliverable_id: artifact.id })]);
  });

  it("tell on every answer of the first shape that it is being retired, and what to use instead", async () => {
    const base = `/v1/projects/${projectId}`;
    for (const [path, successor] of [
      [`${base}/artifacts`, `${base}/deliverables`],
      [`${base}/artifacts/${artifact.id}`, `${base}/deliverables/${artifact.id}/links`],
      [`${base}/artifacts/art_%20absent`, `${base}/deliverables/art_%20absent/links`],
      [`${base}/artifacts?limit=0`, `${base}/deliverables`],
    ] as const) {
      const { headers } = await get(path);
      expect(headers.get("deprecation")).toMatch(/^@\d+$/);
      expect(Date.parse(headers.get("sunset") ?? "")).toBeGreaterThan(Date.parse("2026-12-01"));
      expect(headers.get("link")).toBe(`<${testBaseUrl}${successor}>; rel="successor-version"`);
    }
    expect((await get(`${base}/deliverables`)).headers.has("deprecation")).toBe(false);
  });

  it("are not there for another organization, under no path", async () => {
    const { ownerKey } = app.stranger;
    const paths = ["artifacts", `artifacts/${artifact.id}`, "deliverables", `deliverables/${artifact.id}`];
    for (const path of paths) expect((await get(`/v1/projects/${projectId}/${path}`, ownerKey)).status).toBe(404);
    const link = `/v1/projects/${projectId}/deliverables/${artifact.id}/links`;
    expect((await app.call("POST", link, { key: ownerKey })).status).toBe(404);
  });

  it("are not there under another project of the same organization", async () => {
    const other = await createReadyProject(app, 2);
    expect((await get(`/v1/projects/${other}/artifacts/${artifact.id}`)).status).toBe(404);
    expect((await get(`/v1/projects/${other}/deliverables/${artifact.id}`)).status).toBe(404);
  });

  it("refuse a link that is asked for with a member that is not known", async () => {
    const answer = await app.call("POST", `/v1/projects/${projectId}/deliverables/${artifact.id}/links`, {
      key: app.organization.ownerKey,
      body: { expires_in: 3_600 },
    });
    expect([answer.status, answer.json.errors]).toMatchObject([422, [{ field: "expires_in", code: "unknown_member" }]]);
  });

  it("have links of the second shape that end after 15 minutes", async () => {
    const answer = await app.call("POST", `/v1/projects/${projectId}/deliverables/${artifact.id}/links`, {
      key: app.organization.ownerKey,
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ single_use: true });
    const minutes = (Date.parse(String(answer.json.expires_at)) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15.1);
  });
});

describe("a download link", () => {
  it("gives the file whole and once, under headers in which it cannot run", async () => {
    const path = await freshLink();
    const first = await follow(path, { range: "bytes=0-3" });
    expect(first.status).toBe(200);
    expect(first.text).toBe(text);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "text/html",
      "content-length": String(Buffer.byteLength(text)),
      "content-disposition": 'attachment; filename="Flood map.html"',
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "accept-ranges": "none",
    });
    const second = await follow(path);
    expect(second.status).toBe(410);
    expect(second.json).toMatchObject({ code: "link_spent" });
  });

  it("is spent by one of a hundred callers at once", async () => {
    const path = await freshLink();
    const answers = await Promise.all(Array.from({ length: 100 }, () => follow(path)));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 410)).toHaveLength(99);
  });

  it("is not spent by HEAD, which tells name and size, nor by a preview", async () => {
    const path = await freshLink();
    const head = await follow(path, {}, "HEAD");
    expect(head.status).toBe(200);
    expect(head.headers.get("content-disposition")).toContain("Flood map.html");
    const preview = await follow(path, { "sec-purpose": "prefetch" });
    expect(preview.status).toBe(425);
    expect((await follow(path)).status).toBe(200);
  });

  it("is spent by a download that breaks off after its first bytes", async () => {
    const { orgId } = app.organization;
    const made = { orgId, projectId, label: "Plan set", docType: "map", filename: "Plan.html", mimeType: "text/html" };
    artifact = await app.service.artifacts.store(made, manyPieces());
    const path = await freshLink();
    const served = await serveApp(app.service.app);
    try {
      const socket = connect(served.port, "localhost");
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
      const [first] = (await once(socket, "data")) as [Buffer];
      expect(first.toString("latin1")).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
      await once(socket, "close");
      for (const method of ["GET", "HEAD"]) expect((await follow(path, {}, method)).status).toBe(410);
      expect((await follow(path)).json).toMatchObject({ code: "link_spent" });
      expect((await follow(await freshLink())).text).toHaveLength(artifact.size_bytes);
    } finally {
      await served.close();
    }
  });

  it("is not spent when the file cannot be opened", async () => {
    const path = await freshLink();
    const { db } = app.services;
    await db.query(sql`-- point_elsewhere
      update artifact set storage_key = storage_key || '0' where id = ${artifact.id}`);
    expect((await follow(path)).status).toBeGreaterThanOrEqual(404);
    await db.query(sql`-- point_back
      update artifact set storage_key = left(storage_key, -1) where id = ${artifact.id}`);
    expect((await follow(path)).status).toBe(200);
  });

  it("is unknown when a character of it differs", async () => {
    const path = await freshLink();
    const last = path.at(-1) === "A" ? "B" : "A";
    for (const other of [path.slice(0, -1) + last, `${path}=`, path.toUpperCase(), path.slice(0, -1)]) {
      expect((await follow(other)).status, other).toBe(404);
    }
  });

  it("dies with the key that made it", async () => {
    const { orgId, ownerId } = app.organization;
    const { key, row } = await app.services.apiKeys.mint({ orgId, createdBy: ownerId, name: "once" });
    const answer = await get(`/v1/projects/${projectId}/artifacts/${artifact.id}`, key);
    await app.services.apiKeys.revoke(row.id);
    expect((await follow(new URL(String(answer.json.download_url)).pathname)).status).toBe(404);
  });
});

describe("the sweep of files that nothing refers to", () => {
  it("takes an orphan and leaves what an artifact stands behind", async () => {
    const files = await openFolderStore(join(app.folder, "files"));
    const { key } = await files.put(piecesOf("left over"), { maxBytes: 100, idleTimeoutMs: 1_000 });
    const dayOld = new Date(Date.now() - 25 * 60 * 60_000);
    for (const one of [key, artifact.storage_key]) await utimes(await pathOf(one), dayOld, dayOld);
    expect(await makeOrphanSweep(app.services.db, files)()).toBe(1);
    expect(await files.head(key)).toBeUndefined();
    expect((await follow(await freshLink())).status).toBe(200);
  });
});

const pathOf = async (key: string) => join(app.folder, "files", "obj", key);
