import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../../ingest/index.ts";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { availableCredits, citedText, createSampleProject } from "../../support/sample-ordinance.ts";
import { createReadyProject, pollUntil, projectBody, uploadFile } from "./knowledge-app.ts";

let app: ComposedService;
let projectId: string;

beforeAll(async () => {
  app = await openComposedService();
  projectId = await createSampleProject(app);
});
afterAll(() => app.close());

const search = (body: unknown, more: { key?: string; headers?: Record<string, string> } = {}) =>
  app.call("POST", `/v1/projects/${projectId}/search`, { key: app.organization.ownerKey, body, ...more });

const available = () => availableCredits(app);

interface Result {
  rank: number;
  text: string;
  relevance_score: number;
  why: string[];
  citation: {
    document_id: string;
    char_start: number;
    char_end: number;
    quote: string;
    heading_path: string[];
    section: string;
  };
}

describe("a search", () => {
  it("answers 200 with ranked passages whose quotes stand in the stored text", async () => {
    const answer = await search({ query: "how tall may a fence be", top_k: 3 });
    expect(answer.status).toBe(200);
    const results = answer.json.results as Result[];
    expect(results.map((result) => result.rank)).toEqual([1, 2, 3]);
    expect(results[0]?.citation.section).toBe("5.5");
    for (const { citation } of results) expect(await citedText(app, projectId, citation)).toBe(citation.quote);
  });

  it("finds a section by its number first", async () => {
    const answer = await search({ query: "Section 4.3", top_k: 1 });
    expect((answer.json.results as Result[])[0]?.citation.section).toBe("4.3");
  });

  it("says in words why each result was found", async () => {
    const why = async (query: string) =>
      ((await search({ query, top_k: 5 })).json.results as Result[]).map((one) => one.why);
    expect((await why("Section 4.3"))[0]).toContain("The query names its section.");
    const reasons = await why("how tall may a fence be");
    expect(reasons[0]).toContain("It holds words of the query.");
    for (const own of reasons) expect(own.length).toBeGreaterThan(0);
  });

  it("costs two credits, and nothing when it is refused", async () => {
    const before = await available();
    expect((await search({ query: "parking" })).json.credits_charged).toBe(2);
    expect(await available()).toBe(before - 2);
    expect((await search({ query: "" })).status).toBe(422);
    expect(await available()).toBe(before - 2);
  });

  it("is answered and charged once for one idempotency key", async () => {
    const before = await available();
    const headers = { "idempotency-key": "search-once" };
    const first = await search({ query: "signs" }, { headers });
    const again = await search({ query: "signs" }, { headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.json).toEqual(first.json);
    expect(await available()).toBe(before - 2);
  });

  it("is the same request however the ids in its address are written", async () => {
    const before = await available();
    const headers = { "idempotency-key": "search-spelt" };
    const spellings = [projectId, projectId.replace("p", "%70"), projectId.replaceAll("_", "%5F")];
    for (const spelling of spellings) {
      const more = { key: app.organization.ownerKey, body: { query: "signs" }, headers };
      expect((await app.call("POST", `/v1/projects/${spelling}/search`, more)).status).toBe(200);
    }
    expect(await available()).toBe(before - 2);
  });

  it("searches only what its filters allow", async () => {
    const upload = await search({ query: "parking", filters: { corpus_kinds: ["upload"] } });
    expect(upload.json.results).toEqual([]);
    const article = await search({ query: "parking", filters: { section_prefix: "6" } });
    for (const { citation } of article.json.results as Result[]) expect(citation.section).toMatch(/^6/);
  });

  it.each([
    ["query", {}],
    ["top_k", { query: "x", top_k: 51 }],
    ["top_k", { query: "x", top_k: "5" }],
    ["rerank", { query: "x", rerank: "no" }],
    ["filters.corpus_kinds[0]", { query: "x", filters: { corpus_kinds: ["law"] } }],
    ["topk", { query: "x", topk: 5 }],
  ])("answers 422 naming %s", async (field, body) => {
    const answer = await search(body);
    expect(answer.status).toBe(422);
    expect((answer.json.errors as { field: string }[]).map((error) => error.field)).toContain(field);
  });

  it("answers 404 to a stranger, as if there were no such project", async () => {
    const stranger = await search({ query: "parking" }, { key: app.stranger.ownerKey });
    const unknown = await app.call("POST", `/v1/projects/prj_${"0".repeat(32)}/search`, {
      key: app.stranger.ownerKey,
      body: { query: "parking" },
    });
    expect(stranger.status).toBe(404);
    const { request_id: one, ...strangerRest } = stranger.json;
    const { request_id: other, ...unknownRest } = unknown.json;
    expect(one).not.toBe(other);
    expect(strangerRest).toEqual(unknownRest);
  });

  it("answers 409 while a parcel's zoning is unverified", async () => {
    const body = projectBody(7);
    const [parcel] = body.parcels;
    const { zoning_code: _, ...unzoned } = parcel ?? { zoning_code: "" };
    const created = await app.call("POST", "/v1/projects", {
      key: app.organization.ownerKey,
      body: { ...body, parcels: [unzoned] },
    });
    const id = String(created.json.project_id);
    const key = app.organization.ownerKey;
    await pollUntil(app, `/v1/projects/${id}`, ({ status }) => status !== "bootstrapping");
    const answer = await app.call("POST", `/v1/projects/${id}/search`, { key, body: { query: "parking" } });
    expect([answer.status, answer.json.code]).toEqual([409, "zoning_verification_required"]);
  });
});

describe("a search of a project that is not there yet", () => {
  it.each([
    { status: "bootstrapping", retryAfter: "5", detail: "" },
    { status: "failed", retryAfter: null, detail: "could not be set up" },
  ])("answers 409 bootstrap_not_ready and where to look: $status", async ({ status, retryAfter, detail }) => {
    const id = await createReadyProject(app, status === "failed" ? 8 : 9);
    await app.services.db.query(sql`-- set_project_back
      update project set status = ${status} where id = ${id}`);
    const key = app.organization.ownerKey;
    const answer = await app.call("POST", `/v1/projects/${id}/search`, { key, body: { query: "parking" } });
    expect(answer).toMatchObject({ status: 409, json: { code: "bootstrap_not_ready", poll: `/v1/projects/${id}` } });
    expect(answer.headers.get("retry-after")).toBe(retryAfter);
    expect(answer.json.detail).toContain(detail);
  });
});

describe("a document that a file has replaced", () => {
  const text = (feet: string) =>
    `Section 1. Fences\nA fence may be ${feet} feet tall.\nSection 2. Sheds\nA shed may be small.`;
  const file = (bytes: string) => ({ filename: "fences.txt", mimeType: "text/plain", bytes });
  const key = () => app.organization.ownerKey;
  let id: string;
  let documentId: string;
  let replaced: Record<string, unknown>;

  const upload = (bytes: string, more: object = {}) => uploadFile(app, id, file(bytes), more);
  const documentsOf = async () =>
    (await app.call("GET", `/v1/projects/${id}/documents`, { key: key() })).json.data as Record<string, unknown>[];
  const quotes = async (body: object) => {
    const found = await app.call("POST", `/v1/projects/${id}/search`, {
      key: key(),
      body: { query: "fence", ...body },
    });
    return (found.json.results as Result[]).map(({ citation }) => citation.quote).join("\n");
  };

  beforeAll(async () => {
    id = await createReadyProject(app, 11);
    documentId = String(((await upload(text("six"))).document as { document_id: string }).document_id);
    await app.services.db.query(sql`-- published_in_spring
      update document_revision set published_at = '2026-03-01T12:00:00Z' where document_id = ${documentId}`);
    replaced = await upload(text("nine"), { replaces_document_id: documentId });
  });

  it("is the same document with a further revision, and searches read its new text alone", async () => {
    expect(replaced).toMatchObject({ status: "ready", document: { document_id: documentId, document_revision: 2 } });
    expect((await documentsOf()).map(({ document_id }) => document_id)).toEqual([documentId]);
    expect(await quotes({})).toContain("nine feet");
    expect(await quotes({})).not.toContain("six feet");
  });

  it("keeps the text of its earlier revision for the citations of it", async () => {
    const path = `/v1/projects/${id}/documents/${documentId}/text?revision=1&char_start=0&char_end=60`;
    expect((await app.call("GET", path, { key: key() })).json.text).toContain("six feet");
  });

  it("is read as it stood on the day that a search or a question asks for", async () => {
    expect(await quotes({ as_of: "2026-03-01" })).toContain("six feet");
    expect(await quotes({ as_of: "2026-03-01" })).not.toContain("nine feet");
    expect(await quotes({ as_of: "2026-02-28" })).toBe("");
    const body = { question: "How tall may a fence be?", as_of: "2026-06-30" };
    const turn = await app.call("POST", `/v1/projects/${id}/messages`, { key: key(), body });
    expect(turn.json.answer).toMatch(/six feet.*\nRead in the documents as they stood on 2026-06-30\.$/s);
    const before = await app.call("POST", `/v1/projects/${id}/messages`, {
      key: key(),
      body: { ...body, as_of: "2026-01-01" },
    });
    expect(before.json.answer_status).toBe("not_located");
  });

  it.each(["2026-02-30", "yesterday", "2199-01-01"])("answers 422 naming as_of for %s", async (as_of) => {
    const body = { query: "fence", as_of };
    const answer = await app.call("POST", `/v1/projects/${id}/search`, { key: key(), body });
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ field: "as_of" }] } });
  });

  it("stays as it is when the file is unreadable or another document has its bytes", async () => {
    const unreadable = await upload("", { replaces_document_id: documentId });
    expect(unreadable.status).toBe("failed");
    await upload("Section 9. Trees\nTrees are welcome.");
    const same = await upload("Section 9. Trees\nTrees are welcome.", { replaces_document_id: documentId });
    expect(same).toMatchObject({ status: "failed", error: { code: "document_already_indexed" } });
    expect(await quotes({})).toContain("nine feet");
  });

  it("is one of the project, or the upload is refused by the name of the field", async () => {
    const other = await createReadyProject(app, 12);
    for (const [project_id, replaces_document_id] of [
      [id, "doc_unknown"],
      [other, documentId],
    ]) {
      const body = { project_id, replaces_document_id, filename: "a.txt", mime_type: "text/plain", size_bytes: 5 };
      const answer = await app.call("POST", "/v1/uploads/initiate", { key: key(), body });
      expect(answer).toMatchObject({ status: 422, json: { errors: [{ field: "replaces_document_id" }] } });
    }
  });

  it("cannot be searched as of a day whose texts are kept for citations alone, and the refusal says from when on", async () => {
    for (const feet of ["ten", "eleven", "twelve", "thirteen", "fourteen"]) {
      await upload(text(feet), { replaces_document_id: documentId });
    }
    const body = { query: "fence", as_of: "2026-03-01" };
    const answer = await app.call("POST", `/v1/projects/${id}/search`, { key: key(), body });
    expect(answer.status).toBe(422);
    expect(answer.json.detail).toMatch(/as_of: is too far back: “1 Fences” can be searched from \d{4}-\d\d-\d\d on/);
  });
});

