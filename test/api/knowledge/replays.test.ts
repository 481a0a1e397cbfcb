import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, openBrowser } from "../../support/connector.ts";
import { createReadyProject, pollUntil, projectBody, put, uploadFile } from "./knowledge-app.ts";

let app: ComposedService;
let projects = 0;
beforeAll(async () => {
  app = await openComposedService();
});
afterAll(() => app.close());

/** A project of the owner's with a document in it, that the member may see. */
async function sharedProject(): Promise<string> {
  const projectId = await createReadyProject(app, ++projects);
  await uploadFile(app, projectId, { filename: "lots.md", mimeType: "text/markdown", bytes: file });
  await app.services.db.query(sql`-- share_project
    insert into project_share (project_id, user_id) values (${projectId}, ${app.organization.memberId})`);
  return projectId;
}
const unshare = (projectId: string) =>
  app.services.db.query(sql`-- unshare_project
    delete from project_share where project_id = ${projectId}`);
/** In a transaction, which is tried again: the job that sets a new project up may hold rows that this one wants. */
const remove = (projectId: string) =>
  app.services.db.transaction((tx) =>
    tx.query(sql`-- remove_project
      delete from project where id = ${projectId}`),
  );

const post = (path: string, body: unknown, idempotencyKey: string, key = app.organization.memberKey) =>
  app.call("POST", path, { key, body, headers: { "idempotency-key": idempotencyKey } });
const seen = (answer: { status: number; headers: Headers; json: Record<string, unknown> }) => ({
  status: answer.status,
  isReplayed: answer.headers.get("idempotent-replayed") === "true",
  ...(answer.status >= 400 ? { code: answer.json.code } : {}),
});
const file = "# Lots\n\nEach lot has 60 feet of frontage.\n";

/** Every operation under a key, as a member does it in a project, given the project and an upload of theirs. */
const writes: readonly [string, (projectId: string, jobId: string) => [string, unknown]][] = [
  ["search", (projectId) => [`/v1/projects/${projectId}/search`, { query: "frontage" }]],
  ["a summary", (projectId) => [`/v1/projects/${projectId}/summaries`, { focus: "frontage" }]],
  ["a turn", (projectId) => [`/v1/projects/${projectId}/messages`, { question: "What frontage?", wait: false }]],
  [
    "the announcement of an upload",
    (projectId) => [
      "/v1/uploads/initiate",
      { project_id: projectId, filename: "b.md", mime_type: "text/markdown", size_bytes: file.length },
    ],
  ],
  ["the end of an upload", (_, jobId) => [`/v1/uploads/${jobId}/finalize`, {}]],
];

async function sentUpload(projectId: string): Promise<string> {
  const announced = await app.call("POST", "/v1/uploads/initiate", {
    key: app.organization.memberKey,
    body: { project_id: projectId, filename: "a.md", mime_type: "text/markdown", size_bytes: file.length },
  });
  const sent = await put(app, new URL(String(announced.json.upload_url)).pathname, {
    mimeType: "text/markdown",
    bytes: file,
  });
  expect(sent.status).toBe(204);
  return String(announced.json.job_id);
}

describe("the kept answer of", () => {
  for (const [name, write] of writes) {
    it(`${name} is given again only to who may still see the project`, async () => {
      const projectId = await sharedProject();
      const [path, body] = write(projectId, await sentUpload(projectId));
      const first = await post(path, body, `again-${name}`.replaceAll(" ", "-"));
      expect(seen(first)).toMatchObject({ isReplayed: false });
      expect(first.status).toBeLessThan(300);
      // A turn fails that its job takes up while the caller may not see the project, and its retry is another turn.
      if (name === "a turn") await pollUntil(app, String(first.json.poll), (json) => json.status === "succeeded");
      const retry = () => post(path, body, `again-${name}`.replaceAll(" ", "-"));
      expect(seen(await retry())).toEqual({ status: first.status, isReplayed: true });
      await unshare(projectId);
      const refused = await retry();
      expect(seen(refused)).toEqual({ status: 404, isReplayed: false, code: "not_found" });
      expect(refused.text).not.toContain("frontage");
      await app.services.db.query(sql`-- share_again
        insert into project_share (project_id, user_id) values (${projectId}, ${app.organization.memberId})`);
      expect(seen(await retry())).toEqual({ status: first.status, isReplayed: true });
    });
  }

  it("a created project is not given once the project is gone", async () => {
    const body = projectBody(++projects);
    const create = () => post("/v1/projects", body, "create-once");
    const first = await create();
    expect(seen(await create())).toEqual({ status: 202, isReplayed: true });
    await remove(String(first.json.project_id));
    expect(seen(await create())).toEqual({ status: 404, isReplayed: false, code: "not_found" });
  });

  it("an owner's key stops with the owner's role", async () => {
    const { orgId, memberKey } = app.organization;
    const theirs = await createReadyProject(app, ++projects, memberKey);
    const chief = await app.services.accounts.addMember({ orgId, email: "chief@acme.example", role: "owner" });
    const { key } = await app.services.apiKeys.mint({ orgId, createdBy: chief.user_id, name: "chief" });
    const search = () => post(`/v1/projects/${theirs}/search`, { query: "frontage" }, "as-owner", key);
    expect((await search()).status).toBe(200);
    expect(seen(await search())).toEqual({ status: 200, isReplayed: true });
    await app.services.db.query(sql`-- demote
      update membership set role = 'member' where user_id = ${chief.user_id}`);
    expect(seen(await search())).toEqual({ status: 404, isReplayed: false, code: "not_found" });
  });

  it("one key is never given to another key of the organization", async () => {
    const projectId = await createReadyProject(app, ++projects);
    const search = (key: string) => post(`/v1/projects/${projectId}/search`, { query: "frontage" }, "of-one", key);
    expect((await search(app.organization.ownerKey)).status).toBe(200);
    expect(seen(await search(app.organization.memberKey))).toMatchObject({ status: 404, isReplayed: false });
  });

  it("a tool of the connector is held to the same", async () => {
    const { orgId: organizationId, memberId: userId } = app.organization;
    const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
    const { access } = await connect(app.call, browser);
    const projectId = await sharedProject();
    const search = () =>
      callTool(app.call, access, "search_knowledge", { project_id: projectId, query: "lots", request_key: "k-1" });
    expect((await search()).text).not.toContain("not_found");
    await unshare(projectId);
    expect((await search()).text).toContain("not_found");
  });
});

it("every operation under a key names its project in its path or its answer, or rebuilds its answer by itself", () => {
  const keyed = app.service.app.operations.filter((operation) => operation.idempotent);
  expect(keyed.length).toBeGreaterThan(4);
  const names = (schema: unknown) => JSON.stringify(schema ?? null).includes('"project_id"');
  const unguarded = keyed.filter(
    (operation) =>
      !operation.path.includes("{project_id}") &&
      operation.replay === undefined &&
      !Object.values(operation.responses).some(({ schema }) => names(schema)),
  );
  expect(unguarded.map((operation) => operation.operationId)).toEqual([]);
});
