import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type FilledProject, fillKnowledge, fillProject, sharedQuestion } from "../../attack/world.ts";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { callTool, connect, openBrowser } from "../../support/connector.ts";
import { type OpenAiServer, startOpenAiServer } from "../../support/openai-server.ts";
import { openStoreState, type StoreState } from "../../support/store-state.ts";
import { initiate, put, uploadFile } from "./knowledge-app.ts";

let model: OpenAiServer;
let app: ComposedService;
let state: StoreState;
/** Lets the model answer; set while a test holds it. */
let release: (() => void) | undefined;
let asked: (() => void) | undefined;

beforeAll(async () => {
  model = await startOpenAiServer(async () => {
    asked?.();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { kind: "text", text: "A fence shall be no taller than four feet [1]." };
  });
  app = await openComposedService({
    OPENAI_API_KEY: "sk-stand-in",
    OPENAI_BASE_URL: model.baseUrl,
    CHAT_MODELS: "town-model",
    CHAT_MODEL_AUTO: "groundwork-extractive-1",
  });
  state = await openStoreState(app.services.db);
});
afterAll(async () => {
  release?.();
  await app.close();
  await model.close();
});

const owner = () => app.organization.ownerKey;
const remove = (path: string, key = owner()) => app.call("DELETE", path, { key });
const projectPath = ({ ids }: FilledProject) => `/v1/projects/${ids.project_id}`;
const documentPath = (project: FilledProject) => `${projectPath(project)}/documents/${project.ids.document_id}`;
const fill = (key = owner()) => fillKnowledge(app, app.organization, { key });

