import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, sql } from "../../../migrations/index.ts";
import {
  createReadyProject,
  initiate,
  type KnowledgeApp,
  pollUntil,
  put,
  startKnowledgeApp,
  type TestFile,
  uploadFile,
} from "./knowledge-app.ts";

let app: KnowledgeApp;
let projectId: string;
let numbered = 0;
beforeAll(async () => {
  app = await startKnowledgeApp();
  projectId = await createReadyProject(app, 1);
});
afterAll(() => app.close());

const ordinance = (marker: string): TestFile => ({
  filename: "zoning.html",
  mimeType: "text/html",
  category: "ordinance",
  bytes: `<!doctype html><html><head><title>Zoning Ordinance ${marker}</title></head><body>
    <h1>Article 4 Dimensional Standards</h1>
    <h2>4.1 Lots in the R-2 District</h2>
    <p>The minimum lot area in the R-2 district is 7,500 square feet. Marker ${marker}.</p>
    <table><tr><th>District</th><th>Minimum lot area</th></tr><tr><td>R-1</td><td>10,000 square feet</td></tr>
    <tr><td>R-2</td><td>7,500 square feet</td></tr></table>
    <h2>4.2 Fences</h2><p>A fence in a front yard is at most four feet tall.</p></body></html>`,
});
const text = (content: string, filename = "notes.txt"): TestFile => ({
  filename,
  mimeType: "text/plain",
  bytes: content,
});
const get = (path: string, key = app.organization.ownerKey) => app.call("GET", path, { key });
const finalize = (
  jobId: string,
  body: object = {},
  headers: Record<string, string> = {},
  key = app.organization.ownerKey,
) => app.call("POST", `/v1/uploads/${jobId}/finalize`, { key, body, headers });
const newProject = () => createReadyProject(app, 100 + numbered++);
const filesKept = async () =>
  (await readdir(app.folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const rows = <Row extends object>(db: Database, statement: Parameters<Database["query"]>[0]) =>
  db.query<Row>(statement);

describe("an upload", () => {
  it("of an ordinance becomes the governing corpus of its project, with a report of what was found", async () => {
    const project = await newProject();
    const upload = await uploadFile(app, project, { ...ordinance("first"), title: "Zoning of Alder Falls" });
    expect(upload).toMatchObject({
      status: "ready",
      percent: 100,
      stage: "done",
      error: null,
      warnings: [],
      document: {
        title: "Zoning of Alder Falls",
        kind: "ordinance",
        document_revision: 1,
        source_url: null,
        pages: null,
        ingest_report: { headings: 3, tables: 1, table_rows: 2, empty_pages: [], pages: null },
      },
    });
    const polled = (await get(`/v1/projects/${project}`)).json;
    expect(polled).toMatchObject({
      readiness: {
        ordinances: { municipal: { status: "ready", title: "Zoning of Alder Falls", sections: 3 } },
        advisories: [],
      },
      knowledge_base: { documents: 1, corpora: [{ kind: "ordinance", revision: 1 }] },
    });
  });

  it("of any other category is a document of the project", async () => {
    const upload = await uploadFile(app, await newProject(), text("Survey\n\nThe lot is flat and dry."));
    expect(upload).toMatchObject({ status: "ready", document: { kind: "upload", title: expect.any(String) } });
  });

  it("is finalized once, however often and however many times at once it is asked for", async () => {
    const file = text("Asked for many times.");
    const { jobId, link } = await initiate(app, projectId, file);
    await put(app, link, file);
    const answers = await Promise.all(Array.from({ length: 5 }, () => finalize(jobId)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]?.json).toMatchObject({ job_id: jobId, project_id: projectId, poll: `/v1/uploads/${jobId}` });
    await pollUntil(app, `/v1/uploads/${jobId}`, (json) => json.status === "ready");
    const [count] = await rows<{ documents: number }>(
      app.services.db,
      sql`-- count_documents_of_upload
        select count(*)::integer as documents from document where id = (select document_id from upload where job_id = ${jobId})`,
    );
    expect(count?.documents).toBe(1);
    const events = await app.services.db.query(sql`-- events_of_upload
      select actor_kind, target, details ->> 'filename' as filename from audit_event
      where action = 'document-added' and details ->> 'upload' = ${jobId}`);
    expect(events).toEqual([{ actor_kind: "key", target: projectId, filename: file.filename }]);
  });

  it("whose very bytes are in the same corpus already leads to the document that is there", async () => {
    const project = await newProject();
    const first = await uploadFile(app, project, ordinance("same"));
    const again = await uploadFile(app, project, { ...ordinance("same"), filename: "other-name.html" });
    expect(again).toMatchObject({ status: "ready", warnings: [{ code: "already_indexed" }] });
    const documentOf = (upload: Record<string, unknown>) => (upload.document as { document_id: string }).document_id;
    expect(documentOf(again)).toBe(documentOf(first));
    const changed = await uploadFile(app, project, ordinance("changed"));
    expect(documentOf(changed)).not.toBe(documentOf(first));
    expect((await get(`/v1/projects/${project}`)).json.knowledge_base).toMatchObject({ documents: 2 });
  });

  it("sent many times at once is indexed once", async () => {
    const project = await newProject();
    const uploads = await Promise.all(Array.from({ length: 4 }, () => uploadFile(app, project, ordinance("at once"))));
    expect(uploads.map((upload) => upload.status)).toEqual(["ready", "ready", "ready", "ready"]);
    expect(new Set(uploads.map((upload) => (upload.document as { document_id: string }).document_id)).size).toBe(1);
    expect((await get(`/v1/projects/${project}/documents`)).json.data).toHaveLength(1);
  });

  it("is seen by those who see its project and nobody else", async () => {
    const { jobId } = await initiate(app, projectId, text("mine"));
    expect((await get(`/v1/uploads/${jobId}`)).json).toMatchObject({ status: "created", percent: 0, document: null });
    for (const key of [app.stranger.ownerKey, app.organization.memberKey]) {
      expect((await get(`/v1/uploads/${jobId}`, key)).status).toBe(404);
      expect((await finalize(jobId, {}, {}, key)).status).toBe(404);
    }
    const body = { project_id: projectId, filename: "a.txt", mime_type: "text/plain", size_bytes: 1 };
    expect((await app.call("POST", "/v1/uploads/initiate", { key: app.stranger.ownerKey, body })).status).toBe(404);
  });
});

describe("announcing a file", () => {
  const announce = (change: object, headers: Record<string, string> = {}) =>
    app.call("POST", "/v1/uploads/initiate", {
      key: app.organization.ownerKey,
      headers,
      body: { project_id: projectId, filename: "a.pdf", mime_type: "application/pdf", size_bytes: 10, ...change },
    });

  it("with the same key and body gives a fresh link to the same upload", async () => {
    const headers = { "idempotency-key": "announce-once" };
    const first = await announce({}, headers);
    const again = await announce({}, headers);
    expect(again.json.job_id).toBe(first.json.job_id);
    expect(again.json.upload_url).not.toBe(first.json.upload_url);
    expect(first.json).toMatchObject({ transport: "legacy", max_size_bytes: 200 * 1024 * 1024 });
    expect((await announce({ size_bytes: 11 }, headers)).json.code).toBe("idempotency_key_reused");
  });

  it.each([
    ["old spreadsheets", { filename: "a.xls", mime_type: "application/vnd.ms-excel" }],
    ["animations", { filename: "a.gif", mime_type: "image/gif" }],
    ["programs", { filename: "a.exe", mime_type: "application/octet-stream" }],
  ])("of a type that cannot be read yet says which can: %s", async (_, change) => {
    const answer = await announce(change);
    expect([answer.status, answer.json.code]).toEqual([422, "unsupported_file_type"]);
    expect(String(answer.json.detail)).toMatch(/PDF.*DOCX.*XLSX.*CSV.*plain text/);
  });

  it("that is too large is refused before anything is sent", async () => {
    const answer = await announce({ size_bytes: 200 * 1024 * 1024 + 1 });
    expect([answer.status, answer.json.code]).toEqual([413, "upload_too_large"]);
  });

  it.each([
    ["an empty filename", { filename: "" }, "filename"],
    ["a negative size", { size_bytes: -1 }, "size_bytes"],
    ["a hash that is none", { sha256: "abc" }, "sha256"],
    ["a name of dots", { filename: "../.." }, "filename"],
    ["a member that is not known", { mimetype: "application/pdf" }, "mimetype"],
  ])("with %s is refused with the field named", async (_, change, field) => {
    const answer = await announce(change);
    expect([answer.status, answer.json.code]).toEqual([422, "validation_failed"]);
    expect((answer.json.errors as { field: string }[])[0]?.field).toBe(field);
  });

  it("keeps nothing of a name but its last part, without control and direction characters", async () => {
    const { jobId } = await initiate(app, projectId, { ...text("x"), filename: "../../etc/\u202egnp\u0007.txt" });
    expect((await get(`/v1/uploads/${jobId}`)).json.filename).toBe("gnp.txt");
  });
});

describe("the upload link", () => {
  it("works once", async () => {
    const file = text("once");
    const { link } = await initiate(app, projectId, file);
    const answers = await Promise.all([put(app, link, file), put(app, link, file), put(app, link, file)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 410, 410]);
    expect((await put(app, link, file)).json.code).toBe("link_spent");
    expect((await put(app, "/v1/uploads/content/unknown", file)).status).toBe(404);
  });

  it("is not used up by what is refused before the first byte", async () => {
    const file = text("patience");
    const { link } = await initiate(app, projectId, file);
    expect((await put(app, link, { ...file, mimeType: "application/pdf" })).json.code).toBe("unsupported_media_type");
    const headers = { "content-type": "text/plain", "content-length": String(300 * 1024 * 1024) };
    expect((await app.call("PUT", link, { headers, body: file.bytes })).json.code).toBe("upload_too_large");
    const packed = { "content-type": "text/plain", "content-encoding": "gzip" };
    expect((await app.call("PUT", link, { headers: packed, body: file.bytes })).status).toBe(415);
    expect((await put(app, link, { ...file, mimeType: "text/plain; charset=utf-8" })).status).toBe(204);
  });

  it("after it expired says so, and a fresh one leads to the same upload", async () => {
    const file = text("late");
    const headers = { "idempotency-key": "expired-link" };
    const body = { project_id: projectId, filename: "late.txt", mime_type: "text/plain", size_bytes: 4 };
    const announce = () => app.call("POST", "/v1/uploads/initiate", { key: app.organization.ownerKey, headers, body });
    const first = (await announce()).json;
    await app.services.db.query(sql`-- expire_links
      update one_time_link set expires_at = now() - interval '1 second' where target_id = ${String(first.job_id)}`);
    const late = await put(app, new URL(String(first.upload_url)).pathname, file);
    expect([late.status, late.json.code]).toEqual([410, "link_expired"]);
    const fresh = (await announce()).json;
    expect((await put(app, new URL(String(fresh.upload_url)).pathname, file)).status).toBe(204);
    expect((await finalize(String(first.job_id))).status).toBe(200);
  });

  it("of an upload that was finalized takes nothing any more", async () => {
    const file = text("finished");
    const headers = { "idempotency-key": "finalized-link" };
    const body = { project_id: projectId, filename: "f.txt", mime_type: "text/plain", size_bytes: 8 };
    const announce = () => app.call("POST", "/v1/uploads/initiate", { key: app.organization.ownerKey, headers, body });
    const first = (await announce()).json;
    await put(app, new URL(String(first.upload_url)).pathname, file);
    await finalize(String(first.job_id));
    const fresh = (await announce()).json;
    expect((await put(app, new URL(String(fresh.upload_url)).pathname, file)).status).toBe(410);
  });

  it("gives up on a sender that falls silent, and leaves nothing behind", async () => {
    const file = text("x".repeat(100));
    const { jobId, link } = await initiate(app, projectId, file);
    const before = await filesKept();
    const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from("xx")) });
    const init = { method: "PUT", headers: { "content-type": "text/plain" }, body: silent, duplex: "half" };
    const request = new Request(`http://localhost:3000${link}`, init as RequestInit);
    const response = await app.app.fetch(request, { address: "203.0.113.7" });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([408, "upload_timeout"]);
    expect(await filesKept()).toBe(before);
    expect((await finalize(jobId)).json.code).toBe("upload_object_missing");
  });

  it("refuses a file that is not what it was declared to be, and the upload says why", async () => {
    const photo = Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(100)]);
    const before = await filesKept();
    const { jobId, link } = await initiate(app, projectId, {
      filename: "a.pdf",
      mimeType: "application/pdf",
      bytes: photo,
    });
    const refused = await put(app, link, { mimeType: "application/pdf", bytes: photo });
    expect([refused.status, refused.json.code]).toEqual([415, "unsupported_media_type"]);
    expect(refused.json.recovery).toMatchObject({ action: expect.stringContaining("mime_type") });
    expect(await filesKept()).toBe(before);
    expect((await get(`/v1/uploads/${jobId}`)).json).toMatchObject({
      status: "failed",
      error: { code: "document_mislabelled", detail: expect.stringContaining("image") },
    });
    const missing = await finalize(jobId);
    expect([missing.status, missing.json.code]).toEqual([409, "upload_object_missing"]);
    expect(String(missing.json.detail)).toContain("image");
    // The same body would be refused again.
    expect(missing.json.recovery).toMatchObject({
      action: expect.stringContaining("new Idempotency-Key and with mime_type"),
    });
  });
});

