import type { Static, TSchema } from "@sinclair/typebox";
import type { Queryable } from "../../migrations/index.ts";

/**
 * Which workers take a job: those that answer somebody who waits, those that go through the steps of a project or report
 * and mostly wait for others, or those that grind through files. However many jobs of one lane wait, the others go on.
 */
export const jobLanes = ["interactive", "steps", "bulk"] as const;
export type JobLane = (typeof jobLanes)[number];

/** A kind of background work: what can be asked for, without what it takes to do it. */
export interface JobKind<Payload extends TSchema = TSchema> {
  /** Noun and verb, such as `upload-ingest`; stored in every row. */
  readonly name: string;
  readonly lane: JobLane;
  /** Checked when a job is asked for, and again when it is run. */
  readonly payload: Payload;
  readonly maxAttempts: number;
  /** Milliseconds to wait after the attempt of this number (from 1) failed. */
  readonly backoffMs: (attempt: number) => number;
  /**
   * True where nothing reads the row of a job that has ended: such rows are deleted after a while. The rows of all other
   * kinds stay as long as what they made, because status routes answer from them.
   */
  readonly isForgotten?: boolean;
}

/** What a running job is given. */
export interface JobContext<Payload = unknown> {
  readonly jobId: string;
  readonly projectId: string | null;
  readonly payload: Payload;
  /** Counts from 1; attempts that were cut short by a dying worker are not counted. */
  readonly attempt: number;
  /** Number of this lease. */
  readonly fence: number;
  /** Aborted when the job is canceled, its lease is lost, or the worker must stop: give up soon and throw. */
  readonly signal: AbortSignal;
  /** Records how far the work is, 0..100; writes at most a few times a second. */
  progress(percent: number, stage: string): Promise<void>;
  /**
   * Makes sure, inside the transaction of an effect, that this worker still holds the lease, and keeps it until commit.
   *
   * @throws LeaseLost when another worker may have taken over, or the job was canceled
   */
  isStillMine(transaction: Queryable): Promise<void>;
  /** Marks the job as succeeded in the transaction of its last effect, so that both happen or neither. */
  complete(transaction: Queryable, result?: unknown): Promise<void>;
}

/** How a job came to its end without success. */
export interface JobEnd<Payload = unknown> {
  readonly jobId: string;
  readonly projectId: string | null;
  readonly payload: Payload;
  readonly state: "failed" | "canceled";
  readonly error: JobError;
}

/** Why a job failed, as a caller may read it. */
export interface JobError {
  readonly code: string;
  readonly detail: string;
}

/** How a kind of job is done. */
export interface JobHandler<Payload = unknown> {
  /** Does the work; may run more than once, so every effect goes through `isStillMine` or `complete`. */
  process(context: JobContext<Payload>): Promise<unknown>;
  /**
   * Puts the rest of the world in order, in the transaction that marks the job as failed or canceled. May return what is
   * done once it has committed, such as deleting files; a failure of that is left to the sweeps.
   */
  onEnd?(transaction: Queryable, end: JobEnd<Payload>): Promise<undefined | (() => Promise<void>)>;
  /**
   * Takes back, in the transaction that lets a failed job wait again, what `onEnd` did. Kinds without it are not run again
   * once they have failed: their callers were told so, and ask anew.
   */
  onRetry?(transaction: Queryable, job: Pick<JobEnd<Payload>, "jobId" | "projectId" | "payload">): Promise<void>;
}

/** What became of one attempt at a job. */
export type JobOutcome =
  | "succeeded"
  | "failed"
  /** Failed, and waits for its next attempt. */
  | "retried"
  | "canceled"
  /** Left to another worker by one that goes down. */
  | "given_back"
  | "lease_lost"
  /** The row could not be written; the lease runs out by itself. */
  | "not_written";

/** An attempt as those see it who count and time the work. */
export interface ObservedJob {
  readonly jobId: string;
  readonly name: string;
  readonly attempt: number;
  readonly orgId: string | null;
  /** Trace context of the request that asked for the job; null when that was not followed. */
  readonly traceparent: string | null;
}

/** Surrounds an attempt: calls the work once, at once, and passes on its outcome. */
export type ObserveJob = (job: ObservedJob, work: () => Promise<JobOutcome>) => Promise<JobOutcome>;

/** What this room writes to the log. */
export interface JobLogger {
  info(members: object, event: string): void;
  warn(members: object, event: string): void;
  error(members: object, event: string): void;
}

/** Declares a kind of job. */
export function defineJob<Payload extends TSchema>(kind: JobKind<Payload>): JobKind<Payload> {
  return Object.freeze(kind);
}

/** The payload of a kind of job. */
export type PayloadOf<Kind> = Kind extends JobKind<infer Payload> ? Static<Payload> : never;

/** Waits longer after each attempt: 1, 4, 9 … times the first wait, with up to a quarter more by chance. */
export function growingBackoff(firstMs: number): (attempt: number) => number {
  return (attempt) => Math.round(firstMs * attempt ** 2 * (1 + Math.random() / 4));
}

/** A failure with a reason for the caller; a permanent one is not tried again. */
export class JobFailure extends Error {
  readonly code: string;
  readonly isPermanent: boolean;
  constructor(error: JobError, options: { isPermanent: boolean; cause?: unknown }) {
    super(error.detail, { cause: options.cause });
    this.name = "JobFailure";
    this.code = error.code;
    this.isPermanent = options.isPermanent;
  }
}

/** This worker no longer holds the job; whatever it still does has no effect. */
export class LeaseLost extends Error {
  readonly code = "jobs.lease-lost";
  constructor(jobId: string) {
    super(`the lease of ${jobId} was lost`);
    this.name = "LeaseLost";
  }
}

/** The job was asked to stop for good. */
export class JobCanceled extends Error {
  readonly code = "jobs.canceled";
  constructor(jobId: string) {
    super(`${jobId} was canceled`);
    this.name = "JobCanceled";
  }
}

/** The worker is going down; the job is given back for another worker to take. */
export class WorkerDraining extends Error {
  readonly code = "jobs.draining";
  constructor() {
    super("the worker is going down");
    this.name = "WorkerDraining";
  }
}
