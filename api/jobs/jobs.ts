import { EventEmitter } from "node:events";
import type { Static, TSchema } from "@sinclair/typebox";
import { type Database, newId, type Queryable } from "../../migrations/index.ts";
import { outsideRequests } from "../http/current-request.ts";
import { makeValidator } from "../http/validator.ts";
import {
  JobCanceled,
  type JobHandler,
  type JobKind,
  type JobLane,
  type JobLogger,
  jobLanes,
  type ObserveJob,
  WorkerDraining,
} from "./job.ts";
import * as repository from "./jobs.repository.ts";
import * as leases from "./leases.repository.ts";
import type { JobQueue, QueueConsumer } from "./queue.ts";
import { reconcile } from "./reconcile.ts";
import { described, endJob, type RegisteredJob, type RunningJob, runJob } from "./run-job.ts";

/** What a job is asked for beyond its payload. */
export interface EnqueueOptions {
  /** A job id of the caller's own; asking again with the same one changes nothing. */
  readonly jobId?: string;
  readonly orgId?: string;
  readonly projectId?: string;
  readonly delayMs?: number;
}

/** Background work: rows that say what is to be done, and the workers that do it. */
export interface Jobs {
  /** Writes a job into the caller's transaction and gives its id. Call `announce` after commit. */
  enqueue<Payload extends TSchema>(
    transaction: Queryable,
    kind: JobKind<Payload>,
    payload: Static<Payload>,
    options?: EnqueueOptions,
  ): Promise<string>;
  /** Tells the queue of a committed job that is due. Returns at once; if the word is lost, the reconciler repeats it. */
  announce(jobId: string): void;
  find(jobId: string): Promise<repository.JobRow | undefined>;
  /** Resolves with the row once the job has ended; throws the reason when the signal aborts first. */
  ended(jobId: string, signal: AbortSignal): Promise<repository.JobRow>;
  /**
   * Stops a job for good and tells whether there was anything to stop. A running one stops when its worker hears of it.
   * What is also written is of one transaction with it: a job that is not written down is not stopped.
   */
  cancel(jobId: string, alsoWrite?: (transaction: Queryable) => Promise<void>): Promise<boolean>;
  /** Tells whether failed jobs of this kind may be run again. */
  canRetry(name: string): boolean;
  /** Lets a failed job wait anew and tells whether it does. Call `announce` after commit. */
  retry(transaction: Queryable, jobId: string): Promise<boolean>;
  /** Says how jobs of a kind are done; before `startWorker`. */
  handle<Payload extends TSchema>(kind: JobKind<Payload>, handler: JobHandler<Static<Payload>>): void;
  /**
   * Starts repeating lost words and taking back lost leases. `ownsStore` says that no other process works on this
   * database, so that leases found at the start are dead ones.
   */
  startReconciler(options: { ownsStore: boolean }): Promise<void>;
  /** Starts taking jobs in this process. */
  startWorker(concurrency?: Readonly<Record<JobLane, number>>): Promise<void>;
  /** Looks once for what is due, lost or expired, as the reconciler does every few seconds. */
  reconcileNow(): Promise<void>;
  /**
   * Tells whether the queue answers, whether jobs are taken here, and whether jobs have been due for a minute while no
   * process works on any.
   */
  health(): Promise<{ isQueueReachable: boolean; isWorking: boolean; isWaitingInVain: boolean; running: number }>;
  /** Counts what waits, runs or has failed, and what ended otherwise within a day. */
  counts(): Promise<{ name: string; state: repository.JobState; jobs: number }[]>;
  /** For how many seconds the oldest job that is due has waited; 0 when none is. */
  oldestDueSeconds(): Promise<number>;
  /** Deletes a batch of ended jobs of this age whose kinds are not asked about any more; gives their number. */
  forgetEnded(days: number): Promise<number>;
  /** Takes no more jobs, waits so long for the running ones, then gives them back for others to take at once. */
  stop(options: { graceMs: number }): Promise<void>;
}

export interface JobsDeps {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly logger: JobLogger;
  /** Surrounds every attempt that is made in this process. */
  readonly observe?: ObserveJob;
  /** Gives the trace context of what goes on at the moment, which a job then remembers. */
  readonly traceparent?: () => string | null;
  /** 15 s unless stated: after a worker dies, its jobs wait this long at most. */
  readonly leaseMs?: number;
  readonly reconcileMs?: number;
  /** After how long the queue is told again of a job that nobody has taken. */
  readonly resendAfterMs?: number;
  /** How long an aborted job may take to stop. */
  readonly stopMs?: number;
}