describe("the category of an upload", () => {
  it.each([
    ["ordinance", "ordinance"],
    ["supplemental", "supplemental"],
    ["document", "upload"],
    [undefined, "upload"],
    ["gis", "gis"],
  ])("%s puts the document in a corpus of kind %s", async (category, kind) => {
    const project = await newProject();
    const upload = await uploadFile(app, project, { ...text("Some words."), ...(category ? { category } : {}) });
    expect(upload.document).toMatchObject({ kind });
    const { knowledge_base: base } = (await get(`/v1/projects/${project}`)).json;
    expect(base).toMatchObject({ corpora: [{ kind }] });
  });

  it.each(["plan", "Ordinance", ""])("%j is refused with 422, naming the field", async (category) => {
    const body = { project_id: projectId, filename: "a.txt", mime_type: "text/plain", size_bytes: 1, category };
    const answer = await app.call("POST", "/v1/uploads/initiate", { key: app.organization.ownerKey, body });
    expect([answer.status, answer.json.code]).toEqual([422, "validation_failed"]);
    expect(answer.json.errors).toMatchObject([{ field: "category" }]);
  });
});

describe("finalizing", () => {
  it("before anything landed says that the file is missing and changes nothing", async () => {
    const { jobId } = await initiate(app, projectId, text("never sent"));
    const answer = await finalize(jobId);
    expect([answer.status, answer.json.code]).toEqual([409, "upload_object_missing"]);
    expect((await get(`/v1/uploads/${jobId}`)).json.status).toBe("created");
  });

  it("refuses a file of another size or hash than declared, and goes on when the right one arrives", async () => {
    const file = text("twelve bytes");
    const shorter = await initiate(app, projectId, file, { size_bytes: 13 });
    await put(app, shorter.link, file);
    const mismatch = await finalize(shorter.jobId);
    expect([mismatch.status, mismatch.json.code, mismatch.json.received_size_bytes]).toEqual([
      422,
      "upload_mismatch",
      12,
    ]);
    const sha256 = createHash("sha256").update("other bytes!").digest("hex");
    const other = await initiate(app, projectId, file, { sha256 });
    await put(app, other.link, file);
    expect((await finalize(other.jobId)).json.code).toBe("upload_mismatch");
    const right = await initiate(app, projectId, file);
    await put(app, right.link, file);
    expect((await finalize(right.jobId, { sha256 })).json.code).toBe("upload_mismatch");
    const own = createHash("sha256").update(file.bytes).digest("hex").toUpperCase();
    expect((await finalize(right.jobId, { sha256: own })).status).toBe(200);
  });
});

