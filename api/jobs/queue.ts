import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  Queue,
  runMigrations,
  Worker,
  withBackend,
} from "bullmq";
import { Redis } from "ioredis";
import type { EmbeddedPool } from "../../migrations/index.ts";
import type { JobLane } from "./job.ts";

/** Notification that a job is due now; the row has everything else. A job that is due later is not sent before. */
export interface Nudge {
  readonly lane: JobLane;
  readonly jobId: string;
  /** The lease that this word is for; a later lease of the same job needs new word. */
  readonly fence: number;
}

/** A consumer of one process. */
export interface QueueConsumer {
  /** Takes nothing more from now on, and resolves when everything taken has been dealt with. */
  close(): Promise<void>;
}

/**
 * The queue behind the job rows. It may lose everything, deliver twice or late, and nothing is lost but time.
 */
export interface JobQueue {
  send(nudge: Nudge): Promise<void>;
  /** Calls the handler for each nudge, at most `concurrency` at once; the handler must not throw. */
  consume(
    lane: JobLane,
    concurrency: number,
    handler: (nudge: { jobId: string; fence: number }) => Promise<void>,
  ): Promise<QueueConsumer>;
  /** Throws when the queue cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Where the queue lives: Redis, a PostgreSQL server, or the embedded engine. */
export type QueuePlace =
  | { readonly kind: "redis"; readonly url: string; readonly prefix?: string }
  | { readonly kind: "server"; readonly connectionString: string }
  | { readonly kind: "embedded"; readonly pool: EmbeddedPool };

const nameOf = (lane: JobLane) => `groundwork-${lane}`;
const longestAnswerMs = 5_000;
/**
 * What BullMQ reports every four seconds for as long as a job runs whose lock is gone, as after a FLUSHALL. One report
 * is enough: the lease in the row decides who runs a job, and the lock cannot come back.
 */
const lockNotRenewed = /^could not renew lock for job (.+)$/;
/** Nobody reads the events of the queue; the rows say what happened. */
const streams = { events: { maxLen: 100 } };
/**
 * A nudge whose worker died is delivered again as often as it takes: the row decides whether it still means anything.
 * The queue ignores the same nudge sent anew until then, so a worker that dies before it takes the lease holds its job up
 * for as long as these say: no longer than one that dies after.
 */
const workerOptions = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1_000 };

/**
 * Opens BullMQ on the place that is configured.
 *
 * A nudge is BullMQ's job `<job id>.<lease number>`, tried once and removed when done, because BullMQ ignores an id that
 * it still keeps. The lease number, not the attempt: a job given back by a stopping worker keeps its attempt but must be
 * heard again.
 */
export async function openQueue(place: QueuePlace, onError: (error: Error) => void): Promise<JobQueue> {
  const backend = place.kind === "redis" ? openRedis(place, onError) : await openPostgres(place);
  const queueOf = (lane: JobLane) => backend.queue(nameOf(lane));
  const queues = { interactive: queueOf("interactive"), steps: queueOf("steps"), bulk: queueOf("bulk") };
  const consumers = new Set<QueueConsumer>();
  for (const queue of Object.values(queues)) queue.on("error", onError);

  return {
    async send({ lane, jobId, fence }) {
      const options = { jobId: `${jobId}.${fence}`, attempts: 1, removeOnComplete: true, removeOnFail: true };
      await inTime(queues[lane].add("due", {}, options), "the queue did not take a nudge");
    },
    async consume(lane, concurrency, handler) {
      const locksLost = new Set<string>();
      const worker = backend.worker(nameOf(lane), concurrency, async (id) => {
        const [jobId, fence] = id.split(".");
        try {
          if (jobId && /^\d+$/.test(fence ?? "")) await handler({ jobId, fence: Number(fence) });
        } finally {
          locksLost.delete(id);
        }
      });
      worker.on("error", (error) => {
        const id = lockNotRenewed.exec(error.message)?.[1];
        if (id !== undefined && locksLost.has(id)) return;
        if (id !== undefined) locksLost.add(id);
        onError(error);
      });
      let closed: Promise<void> | undefined;
      const consumer = {
        close: () => {
          closed ??= worker.close().finally(() => consumers.delete(consumer));
          return closed;
        },
      };
      consumers.add(consumer);
      return consumer;
    },
    async check() {
      await inTime(queues.bulk.getWaitingCount(), "the queue did not answer");
    },
    async close() {
      const closing = [
        ...[...consumers].map((consumer) => consumer.close()),
        ...Object.values(queues).map((queue) => queue.close()),
      ];
      // A place that is down does not answer; then the connections are cut.
      await inTime(Promise.all(closing), "the queue did not close").catch(onError);
      backend.close();
    },
  };
}

interface Backend {
  queue(name: string): Queue;
  worker(name: string, concurrency: number, work: (id: string) => Promise<void>): Worker;
  close(): void;
}

async function openPostgres(place: Exclude<QueuePlace, { kind: "redis" }>): Promise<Backend> {
  const connection: PostgresConnectionOptions =
    place.kind === "embedded" ? place.pool : { connectionString: place.connectionString, max: 3, migrate: true };
  if (place.kind === "embedded") {
    // Each queue and worker listens for its errors.
    place.pool.setMaxListeners(0);
    const client = await place.pool.connect();
    await runMigrations(client, "bullmq").finally(() => client.release());
  }
  const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend);
  return {
    queue: (name) => new PostgresQueue(name, { connection, streams }) as unknown as Queue,
    worker: (name, concurrency, work) =>
      new PostgresWorker(name, (job) => work(job.id ?? ""), {
        ...workerOptions,
        connection,
        concurrency,
      }) as unknown as Worker,
    close: () => {},
  };
}

function openRedis(place: Extract<QueuePlace, { kind: "redis" }>, onError: (error: Error) => void): Backend {
  const prefix = place.prefix ?? "groundwork";
  // A worker waits for Redis for ever; a producer says at once that it is gone, and the reconciler tries again.
  const waiting = new Redis(place.url, { maxRetriesPerRequest: null });
  const hasty = new Redis(place.url, { maxRetriesPerRequest: null, enableOfflineQueue: false });
  for (const connection of [waiting, hasty]) connection.on("error", onError);
  return {
    queue: (name) => new Queue(name, { connection: hasty, prefix, streams }),
    worker: (name, concurrency, work) =>
      new Worker(name, (job) => work(job.id ?? ""), { ...workerOptions, connection: waiting, prefix, concurrency }),
    close: () => {
      waiting.disconnect();
      hasty.disconnect();
    },
  };
}

async function inTime<Result>(work: Promise<Result>, otherwise: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${otherwise} within ${longestAnswerMs} ms`)), longestAnswerMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
