import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runAdminCommand } from "../../../api/access/admin-commands.ts";
import type { ReingestRequest, ReingestStatus } from "../../../api/knowledge/reingest/reingest.service.ts";
import { type Embedder, makeStaticEmbedder } from "../../../ingest/index.ts";
import { json, sql } from "../../../migrations/index.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { createReadyProject, type KnowledgeApp, startKnowledgeApp, uploadFile } from "./knowledge-app.ts";

const sections = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter, at) => ({
  title: `4.${at + 1} Rules of the ${letter}${letter.toLowerCase()}ton quarter`,
  text: `In the ${letter}${letter.toLowerCase()}ton quarter a wall is at most ${at + 2} feet tall and a hedge is at least ${at + 3} feet wide. `.repeat(
    20,
  ),
}));
const codeOf = (given: typeof sections) =>
  `<!doctype html><html><head><title>Code of Mill Hollow</title></head><body><h1>Article 4 Rules</h1>${given
    .map(({ title, text }) => `<h2>${title}</h2><p>${text}</p>`)
    .join("")}</body></html>`;
const changedCode = codeOf(
  sections.map((section, at) =>
    at === 3 ? { ...section, text: section.text.replaceAll("5 feet tall", "99 feet tall") } : section,
  ),
);

let app: KnowledgeApp;
let site: CountingSite;
let page = codeOf(sections);
let embedded = 0;
let numbered = 0;
const local = makeStaticEmbedder();
const counting: Embedder = {
  ...local,
  embed: (texts, use) => {
    embedded += texts.length;
    return local.embed(texts, use);
  },
};

