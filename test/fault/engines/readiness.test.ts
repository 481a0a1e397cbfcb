import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ComposedService, openComposedService } from "../../support/composed-service.ts";
import { startCohereServer } from "../../support/engines/cohere-server.ts";
import { type Engine, startEngine } from "../../support/engines/engine-server.ts";
import { answerEmbeddings } from "../../support/engines/openai-embeddings-server.ts";
import { s3Account, startS3Server } from "../../support/engines/s3-server.ts";
import { startUnstructuredServer } from "../../support/engines/unstructured-server.ts";
import type { TestAnswer } from "../../support/http.ts";

const unreachable = { kind: "reset" } as const;
const allUp = {
  database: "up",
  queue: "up",
  bucket: "up",
  worker: "up",
  embeddings: "up",
  chat: "up",
  cohere: "up",
  unstructured: "up",
};

/** The routes of the OpenAI-compatible endpoint that fail now. */
let failing: Set<"embeddings" | "models">;
let openai: Engine;
let cohere: Engine;
let scans: Engine;
let bucket: Engine;
let composed: ComposedService | undefined;
beforeEach(async () => {
  failing = new Set();
  openai = await startEngine((call) => {
    const route = call.path === "/v1/models" ? "models" : "embeddings";
    if (failing.has(route)) return { status: 503, body: { error: { message: "not now" } } };
    return route === "models" ? { body: { data: [] } } : answerEmbeddings(call, { dimensions: 16 });
  });
  cohere = await startCohereServer();
  scans = await startUnstructuredServer(() => []);
  bucket = await startS3Server();
});
afterEach(async () => {
  await composed?.close();
  composed = undefined;
  for (const engine of [openai, cohere, scans, bucket]) await engine.close();
});

async function startService(): Promise<ComposedService> {
  composed = await openComposedService({
    OPENAI_API_KEY: "sk-secret",
    OPENAI_BASE_URL: `${openai.url}/v1`,
    EMBEDDING_MODEL: "town-embed",
    CHAT_MODELS: "town-chat",
    COHERE_API_KEY: "co-secret",
    COHERE_BASE_URL: cohere.url,
    UNSTRUCTURED_API_KEY: "un-secret",
    UNSTRUCTURED_API_URL: scans.url,
    S3_ENDPOINT: bucket.url,
    S3_BUCKET: s3Account.bucket,
    S3_REGION: s3Account.region,
    S3_ACCESS_KEY_ID: s3Account.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
  });
  return composed;
}

const countOf = (engine: Engine, path: string) => engine.calls.filter((call) => call.path.startsWith(path)).length;

/** Polls until the parts stand as expected: a part that has not answered yet is shown as down. */
async function pollUntilParts(service: ComposedService, parts: Readonly<Record<string, string>>): Promise<TestAnswer> {
  let answer = await service.call("GET", "/ready");
  await expect
    .poll(
      async () => {
        answer = await service.call("GET", "/ready");
        return answer.json.parts;
      },
      { timeout: 100_000 },
    )
    .toEqual(parts);
  expect(answer.text).not.toMatch(/127\.0\.0\.1|secret/);
  return answer;
}

describe("readiness with every engine configured", { timeout: 120_000 }, () => {
  it("names every part, and asks engines outside far less often than it is asked", async () => {
    const service = await startService();
    const answer = await pollUntilParts(service, allUp);
    expect([answer.status, answer.json.status]).toEqual([200, "ready"]);
    for (let poll = 0; poll < 50; poll += 1) await service.call("GET", "/ready");
    expect(countOf(openai, "/v1/models")).toBeLessThan(25);
    expect(countOf(openai, "/v1/embeddings")).toBeLessThan(25);
    expect(countOf(scans, "/healthcheck")).toBeLessThan(25);
    expect(countOf(bucket, `/${s3Account.bucket}/check`)).toBeLessThan(25);
    expect(cohere.calls).toEqual([]);
  });

  it("is degraded, and serves, while parts that others stand in for are out of reach", async () => {
    failing.add("models");
    scans.misbehaveAlways(unreachable);
    const parts = { ...allUp, chat: "degraded", unstructured: "degraded" };
    const answer = await pollUntilParts(await startService(), parts);
    expect([answer.status, answer.json.status]).toEqual([200, "degraded"]);
  });

  it("is not there while the bucket is out of reach, and says no more than its name", async () => {
    const service = await startService();
    bucket.misbehaveAlways(unreachable);
    const answer = await pollUntilParts(service, { ...allUp, bucket: "down" });
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ code: "service_unavailable", detail: "Not ready: bucket is down." });
  });

  it("is not there while the embeddings that searches need cannot be had", async () => {
    const service = await startService();
    failing.add("embeddings");
    const answer = await pollUntilParts(service, { ...allUp, embeddings: "down" });
    expect(answer.status).toBe(503);
  });
});
