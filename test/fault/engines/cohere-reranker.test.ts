import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type CohereRerankerOptions,
  makeCohereReranker,
  type RerankerUnavailable,
} from "../../../retrieval/rerank/cohere-reranker.ts";
import type { RerankCandidate } from "../../../retrieval/rerank/reranker.ts";
import { cohereRequestOf, startCohereServer } from "../../support/engines/cohere-server.ts";
import type { Engine } from "../../support/engines/engine-server.ts";

const question = { query: "minimum lot area", idf: new Map() };
const candidates = [
  candidate("Signs shall not flash.", 0.9),
  candidate("The minimum lot area is 7,500 square feet.", 0.2),
  candidate("The minimum height is two storeys.", 0.5),
];
let engine: Engine;

beforeEach(async () => {
  engine = await startCohereServer();
});
afterEach(() => engine.close());

function candidate(text: string, fused: number): RerankCandidate {
  return { text, headingPath: [], indexText: text, fused, coverage: fused, isRuled: false };
}

const rerankerOf = (options: Partial<CohereRerankerOptions> = {}) =>
  makeCohereReranker({ apiKey: "co-test", baseUrl: engine.url, model: "rerank-v3.5", ...options });

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("the call should have failed"),
    (error: unknown) => error as RerankerUnavailable,
  );

describe("the Cohere reranker", () => {
  it("gives each candidate the relevance of its own text, whatever the order of the answer", async () => {
    const scores = await rerankerOf().rerank(question, candidates);
    expect(scores.map((score) => Number(score.toFixed(3)))).toEqual([0, 1, 0.333]);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(cohereRequestOf(engine.calls[0])).toMatchObject({ model: "rerank-v3.5", query: "minimum lot area" });
    expect(engine.calls[0]?.headers.authorization).toBe("Bearer co-test");
  });

  it("lets the first stage decide between equal relevances", async () => {
    const [low, high, better] = await rerankerOf().rerank(question, [
      candidate("lot one", 0.3),
      candidate("lot two", 0.6),
      candidate("lot area", 0.1),
    ]);
    expect(high).toBeGreaterThan(low as number);
    expect(better).toBeGreaterThan(high as number);
  });

  it("sends the best of the first stage up to its cap and ranks the others below them, in their order", async () => {
    const scores = await rerankerOf({ maxDocuments: 2 }).rerank(question, [
      candidate("minimum lot area", 0.1),
      candidate("signs", 0.8),
      candidate("fences", 0.7),
      candidate("minimum lot area", 0.2),
    ]);
    expect(cohereRequestOf(engine.calls[0]).documents).toEqual(["signs", "fences"]);
    const order = scores.map((score, at) => ({ score, at })).sort((one, other) => other.score - one.score);
    expect(order.map((one) => one.at)).toEqual([1, 2, 3, 0]);
  });

  it("leaves out candidates without text and ranks them last", async () => {
    const scores = await rerankerOf().rerank(question, [candidate("  ", 1), candidate("signs", 0)]);
    expect(cohereRequestOf(engine.calls[0]).documents).toEqual(["signs"]);
    expect(scores[1]).toBeGreaterThan(scores[0] as number);
  });

  it("shortens long texts between words", async () => {
    await rerankerOf({ maxCharacters: 100 }).rerank(question, [candidate("setback ".repeat(50), 0.5)]);
    const [sent] = cohereRequestOf(engine.calls[0]).documents;
    expect(sent?.length).toBeLessThanOrEqual(100);
    expect(sent).toMatch(/setback$/);
  });

  it("asks nothing when there is nothing to rank", async () => {
    expect(await rerankerOf().rerank(question, [])).toEqual([]);
    expect(engine.calls.length).toBe(0);
  });
});

