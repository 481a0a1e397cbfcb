import type { EventEmitter } from "node:events";
import type { Database } from "../../migrations/index.ts";
import type { JobError, JobLogger } from "./job.ts";
import * as repository from "./jobs.repository.ts";
import * as leases from "./leases.repository.ts";
import { described, endJob, type RegisteredJob } from "./run-job.ts";

export interface ReconcileOptions {
  readonly db: Database;
  readonly logger: JobLogger;
  readonly kinds: ReadonlyMap<string, RegisteredJob>;
  readonly send: (row: repository.DueRow) => Promise<void>;
  readonly hasEveryLease: boolean;
  readonly resendAfterMs: number;
  readonly moved: EventEmitter;
}

/** A job that has taken down this many workers is not tried on another. */
const mostInterruptions = 8;
const sentAtOnce = 100;

const interrupted: JobError = {
  code: "job_interrupted",
  detail: "The work was cut short again and again and has been given up.",
};
const canceled: JobError = { code: "canceled", detail: "The work was canceled." };

/**
 * Puts the rows in order: leases that ran out are taken back, and the queue is told what is due. Whatever the queue lost
 * is repeated here, so that the queue needs to keep nothing.
 *
 * Any number of processes may do this at once.
 */
export async function reconcile(options: ReconcileOptions): Promise<void> {
  const { db, logger, kinds, hasEveryLease } = options;
  const lost = { hasEveryLease, mostInterruptions };
  const requeued = await leases.requeueLost(db, lost);
  if (requeued > 0) logger.warn({ jobs: requeued }, "jobs-taken-back");
  for (const job of await leases.findLostForGood(db, lost)) await end(job, options);
  const unsent = { names: [...kinds.keys()], resendAfterMs: options.resendAfterMs, limit: sentAtOnce };
  for (const row of await repository.findUnsent(db, unsent)) await options.send(row);
}

async function end(lost: { id: string; fence: number; isCanceled: boolean }, options: ReconcileOptions): Promise<void> {
  const { db, logger, kinds, moved } = options;
  const row = await repository.findJob(db, lost.id);
  const state = lost.isCanceled ? "canceled" : "failed";
  const error = lost.isCanceled ? canceled : interrupted;
  try {
    const isEnded = await endJob(db, kinds.get(row?.name ?? ""), { jobId: lost.id, fence: lost.fence, state, error });
    if (isEnded) logger.warn({ jobId: lost.id, job: row?.name, code: error.code }, "job-given-up");
    moved.emit(lost.id);
  } catch (cause) {
    logger.error({ jobId: lost.id, error: described(cause) }, "job-not-given-up");
  }
}
