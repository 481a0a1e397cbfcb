import { statfs } from "node:fs/promises";
import type { Database } from "../../migrations/index.ts";
import type { CohereReranker } from "../../retrieval/index.ts";
import { remembered } from "../http/remembered-check.ts";
import type { ReadinessCheck } from "../http/service-routes.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { JobQueue } from "../jobs/queue.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { Config } from "./config.ts";
import type { LiveEmbedder } from "./live-embedder.ts";
import { pingDatabase } from "./readiness.repository.ts";

/** The parts that a process depends on. */
export interface ReadinessDeps {
  readonly db: Database;
  readonly queue: Pick<JobQueue, "check">;
  readonly jobs: Pick<Jobs, "health">;
  readonly files: Pick<FileStore, "check">;
  readonly liveEmbedder: Pick<LiveEmbedder, "forSearch" | "configured">;
  readonly reranker: Pick<CohereReranker, "isResting"> | undefined;
}

/**
 * Lists what `/ready` asks: the parts that every process has, and the engines that the settings name.
 *
 * Only parts without a stand-in make the service not ready. Engines outside of this machine are asked at most every
 * 30 s, and by what costs nothing where there is such a thing: only embeddings have to be bought, one word at a time.
 */
export function readinessChecks(config: Config, deps: ReadinessDeps): ReadinessCheck[] {
  const { db, queue, jobs, files } = deps;
  const checks: ReadinessCheck[] = [
    { name: "database", check: () => checkDatabase(config, db) },
    { name: "queue", check: async () => void (await queue.check()) },
    config.s3 === null
      ? { name: "files", check: async () => void (await files.check()) }
      : { name: "bucket", check: remembered(async () => void (await files.check())) },
    { name: "worker", check: () => checkWorker(config, jobs) },
  ];
  if (config.openai !== null && config.embeddingModel !== null) {
    checks.push({ name: "embeddings", check: remembered(() => checkEmbeddings(deps.liveEmbedder)) });
  }
  if (config.openai !== null && config.chatModels.length > 0) {
    const { apiKey, baseUrl } = config.openai;
    const address = `${baseUrl ?? "https://api.openai.com/v1"}/models`;
    const check = remembered((signal) => reach(address, { authorization: `Bearer ${apiKey}` }, signal));
    checks.push({ name: "chat", isOptional: true, check });
  }
  if (deps.reranker) {
    const { reranker } = deps;
    checks.push({
      name: "cohere",
      isOptional: true,
      check: async () => (reranker.isResting() ? "degraded" : undefined),
    });
  }
  if (config.unstructured !== null) {
    const { apiKey, serverUrl } = config.unstructured;
    const address = `${serverUrl ?? "https://api.unstructuredapp.io"}/healthcheck`;
    const check = remembered((signal) => reach(address, { "unstructured-api-key": apiKey }, signal));
    checks.push({ name: "unstructured", isOptional: true, check });
  }
  return checks;
}

/** Room that the embedded database needs on its disk to go on writing: a few of its 16 MiB log segments. */
const leastFreeBytes = 64 * 1024 * 1024;

/** A full disk does not keep the embedded database from reading, so its room is looked at too. */
async function checkDatabase(config: Config, db: Database): Promise<undefined> {
  await pingDatabase(db);
  if (config.databaseUrl !== null) return;
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize < leastFreeBytes) throw new Error(`the disk of ${config.dataDir} is full`);
}

/**
 * A worker inside this process must take jobs. Separate ones cannot be seen from here: they are missed when work that
 * is due has waited for a minute while none is being done.
 */
async function checkWorker(config: Config, jobs: Pick<Jobs, "health">): Promise<"degraded" | undefined> {
  const { isWorking, isWaitingInVain } = await jobs.health();
  if (config.worker === "off") return isWaitingInVain ? "degraded" : undefined;
  if (!isWorking) throw new Error("no jobs are taken");
  return undefined;
}

/**
 * Searches need the embedder whose vectors are live, and fail without it. While another one's are live, what the
 * settings name is only needed to make new ones.
 */
async function checkEmbeddings(liveEmbedder: ReadinessDeps["liveEmbedder"]): Promise<"degraded" | undefined> {
  const live = await liveEmbedder.forSearch();
  const configured = await Promise.race([liveEmbedder.configured().catch(() => null), inMs(learnMs)]);
  if (live !== null && (configured === null || live.id === configured.id)) {
    await live.embed(["lot"], "query");
    return configured === null ? "degraded" : undefined;
  }
  // Searches go on with other vectors, or by keywords alone, until the new ones are complete.
  return "degraded";
}

/** An endpoint that has never answered may take long to say so, and a poll does not wait for it. */
const learnMs = 1_500;

async function inMs(milliseconds: number): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  setTimeout(() => resolve(null), milliseconds).unref();
  return promise;
}

/** Asks an address for anything at all; throws when it does not answer, fails, or refuses the key. */
async function reach(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<undefined> {
  const response = await fetch(address, { headers, signal, redirect: "manual" });
  await response.body?.cancel();
  const { status } = response;
  // An endpoint of one's own need not have this very route; it is there all the same.
  if (status >= 500 || status === 401 || status === 403) throw new Error(`it answered ${status}`);
}
