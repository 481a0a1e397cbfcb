import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { currentRequest } from "../../../api/http/current-request.ts";
import type { IngestAttempt } from "../../../api/knowledge/ingest-file.ts";
import { sql } from "../../../migrations/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { makeDocx } from "../../support/documents/made-docx.ts";
import { makePdf } from "../../support/documents/made-pdf.ts";
import { createReadyProject, type KnowledgeApp, pollUntil, projectBody, startKnowledgeApp } from "./knowledge-app.ts";

let app: KnowledgeApp;
let site: CountingSite;
let numbered = 0;
const pages = new Map<string, RequestListener>();
const attempts: IngestAttempt[] = [];

beforeAll(async () => {
  site = await startCountingSite((request, response) => {
    const page = pages.get(request.url ?? "");
    if (page) return page(request, response);
    response.writeHead(404).end();
  });
  const onIngest = (attempt: IngestAttempt) => attempts.push(attempt);
  app = await startKnowledgeApp({ sources: { fetchAllowOrigins: [site.origin], onIngest } });
});
afterAll(async () => {
  await app.close();
  await site.close();
});

const html = (title: string, text: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

/** Puts a page on the site and gives its address. */
function publish(path: string, body: string | Uint8Array, type = "text/html", headers: Record<string, string> = {}) {
  pages.set(path, (_, response) => response.writeHead(200, { "content-type": type, ...headers }).end(body));
  return `${site.origin}${path}`;
}

const post = (projectId: string, body: object, headers: Record<string, string> = {}, key = app.organization.ownerKey) =>
  app.call("POST", `/v1/projects/${projectId}/sources`, { key, body, headers });
const get = (path: string, key = app.organization.ownerKey) => app.call("GET", path, { key });

const newProject = () => createReadyProject(app, 1_000 + numbered++);

/** A project whose parcels lie in a town of a state. */
async function projectIn(municipality: string | null, key = app.organization.ownerKey): Promise<string> {
  const number = 2_000 + numbered++;
  const body = projectBody(number);
  const jurisdiction = { municipality, county: "Hampden", state: "Massachusetts" };
  const parcels = body.parcels.map((parcel) => ({ ...parcel, jurisdiction }));
  const created = await app.call("POST", "/v1/projects", { key, body: { ...body, parcels } });
  expect([created.status, created.text]).toEqual([202, expect.any(String)]);
  return String(created.json.project_id);
}

interface Listed {
  readonly source_id: string;
  readonly lane: string;
  readonly title: string;
  readonly url: string;
  readonly status: string;
  readonly detail: string | null;
}
const listedIn = (project: Record<string, unknown>) =>
  (project.readiness as { supplemental_sources: readonly Listed[] }).supplemental_sources;

/** Polls a project until none of its sources is on its way, and gives the project. */
const settled = (projectId: string, key = app.organization.ownerKey) =>
  pollUntil(
    app,
    `/v1/projects/${projectId}`,
    (project) => listedIn(project).every(({ status }) => status !== "queued" && status !== "ingesting"),
    key,
  );
const documentsOf = async (projectId: string, key = app.organization.ownerKey) =>
  (await get(`/v1/projects/${projectId}/documents`, key)).json.data as {
    title: string;
    source_url: string;
    kind: string;
    document_id: string;
  }[];

describe("an address", () => {
  it("is fetched and read as a document of the project, which cites it", async () => {
    const projectId = await newProject();
    const url = publish(
      "/planning/design-guide.html",
      html("Design Guide", "Porches face the street in Harbor district."),
    );
    const answer = await post(projectId, { url, title: "Our guide" });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        url,
        lane: "project_document",
        dispatched: true,
        status: "queued",
        job_id: expect.stringMatching(/^job_/),
        corpus_id: null,
        needs_confirm: false,
        confidence: "medium",
        message: expect.stringContaining("Poll the project"),
      },
    ]);
    const project = await settled(projectId);
    expect(listedIn(project)).toEqual([
      {
        source_id: expect.stringMatching(/^src_/),
        lane: "project_document",
        title: "Our guide",
        url,
        status: "ready",
        detail: null,
      },
    ]);
    const [document] = await documentsOf(projectId);
    expect(document).toMatchObject({ title: "Our guide", source_url: url, kind: "upload" });
    const job = await get(`/v1/uploads/${answer.json.job_id}`);
    expect(job.json).toMatchObject({
      status: "ready",
      percent: 100,
      filename: "design-guide.html",
      error: null,
      document,
    });
    expect((await get(`/v1/uploads/${answer.json.job_id}`, app.stranger.ownerKey)).status).toBe(404);
  });

  it.each([
    [
      "a PDF",
      "/files/survey",
      () => makePdf([{ kind: "paragraph", text: "The lot is flat and dry all year." }]),
      "application/pdf",
    ],
    [
      "a PDF that its host calls a web page",
      "/files/mislabelled",
      () => makePdf([{ kind: "paragraph", text: "The brook floods in spring." }]),
      "text/html",
    ],
    [
      "a Word document without a type",
      "/files/letter.docx",
      async () => makeDocx([{ kind: "paragraph", text: "The abutters agree to the fence." }]),
      "application/octet-stream",
    ],
    ["plain text", "/files/notes.txt", async () => "The well stands 40 feet from the road.", "text/plain"],
    [
      "text in another encoding",
      "/files/latin2",
      async () => Buffer.from([0xa3, ...Buffer.from("ódź has wide streets."), 0x0a]),
      "text/plain; charset=iso-8859-2",
    ],
  ])("of %s is read by what its bytes and headers say", async (_, path, bytes, type) => {
    const projectId = await newProject();
    await post(projectId, { url: publish(path, await bytes(), type) });
    expect(listedIn(await settled(projectId))).toMatchObject([{ status: "ready", detail: null }]);
  });
});