const defaultConcurrency: Readonly<Record<JobLane, number>> = { interactive: 4, steps: 4, bulk: 2 };
const vainWaitMs = 60_000;
const forgottenAtOnce = 1_000;

/** Makes the jobs of one process over the shared rows. */
export function makeJobs(deps: JobsDeps): Jobs {
  const { db, queue, logger } = deps;
  const settings = {
    leaseMs: deps.leaseMs ?? 15_000,
    reconcileMs: deps.reconcileMs ?? 2_000,
    resendAfterMs: deps.resendAfterMs ?? 15_000,
    stopMs: deps.stopMs ?? 3_000,
  };
  const kinds = new Map<string, RegisteredJob>();
  const running = new Set<RunningJob>();
  const pending = new Set<Promise<void>>();
  const consumers: QueueConsumer[] = [];
  const moved = new EventEmitter().setMaxListeners(0);
  /** Given back or not taken while going down: others must hear of these again. */
  const unheard = new Set<string>();
  let reconciler: NodeJS.Timeout | undefined;
  let reconciling: Promise<void> | undefined;
  let isStopping = false;

  const inBackground = (work: Promise<void>, event: string, members: object) => {
    const tracked = work
      .catch((error: unknown) => logger.warn({ ...members, error: described(error) }, event))
      .finally(() => pending.delete(tracked));
    pending.add(tracked);
  };

  const send = async (row: repository.DueRow) => {
    const lane = kinds.get(row.name)?.kind.lane;
    // A kind that this version does not know is left for a process that does.
    if (lane === undefined) return;
    await queue.send({ lane, jobId: row.id, fence: row.fence + 1 });
    await repository.markSent(db, row.id, row.fence);
  };

  const announce = (jobId: string) => {
    const work = async () => {
      const row = await repository.findDue(db, jobId);
      if (row) await send(row);
    };
    if (!isStopping) inBackground(work(), "job-not-announced", { jobId });
  };

  const takeUp = async ({ jobId, fence }: { jobId: string; fence: number }) => {
    if (isStopping) return void unheard.add(jobId);
    const row = await leases.takeLease(db, jobId, fence, settings.leaseMs).catch((error: unknown) => {
      logger.warn({ jobId, error: described(error) }, "job-lease-not-taken");
      return undefined;
    });
    if (!row) return;
    const job = kinds.get(row.name);
    if (!job) return void (await leases.giveBack(db, jobId, fence));
    const { leaseMs, stopMs } = settings;
    const options = { db, logger, observe: deps.observe, leaseMs, renewMs: leaseMs / 3, stopMs };
    const run = runJob(job, row, fence, options);
    running.add(run);
    await run.done;
    running.delete(run);
    moved.emit(jobId);
    announce(jobId);
  };

  /** A job may be taken up in the wake of some request, to which it does not belong. */
  const take = (nudge: { jobId: string; fence: number }) => outsideRequests(() => takeUp(nudge));

  const reconcileOnce = (hasEveryLease: boolean) => {
    reconciling ??= reconcile({ db, logger, kinds, send, hasEveryLease, resendAfterMs: settings.resendAfterMs, moved })
      .catch((error: unknown) => logger.warn({ error: described(error) }, "jobs-not-reconciled"))
      .finally(() => {
        reconciling = undefined;
      });
    return reconciling;
  };

  return {
    async enqueue(transaction, kind, payload, options = {}) {
      const registered = kinds.get(kind.name);
      const faults = (registered?.isValid ?? makeValidator(kind.payload))(payload);
      if (faults.length > 0) throw new TypeError(`payload of ${kind.name}: ${JSON.stringify(faults)}`);
      const id = options.jobId ?? newId("job");
      await repository.insertJob(transaction, {
        id,
        name: kind.name,
        payload,
        orgId: options.orgId ?? null,
        projectId: options.projectId ?? null,
        maxAttempts: kind.maxAttempts,
        delayMs: options.delayMs ?? 0,
        traceparent: deps.traceparent?.() ?? null,
      });
      return id;
    },
    announce,
    find: (jobId) => repository.findJob(db, jobId),
    ended: (jobId, signal) => untilEnded(db, moved, jobId, signal),
    async cancel(jobId, alsoWrite) {
      const state = await db.transaction(async (transaction) => {
        const found = await repository.requestCancel(transaction, jobId);
        if (found === "queued") await endQueued(jobId);
        if (found !== undefined) await alsoWrite?.(transaction);
        return found;
      });
      if (state === undefined) return false;
      if (state === "queued") moved.emit(jobId);
      for (const run of running) if (run.jobId === jobId) run.abort(new JobCanceled(jobId));
      return true;
    },
    canRetry: (name) => kinds.get(name)?.handler.onRetry !== undefined,
    async retry(transaction, jobId) {
      const found = await repository.findJob(transaction, jobId);
      const handler = kinds.get(found?.name ?? "")?.handler;
      if (!handler?.onRetry) return false;
      const row = await repository.requeueFailed(transaction, jobId);
      if (row) await handler.onRetry(transaction, { jobId, projectId: row.project_id, payload: row.payload });
      return row !== undefined;
    },
    handle(kind, handler) {
      if (kinds.has(kind.name)) throw new Error(`jobs of the kind ${kind.name} are handled already`);
      // A payload is checked against the kind's own schema before its handler sees it.
      const registered = { kind, isValid: makeValidator(kind.payload), handler } as unknown as RegisteredJob;
      kinds.set(kind.name, registered);
    },
    async startReconciler({ ownsStore }) {
      await reconcileOnce(ownsStore);
      reconciler ??= setInterval(() => void reconcileOnce(false), settings.reconcileMs);
    },
    async startWorker(concurrency = defaultConcurrency) {
      for (const lane of jobLanes) consumers.push(await queue.consume(lane, concurrency[lane], take));
    },
    async reconcileNow() {
      // A round that has begun may be past what the caller wants looked at.
      await reconciling;
      await reconcileOnce(false);
    },
    async health() {
      const isQueueReachable = await queue.check().then(
        () => true,
        () => false,
      );
      return {
        isQueueReachable,
        isWorking: consumers.length > 0 && !isStopping,
        isWaitingInVain: await repository.isWaitingInVain(db, vainWaitMs),
        running: running.size,
      };
    },
    counts: () => repository.countJobs(db),
    oldestDueSeconds: () => repository.oldestDueSeconds(db),
    async forgetEnded(days) {
      const names = [...kinds.values()].flatMap(({ kind }) => (kind.isForgotten ? [kind.name] : []));
      return repository.deleteEnded(db, { names, days, limit: forgottenAtOnce });
    },
    async stop({ graceMs }) {
      isStopping = true;
      clearInterval(reconciler);
      await reconciling;
      const allDone = () => Promise.all([...running].map((run) => run.done));
      const closed = Promise.all(consumers.splice(0).map((consumer) => consumer.close())).catch((error: unknown) =>
        logger.warn({ error: described(error) }, "job-queue-not-left"),
      );
      await atMost(graceMs, allDone());
      for (const run of running) {
        unheard.add(run.jobId);
        run.abort(new WorkerDraining());
      }
      await allDone();
      // A queue that cannot be reached is not waited for: it would only be told what the rows say anyway.
      await atMost(settings.stopMs, Promise.all([closed, ...pending]));
      for (const jobId of unheard) await announceFinally(jobId);
    },
  };

  async function endQueued(jobId: string): Promise<void> {
    const row = await repository.findJob(db, jobId);
    const error = { code: "canceled", detail: "The work was canceled." };
    await endJob(db, kinds.get(row?.name ?? ""), { jobId, fence: null, state: "canceled", error });
  }

  /** The last word of a process that goes down: without it, others would learn of the job a moment later. */
  async function announceFinally(jobId: string): Promise<void> {
    const row = await repository.findDue(db, jobId);
    if (row) await send(row).catch((error: unknown) => logger.warn({ error: described(error) }, "job-not-announced"));
  }
}

const pollMs = 500;

async function untilEnded(
  db: Database,
  moved: EventEmitter,
  jobId: string,
  signal: AbortSignal,
): Promise<repository.JobRow> {
  for (;;) {
    signal.throwIfAborted();
    const heard = oneOf(moved, jobId, signal);
    const row = await repository.findJob(db, jobId);
    if (!row) throw new Error(`there is no job ${jobId}`);
    if (row.state !== "queued" && row.state !== "running") {
      heard.forget();
      return row;
    }
    await heard.promise;
  }
}

/** The event, the signal or the clock, whichever comes first; a job that runs elsewhere is only seen by the clock. */
function oneOf(emitter: EventEmitter, event: string, signal: AbortSignal): { promise: Promise<void>; forget(): void } {
  let forget = () => {};
  const promise = new Promise<void>((resolve) => {
    const timer = setTimeout(() => forget(), pollMs);
    forget = () => {
      clearTimeout(timer);
      emitter.off(event, forget);
      signal.removeEventListener("abort", forget);
      resolve();
    };
    emitter.on(event, forget);
    signal.addEventListener("abort", forget, { once: true });
  });
  return { promise, forget: () => forget() };
}

/** Waits for the work, but no longer than so many milliseconds. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