/** Waits until no deletion is under way. */
async function purged(): Promise<void> {
  for (;;) {
    const [row] = await app.services.db.query<{ open: number }>(sql`-- count_open_purges
      select count(*)::integer as open from background_job
      where name in ('project-purge', 'document-purge') and state in ('queued', 'running')`);
    if (row?.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Names of the stored files. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(app.folder, "files/obj"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function wallet() {
  const { json } = await app.call("GET", "/v1/wallet", { key: owner() });
  return { balance: Number(json.balance_credits), reserved: Number(json.reserved_credits) };
}

const ledgerOf = (projectId: string | undefined) =>
  app.services.db.query<{ entries: number }>(sql`-- count_ledger_of_project
    select count(*)::integer as entries from ledger_entry where project_id = ${projectId ?? ""}`);

describe("DELETE /v1/projects/{project_id}", () => {
  it("hides the project from every route at once", async () => {
    const project = await fill();
    expect((await remove(projectPath(project))).status).toBe(204);
    for (const rest of ["", "/documents", "/messages", "/artifacts", `/documents/${project.ids.document_id}/text`]) {
      expect([rest, (await app.call("GET", projectPath(project) + rest, { key: owner() })).status]).toEqual([
        rest,
        404,
      ]);
    }
    const listed = await app.call("GET", "/v1/projects?limit=100", { key: owner() });
    expect(listed.text).not.toContain(project.ids.project_id);
    expect((await app.call("GET", `/v1/uploads/${project.ids.job_id}`, { key: owner() })).status).toBe(404);
  });

  it("removes its text, turns and files everywhere but in the audit log, and keeps the ledger", async () => {
    await purged();
    const before = await storedFiles();
    const project = await fillProject(app, app.organization, { key: owner() });
    const entries = await ledgerOf(project.ids.project_id);
    expect(entries[0]?.entries).toBeGreaterThan(0);
    expect(await state.tablesHolding(project.canary)).toEqual(
      expect.arrayContaining(["public.agent_turn", "public.artifact", "public.chunk", "public.upload"]),
    );
    // Three of the documents and the artifact, and three of a report.
    await vi.waitFor(async () => expect((await storedFiles()).length).toBe(before.length + 6));
    await remove(projectPath(project));
    await purged();
    expect(await state.tablesHolding(project.canary)).toEqual(["public.audit_event"]);
    expect((await storedFiles()).sort()).toEqual(before.sort());
    expect(await ledgerOf(project.ids.project_id)).toEqual(entries);
    const events = await app.services.db.query(sql`-- find_deletion_event
      select details from audit_event where action = 'project-deleted' and target = ${project.ids.project_id ?? ""}`);
    expect(events).toHaveLength(1);
  });

  it("spends the unused links to its uploads and files", async () => {
    const project = await fill();
    const file = { filename: "late.txt", mimeType: "text/plain", bytes: "late" };
    const { link } = await initiate(app, project.ids.project_id ?? "", file);
    const artifact = await app.call("GET", `${projectPath(project)}/artifacts/${project.ids.artifact_id}`, {
      key: owner(),
    });
    await remove(projectPath(project));
    for (const answer of [
      await put(app, link, file),
      await app.call("GET", new URL(String(artifact.json.download_url)).pathname),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([410, "link_spent"]);
    }
  });

  it("answers one of two deletions at once with 204 and the other with 404", async () => {
    const project = await fill();
    const answers = await Promise.all([remove(projectPath(project)), remove(projectPath(project))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  it("is for owners of the organization and for the member who created the project", async () => {
    const { memberKey, memberId } = app.organization;
    const owners = await fill();
    await app.services.db.query(sql`-- share_project
      insert into project_share (project_id, user_id) values (${owners.ids.project_id ?? ""}, ${memberId})`);
    for (const path of [projectPath(owners), documentPath(owners)]) {
      const refused = await remove(path, memberKey);
      expect([refused.status, refused.json.code]).toEqual([403, "not_project_owner"]);
      expect((await remove(path, app.stranger.ownerKey)).status).toBe(404);
    }
    expect((await app.call("GET", projectPath(owners), { key: owner() })).status).toBe(200);
    const members = await fill(memberKey);
    expect((await remove(documentPath(members), memberKey)).status).toBe(204);
    expect((await remove(projectPath(members), memberKey)).status).toBe(204);
    const another = await fill(memberKey);
    expect((await remove(projectPath(another))).status).toBe(204);
  });

  it("ends an upload that is being read and leaves nothing of it", async () => {
    await purged();
    const before = await storedFiles();
    const project = await fill();
    const sections = Array.from(
      { length: 4_000 },
      (_, at) => `## ${at + 1}.1 Part\n\nText of ${project.canary} ${at}.`,
    );
    const file = { filename: "long.md", mimeType: "text/markdown", bytes: sections.join("\n\n") };
    const { jobId, link } = await initiate(app, project.ids.project_id ?? "", file);
    await put(app, link, file);
    await app.call("POST", `/v1/uploads/${jobId}/finalize`, { key: owner(), body: {} });
    while ((await app.call("GET", `/v1/uploads/${jobId}`, { key: owner() })).json.status === "queued");
    await remove(projectPath(project));
    await purged();
    expect(await state.tablesHolding(project.canary)).toEqual(["public.audit_event"]);
    expect((await storedFiles()).sort()).toEqual(before.sort());
    const jobs = await app.services.db.query(sql`-- find_job_of_deleted_project
      select state from background_job where id = ${jobId}`);
    expect(jobs).toEqual([]);
  });

  it("does not keep a file that is still arriving", async () => {
    await purged();
    const before = await storedFiles();
    const project = await fill();
    const file = { filename: "slow.txt", mimeType: "text/plain", bytes: "slow".repeat(20) };
    const { link } = await initiate(app, project.ids.project_id ?? "", file);
    const { promise: isDeleted, resolve: goOn } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(Buffer.from("slow".repeat(10)));
        await isDeleted;
        controller.enqueue(Buffer.from("slow".repeat(10)));
        controller.close();
      },
    });
    const init = { method: "PUT", headers: { "content-type": "text/plain" }, body, duplex: "half" as const };
    const sent = app.service.app.fetch(new Request(`http://localhost:3000${link}`, init), { address: "127.0.0.1" });
    await remove(projectPath(project));
    goOn();
    expect((await sent).status).toBe(410);
    await purged();
    expect((await storedFiles()).sort()).toEqual(before.sort());
  });

  it("ends a running turn: its caller gets 404, and no credits stay reserved", async () => {
    const project = await fill();
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const body = { question: sharedQuestion, model_id: "town-model" };
    const turn = app.call("POST", `${projectPath(project)}/messages`, { key: owner(), body });
    await isAsked;
    const waiting = app.call("POST", `${projectPath(project)}/messages`, {
      key: owner(),
      body: { ...body, wait: false },
    });
    expect((await waiting).status).toBe(202);
    expect((await wallet()).reserved).toBeGreaterThan(0);
    expect((await remove(projectPath(project))).status).toBe(204);
    await purged();
    expect((await wallet()).reserved).toBe(0);
    release?.();
    const answer = await turn;
    expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
    expect((await wallet()).reserved).toBe(0);
    const left = await app.services.db.query(sql`-- find_slots_left
      select turn_id from turn_slot`);
    expect(left).toEqual([]);
  });
});

describe("DELETE /v1/projects/{project_id}/documents/{document_id}", () => {
  it("removes text and files; turns that cited it keep their quotes and say so", async () => {
    await purged();
    const project = await fill();
    const turnPath = `${projectPath(project)}/messages/${project.ids.turn_id}`;
    const cited = (await app.call("GET", turnPath, { key: owner() })).json.citations as Record<string, unknown>[];
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.every((citation) => citation.document_deleted === false)).toBe(true);
    const files = await storedFiles();
    expect((await remove(documentPath(project))).status).toBe(204);
    expect((await app.call("GET", `${documentPath(project)}/text?revision=1`, { key: owner() })).status).toBe(404);
    expect((await app.call("GET", `${projectPath(project)}/documents`, { key: owner() })).json.data).toEqual([]);
    await purged();
    expect((await storedFiles()).length).toBe(files.length - 1);
    for (const table of ["public.chunk", "public.document_text", "public.document_revision", "public.document"]) {
      expect(await state.tablesHolding(project.canary)).not.toContain(table);
    }
    const after = (await app.call("GET", turnPath, { key: owner() })).json.citations;
    expect(after).toEqual(cited.map((citation) => ({ ...citation, document_deleted: true })));
    expect((await remove(documentPath(project))).status).toBe(404);
  });

  it("lets the same bytes be uploaded again", async () => {
    const project = await fill();
    const file = { filename: "again.md", mimeType: "text/markdown", bytes: "# Again\n\nThe same words twice." };
    const first = (await uploadFile(app, project.ids.project_id ?? "", file)).document as { document_id: string };
    await remove(`${projectPath(project)}/documents/${first.document_id}`);
    const second = await uploadFile(app, project.ids.project_id ?? "", file);
    expect([second.status, second.warnings]).toEqual(["ready", []]);
    expect(second.document).toMatchObject({ title: "Again" });
  });
});

describe("the connector's tools", () => {
  it("delete a document and a project of their person", async () => {
    const project = await fill();
    const { ownerId: userId, orgId: organizationId } = app.organization;
    const browser = await openBrowser(app.services, app.service.app, { userId, organizationId });
    const { access } = await connect(app.call, browser);
    const { project_id: projectId, document_id: documentId } = project.ids;
    await callTool(app.call, access, "delete_document", { project_id: projectId, document_id: documentId });
    expect((await app.call("GET", `${projectPath(project)}/documents`, { key: owner() })).json.data).toEqual([]);
    await callTool(app.call, access, "delete_project", { project_id: projectId });
    expect((await app.call("GET", projectPath(project), { key: owner() })).status).toBe(404);
  });
});