describe("an address that looks like the law that governs the project", () => {
  it("is never fetched by itself, and says how to go on", async () => {
    const projectId = await projectIn("Alder Falls");
    const url = publish("/alder-falls/zoning-ordinance.html", html("Zoning Ordinance", "Lots have 7,500 square feet."));
    const answer = await post(projectId, { url });
    expect([answer.status, answer.json]).toEqual([
      409,
      expect.objectContaining({
        code: "governing_source_suggested",
        target: "municipal_ordinance",
        confidence: "medium",
      }),
    ]);
    expect(JSON.stringify(answer.json.recovery)).toContain("supplemental");
    expect(site.requests).not.toContain("GET /alder-falls/zoning-ordinance.html");
  });
});

describe("an address that is added", () => {
  it("again is a duplicate while it is on its way and when it is there, however it is written", async () => {
    const projectId = await newProject();
    const url = publish("/guides/porch.html", html("Porches", "A porch may be eight feet deep."));
    const answers = await Promise.all([0, 1, 2, 3].map(() => post(projectId, { url })));
    expect(answers.map(({ json }) => json.status).sort()).toEqual(["duplicate", "duplicate", "duplicate", "queued"]);
    await settled(projectId);
    const again = await post(projectId, { url: `${url.replace("http://", "HTTP://")}#porches` });
    expect(again.json).toMatchObject({
      status: "duplicate",
      dispatched: false,
      job_id: answers.find(({ json }) => json.status === "queued")?.json.job_id,
      corpus_id: expect.stringMatching(/^corp_/),
    });
    expect(site.requests.filter((request) => request === "GET /guides/porch.html")).toHaveLength(1);
    expect(await documentsOf(projectId)).toHaveLength(1);
  });

  it("under one idempotency key is added once, and a refusal frees the key", async () => {
    const projectId = await newProject();
    const url = publish("/guides/steps.html", html("Steps", "Steps may stand in the front yard."));
    const headers = { "idempotency-key": "steps" };
    const refused = await post(projectId, { url: "ftp://town.example/steps" }, headers);
    expect(refused.status).toBe(422);
    const first = await post(projectId, { url }, headers);
    const second = await post(projectId, { url }, headers);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect([first.json.status, second.text]).toEqual(["queued", first.text]);
    expect((await post(projectId, { url, title: "Other" }, headers)).json.code).toBe("idempotency_key_reused");
  });

  it("gives the very bytes that another one gave is led to the document that is there", async () => {
    const projectId = await newProject();
    const page = html("Sheds", "A shed may stand three feet from the line.");
    await post(projectId, { url: publish("/guides/sheds.html", page) });
    await settled(projectId);
    await post(projectId, { url: publish("/guides/sheds-copy.html", page) });
    expect(listedIn(await settled(projectId))).toMatchObject([
      { status: "ready", detail: null },
      { status: "ready", detail: expect.stringContaining("indexed before") },
    ]);
    expect(await documentsOf(projectId)).toHaveLength(1);
  });

  it("counts the pages of what it published, and none of what was there before", async () => {
    const projectId = await newProject();
    const guide = await makePdf([{ kind: "paragraph", text: "A shed may stand three feet from the line." }]);
    const before = attempts.length;
    for (const path of ["/guides/sheds.pdf", "/guides/sheds-copy.pdf"]) {
      await post(projectId, { url: publish(path, guide, "application/pdf") });
      await settled(projectId);
    }
    expect(attempts.slice(before).map(({ outcome, pages }) => ({ outcome, pages }))).toEqual([
      { outcome: "published", pages: 1 },
      { outcome: "duplicate", pages: 0 },
    ]);
  });

  it("is written in the audit log with its host alone", async () => {
    const projectId = await newProject();
    await post(projectId, { url: publish("/guides/audited.html?token=hush", html("Walls", "A wall is low.")) });
    const events = await app.services.db.query<{ details: Record<string, unknown> }>(sql`-- source_events
      select details from audit_event where action = 'source-added' and target = ${projectId}`);
    expect(events.map(({ details }) => details)).toEqual([
      { source: expect.stringMatching(/^src_/), lane: "project_document", host: new URL(site.origin).host },
    ]);
    expect(listedIn(await settled(projectId))).toMatchObject([{ url: `${site.origin}/guides/audited.html` }]);
    expect(await documentsOf(projectId)).toMatchObject([{ source_url: `${site.origin}/guides/audited.html` }]);
  });

  it("is nothing to those who do not see the project", async () => {
    const projectId = await newProject();
    for (const key of [app.stranger.ownerKey, app.organization.memberKey]) {
      expect((await post(projectId, { url: "https://town.example/a.html" }, {}, key)).status).toBe(404);
      expect((await post(projectId, { url: "no address" }, {}, key)).status).toBe(404);
    }
  });
});

