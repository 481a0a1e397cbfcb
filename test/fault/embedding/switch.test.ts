import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../migrations/index.ts";
import { type ComposedService, openComposedService, restartComposedService } from "../../support/composed-service.ts";
import type { Engine } from "../../support/engines/engine-server.ts";
import { startEmbeddingsServer } from "../../support/engines/openai-embeddings-server.ts";
import { createSampleProject } from "../../support/sample-ordinance.ts";

const localModel = "embedded-static-v4/256";

let engine: Engine;
let app: ComposedService;
let projectId: string;

beforeAll(async () => {
  engine = await startEmbeddingsServer({ dimensions: 24 });
  app = await openComposedService();
  projectId = await createSampleProject(app);
});
afterAll(async () => {
  await app.close();
  await engine[Symbol.asyncDispose]();
});

const searchModel = async () => {
  const answer = await app.call("POST", `/v1/projects/${projectId}/search`, {
    key: app.organization.ownerKey,
    body: { query: "how tall may a fence be" },
  });
  expect(answer.status, answer.text).toBe(200);
  const [first] = answer.json.results as { citation: { section: string } }[];
  expect(first?.citation.section).toBe("5.5");
  return (answer.json.retrieval as { embedding_model: string | null }).embedding_model;
};

const vectors = async () => {
  const rows = await app.services.db.query<{ embedder: string; vectors: number }>(sql`-- count_vectors
    select embedder, count(*)::int as vectors from chunk_vector group by embedder order by embedder`);
  return Object.fromEntries(rows.map((row) => [row.embedder.replace(/@[^:]*:\d+/, ""), row.vectors]));
};

describe("a change of the embedding model", () => {
  it("is searched with the old vectors while the endpoint is down, then with the new ones, never with both", async () => {
    const before = await vectors();
    expect(Object.keys(before)).toEqual([localModel]);
    expect(await searchModel()).toBe(localModel);

    engine.misbehaveAlways({ kind: "status", status: 503 });
    const settings = { OPENAI_BASE_URL: `${engine.url}/v1`, EMBEDDING_MODEL: "town-embed" };
    app = await restartComposedService(app, settings);
    expect(await searchModel()).toBe(localModel);
    expect(await vectors()).toEqual(before);

    engine.misbehaveAlways(null);
    app = await restartComposedService(app, settings);
    await expect.poll(searchModel).toContain("town-embed");
    const after = await vectors();
    expect(after["openai:town-embed/24"]).toBe(before[localModel]);
  });

  it("is remembered by the store, so that an endpoint that is down does not stop a start", async () => {
    engine.misbehaveAlways({ kind: "status", status: 503 });
    app = await restartComposedService(app, { OPENAI_BASE_URL: `${engine.url}/v1`, EMBEDDING_MODEL: "town-embed" });
    const refused = await app.call("POST", `/v1/projects/${projectId}/search`, {
      key: app.organization.ownerKey,
      body: { query: "fence" },
    });
    expect(refused).toMatchObject({ status: 503, json: { code: "search_unavailable" } });
    engine.misbehaveAlways(null);
    expect(await searchModel()).toContain("town-embed");
  });

  it("back to the shipped model needs no endpoint", async () => {
    engine.misbehaveAlways({ kind: "status", status: 503 });
    app = await restartComposedService(app, {});
    await expect.poll(searchModel).toBe(localModel);
  });
});
