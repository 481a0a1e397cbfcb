import { join } from "node:path";
import { type ModelCatalogue, makeModelCatalogue, type OnModelCall } from "../../agent/index.ts";
import { type Compute, type ReadOptions, type ReadResult, readDocument, readDocumentWell } from "../../ingest/index.ts";
import { type CohereReranker, makeCohereReranker } from "../../retrieval/index.ts";
import { makeMemoryLimiter, noLimits, type RateLimiter } from "../http/rate-limit.ts";
import { makeRedisLimiter } from "../http/redis-limiter.ts";
import { type JobQueue, openQueue } from "../jobs/queue.ts";
import type { FileStore } from "../storage/file-store.ts";
import { openFolderStore } from "../storage/folder-store.ts";
import { openS3Store } from "../storage/s3-file-store.ts";
import type { Config } from "./config.ts";
import type { Logger } from "./logger.ts";
import type { OpenedDatabase } from "./open-database.ts";

/** Opens the queue that the settings name: Redis, or the database itself. */
export function openJobQueue(config: Config, opened: OpenedDatabase, logger: Logger): Promise<JobQueue> {
  const onError = (error: Error) => logger.warn({ error: error.message }, "the job queue reported an error");
  const place = config.redisUrl === null ? opened.queuePlace : { kind: "redis" as const, url: config.redisUrl };
  return openQueue(place, onError);
}

/** Where calls are counted: in Redis when it is configured, so that several processes count together; else in memory. */
export function openLimiter(config: Config, logger: Logger): RateLimiter & { close(): void } {
  if (!config.hasRateLimits) return { ...noLimits, close: () => {} };
  if (config.redisUrl === null) return { ...makeMemoryLimiter(), close: () => {} };
  const onError = (error: Error) =>
    logger.warn({ error: error.message }, "the store of the rate limits reported an error");
  return makeRedisLimiter(config.redisUrl, { onError });
}

/** Opens the files: a bucket when one is configured, else a folder. */
export function openFiles(config: Config): Promise<FileStore> {
  if (config.s3 === null) return openFolderStore(join(config.dataDir, "files"));
  return openS3Store({ ...config.s3, temporaryFolder: join(config.dataDir, "temporary") });
}

/** Lists the local chat model and those of the configured endpoint. */
export function makeCatalogue(config: Config, onModelCall?: OnModelCall): ModelCatalogue {
  if (config.openai === null) return makeModelCatalogue({ onModelCall });
  const { apiKey, baseUrl } = config.openai;
  return makeModelCatalogue({
    onModelCall,
    endpoint: baseUrl === null ? { apiKey } : { apiKey, baseUrl },
    remoteModelIds: config.chatModels,
    modelSettings: config.chatModelSettings,
    ...(config.chatModelAuto === null ? {} : { autoModelId: config.chatModelAuto }),
  });
}

/** The configured stronger reranker; undefined leaves ranking to the local one. */
export function makeReranker(config: Config): CohereReranker | undefined {
  return config.cohere === null ? undefined : makeCohereReranker(config.cohere);
}

/** How files are read: locally, and by Unstructured where it is configured and the local reading is poor. */
export function makeReadFile(config: Config, logger: Logger, compute: Compute) {
  const { unstructured } = config;
  if (unstructured === null) return readDocument;
  return (
    source: { readonly path: string },
    info: { readonly mediaType: string; readonly filename: string },
    options: ReadOptions,
  ): Promise<ReadResult> =>
    readDocumentWell(source, info, options, {
      ...unstructured,
      compute,
      onFailure: (error) => logger.warn({ error: error.message }, "Unstructured could not be used"),
    });
}