describe("the Cohere reranker when Cohere misbehaves", () => {
  it.each([
    ["status 500", { kind: "status", status: 500 }],
    ["status 429", { kind: "status", status: 429 }],
    ["a refused key", { kind: "status", status: 401 }],
    ["a dropped connection", { kind: "reset" }],
    ["a truncated answer", { kind: "truncate" }],
    ["an answer that is not JSON", { kind: "malformed" }],
    ["a missing result", { kind: "alter", change: (body: unknown) => withResults(body, (all) => all.slice(1)) }],
    ["a result named twice", { kind: "alter", change: (body: unknown) => withResults(body, twice) }],
    ["a result for no document", { kind: "alter", change: (body: unknown) => withResults(body, outside) }],
    ["a score that is no number", { kind: "alter", change: (body: unknown) => withResults(body, unscored) }],
    ["no results at all", { kind: "alter", change: () => ({ id: "rerank-1" }) }],
  ] as const)("fails at its first and only try after %s", async (_name, misbehaviour) => {
    engine.misbehaveAlways(misbehaviour);
    expect(await failureOf(rerankerOf().rerank(question, candidates))).toMatchObject({ code: "reranker.unavailable" });
    expect(engine.calls.length).toBe(1);
  });

  it.each([
    ["hangs", { kind: "hang" }],
    ["stops half-way through its answer", { kind: "stall" }],
  ] as const)("fails when its budget is over while Cohere %s", async (_name, misbehaviour) => {
    engine.misbehave(misbehaviour);
    const reranker = rerankerOf({ budgetMs: 100 });
    expect(await failureOf(reranker.rerank(question, candidates))).toMatchObject({ code: "reranker.unavailable" });
  });

  it("leaves Cohere alone after failures in a row and tries it once when the rest is over", async () => {
    const clock = { ms: 0 };
    const reranker = rerankerOf({ failuresToOpen: 2, restMs: 1000, now: () => clock.ms });
    engine.misbehaveAlways({ kind: "status", status: 503 });
    for (let call = 0; call < 5; call += 1) await failureOf(reranker.rerank(question, candidates));
    expect(engine.calls.length).toBe(2);
    expect(reranker.isResting()).toBe(true);
    engine.misbehaveAlways(null);
    clock.ms = 1000;
    expect((await reranker.rerank(question, candidates))[1]).toBeCloseTo(1, 5);
    expect((await reranker.rerank(question, candidates))[1]).toBeCloseTo(1, 5);
    expect(engine.calls.length).toBe(4);
    expect(reranker.isResting()).toBe(false);
  });

  it("rests as long as Retry-After asks, at most a minute", async () => {
    const clock = { ms: 0 };
    const reranker = rerankerOf({ now: () => clock.ms });
    engine.misbehave({ kind: "status", status: 429, headers: { "retry-after": "3600" } });
    await failureOf(reranker.rerank(question, candidates));
    clock.ms = 59_999;
    await failureOf(reranker.rerank(question, candidates));
    expect(engine.calls.length).toBe(1);
    clock.ms = 60_000;
    expect((await reranker.rerank(question, candidates)).length).toBe(3);
  });

  it("ends with the caller's reason when the caller leaves, and does not hold that against Cohere", async () => {
    const reranker = rerankerOf({ failuresToOpen: 1, restMs: 60_000 });
    engine.misbehave({ kind: "hang" });
    const abort = new AbortController();
    const ranking = reranker.rerank(question, candidates, abort.signal);
    await engine.whenCalled(1);
    abort.abort(new Error("the caller left"));
    await expect(ranking).rejects.toThrow("the caller left");
    expect((await reranker.rerank(question, candidates)).length).toBe(3);
  });
});

interface SentResult {
  index: number;
  relevance_score: number | null;
}

function withResults(body: unknown, change: (results: SentResult[]) => SentResult[]): unknown {
  const answer = body as { results: SentResult[] };
  return { ...answer, results: change(answer.results) };
}

const twice = (results: SentResult[]) => results.map((result) => ({ ...result, index: 0 }));
const outside = (results: SentResult[]) => results.map((result) => ({ ...result, index: result.index + 7 }));
const unscored = (results: SentResult[]) => results.map((result) => ({ ...result, relevance_score: null }));
