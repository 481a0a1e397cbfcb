import { resolve } from "node:path";
import type { ModelSettings } from "../../agent/index.ts";
import { type Rates, readRates } from "../commerce/rates.ts";
import { readChatModelSettings } from "./chat-model-settings.ts";
import { type ProviderConfig, readProviderConfig } from "./provider-settings.ts";
import { listed, makeSettingReaders, type SettingReaders } from "./setting-readers.ts";

/** Everything the service can be told from outside, read once and checked together. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Without a final slash. */
  readonly publicBaseUrl: string;
  /** Addresses and blocks of the proxies whose word on the client's address counts. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  readonly worker: "inline" | "off";
  readonly openai: OpenAiConfig | null;
  /** A model of the OpenAI-compatible endpoint; null for the one shipped with the service. */
  readonly embeddingModel: string | null;
  readonly chatModels: readonly string[];
  /** How chat models are called where it differs from the defaults, by model id; `*` holds for every model. */
  readonly chatModelSettings: Readonly<Record<string, Partial<ModelSettings>>>;
  /** Prices of everything that is paid for, but for which models are local. */
  readonly rates: Rates;
  readonly chatModelAuto: string | null;
  readonly cohere: CohereConfig | null;
  readonly unstructured: UnstructuredConfig | null;
  /** A bucket instead of the folder. */
  readonly s3: S3Config | null;
  readonly opsToken: string | null;
  /** Collector of OpenTelemetry traces. */
  readonly otlpEndpoint: string | null;
  /** Outside data services, or the demo town in their place. */
  readonly providers: ProviderConfig;
  /** Origins that outbound fetch may reach although they are not public. */
  readonly fetchAllowOrigins: readonly string[];
  /** How long a file may take to arrive. */
  readonly uploads: UploadPaceConfig;
  /** After how many days a job that has ended is forgotten. */
  readonly jobRetentionDays: number;
  /** Where a separate worker tells operators how it is; null for nowhere. */
  readonly workerOpsAddress: { readonly host: string; readonly port: number } | null;
  readonly hasRateLimits: boolean;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

/** Where an OpenAI-compatible endpoint answers. */
export interface OpenAiConfig {
  readonly apiKey: string;
  readonly baseUrl: string | null;
}

/** Who reranks instead of the local reranker. */
export interface CohereConfig {
  readonly apiKey: string;
  readonly baseUrl: string | null;
  readonly model: string;
}

/** Who reads what the local parsers read poorly. */
export interface UnstructuredConfig {
  readonly apiKey: string;
  readonly serverUrl: string | null;
}

/** What is asked of the sender of a file, counted over the time in which the service waits for its bytes. */
export interface UploadPaceConfig {
  readonly timeLimitSeconds: number;
  /** On average, after half a minute; 0 for any pace. */
  readonly minBytesPerSecond: number;
}

/** The bucket that holds files. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The model inside of this service; named here because loading the models to learn it would slow operators' commands. */
export const localChatModel = "groundwork-extractive-1";