describe("an address that is not fetched", () => {
  it.each([
    ["no URL", "town.example/page"],
    ["another scheme", "file:///etc/passwd"],
    ["a user name and password", "https://user:hush@town.example/"],
    ["a port of another service", "http://town.example:22/"],
    ["a line break", "https://town.example/\n/x"],
  ])("because it is wrong (%s) names the field and repeats no secret", async (_, url) => {
    const answer = await post(await newProject(), { url });
    expect([answer.status, answer.json.code]).toEqual([422, "validation_failed"]);
    expect(answer.json.errors).toMatchObject([{ field: "url" }]);
    expect(answer.text).not.toContain("hush");
  });

  it.each([
    [
      "page of a publisher that excludes programs",
      "https://ecode360.com/AL1234",
      "supplemental_ordinance",
      "publisher_blocked",
    ],
    ["page of this service", "http://localhost:3000/v1/projects", "project_document", "rejected"],
    ["page of a private network", "http://10.0.0.7/", "project_document", "rejected"],
    ["page of a cloud's metadata", "http://169.254.169.254/latest/meta-data/", "project_document", "rejected"],
    [
      "whole law of nobody knows where",
      "https://records.example/zoning-ordinance.pdf",
      "supplemental_ordinance",
      "needs_confirmation",
    ],
  ])("because it is a %s says so and what to do", async (_, url, lane, status) => {
    const projectId = await newProject();
    const answer = await post(projectId, { url });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        url,
        lane,
        status,
        dispatched: false,
        job_id: null,
        corpus_id: null,
        needs_confirm: status === "needs_confirmation",
        confidence: expect.any(String),
        message: expect.stringMatching(/\w{3}.*\.$/),
      },
    ]);
    const jobs = await app.services.db.query(sql`-- jobs_of_sources
      select id from background_job where project_id = ${projectId} and name = 'source-ingest'`);
    expect(jobs).toEqual([]);
  });
});

