import type { Database } from "../../migrations/index.ts";
import type { Validate } from "../http/validator.ts";
import {
  JobCanceled,
  type JobContext,
  type JobError,
  JobFailure,
  type JobHandler,
  type JobKind,
  type JobLogger,
  type JobOutcome,
  LeaseLost,
  type ObserveJob,
  WorkerDraining,
} from "./job.ts";
import * as leases from "./leases.repository.ts";

/** A kind of job together with how it is done. */
export interface RegisteredJob {
  readonly kind: JobKind;
  readonly isValid: Validate;
  readonly handler: JobHandler;
}

/** A lease being worked on in this process. */
export interface RunningJob {
  readonly jobId: string;
  /** Asks the work to stop; the reason decides what becomes of the row. */
  abort(reason: LeaseLost | JobCanceled | WorkerDraining): void;
  /** Settles when the row says how it ended, never with an error. */
  readonly done: Promise<JobOutcome>;
}

export interface RunOptions {
  readonly db: Database;
  readonly logger: JobLogger;
  readonly observe: ObserveJob | undefined;
  readonly leaseMs: number;
  readonly renewMs: number;
  /** How long an aborted job may take to stop before it is given up on. */
  readonly stopMs: number;
}

interface Claim {
  readonly row: leases.LeasedRow;
  readonly fence: number;
  readonly signal: AbortSignal;
  /** Set once `complete` has run in a transaction that may still be undone: a lease that is gone then means nothing. */
  mayBeComplete: boolean;
}

const internalError: JobError = {
  code: "internal_error",
  detail: "Something went wrong on our side; the work was tried several times.",
};
const progressEveryMs = 300;

/** What every line of the log about a job says: which one, of what kind, and for whom. */
const logged = (row: leases.LeasedRow) => ({ jobId: row.id, job: row.name, orgId: row.org_id });

/** Works on a lease that was just taken, and writes its end into the row. */
export function runJob(job: RegisteredJob, row: leases.LeasedRow, fence: number, options: RunOptions): RunningJob {
  const controller = new AbortController();
  const abort = (reason: LeaseLost | JobCanceled | WorkerDraining) => controller.abort(reason);
  const claim: Claim = { row, fence, signal: controller.signal, mayBeComplete: false };
  const stopRenewing = renewUntilStopped(claim, abort, options);
  const work = () =>
    finish(job, claim, options)
      .catch((error: unknown): JobOutcome => {
        // The lease runs out by itself and the job is taken up again.
        options.logger.error({ ...logged(row), error: described(error) }, "job-end-not-written");
        return "not_written";
      })
      .finally(stopRenewing);
  const seen = { jobId: row.id, name: row.name, attempt: row.attempt, orgId: row.org_id, traceparent: row.traceparent };
  const done = options.observe ? options.observe(seen, work) : work();
  return { jobId: row.id, abort, done };
}

async function finish(job: RegisteredJob, claim: Claim, options: RunOptions): Promise<JobOutcome> {
  const { db, logger } = options;
  const { row, fence, signal } = claim;
  const seen = { ...logged(row), attempt: row.attempt };
  try {
    const faults = job.isValid(row.payload);
    if (faults.length > 0) {
      throw new JobFailure(
        { code: "internal_error", detail: "The job was written by another version and cannot be read." },
        { isPermanent: true, cause: faults },
      );
    }
    const result = await untilGivenUp(job.handler.process(contextOf(claim, options)), signal, options.stopMs);
    await leases.markSucceeded(db, row.id, fence, result);
    logger.info(seen, "job-succeeded");
    return "succeeded";
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (reason instanceof LeaseLost) {
      logger.warn(seen, "job-lease-lost");
      return "lease_lost";
    }
    if (reason instanceof WorkerDraining) {
      await leases.giveBack(db, row.id, fence);
      logger.info(seen, "job-given-back");
      return "given_back";
    }
    if (reason instanceof JobCanceled) {
      const canceled: JobError = { code: "canceled", detail: "The work was canceled." };
      await endJob(db, job, { jobId: row.id, fence, state: "canceled", error: canceled });
      logger.info(seen, "job-canceled");
      return "canceled";
    }
    return afterFailure(job, claim, error, options);
  }
}