/** The settings cannot be used; `faults` lists every one of them, each naming its setting. */
export class ConfigRefused extends Error {
  readonly code = "config.refused";
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`the settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.name = "ConfigRefused";
    this.faults = faults;
  }
}

/**
 * Reads the settings from an environment.
 *
 * @throws ConfigRefused with every fault at once
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, projectFolder: string): Config {
  const faults: string[] = [];
  const readers = makeSettingReaders(environment, faults);
  const { text, oneOf, url, whole, origin, origins, blocks, address } = readers;
  const port = whole("PORT", { least: 1, most: 65_535, fallback: 3000 });
  const host = text("HOST") ?? "127.0.0.1";
  const databaseUrl = url("DATABASE_URL", ["postgres:", "postgresql:"]);
  const worker = oneOf("WORKER", ["inline", "off"], "inline");
  if (worker === "off" && databaseUrl === null) {
    faults.push("WORKER is off, but the embedded database serves one process only; set DATABASE_URL, or WORKER=inline");
  }
  const hasRateLimits = oneOf("RATE_LIMITS", ["on", "off"], "on") === "on";
  if (!hasRateLimits && !isLoopback(host)) faults.push("RATE_LIMITS is off, but HOST is not a loopback address");
  const openai = readOpenAi(text("OPENAI_API_KEY"), url("OPENAI_BASE_URL", ["http:", "https:"]));
  const chatModels = listed(text("CHAT_MODELS"));
  if (chatModels.length > 0 && openai === null)
    faults.push("CHAT_MODELS is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is");
  const chatModelAuto = text("CHAT_MODEL_AUTO");
  if (chatModelAuto !== null && ![localChatModel, ...chatModels].includes(chatModelAuto)) {
    faults.push(`CHAT_MODEL_AUTO is "${chatModelAuto}"; it takes a model of CHAT_MODELS, or ${localChatModel}`);
  }
  const embeddingModel = text("EMBEDDING_MODEL");
  if (embeddingModel !== null && openai === null) {
    faults.push("EMBEDDING_MODEL is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is");
  }
  const config: Config = {
    host,
    port,
    publicBaseUrl: origin("PUBLIC_BASE_URL") ?? `http://localhost:${port}`,
    trustedProxies: blocks("TRUSTED_PROXIES"),
    dataDir: resolve(projectFolder, text("DATA_DIR") ?? ".groundwork"),
    databaseUrl,
    redisUrl: url("REDIS_URL", ["redis:", "rediss:"]),
    worker,
    openai,
    embeddingModel,
    chatModels,
    chatModelAuto,
    chatModelSettings: readChatModelSettings(text("CHAT_MODEL_SETTINGS"), chatModels, faults),
    rates: readRates(text("RATES"), faults),
    cohere: readCohere(text, url("COHERE_BASE_URL", ["http:", "https:"]), faults),
    unstructured: readUnstructured(text("UNSTRUCTURED_API_KEY"), url("UNSTRUCTURED_API_URL", ["http:", "https:"])),
    s3: readS3(text, url("S3_ENDPOINT", ["http:", "https:"]), faults),
    opsToken: text("OPS_TOKEN"),
    providers: readProviderConfig(readers, faults),
    fetchAllowOrigins: origins("FETCH_ALLOW_ORIGINS"),
    otlpEndpoint: url("OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]),
    uploads: {
      timeLimitSeconds: whole("UPLOAD_TIME_LIMIT_SECONDS", { least: 60, most: 86_400, fallback: 3_600 }),
      minBytesPerSecond: whole("UPLOAD_MIN_BYTES_PER_SECOND", { least: 0, most: 10_000_000, fallback: 4_096 }),
    },
    jobRetentionDays: whole("JOB_RETENTION_DAYS", { least: 1, most: 3_650, fallback: 30 }),
    workerOpsAddress: address("WORKER_OPS_ADDRESS"),
    hasRateLimits,
    logLevel: oneOf("LOG_LEVEL", ["debug", "info", "warn", "error", "silent"], "info"),
  };
  if (faults.length > 0) throw new ConfigRefused(faults);
  return Object.freeze(config);
}

function readOpenAi(apiKey: string | null, baseUrl: string | null): OpenAiConfig | null {
  if (apiKey === null && baseUrl === null) return null;
  // A local endpoint often wants no key, but the client library refuses an empty one.
  return { apiKey: apiKey ?? "none", baseUrl };
}

function readCohere(text: SettingReaders["text"], baseUrl: string | null, faults: string[]): CohereConfig | null {
  const apiKey = text("COHERE_API_KEY");
  if (apiKey !== null) return { apiKey, baseUrl, model: text("RERANK_MODEL") ?? "rerank-v3.5" };
  for (const name of ["COHERE_BASE_URL", "RERANK_MODEL"]) {
    if (text(name) !== null) faults.push(`${name} is set, but COHERE_API_KEY is not`);
  }
  return null;
}

function readUnstructured(apiKey: string | null, serverUrl: string | null): UnstructuredConfig | null {
  return apiKey === null && serverUrl === null ? null : { apiKey: apiKey ?? "none", serverUrl };
}

function readS3(text: SettingReaders["text"], endpoint: string | null, faults: string[]): S3Config | null {
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const missing = names.filter((name) => text(name) === null);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    faults.push(`${missing.join(", ")} must be set too: a bucket needs all of ${names.join(", ")}`);
  return {
    endpoint: endpoint ?? "",
    bucket: text("S3_BUCKET") ?? "",
    region: text("S3_REGION") ?? "us-east-1",
    accessKeyId: text("S3_ACCESS_KEY_ID") ?? "",
    secretAccessKey: text("S3_SECRET_ACCESS_KEY") ?? "",
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