describe("an address that cannot be had", () => {
  it.each([
    ["is not there", "/gone", 404, {}, "", "no such page"],
    ["opens for members only", "/members", 403, {}, "", "refused"],
    [
      "gives a picture of no known kind",
      "/movie",
      200,
      { "content-type": "video/mp4" },
      "\0\0\0 ftypmp42\0\0\0\0",
      "cannot be read",
    ],
    [
      "gives data instead of a document",
      "/api",
      200,
      { "content-type": "application/json" },
      '{"a":1}',
      "cannot be read",
    ],
    ["gives nothing", "/empty", 200, { "content-type": "text/html" }, "", "no bytes"],
    [
      "is drawn by scripts",
      "/app",
      200,
      { "content-type": "text/html" },
      "<!doctype html><html><body><div id=root>Loading</div><script src=a.js></script></body></html>",
      "scripts",
    ],
    ["leads to a private network", "/away", 302, { location: "http://127.0.0.1:1/" }, "", "port"],
    ["leads to a cloud's metadata", "/cloud", 302, { location: "http://169.254.169.254/" }, "", "public internet"],
  ])(
    "because it %s is told in the readiness, and the project goes on without it",
    async (_, path, status, headers, body, said) => {
      pages.set(path, (_request, response) => response.writeHead(status, headers as Record<string, string>).end(body));
      const projectId = await newProject();
      expect((await post(projectId, { url: `${site.origin}${path}` })).json.status).toBe("queued");
      const project = await settled(projectId);
      expect(listedIn(project)).toMatchObject([{ status: "failed", detail: expect.stringContaining(said) }]);
      expect(project.readiness).toMatchObject({
        advisories: expect.arrayContaining([expect.objectContaining({ code: "source_failed", severity: "warning" })]),
      });
      expect([project.chat_ready, await documentsOf(projectId)]).toEqual([true, []]);
      const left = await app.services.db.query(sql`-- left_of_failed_source
      select storage_key, document_id from project_source where project_id = ${projectId}`);
      expect(left).toEqual([{ storage_key: null, document_id: null }]);
    },
  );

  it("because the site asks for a proof that a person is there is blocked, and is not tried again by itself", async () => {
    const projectId = await newProject();
    pages.set("/guarded", (_, response) => response.writeHead(403, { "cf-mitigated": "challenge" }).end());
    const title = html("Just a moment...", "Checking your browser.");
    await post(projectId, { url: `${site.origin}/guarded` });
    await post(projectId, { url: publish("/checked", title) });
    const project = await settled(projectId);
    expect(listedIn(project).map(({ status }) => status)).toEqual(["publisher_blocked", "publisher_blocked"]);
    expect(site.requests.filter((request) => request === "GET /guarded")).toHaveLength(1);
  });

  it("may be added again once it can", async () => {
    const projectId = await newProject();
    const url = `${site.origin}/later`;
    await post(projectId, { url });
    expect(listedIn(await settled(projectId))).toMatchObject([{ status: "failed" }]);
    publish("/later", html("Later", "Here it is after all."));
    expect((await post(projectId, { url })).json.status).toBe("queued");
    expect(listedIn(await settled(projectId))).toMatchObject([{ status: "ready" }]);
  });
});