describe("a file that nobody can read", () => {
  const nothingIndexed = async (project: string) => {
    expect((await get(`/v1/projects/${project}/documents`)).json.data).toEqual([]);
    const left = await rows<{ id: string }>(
      app.services.db,
      sql`-- chunks_of_project
        select chunk.id from chunk join corpus on corpus.id = chunk.corpus_id where corpus.project_id = ${project}`,
    );
    expect(left).toEqual([]);
  };
  const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const brokenDocx = zipSync({
    "[Content_Types].xml": Buffer.from("<a/>"),
    "word/document.xml": Buffer.from("<w:document"),
  });

  it.each([
    ["empty", { filename: "a.txt", mimeType: "text/plain", bytes: "" }, "document_empty"],
    ["blank", { filename: "a.txt", mimeType: "text/plain", bytes: " \n\n \n" }, "document_empty"],
    [
      "a truncated PDF",
      { filename: "a.pdf", mimeType: "application/pdf", bytes: "%PDF-1.7\n1 0 obj\n<< /Type /Cat" },
      /document_(truncated|reader_failed)/,
    ],
    [
      "a cut-off DOCX",
      { filename: "a.docx", mimeType: docx, bytes: brokenDocx.subarray(0, brokenDocx.length - 60) },
      "document_truncated",
    ],
    [
      "HTML without text",
      { filename: "a.html", mimeType: "text/html", bytes: "<!doctype html><html><body></body></html>" },
      "document_empty",
    ],
  ])("ends as failed with a reason, and nothing of it is indexed: %s", async (_, file, code) => {
    const project = await newProject();
    const upload = await uploadFile(app, project, { ...file, category: "ordinance" });
    const error = upload.error as { code: string; detail: string };
    expect([upload.status, upload.document]).toEqual(["failed", null]);
    expect(error.code).toMatch(code);
    expect(error.detail.length).toBeGreaterThan(20);
    await nothingIndexed(project);
    const readiness = (await get(`/v1/projects/${project}`)).json.readiness;
    expect(readiness).toMatchObject({
      ordinances: { municipal: { status: "failed" } },
      advisories: [{ code: "ordinance_not_read" }],
    });
  });

  it("does not disturb the ordinance that is there", async () => {
    const project = await newProject();
    await uploadFile(app, project, ordinance("kept"));
    await uploadFile(app, project, { filename: "b.txt", mimeType: "text/plain", bytes: "", category: "ordinance" });
    const { ordinances } = (await get(`/v1/projects/${project}`)).json.readiness as { ordinances: object };
    expect(ordinances).toMatchObject({ municipal: { status: "ready" } });
  });
});

