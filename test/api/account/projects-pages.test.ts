import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type FilledProject, fillKnowledge } from "../../attack/world.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { openBrowser, type TestBrowser } from "../../support/connector.ts";

let app: ComposedService;
let owner: TestBrowser;
let member: TestBrowser;
let project: FilledProject;

beforeAll(async () => {
  app = await openComposedService();
  const { orgId: organizationId, ownerId, memberId, ownerKey } = app.organization;
  owner = await openBrowser(app.services, app.service.app, { userId: ownerId, organizationId });
  member = await openBrowser(app.services, app.service.app, { userId: memberId, organizationId });
  project = await fillKnowledge(app, app.organization, { key: ownerKey });
});
afterAll(() => app.close());

const pathOf = (filled: FilledProject) => `/account/projects/${filled.ids.project_id}`;
const html = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

describe("the pages of projects", () => {
  it("list what the person sees, and show the documents of each", async () => {
    expect((await owner.get("/account/projects")).text).toContain(pathOf(project));
    expect((await member.get("/account/projects")).text).toContain("There is no project yet.");
    expect((await member.get(pathOf(project))).status).toBe(404);
    expect((await owner.get(pathOf(project))).text).toContain(`Zoning ${project.canary}`);
  });

  it("ask before they delete, and delete what was confirmed", async () => {
    const doomed = await fillKnowledge(app, app.organization, { key: app.organization.ownerKey });
    const documentPath = `${pathOf(doomed)}/documents/${doomed.ids.document_id}/delete`;
    for (const [page, path] of [
      [pathOf(doomed), documentPath],
      [pathOf(doomed), `${pathOf(doomed)}/delete`],
    ] as const) {
      // What the page offers is a link to a question; only the form of the question deletes.
      expect((await owner.get(page)).text).toContain(`href="${path}"`);
      expect((await owner.get(page)).text).not.toContain(`action="${path}"`);
      const question = await owner.get(path);
      expect([question.status, question.text.includes(`action="${path}"`)]).toEqual([200, true]);
      expect((await owner.get(page)).status).toBe(200);
      expect((await owner.post(path, {})).status).toBe(303);
    }
    expect((await owner.get(pathOf(doomed))).status).toBe(404);
    expect((await owner.get("/account/projects")).text).not.toContain(pathOf(doomed));
    expect((await owner.post(`${pathOf(doomed)}/delete`, {})).status).toBe(404);
  });

  it("refuse a member with whom a project is only shared", async () => {
    await app.services.db.query(sql`-- share_project
      insert into project_share (project_id, user_id)
      values (${project.ids.project_id ?? ""}, ${app.organization.memberId})`);
    expect((await member.get(pathOf(project))).status).toBe(200);
    expect((await member.post(`${pathOf(project)}/delete`, {})).status).toBe(403);
    expect((await owner.get(pathOf(project))).status).toBe(200);
  });
});

describe("the wallet's page", () => {
  it("shows rows that add up to the available credits, with operations and projects in words", async () => {
    const { text } = await owner.get("/account/wallet");
    const ledger = text.slice(text.indexOf('id="ledger"'));
    const changes = [...ledger.matchAll(/data-label="Available">([+−]?[\d,]+)</g)].map(([, change = ""]) =>
      Number(change.replaceAll(",", "").replace("−", "-")),
    );
    const wallet = await app.call("GET", "/v1/wallet", { key: app.organization.ownerKey });
    expect(changes.length).toBeGreaterThan(3);
    expect(changes.some((change) => change < 0)).toBe(true);
    expect(changes.reduce((sum, change) => sum + change, 0)).toBe(wallet.json.available_credits);
    expect(ledger).toContain("Ask the project agent, in <a");
    expect(ledger).toContain("Ask the project agent, in a deleted project");
    expect(ledger).not.toContain("askProject");
  });
});

describe("an address that a person types", () => {
  it("/ leads a browser to the account area and names the addresses to a program", async () => {
    const shown = await app.call("GET", "/", { headers: html });
    expect([shown.status, shown.headers.get("location")]).toEqual([303, "/account"]);
    const told = await app.call("GET", "/", { headers: { accept: "*/*" } });
    expect(told.json).toMatchObject({ api: "http://localhost:3000/v1", account: "http://localhost:3000/account" });
  });

  it("without a page answers a browser with a page and a program with a problem document", async () => {
    for (const path of ["/nothing", "/account/nothing", "/v1/nothing"]) {
      const shown = await app.call("GET", path, { headers: html });
      expect([path, shown.status, shown.headers.get("content-type")]).toEqual([path, 404, "text/html; charset=utf-8"]);
      expect(shown.text).toContain('href="/account"');
      expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
      const told = await app.call("GET", path, { headers: { accept: "*/*" } });
      expect([path, told.status, told.json.code]).toEqual([path, 404, "not_found"]);
    }
  });

  it("of the icon answers with a picture that every page names", async () => {
    const icon = await app.call("GET", "/favicon.svg");
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect((await app.call("GET", "/favicon.ico")).headers.get("location")).toBe("/favicon.svg");
    for (const path of ["/docs", "/errors", "/account/sign-in"]) {
      expect((await app.call("GET", path)).text).toContain('<link rel="icon" href="/favicon.svg"');
    }
  });
});

describe("a button that takes something away", () => {
  it("is a link to a question on every page of the account area", async () => {
    const key = await app.services.apiKeys.mint({
      orgId: app.organization.orgId,
      createdBy: app.organization.ownerId,
      name: "Nightly import",
    });
    const paths = [
      "/account/keys",
      `/account/keys/${key.row.id}`,
      "/account/members",
      "/account/security",
      pathOf(project),
    ];
    for (const path of paths) {
      const { text } = await owner.get(path);
      expect([path, /<button[^>]*danger/.test(text)]).toEqual([path, false]);
      for (const [, question = ""] of text.matchAll(/<a class="button[^"]*danger" href="([^"]+)"/g)) {
        const page = await owner.get(question);
        expect([question, page.status, page.text.includes(`action="${question}"`)]).toEqual([question, 200, true]);
      }
    }
    const revoke = `/account/keys/${key.row.id}/revoke`;
    expect((await owner.get(`/account/keys/${key.row.id}`)).text).toContain(`href="${revoke}"`);
    await expect(app.services.apiKeys.authenticate(key.key)).resolves.toBeTruthy();
    expect((await owner.post(revoke, {})).status).toBe(303);
    await expect(app.services.apiKeys.authenticate(key.key)).rejects.toThrow();
  });
});