describe("an embedder that is down", () => {
  it("makes a search and a question answer 503 search_unavailable with a wait, and cost nothing", async () => {
    let isDown = false;
    const embedder: Embedder = {
      id: "test-words/2",
      dimensions: 2,
      embed: async (texts) => {
        if (isDown) throw Object.assign(new Error("the embedder is away"), { code: "embedder.unavailable" });
        return texts.map((text) =>
          Float32Array.of(1, text.length % 7).map((value) => value / Math.hypot(1, text.length % 7)),
        );
      },
    };
    const own = await openComposedService({}, { embedder });
    try {
      const id = await createReadyProject(own, 2);
      await uploadFile(own, id, {
        filename: "a.txt",
        mimeType: "text/plain",
        bytes: "Section 1. Fences\nA fence may be six feet tall.",
      });
      isDown = true;
      const key = own.organization.ownerKey;
      for (const [path, body] of [
        ["search", { query: "fence" }],
        ["messages", { question: "How tall may a fence be?" }],
      ] as const) {
        const answer = await own.call("POST", `/v1/projects/${id}/${path}`, { key, body });
        expect([path, answer.status, answer.json.code]).toEqual([path, 503, "search_unavailable"]);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(await availableCredits(own)).toBe(10_000);
    } finally {
      await own.close();
    }
  });
});