describe("supplemental law", () => {
  const bylaw = html("Wetlands Bylaw", "No building stands within 100 feet of a bank. Rule of the brook.");

  it("of a known place is fetched once and searched by each project that asks, under no caller's own words", async () => {
    const url = publish("/laws/wetlands-bylaw.html", bylaw);
    const mine = await projectIn("Alder Falls");
    expect((await post(mine, { url, title: "our secret title" })).json).toMatchObject({
      lane: "supplemental_ordinance",
      status: "queued",
    });
    await settled(mine);
    const theirKey = app.stranger.ownerKey;
    const theirs = await projectIn("Town of Alder Falls", theirKey);
    const bystander = await projectIn("Alder Falls", theirKey);
    expect((await post(theirs, { url }, {}, theirKey)).json).toMatchObject({ status: "queued", corpus_id: null });
    expect(listedIn(await settled(theirs, theirKey))).toMatchObject([
      { status: "ready", title: "wetlands-bylaw.html" },
    ]);
    const [first] = await documentsOf(mine);
    const [second] = await documentsOf(theirs, theirKey);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ title: "Wetlands Bylaw", kind: "supplemental", source_url: url });
    expect(await documentsOf(bystander, theirKey)).toEqual([]);
    expect(site.requests.filter((request) => request === "GET /laws/wetlands-bylaw.html")).toHaveLength(1);
    expect((await get(`/v1/projects/${theirs}`, theirKey)).text).not.toContain("our secret title");
  });

  it("is kept to its project where the place is not known, or the address may hold a permission", async () => {
    const open = publish("/laws/sign-bylaw.html", html("Sign Bylaw", "A sign is at most six feet."));
    const signed = publish("/laws/tree-bylaw.html?key=hush", html("Tree Bylaw", "An old oak stays."));
    const nowhere = await newProject();
    const somewhere = await projectIn("Alder Falls");
    for (const [projectId, url] of [
      [nowhere, open],
      [somewhere, signed],
    ] as const) {
      await post(projectId, { url, category: "supplemental" });
      expect(listedIn(await settled(projectId))).toMatchObject([{ status: "ready" }]);
      const corpora = await app.services.db.query(sql`-- corpora_of_project
        select corpus.kind, corpus.org_id is not null as is_private
        from project_corpus searched join corpus on corpus.id = searched.corpus_id
        where searched.project_id = ${projectId}`);
      expect(corpora).toEqual([{ kind: "supplemental", is_private: true }]);
    }
  });

  it("of a site whose robots.txt forbids it is blocked, at once when that is known already", async () => {
    const strict = await startCountingSite((request, response) => {
      response.setHeader("content-type", "text/plain");
      response.end(request.url === "/robots.txt" ? "User-agent: *\nDisallow: /closed\n" : "A rule of the town.");
    });
    const other = await startKnowledgeApp({ sources: { fetchAllowOrigins: [strict.origin] } });
    const projectId = await createReadyProject(other, 1);
    const key = other.organization.ownerKey;
    const ask = (path: string) =>
      other.call("POST", `/v1/projects/${projectId}/sources`, {
        key,
        body: { url: `${strict.origin}${path}`, category: "supplemental" },
      });
    await ask("/closed/1");
    await pollUntil(
      other,
      `/v1/projects/${projectId}`,
      (project) => listedIn(project)[0]?.status === "publisher_blocked",
    );
    expect((await ask("/closed/2")).json).toMatchObject({ status: "publisher_blocked", dispatched: false });
    expect((await ask("/open")).json).toMatchObject({ status: "queued" });
    await pollUntil(other, `/v1/projects/${projectId}`, (project) =>
      listedIn(project).some(({ status }) => status === "ready"),
    );
    expect(strict.requests).toEqual(["GET /robots.txt", "GET /open"]);
    await other.close();
    await strict.close();
  });
});

describe("the poll of a project", () => {
  it("tells no source ready whose document it does not count, whenever between its statements that gets ready", async () => {
    const { db } = app.services;
    const query = db.query;
    let interrupted = 0;
    for (let after = 0; interrupted === after; after++) {
      const projectId = await newProject();
      const held = Promise.withResolvers<void>();
      pages.set(`/held-${after}`, (_, response) => {
        const page = html("Trees", `Rule ${after} on trees.`);
        void held.promise.then(() => response.writeHead(200, { "content-type": "text/html" }).end(page));
      });
      await post(projectId, { url: `${site.origin}/held-${after}`, category: "document" });
      const isReady = async () => (await app.sources.readiness(projectId)).sources[0]?.status === "ready";
      let statements = 0;
      const listening = vi.spyOn(db, "query").mockImplementation(async (statement) => {
        const rows = await query<never>(statement);
        if (currentRequest() === undefined || statements++ !== after) return rows;
        interrupted += 1;
        held.resolve();
        await expect.poll(isReady).toBe(true);
        return rows;
      });
      const { json } = await get(`/v1/projects/${projectId}`);
      listening.mockRestore();
      held.resolve();
      const isCounted = (json.knowledge_base as { documents: number }).documents === 1;
      const saidReady = listedIn(json)[0]?.status === "ready";
      expect([after, saidReady && !isCounted]).toEqual([after, false]);
    }
    expect(interrupted).toBeGreaterThan(4);
  });
});

