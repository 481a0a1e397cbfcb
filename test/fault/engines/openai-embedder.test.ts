import { afterEach, describe, expect, it, vi } from "vitest";
import type { EmbedderUnavailable } from "../../../ingest/embed/errors.ts";
import {
  type EmbeddingUsage,
  makeOpenAiEmbedder,
  type OpenAiEmbedderOptions,
  openOpenAiEmbedder,
} from "../../../ingest/embed/openai-embedder.ts";
import type { Engine } from "../../support/engines/engine-server.ts";
import {
  type EmbeddingsEndpoint,
  embeddingsRequestOf,
  startEmbeddingsServer,
  vectorOf,
} from "../../support/engines/openai-embeddings-server.ts";

const dimensions = 8;
const texts = ["front yard setback", "side yard setback", "lot coverage", "height", "parking", "signs", "fences"];
let engine: Engine;

afterEach(async () => {
  vi.unstubAllEnvs();
  await engine.close();
});

async function embedderOf(endpoint: EmbeddingsEndpoint = {}, options: Partial<OpenAiEmbedderOptions> = {}) {
  engine = await startEmbeddingsServer({ dimensions, ...endpoint });
  const waits: number[] = [];
  const usages: EmbeddingUsage[] = [];
  const settings: OpenAiEmbedderOptions = {
    apiKey: "sk-test",
    baseUrl: `${engine.url}/v1`,
    model: "law-embed-1",
    wait: async (ms) => void waits.push(ms),
    onUsage: (usage) => void usages.push(usage),
    ...options,
  };
  return { embedder: makeOpenAiEmbedder({ ...settings, dimensions }), settings, waits, usages };
}

function unit(text: string, size = dimensions): number[] {
  const vector = vectorOf(text, size);
  const length = Math.hypot(...vector);
  return [...vector].map((value) => value / length);
}

function expectVectors(vectors: readonly Float32Array[], of: readonly string[], size = dimensions): void {
  expect(vectors.length).toBe(of.length);
  for (const [at, text] of of.entries()) {
    const expected = unit(text, size);
    expect(vectors[at]?.length).toBe(size);
    for (const [index, value] of expected.entries()) expect(vectors[at]?.[index]).toBeCloseTo(value, 5);
  }
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("the call should have failed"),
    (error: unknown) => error as EmbedderUnavailable,
  );