describe("the sweep of uploads", () => {
  it("closes what was never finished after a day and deletes its file, and keeps what is in use", async () => {
    const kept = await uploadFile(app, projectId, text("This one stays."));
    const file = text("This one was never finalized.");
    const { jobId, link } = await initiate(app, projectId, file);
    await put(app, link, file);
    const before = await filesKept();
    expect(await app.uploads.sweep()).toBe(0);
    await app.services.db.query(sql`-- age_upload
      update upload set created_at = now() - interval '25 hours' where job_id = ${jobId}`);
    expect(await app.uploads.sweep()).toBe(1);
    expect(await filesKept()).toBe(before - 1);
    expect((await get(`/v1/uploads/${jobId}`)).json).toMatchObject({
      status: "failed",
      error: { code: "upload_expired" },
    });
    expect((await finalize(jobId)).json.code).toBe("upload_object_missing");
    expect((await get(`/v1/uploads/${kept.job_id}`)).json.status).toBe("ready");
  });

  it("leaves no file in the store that no upload refers to", async () => {
    const stored = new Set(
      (await readdir(join(app.folder, "obj"), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath.slice(-2)}/${entry.name}`),
    );
    const referenced = await rows<{ storage_key: string }>(
      app.services.db,
      sql`-- referenced_keys
        select storage_key from upload where storage_key is not null`,
    );
    expect([...stored].sort()).toEqual(referenced.map((row) => row.storage_key).sort());
  });
});