describe("a project that is created with supplemental sources", () => {
  const create = (number: number, pending: object[], more: object = {}) =>
    app.call("POST", "/v1/projects", {
      key: app.organization.ownerKey,
      body: projectBody(number, { pending_supplemental_sources: pending, ...more }),
    });

  it("gets them in the background and says what became of each", async () => {
    const url = publish("/laws/zoning-ordinance.html", html("Zoning Ordinance", "Lots have 9,000 square feet."));
    const created = await create(5_001, [
      { url, title: "Old zoning", authority_scope: "municipality" },
      { url: "https://ecode360.com/AL1234", title: "Code" },
      { url: "https://gis.town.example/arcgis/rest/services/Zoning/MapServer" },
    ]);
    expect(created.status).toBe(202);
    const project = await settled(String(created.json.project_id));
    expect(listedIn(project).map(({ lane, title, status }) => [lane, title, status])).toEqual([
      ["supplemental_ordinance", "Old zoning", "ready"],
      ["supplemental_ordinance", "Code", "publisher_blocked"],
      ["gis", "Map service of gis.town.example", "failed"],
    ]);
    expect(project.knowledge_base).toMatchObject({ documents: 1, corpora: [{ kind: "supplemental" }] });
  });

  it("is not ready before they are read, and its step says what became of them", async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const path = "/laws/slow-bylaw.html";
    pages.set(path, (_, response) => {
      void isReleased.then(() => {
        response.writeHead(200, { "content-type": "text/html" }).end(html("Tree Bylaw", "Trees are protected."));
      });
    });
    const created = await create(5_010, [
      { url: `${site.origin}${path}`, title: "Trees", category: "supplemental" },
      { url: "https://gis.town.example/arcgis/rest/services/Trees/MapServer" },
    ]);
    const address = `/v1/projects/${created.json.project_id}`;
    type Steps = { steps: { name: string; state: string; detail: string }[]; percent: number };
    const stepIn = ({ bootstrap }: Record<string, unknown>) =>
      (bootstrap as Steps).steps.find(({ name }) => name === "supplemental");
    const waiting = await pollUntil(app, address, (project) => {
      const { steps } = project.bootstrap as Steps;
      return stepIn(project)?.state === "running" && steps.at(-2)?.state === "done";
    });
    expect(waiting).toMatchObject({ status: "bootstrapping", bootstrap: { stage: "supplemental" } });
    release();
    const ready = await pollUntil(app, address, ({ status }) => status !== "bootstrapping");
    expect(listedIn(ready).map(({ status }) => status)).toEqual(["ready", "failed"]);
    expect(stepIn(ready)).toMatchObject({ state: "done", detail: "2 sources: 1 read, 1 failed." });
  });

  it("shows them in a dry run, which writes nothing", async () => {
    const answer = await create(5_002, [{ url: "https://town.example/bylaw.pdf?sig=1", title: "Bylaw" }], {
      dry_run: true,
    });
    expect(answer.json.prep_summary).toMatchObject({
      sources: [
        { target: "municipal_ordinance" },
        { target: "county_ordinance", status: "not_found" },
        { target: "supplemental", title: "Bylaw", url: "https://town.example/bylaw.pdf", status: "queued" },
      ],
    });
  });

  it("is refused when one of them is wrong, naming it", async () => {
    const answer = await create(5_003, [
      { url: "https://a.example/1" },
      { url: "ftp://a.example/" },
      { url: "https://a.example/1#x" },
    ]);
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toMatchObject([
      { field: "pending_supplemental_sources[1].url" },
      { field: "pending_supplemental_sources[2].url", code: "duplicate" },
    ]);
  });
});