beforeAll(async () => {
  site = await startCountingSite((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(page));
  app = await startKnowledgeApp({ embedder: counting, sources: { fetchAllowOrigins: [site.origin] } });
});
afterAll(async () => {
  await app.close();
  await site.close();
});
beforeEach(() => {
  page = codeOf(sections);
  embedded = 0;
});

interface Live {
  readonly id: string;
  readonly corpus_id: string;
  readonly live_revision: number;
}

/** A project with a document from an address of its own, live. */
async function documentFromAddress(): Promise<Live & { readonly projectId: string }> {
  const projectId = await createReadyProject(app, 3_000 + numbered++);
  const url = `${site.origin}/code-${numbered}.html`;
  const key = app.organization.ownerKey;
  await app.call("POST", `/v1/projects/${projectId}/sources`, { key, body: { url } });
  const live = await vi.waitFor(async () => {
    const rows = await app.services.db.query<Live>(sql`-- live_of_address
      select id, corpus_id, live_revision from document where source_url = ${url} and live_revision is not null`);
    expect(rows).toHaveLength(1);
    return rows[0];
  }, 20_000);
  return { ...(live ?? never()), projectId };
}

const order = (scope: ReingestRequest["scope"], more: Partial<ReingestRequest> = {}): ReingestRequest => ({
  scope,
  refetch: false,
  reembed: false,
  rereadRules: false,
  acceptLoss: false,
  ...more,
});
const ended = (runId: string) =>
  vi.waitFor(async (): Promise<ReingestStatus> => {
    const status = await app.reingest.status(runId);
    expect(status?.state).toBe("finished");
    return status ?? never();
  }, 20_000);
const reingest = async (request: ReingestRequest) => ended((await app.reingest.start(request)).run_id);
const liveOf = async (id: string) =>
  (
    await app.services.db.query<Live>(sql`-- live_of_document
    select id, corpus_id, live_revision from document where id = ${id}`)
  )[0]?.live_revision;
const liveText = async (id: string) =>
  (
    await app.services.db.query<{ text: string }>(sql`-- live_text
      select chunk.text from document
      join chunk on chunk.document_id = document.id and chunk.document_revision = document.live_revision
      where document.id = ${id}`)
  )
    .map(({ text }) => text)
    .join("\n");

describe("a document that is read again", () => {
  it("keeps its revision when nothing has changed", async () => {
    const { id, live_revision } = await documentFromAddress();
    embedded = 0;
    const status = await reingest(order({ kind: "source", id }));
    expect(status).toMatchObject({ documents: 1, unchanged: 1, published: 0, changed_chunks: 0, problems: [] });
    expect(await liveOf(id)).toBe(live_revision);
    expect(embedded).toBe(0);
  });

  it("is published anew with vectors for the changed section alone, and names the answers that quote what is gone", async () => {
    const { id, live_revision, projectId } = await documentFromAddress();
    const gone = "a wall is at most 5 feet tall";
    const headingOf = (at: number) => [sections[at]?.title ?? never()];
    const citations = [
      { marker: 1, document_id: id, quote: gone, heading_path: headingOf(3) },
      { marker: 2, document_id: id, quote: "a wall is at most 2 feet tall", heading_path: headingOf(0) },
      // Another section has these words; the one that was cited does not.
      { marker: 3, document_id: id, quote: "a wall is at most 6 feet tall", heading_path: headingOf(3) },
    ];
    await app.services.db.query(sql`-- answer_that_cites
      insert into agent_turn (id, org_id, project_id, credential_id, surface, status, question, answer, citations,
        model_requested, model_resolved)
      values (${`turn_${id}`}, ${app.organization.orgId}, ${projectId}, 'key_1', 'api', 'succeeded', 'How tall?', 'So tall.',
        ${json(citations)}::jsonb, 'auto', 'local')`);
    page = changedCode;
    embedded = 0;
    const status = await reingest(order({ kind: "source", id }, { refetch: true }));
    expect(status).toMatchObject({ published: 1, changed_chunks: embedded });
    expect(status.changed_answers).toEqual([
      `turn_${id} [1] “${gone}”`,
      `turn_${id} [3] “a wall is at most 6 feet tall”`,
    ]);
    expect(embedded).toBeGreaterThan(0);
    expect(embedded).toBeLessThan(0.05 * 2 * sections.length);
    expect(await liveOf(id)).toBe(live_revision + 1);
    expect(await liveText(id)).toContain("99 feet tall");
  });

  it("gets all vectors anew when that is asked for", async () => {
    const { id } = await documentFromAddress();
    embedded = 0;
    expect(await reingest(order({ kind: "source", id }, { reembed: true }))).toMatchObject({
      published: 1,
      changed_chunks: 0,
    });
    expect(embedded).toBeGreaterThanOrEqual(sections.length);
  });

  it("stays as it was when the new text has lost most of it, unless the loss is accepted", async () => {
    const { id, live_revision } = await documentFromAddress();
    page = codeOf(sections.slice(0, 2));
    const refused = await reingest(order({ kind: "source", id }, { refetch: true }));
    expect(refused).toMatchObject({ refused: 1, published: 0 });
    expect(refused.problems[0]).toMatch(/chunks in place of .*canary questions find nothing/);
    expect(await liveOf(id)).toBe(live_revision);
    expect(await reingest(order({ kind: "source", id }, { acceptLoss: true }))).toMatchObject({ published: 1 });
    expect(await liveOf(id)).toBe(live_revision + 1);
  });

  it("is rolled back to the revision before, once, and a revision taken back never comes back", async () => {
    const { id, live_revision, corpus_id } = await documentFromAddress();
    page = changedCode;
    await reingest(order({ kind: "source", id }, { refetch: true }));
    expect(await app.reingest.rollBack({ kind: "source", id })).toMatchObject({ rolled_back: 1 });
    expect(await liveOf(id)).toBe(live_revision);
    expect(await liveText(id)).not.toContain("99 feet tall");
    expect(await app.reingest.rollBack({ kind: "corpus", id: corpus_id })).toEqual({ rolled_back: 0, documents: [] });
    await reingest(order({ kind: "source", id }));
    expect(await liveText(id)).toContain("99 feet tall");
    expect(await app.reingest.rollBack({ kind: "source", id })).toMatchObject({ rolled_back: 1 });
    expect(await liveOf(id)).toBe(live_revision);
  });
});

describe("the operators' command", () => {
  const run = async (line: string) => {
    const services = { ...app.services, reingest: app.reingest };
    const outcome = await runAdminCommand(services, [...line.split(" "), "--json"]);
    return { ...outcome, json: JSON.parse(outcome.output) };
  };

  it("plans with counts and costs and changes nothing", async () => {
    const { corpus_id, id, live_revision } = await documentFromAddress();
    const { json: plan, follow } = await run(`reingest --corpus ${corpus_id} --dry-run`);
    expect(plan).toEqual({
      documents: 1,
      stored_files: 1,
      to_fetch: 0,
      without_file: 0,
      chunks: expect.any(Number),
      characters: expect.any(Number),
      embedder: local.id,
      embedding_tokens_at_most: Math.ceil(plan.characters / 4),
      reading_seconds_about: expect.any(Number),
    });
    expect(follow).toBeUndefined();
    expect((await run(`reingest --corpus ${corpus_id} --refetch --dry-run`)).json).toMatchObject({ to_fetch: 1 });
    expect(await liveOf(id)).toBe(live_revision);
  });

  it("starts the work, tells how to follow it, and joins work that goes on already", async () => {
    const { projectId } = await documentFromAddress();
    await uploadFile(app, projectId, {
      filename: "notes.txt",
      mimeType: "text/plain",
      bytes: "A fence is at most 4 feet.",
    });
    const [first, second] = await Promise.all([
      run(`reingest --project ${projectId}`),
      run(`reingest --project ${projectId}`),
    ]);
    expect(first.follow).toEqual(["reingest", "--status", first.json.run_id]);
    const runs = new Set([first.json.run_id, second.json.run_id]);
    const statuses = await Promise.all([...runs].map(async (id) => (await app.reingest.status(id)) && ended(id)));
    expect(statuses.flatMap((one) => one?.problems ?? [])).toEqual([]);
    const { json: status, follow } = await run(`reingest --status ${first.json.run_id}`);
    expect(status).toMatchObject({ state: "finished", percent: 100, waiting: 0 });
    expect(follow).toBeUndefined();
  });

  it.each([
    ["reingest", 2],
    ["reingest --all --corpus corp_1", 2],
    ["reingest --corpus", 2],
    ["reingest --status run_none", 1],
    ["reingest --corpus corp_none", 1],
    ["reingest --project prj_none --rollback", 1],
    ["reingest --source doc_none --dry-run", 1],
  ])("refuses %s", async (line, exitCode) => {
    expect((await run(line)).exitCode).toBe(exitCode);
  });
});

function never(): never {
  throw new Error("there is no such document");
}
