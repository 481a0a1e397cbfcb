import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOrdinanceRequest, ordinancePaths } from "../../../api/demo-town/ordinance/ordinance-site.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { createReadyProject, type KnowledgeApp, pollUntil, startKnowledgeApp } from "./knowledge-app.ts";

let app: KnowledgeApp;
let site: CountingSite;
let numbered = 4_000;
const pages = new Map<string, RequestListener>();

beforeAll(async () => {
  const answerTown = async (...[request, response]: Parameters<RequestListener>) => {
    const answer = await answerOrdinanceRequest(new URL(request.url ?? "", "http://town.test"));
    response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []));
    response.end(answer && (await answer.bytes()));
  };
  site = await startCountingSite((request, response) => {
    const page = pages.get(request.url ?? "");
    if (page) page(request, response);
    else void answerTown(request, response);
  });
  app = await startKnowledgeApp({ sources: { fetchAllowOrigins: [site.origin] } });
});
afterAll(async () => {
  await app.close();
  await site.close();
});

interface Listed {
  readonly status: string;
  readonly detail: string | null;
}
interface Listing {
  readonly document_id: string;
  readonly title: string;
  readonly source_url: string;
  readonly ingest_report: { readonly headings: number; readonly tables: number };
}

/** Adds an address as supplemental law to a new project and waits until it is read or has failed. */
async function added(path: string): Promise<{ projectId: string; source: Listed | undefined }> {
  const projectId = await createReadyProject(app, numbered++);
  const key = app.organization.ownerKey;
  const body = { url: `${site.origin}${path}`, category: "supplemental" };
  await app.call("POST", `/v1/projects/${projectId}/sources`, { key, body });
  const sourcesOf = (project: Record<string, unknown>) =>
    (project.readiness as { supplemental_sources: readonly Listed[] }).supplemental_sources;
  const project = await pollUntil(app, `/v1/projects/${projectId}`, (each) =>
    sourcesOf(each).every(({ status }) => status !== "queued" && status !== "ingesting"),
  );
  return { projectId, source: sourcesOf(project)[0] };
}

const countOf = (path: string) => site.requests.filter((each) => each === `GET ${path}`).length;

async function documentOf(projectId: string): Promise<Listing> {
  const answer = await app.call("GET", `/v1/projects/${projectId}/documents`, { key: app.organization.ownerKey });
  return (answer.json.data as Listing[])[0] as Listing;
}

async function textOf(projectId: string, documentId: string, at: number): Promise<string> {
  const path = `/v1/projects/${projectId}/documents/${documentId}/text?char_start=${at}&char_end=${at + 20_000}`;
  return String((await app.call("GET", path, { key: app.organization.ownerKey })).json.text);
}

const page =
  (title: string, body: string): RequestListener =>
  (_, response) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(`<!doctype html><title>${title}</title><header>Anytown</header><nav>Home</nav><main>${body}</main>`);
const chapter = (number: number, text: string) =>
  page(`Chapter ${number}`, `<h1>Chapter ${number}. Subject ${number}</h1><p>${text.repeat(20)}</p>`);
const contents = (folder: string, numbers: readonly number[]) =>
  page(
    "Anytown Zoning Code",
    `<h1>Anytown Zoning Code</h1>${numbers.map((at) => `<p><a href="${folder}${at}.html">Chapter ${at}. Subject ${at}</a></p>`).join("")}`,
  );

describe("a code that is published as a contents page and a page for each chapter", () => {
  it("is one document with every chapter, its headings and its tables", async () => {
    const { projectId, source } = await added(ordinancePaths.zoning);
    expect(source).toMatchObject({ status: "ready", detail: null });
    const document = await documentOf(projectId);
    expect(document).toMatchObject({
      title: "Zoning Ordinance of the Town of Alder Falls",
      source_url: `${site.origin}${ordinancePaths.zoning}`,
    });
    expect(document.ingest_report.headings).toBeGreaterThan(190);
    expect(document.ingest_report.tables).toBe(17);
    const start = await textOf(projectId, document.document_id, 0);
    expect(start.indexOf("Section 1.1 Title")).toBeGreaterThanOrEqual(0);
    expect(start.indexOf("Section 2.1")).toBeGreaterThan(start.indexOf("Section 1.8"));
    expect(start).not.toContain("Previous:");
  });

  it("is fetched once, page by page", async () => {
    const { source } = await added(ordinancePaths.county);
    expect(source?.status).toBe("ready");
    expect(countOf(`${ordinancePaths.county}chapter-1-subdivision-of-land.html`)).toBe(1);
  });

  it("is refused when one of its chapters cannot be read, and leaves no part of it", async () => {
    pages.set("/broken/", contents("/broken/", [1, 2, 3]));
    pages.set("/broken/1.html", chapter(1, "Fences are four feet high. "));
    pages.set("/broken/2.html", chapter(2, "Sheds are small. "));
    const { projectId, source } = await added("/broken/");
    expect(source?.status).toBe("failed");
    expect(await documentOf(projectId)).toBeUndefined();
  });

  it("is blocked when robots.txt forbids one of its chapters", async () => {
    const links = ["/mixed/1.html", "/closed-codes/2.html", "/mixed/3.html"].map(
      (path, at) => `<p><a href="${path}">Chapter ${at + 1}. Subject</a></p>`,
    );
    pages.set("/mixed.html", page("Anytown Zoning Code", links.join("")));
    pages.set("/mixed/1.html", chapter(1, "Words of law. "));
    const { source } = await added("/mixed.html");
    expect(source?.status).toBe("publisher_blocked");
    expect(countOf("/closed-codes/2.html")).toBe(0);
  });

  it("does not follow links of a chapter that refers to others", async () => {
    const links = [1, 2, 3].map((at) => `see <a href="/single/${at}.html">Section ${at}</a>`).join(", ");
    pages.set(
      "/single/page.html",
      page("Chapter 9", `<h1>Chapter 9. Signs</h1><p>${"Signs are small. ".repeat(40)} ${links}</p>`),
    );
    const { source } = await added("/single/page.html");
    expect(source?.status).toBe("ready");
    expect(countOf("/single/1.html")).toBe(0);
  });
});