describe("an OpenAI-compatible embedder", () => {
  it("gives each text its own unit vector when the endpoint sends base64", async () => {
    const { embedder } = await embedderOf();
    expectVectors(await embedder.embed(texts, "document"), texts);
    expect(engine.calls[0]?.headers.authorization).toBe("Bearer sk-test");
    expect(embeddingsRequestOf(engine.calls[0] as never).encoding_format).toBe("base64");
  });

  it("reads floats from an endpoint that sends floats whatever it was asked", async () => {
    const { embedder } = await embedderOf({ isFloatsOnly: true });
    expectVectors(await embedder.embed(texts, "document"), texts);
  });

  it("asks for floats from then on when the endpoint refuses base64", async () => {
    const { embedder } = await embedderOf({ refusesBase64: true }, { maxBatchTexts: 2 });
    expectVectors(await embedder.embed(texts, "document"), texts);
    const callsBefore = engine.calls.length;
    expectVectors(await embedder.embed(["a later query"], "query"), ["a later query"]);
    expect(engine.calls.length).toBe(callsBefore + 1);
  });

  it("puts vectors that come out of order where their index says", async () => {
    const { embedder } = await embedderOf({ isReversed: true });
    expectVectors(await embedder.embed(texts, "document"), texts);
  });

  it("sends batches of bounded count and joins them in order", async () => {
    const { embedder, usages } = await embedderOf({}, { maxBatchTexts: 3, concurrency: 1 });
    expectVectors(await embedder.embed(texts, "document"), texts);
    expect(engine.calls.map((call) => embeddingsRequestOf(call).input.length)).toEqual([3, 3, 1]);
    expect(usages).toEqual([{ use: "document", texts: 7, requests: 3, promptTokens: 12, shortened: [] }]);
  });

  it("keeps the tokens of a request within bounds", async () => {
    const { embedder } = await embedderOf({}, { maxBatchTokens: 8, concurrency: 1 });
    await embedder.embed(texts, "document");
    expect(engine.calls.map((call) => embeddingsRequestOf(call).input.length)).toEqual([1, 2, 4]);
  });

  it("learns any dimension from the first answer and names model, host and dimension", async () => {
    const { settings } = await embedderOf({ dimensions: 37 });
    const embedder = await openOpenAiEmbedder(settings);
    expect(embedder.dimensions).toBe(37);
    expect(embedder.id).toBe(`openai@${new URL(engine.url).host}:law-embed-1/37`);
    expectVectors(await embedder.embed(["lot"], "query"), ["lot"], 37);
  });

  it("names OpenAI's own endpoint without its host", async () => {
    const { settings } = await embedderOf();
    const embedder = makeOpenAiEmbedder({ ...settings, baseUrl: null, dimensions: 1536 });
    expect(embedder.id).toBe("openai:law-embed-1/1536");
  });

  it("asks for shorter vectors when told to", async () => {
    const { settings } = await embedderOf();
    const embedder = await openOpenAiEmbedder({ ...settings, shortenTo: 5 });
    expect(embedder.dimensions).toBe(5);
    expectVectors(await embedder.embed(["lot"], "query"), ["lot"], 5);
  });

  it("gives a text without words a zero vector and does not send it", async () => {
    const { embedder } = await embedderOf();
    const vectors = await embedder.embed(["", "lot", " \n"], "document");
    expect([...(vectors[0] ?? [])]).toEqual(new Array(dimensions).fill(0));
    expectVectors(vectors.slice(1, 2), ["lot"]);
    expect(embeddingsRequestOf(engine.calls[0] as never).input).toEqual(["lot"]);
  });

  it("takes no setting from the environment", async () => {
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
    vi.stubEnv("OPENAI_API_KEY", "sk-other");
    vi.stubEnv("OPENAI_ORG_ID", "org-other");
    vi.stubEnv("OPENAI_PROJECT_ID", "proj-other");
    const { embedder } = await embedderOf();
    await embedder.embed(["lot"], "query");
    expect(engine.calls[0]?.headers).toMatchObject({ authorization: "Bearer sk-test" });
    expect(Object.keys(engine.calls[0]?.headers ?? {})).not.toContain("openai-organization");
    expect(Object.keys(engine.calls[0]?.headers ?? {})).not.toContain("openai-project");
  });

  it("is checked by one word, and found wanting when the endpoint is down or gives other vectors", async () => {
    const { embedder, settings } = await embedderOf({}, { maxAttempts: 1 });
    await expect(embedder.check()).resolves.toBeUndefined();
    expect(embeddingsRequestOf(engine.calls[0] as never).input.length).toBe(1);
    await expect(makeOpenAiEmbedder({ ...settings, dimensions: 9 }).check()).rejects.toMatchObject({
      fault: "unusable-answer",
    });
    engine.misbehave({ kind: "status", status: 503 });
    await expect(embedder.check()).rejects.toMatchObject({ fault: "unreachable" });
  });

  it("sends nothing when there is nothing to embed", async () => {
    const { embedder } = await embedderOf();
    expect(await embedder.embed([], "document")).toEqual([]);
    expect(engine.calls.length).toBe(0);
  });

  it("shortens a text that is longer than the model reads, and says which", async () => {
    const { embedder, usages } = await embedderOf({}, { maxInputTokens: 23 });
    await embedder.embed(["lot", "A yard is open ground. ".repeat(30)], "document");
    expect(usages[0]?.shortened).toEqual([1]);
    expect(embeddingsRequestOf(engine.calls[0] as never).input[1]).toMatch(/ground\.$/);
  });

  it("halves a text the endpoint still finds too long until it is taken", async () => {
    const { embedder, usages } = await embedderOf({ maxCharacters: 600 });
    const long = "The height of a building is measured from grade. ".repeat(40);
    const [vector] = await embedder.embed([long], "document");
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
    expect(usages[0]?.shortened).toEqual([0]);
  });

  it("halves batches the endpoint finds too large, and keeps to the size it learned", async () => {
    const { embedder } = await embedderOf({ maxBatch: 2 });
    expectVectors(await embedder.embed(texts, "document"), texts);
    const callsBefore = engine.calls.length;
    await embedder.embed(texts.slice(0, 4), "document");
    expect(engine.calls.slice(callsBefore).map((call) => embeddingsRequestOf(call).input.length)).toEqual([2, 2]);
  });

  it("has no more requests under way for documents than allowed, and still answers a query meanwhile", async () => {
    const { embedder } = await embedderOf({}, { maxBatchTexts: 1, concurrency: 2 });
    const gate = Promise.withResolvers<void>();
    engine.misbehave({ kind: "late", gate: gate.promise }, { kind: "late", gate: gate.promise });
    const documents = embedder.embed(texts, "document");
    await engine.whenCalled(2);
    expectVectors(await embedder.embed(["query"], "query"), ["query"]);
    expect(engine.calls.length).toBe(3);
    gate.resolve();
    expectVectors(await documents, texts);
  });
});