async function afterFailure(
  job: RegisteredJob,
  { row, fence }: Claim,
  error: unknown,
  options: RunOptions,
): Promise<JobOutcome> {
  const told: JobError = error instanceof JobFailure ? { code: error.code, detail: error.message } : internalError;
  const isPermanent = error instanceof JobFailure && error.isPermanent;
  const seen = { ...logged(row), attempt: row.attempt, code: told.code, error: described(error) };
  if (isPermanent || row.attempt >= row.max_attempts) {
    await endJob(options.db, job, { jobId: row.id, fence, state: "failed", error: told });
    options.logger.warn(seen, "job-failed");
    return "failed";
  }
  const delayMs = job.kind.backoffMs(row.attempt);
  await leases.requeueAttempt(options.db, row.id, fence, delayMs, told);
  options.logger.warn({ ...seen, delayMs }, "job-retried-later");
  return "retried";
}

/**
 * Marks a job as failed or canceled and lets its kind put the rest in order, in one transaction.
 *
 * Resolves false when the row has moved on meanwhile and nothing was done.
 */
export async function endJob(
  db: Database,
  job: RegisteredJob | undefined,
  end: Parameters<typeof leases.markEnded>[1],
): Promise<boolean> {
  let afterwards: (() => Promise<void>) | undefined;
  const isEnded = await db.transaction(async (transaction) => {
    const ended = await leases.markEnded(transaction, end);
    if (!ended) return false;
    afterwards = await job?.handler.onEnd?.(transaction, {
      jobId: end.jobId,
      projectId: ended.project_id,
      payload: ended.payload,
      state: end.state,
      error: end.error,
    });
    return true;
  });
  if (isEnded) await afterwards?.().catch(() => {});
  return isEnded;
}

function contextOf(claim: Claim, { db }: RunOptions): JobContext {
  const { row, fence, signal } = claim;
  let writtenAt = 0;
  let writtenStage: string | undefined;
  return {
    jobId: row.id,
    projectId: row.project_id,
    payload: row.payload,
    attempt: row.attempt,
    fence,
    signal,
    async progress(percent, stage) {
      signal.throwIfAborted();
      const now = performance.now();
      if (stage === writtenStage && now - writtenAt < progressEveryMs) return;
      writtenAt = now;
      writtenStage = stage;
      const whole = Math.max(0, Math.min(99, Math.round(percent)));
      if (!(await leases.writeProgress(db, row.id, fence, whole, stage))) throw new LeaseLost(row.id);
    },
    async isStillMine(transaction) {
      if (!(await leases.lockLease(transaction, row.id, fence))) throw new LeaseLost(row.id);
    },
    async complete(transaction, result) {
      if (!(await leases.markSucceeded(transaction, row.id, fence, result))) throw new LeaseLost(row.id);
      claim.mayBeComplete = true;
    },
  };
}

/**
 * Prolongs the lease while the work goes on. When the database cannot be reached for the length of a lease, somebody
 * else may have the job by now: the work is told to stop, and what it still writes is fenced off.
 */
function renewUntilStopped(
  claim: Claim,
  abort: (reason: LeaseLost | JobCanceled) => void,
  options: RunOptions,
): () => void {
  const jobId = claim.row.id;
  let heldSince = performance.now();
  let isRenewing = false;
  const abortWhenOverdue = () => {
    if (performance.now() - heldSince > options.leaseMs) abort(new LeaseLost(jobId));
  };
  const timer = setInterval(() => {
    if (isRenewing) return abortWhenOverdue();
    isRenewing = true;
    const askedAt = performance.now();
    leases
      .renewLease(options.db, jobId, claim.fence, options.leaseMs)
      .then((lease) => {
        if (lease === undefined) return claim.mayBeComplete ? undefined : abort(new LeaseLost(jobId));
        heldSince = askedAt;
        if (lease.isCanceled) abort(new JobCanceled(jobId));
      })
      .catch((error: unknown) => {
        options.logger.warn({ ...logged(claim.row), error: described(error) }, "job-lease-not-renewed");
        abortWhenOverdue();
      })
      .finally(() => {
        isRenewing = false;
      });
  }, options.renewMs);
  return () => clearInterval(timer);
}

/** Waits for the work; after an abort only so long, because work that does not listen must not hold up a shutdown. */
async function untilGivenUp<Result>(work: Promise<Result>, signal: AbortSignal, stopMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    const startClock = () => {
      timer = setTimeout(() => reject(signal.reason), stopMs);
    };
    if (signal.aborted) startClock();
    else signal.addEventListener("abort", startClock, { once: true });
  });
  return Promise.race([work, givenUp]).finally(() => clearTimeout(timer));
}

/** An error as the log shows it, with its causes. */
export function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : ` <- ${described(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
