import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StartedService, startService } from "../../../evals/start-service.ts";
import { type Database, openEmbedded, sql } from "../../../migrations/index.ts";
import { type EngineCall, startEngine } from "../../support/engines/engine-server.ts";
import { answerEmbeddings } from "../../support/engines/openai-embeddings-server.ts";
import { makeServiceCalls, type ServiceCalls } from "../../support/service-calls.ts";

/** A service over a store of its own whose process is killed and started again; its vectors come from the test. */
export interface KillableService {
  readonly calls: ServiceCalls;
  start(): Promise<void>;
  /** Ends the process without a word. */
  kill(): Promise<void>;
  /** Asks the process to end, and waits. */
  stop(): Promise<void>;
  /** Returns what jobs of a kind have left in the store; the service must be stopped. */
  stored(jobName: string): Promise<Stored>;
  /** Returns how often each job was attempted, by its id; the service must be stopped. */
  attempts(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

/** Counts of everything in a store, and how often its one job of a kind was cut short. */
export interface Stored {
  readonly documents: number;
  readonly corpora: number;
  readonly published: number;
  readonly staged: number;
  readonly chunks: number;
  readonly vectors: number;
  readonly interruptions: number;
}

/** Makes the service; `onEmbed` may keep every batch of texts waiting, so that there is a middle to be killed in. */
export async function makeKillableService(options: {
  readonly onEmbed: (call: EngineCall) => Promise<void>;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<KillableService> {
  const folder = await mkdtemp(join(tmpdir(), "groundwork-killed-"));
  const embeddings = await startEngine(async (call) => {
    await options.onEmbed(call);
    return answerEmbeddings(call, { dimensions: 64 });
  });
  let service: StartedService | undefined;
  let key = "";
  const calls = makeServiceCalls(() => ({ baseUrl: service?.baseUrl ?? "", key }));
  const stop = async () => {
    await service?.stop();
    service = undefined;
  };
  const withStore = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
    const db = await openEmbedded({ folder: join(folder, "database") });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  return {
    calls,
    async start() {
      service = await startService({
        DATA_DIR: folder,
        RATE_LIMITS: "off",
        LOG_LEVEL: "error",
        OPENAI_API_KEY: "sk-test",
        OPENAI_BASE_URL: `${embeddings.url}/v1`,
        EMBEDDING_MODEL: "embed-test",
        ...options.settings,
      });
      key = service.key ?? key;
    },
    kill: async () => service?.kill(),
    stop,
    attempts: () =>
      withStore(async (db) => {
        const rows = await db.query<{ id: string; attempt: number }>(sql`-- attempts_of_jobs
          select id, attempt from background_job`);
        return new Map(rows.map(({ id, attempt }) => [id, attempt]));
      }),
    stored: (jobName) =>
      withStore(async (db) => {
        const [stored] = await db.query<Stored>(sql`-- what_is_stored
          select
            (select count(*)::integer from document) as documents,
            (select count(*)::integer from corpus) as corpora,
            (select count(*)::integer from document_revision where published_at is not null) as published,
            (select count(*)::integer from document_revision where published_at is null) as staged,
            (select count(*)::integer from chunk) as chunks,
            (select count(*)::integer from chunk_vector) as vectors,
            (select interruptions from background_job where name = ${jobName}) as interruptions`);
        if (!stored) throw new Error("a count returns a row");
        return stored;
      }),
    async close() {
      await stop();
      await embeddings.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