describe("an OpenAI-compatible embedder whose endpoint misbehaves", () => {
  it("waits as long as Retry-After says and then succeeds", async () => {
    const { embedder, waits } = await embedderOf();
    engine.misbehave({ kind: "status", status: 429, headers: { "retry-after": "2" } });
    expectVectors(await embedder.embed(texts, "query"), texts);
    expect(waits).toEqual([2000]);
  });

  it("fails at once when Retry-After lies beyond the time a query has, and passes the time on", async () => {
    const { embedder, waits } = await embedderOf();
    engine.misbehave({ kind: "status", status: 429, headers: { "retry-after": "120" } });
    const error = await failureOf(embedder.embed(["lot"], "query"));
    expect(error).toMatchObject({ code: "embedder.unavailable", fault: "rate-limited", retryAfterMs: 120_000 });
    expect(waits).toEqual([]);
  });

  it.each([
    ["status 500", { kind: "status", status: 500 }],
    ["status 503", { kind: "status", status: 503 }],
    ["a dropped connection", { kind: "reset" }],
    ["a truncated answer", { kind: "truncate" }],
    ["an answer that is not JSON", { kind: "malformed" }],
    ["a wrong count of vectors", { kind: "alter", change: (body: unknown) => withData(body, (data) => data.slice(1)) }],
    ["a vector that is not a number", { kind: "alter", change: (body: unknown) => withData(body, notANumber) }],
    ["vectors of different sizes", { kind: "alter", change: (body: unknown) => withData(body, mixedSizes) }],
    ["two vectors for one text", { kind: "alter", change: (body: unknown) => withData(body, doubled) }],
    ["base64 of half a number", { kind: "alter", change: (body: unknown) => withData(body, oddBytes) }],
    ["no list at all", { kind: "alter", change: () => ({ object: "list" }) }],
  ] as const)("tries again, with backoff, after %s", async (_name, misbehaviour) => {
    const { embedder, waits } = await embedderOf();
    engine.misbehave(misbehaviour, misbehaviour);
    expectVectors(await embedder.embed(texts, "document"), texts);
    expect(engine.calls.length).toBe(3);
    expect(waits.length).toBe(2);
    expect(waits[0]).toBeGreaterThanOrEqual(250);
    expect(waits[0]).toBeLessThanOrEqual(500);
    expect(waits[1]).toBeLessThanOrEqual(1000);
  });

  it.each([
    ["a hanging endpoint", { kind: "hang" }],
    ["an answer that stops half-way", { kind: "stall" }],
  ] as const)("gives a request up and tries again: %s", async (_name, misbehaviour) => {
    const { embedder } = await embedderOf({}, { requestTimeoutMs: 150 });
    engine.misbehave(misbehaviour);
    expectVectors(await embedder.embed(texts, "query"), texts);
    expect(engine.calls.length).toBe(2);
  });

  it.each([
    ["unreachable", { kind: "status", status: 500 }],
    ["unreachable", { kind: "reset" }],
    ["unusable-answer", { kind: "malformed" }],
    ["unusable-answer", { kind: "alter", change: (body: unknown) => withData(body, (data) => data.slice(1)) }],
  ] as const)("ends as embedder.unavailable (%s) once its tries are spent", async (fault, misbehaviour) => {
    const { embedder } = await embedderOf({}, { maxAttempts: 3 });
    engine.misbehaveAlways(misbehaviour);
    const error = await failureOf(embedder.embed(texts, "document"));
    expect(error).toMatchObject({ code: "embedder.unavailable", fault });
    expect(engine.calls.length).toBe(3);
  });

  it("ends as unreachable when nothing listens there", async () => {
    const { embedder } = await embedderOf({}, { maxAttempts: 2 });
    await engine.close();
    expect(await failureOf(embedder.embed(["lot"], "query"))).toMatchObject({ fault: "unreachable" });
  });

  it.each([
    ["a refused key", 401, "invalid_api_key"],
    ["an unknown model", 404, "model_not_found"],
    ["a used-up quota", 429, "insufficient_quota"],
  ])("asks only once after %s", async (_name, status, code) => {
    const { embedder } = await embedderOf();
    engine.misbehaveAlways({ kind: "status", status, body: { error: { message: "no", code } } });
    expect(await failureOf(embedder.embed(texts, "document"))).toMatchObject({ fault: "refused" });
    expect(engine.calls.length).toBe(1);
  });

  it("refuses vectors of another size than it was made for", async () => {
    const { settings } = await embedderOf({}, { maxAttempts: 1 });
    const embedder = makeOpenAiEmbedder({ ...settings, dimensions: 16 });
    expect(await failureOf(embedder.embed(["lot"], "query"))).toMatchObject({ fault: "unusable-answer" });
  });

  it("fails the whole call and sends no further batch when one batch fails for good", async () => {
    const { embedder } = await embedderOf({}, { maxBatchTexts: 1, concurrency: 1 });
    engine.misbehave({ kind: "well" }, { kind: "status", status: 401 });
    expect(await failureOf(embedder.embed(texts, "document"))).toMatchObject({ fault: "refused" });
    expect(engine.calls.length).toBe(2);
  });

  it("ends with the caller's reason when the caller aborts while the endpoint hangs", async () => {
    const { embedder } = await embedderOf();
    engine.misbehaveAlways({ kind: "hang" });
    const abort = new AbortController();
    const embedding = embedder.embed(texts, "document", abort.signal);
    await engine.whenCalled(1);
    abort.abort(new Error("the job was canceled"));
    await expect(embedding).rejects.toThrow("the job was canceled");
    expect(engine.calls.length).toBe(1);
  });

  it("ends with the caller's reason when the caller aborts during a wait", async () => {
    const abort = new AbortController();
    const { embedder } = await embedderOf(
      {},
      {
        wait: (_ms, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(new Error("wait cut short")));
            abort.abort(new Error("the caller left"));
          }),
      },
    );
    engine.misbehaveAlways({ kind: "status", status: 503 });
    await expect(embedder.embed(["lot"], "query", abort.signal)).rejects.toThrow("the caller left");
  });
});

interface SentEmbedding {
  index: number;
  embedding: string | (number | null)[];
}

function withData(body: unknown, change: (data: SentEmbedding[]) => SentEmbedding[]): unknown {
  const answer = body as { data: SentEmbedding[] };
  return { ...answer, data: change(answer.data) };
}

const replaceFirst = (data: SentEmbedding[], embedding: SentEmbedding["embedding"]) =>
  data.map((one, at) => (at === 0 ? { ...one, embedding } : one));
const notANumber = (data: SentEmbedding[]) =>
  replaceFirst(data, Buffer.from(new Float32Array(dimensions).fill(Number.NaN).buffer).toString("base64"));
const mixedSizes = (data: SentEmbedding[]) => replaceFirst(data, [0.5, 0.5, 0.5]);
const oddBytes = (data: SentEmbedding[]) => replaceFirst(data, Buffer.from([1, 2, 3, 4, 5]).toString("base64"));
const doubled = (data: SentEmbedding[]) => data.map((one) => ({ ...one, index: 0 }));
