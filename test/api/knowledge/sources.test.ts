import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { makeDocx } from "../../support/documents/made-docx.ts";
import { makePdf } from "../../support/documents/made-pdf.ts";
import { createReadyProject, type KnowledgeApp, pollUntil, projectBody, startKnowledgeApp } from "./knowledge-app.ts";

let app: KnowledgeApp;
let site: CountingSite;
let numbered = 0;
const pages = new Map<string, RequestListener>();

beforeAll(async () => {
  site = await startCountingSite((request, response) => {
    const page = pages.get(request.url ?? "");
    if (page) return page(request, response);
    response.writeHead(404).end();
  });
  app = await startKnowledgeApp({ sources: { fetchAllowOrigins: [site.origin] } });
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
    expect(await documentsOf(projectId)).toMatchObject([{ title: "Our guide", source_url: url, kind: "upload" }]);
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
