import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeOpenAiEmbedder, type OpenAiEmbedder, openOpenAiEmbedder } from "../../../ingest/embed/openai-embedder.ts";
import type { Database } from "../../../migrations/index.ts";
import { makeHybridRetriever } from "../../../retrieval/index.ts";
import { makeCohereReranker } from "../../../retrieval/rerank/cohere-reranker.ts";
import { openTestDatabase } from "../../support/database.ts";
import { startCohereServer } from "../../support/engines/cohere-server.ts";
import type { Engine } from "../../support/engines/engine-server.ts";
import { startEmbeddingsServer } from "../../support/engines/openai-embeddings-server.ts";
import { addCorpus, addDocument, publishSections, section } from "../../support/publish-sections.ts";

const sections = [
  section("3.1", "Lot area", "The minimum lot area in the R-2 district is 7,500 square feet."),
  section("3.2", "Yards", "The front yard shall be at least 25 feet deep."),
  section("3.3", "Height", "No building shall be higher than 35 feet."),
];
let db: Database;
let corpusId: string;
let embeddings: Engine;
let cohere: Engine;
let embedder: OpenAiEmbedder;

const embedderOptions = () => ({
  apiKey: "sk-test",
  baseUrl: `${embeddings.url}/v1`,
  model: "law-embed-1",
  wait: async () => {},
});

beforeAll(async () => {
  embeddings = await startEmbeddingsServer({ dimensions: 37 });
  db = await openTestDatabase();
  embedder = await openOpenAiEmbedder(embedderOptions());
  corpusId = await addCorpus(db);
  await publishSections(db, await addDocument(db, corpusId), sections, embedder);
});
afterAll(async () => {
  await embeddings.close();
  await db.close();
});
beforeEach(async () => {
  cohere = await startCohereServer();
});
afterEach(async () => {
  embeddings.misbehaveAlways(null);
  await cohere.close();
});

function search(query: string, using: OpenAiEmbedder = embedder) {
  const failures: unknown[] = [];
  const reranker = makeCohereReranker({ apiKey: "co-test", baseUrl: cohere.url, model: "rerank-v3.5" });
  const onRerankerFailure = (error: unknown) => void failures.push(error);
  const retriever = makeHybridRetriever({ db, embedder: using, reranker, onRerankerFailure });
  return { result: retriever.search(query, { corpusIds: [corpusId] }), failures };
}

describe("a search through a remote embedder and a remote reranker", () => {
  it("finds the section, by vectors of the endpoint's own size, and names both engines", async () => {
    const result = await search("minimum lot area").result;
    expect(result.passages[0]?.section).toBe("3.1");
    expect(result.passages[0]?.origins).toContain("dense");
    expect(result).toMatchObject({
      embeddingModel: `openai@${new URL(embeddings.url).host}:law-embed-1/37`,
      reranker: "cohere:rerank-v3.5",
      rerankerFellBack: false,
    });
  });

  it("is ranked locally, and says so, when the reranker is down", async () => {
    cohere.misbehaveAlways({ kind: "status", status: 503 });
    const { result, failures } = search("minimum lot area");
    expect(await result).toMatchObject({ reranker: "local-linear-7", rerankerFellBack: true });
    expect((await result).passages[0]?.section).toBe("3.1");
    expect(failures).toEqual([expect.objectContaining({ code: "reranker.unavailable" })]);
  });

  it("is unavailable, never silently worse, when the embedder is down", async () => {
    embeddings.misbehaveAlways({ kind: "reset" });
    await expect(search("minimum lot area").result).rejects.toMatchObject({ code: "search.unavailable" });
  });

  it("is unavailable when the endpoint's model was changed behind its name", async () => {
    const other = makeOpenAiEmbedder({ ...embedderOptions(), dimensions: 38 });
    await expect(search("minimum lot area", other).result).rejects.toMatchObject({ code: "search.unavailable" });
  });
});

describe("publishing through a remote embedder", () => {
  it("leaves nothing half published when the embedder fails, and succeeds once it is back", async () => {
    const documentId = await addDocument(db, corpusId, "Sign code");
    const signs = [section("9.1", "Signs", "Billboards are prohibited in every district.")];
    embeddings.misbehaveAlways({ kind: "status", status: 401 });
    await expect(publishSections(db, documentId, signs, embedder)).rejects.toMatchObject({
      code: "embedder.unavailable",
      fault: "refused",
    });
    embeddings.misbehaveAlways(null);
    expect((await search("billboards").result).passages.map((passage) => passage.section)).not.toContain("9.1");
    await publishSections(db, documentId, signs, embedder);
    expect((await search("billboards").result).passages[0]?.section).toBe("9.1");
  });
});
