import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeServiceClient, type UploadView } from "../../../evals/service-client.ts";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { openEmbedded, sql } from "../../../migrations/index.ts";
import { projectBody } from "../../api/knowledge/knowledge-app.ts";
import { type CountingSite, startCountingSite } from "../../support/counting-site.ts";
import { type Engine, startEngine } from "../../support/engines/engine-server.ts";
import { answerEmbeddings } from "../../support/engines/openai-embeddings-server.ts";

const rule = (at: number) =>
  `## ${at} Rule number ${at}\n\nA porch of kind ${at} is at most ${(at % 40) + 5} feet deep and stands ${at * 3} feet from the brook.\n`;
const guide = `# Design Guide\n\n${Array.from({ length: 400 }, (_, at) => rule(at + 1)).join("\n")}`;

let folder: string;
let site: CountingSite;
let embeddings: Engine;
let service: StartedService | undefined;
/** While true, the site takes requests and says nothing. */
let isSilent = true;
/** While true, the embeddings endpoint does so when it is given a piece of the guide. */
let isStuck = true;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "groundwork-source-"));
  site = await startCountingSite((_, response) => {
    if (!isSilent) response.writeHead(200, { "content-type": "text/markdown" }).end(guide);
  });
  embeddings = await startEngine(async (call) => {
    while (isStuck && call.body.includes("porch")) await new Promise((resolve) => setTimeout(resolve, 20));
    return answerEmbeddings(call, { dimensions: 64 });
  });
});
afterEach(async () => {
  isStuck = false;
  await service?.stop();
  await embeddings.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startService({
    DATA_DIR: folder,
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    FETCH_ALLOW_ORIGINS: site.origin,
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: `${embeddings.url}/v1`,
    EMBEDDING_MODEL: "embed-test",
  });

async function kill(running: StartedService): Promise<void> {
  const ended = once(running.process, "exit");
  running.process.kill("SIGKILL");
  await ended;
}

async function whatIsStored() {
  const db = await openEmbedded({ folder: join(folder, "database") });
  try {
    const [stored] = await db.query<Record<string, number>>(sql`-- stored_of_source
      select
        (select count(*)::integer from document) as documents,
        (select count(*)::integer from corpus) as corpora,
        (select count(*)::integer from document_revision where published_at is not null) as published,
        (select count(*)::integer from document_revision where published_at is null) as staged,
        (select interruptions from background_job where name = 'source-ingest') as interruptions`);
    return stored;
  } finally {
    await db.close();
  }
}

describe("a process killed in the middle of a source", () => {
  it("while it is fetched and while it is indexed still brings it in, once and whole, and fetches it no more than it must", {
    timeout: 900_000,
  }, async () => {
    service = await start();
    const key = service.key ?? "";
    let client = makeServiceClient(service.baseUrl, key);
    const { project_id: projectId } = await client.request<{ project_id: string }>(
      "POST",
      "/v1/projects",
      projectBody(1),
    );
    const added = await client.request<{ job_id: string }>("POST", `/v1/projects/${projectId}/sources`, {
      url: `${site.origin}/guide.md`,
    });
    const poll = () => client.request<UploadView>("GET", `/v1/uploads/${added.job_id}`);

    await expect.poll(() => site.requests.length, { timeout: 200_000 }).toBe(1);
    await kill(service);
    isSilent = false;
    service = await start();
    client = makeServiceClient(service.baseUrl, key);
    await expect.poll(async () => (await poll()).stage, { timeout: 200_000 }).toBe("indexing");
    expect(site.requests).toEqual(["GET /guide.md", "GET /guide.md"]);
    await kill(service);

    isStuck = false;
    service = await start();
    client = makeServiceClient(service.baseUrl, key);
    await expect.poll(async () => (await poll()).status, { timeout: 200_000 }).toBe("ready");
    expect(site.requests).toHaveLength(2);
    const documents = await client.request<{ data: object[] }>("GET", `/v1/projects/${projectId}/documents`);
    expect(documents.data).toMatchObject([{ title: "Design Guide", source_url: `${site.origin}/guide.md` }]);
    await service.stop();
    service = undefined;
    expect(await whatIsStored()).toEqual({ documents: 1, corpora: 1, published: 1, staged: 0, interruptions: 2 });
  });
});
