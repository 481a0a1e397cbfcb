import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
import { makeAdmission } from "./admission.ts";
import { compileCacheEnvironment } from "./compile-cache.ts";
import { type Compute, ComputeFailed, type ComputeLane, type ComputeTask } from "./compute.ts";
import { resultOf, type TaskCall, type TaskOutcome, taskOutcome } from "./task-outcome.ts";

/** Bounds of one lane. */
export interface LaneBounds {
  readonly threads: number;
  /** Tasks that may wait for a thread; one more is refused with `compute.overloaded`. */
  readonly maxWaiting: number;
  /**
   * Heap of one thread, in MiB; typed arrays are not counted. V8 ends a thread whose heap grows slowly past it, but aborts the
   * whole process when it grows faster than the garbage collector can react: a task bounds its own input, and untrusted files
   * are parsed in a process (`readDocument`).
   */
  readonly memoryMb: number;
  /** Lower priority than the event loop: 0 to 19, as in `nice(2)`. */
  readonly nice: number;
}

/** A pool of worker threads. */
export interface ComputePool extends Compute {
  /** Ends every thread; running and waiting tasks fail with `compute.stopped`. */
  stop(): Promise<void>;
}

const cores = availableParallelism();
const defaultBounds: Readonly<Record<ComputeLane, LaneBounds>> = {
  interactive: { threads: Math.max(2, cores), maxWaiting: 256, memoryMb: 384, nice: 2 },
  background: { threads: Math.max(1, cores - 1), maxWaiting: 64, memoryMb: 1024, nice: 10 },
};
/** Heap for new objects of one thread, in MiB. V8 takes up to 96 MiB for them in each thread, however little of it is in use. */
const youngMb = 12;
/** A thread that had nothing to do for so long ends and returns its memory. */
const idleMs = 300_000;

/**
 * Makes the pool of worker threads. Each lane has its own threads, so that a long job never delays a short request.
 * Threads start when there is work for them.
 */
export function makeComputePool(bounds: Partial<Record<ComputeLane, Partial<LaneBounds>>> = {}): ComputePool {
  const lanes = {
    interactive: makeLane({ ...defaultBounds.interactive, ...bounds.interactive }),
    background: makeLane({ ...defaultBounds.background, ...bounds.background }),
  };
  return {
    run: (task, input, options = {}) => lanes[task.lane].run(task, input, options.signal),
    async stop() {
      await Promise.all(Object.values(lanes).map((lane) => lane.stop()));
    },
  };
}

function makeLane({ threads, maxWaiting, memoryMb, nice }: LaneBounds) {
  const pool = new Piscina({
    filename: join(import.meta.dirname, "task-outcome.ts"),
    name: taskOutcome.name,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    niceIncrement: nice,
    env: compileCacheEnvironment(),
    execArgv: [],
    // A library that is loaded in a thread takes data without members for its own and fails when there are none.
    workerData: {},
    // A thread that is ended at the instant it goes to wait by `Atomics.wait` waits on, and the process never exits.
    atomics: "disabled",
  });
  // A thread that fails between two tasks is replaced by the next task; nobody waits for it.
  pool.on("error", () => undefined);
  const stopped = new AbortController();
  // The time of a task counts from its start; therefore no more tasks are passed to the threads than there are threads.
  const admission = makeAdmission(threads, maxWaiting);

  async function run<Input, Output>(
    task: ComputeTask<Input, Output>,
    input: Input,
    signal: AbortSignal | undefined,
  ): Promise<Output> {
    const { module, name, deadlineMs } = task;
    const given = signal === undefined ? stopped.signal : AbortSignal.any([signal, stopped.signal]);
    if (!(await admission.enter(given))) {
      throw new ComputeFailed("compute.overloaded", name, `${maxWaiting} tasks are waiting already; try again later`);
    }
    const end = new AbortController();
    const onAbort = () => end.abort(given.reason);
    given.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => {
      end.abort(new ComputeFailed("compute.deadline-exceeded", name, `not finished after ${deadlineMs} ms`));
    }, deadlineMs);
    try {
      given.throwIfAborted();
      const call: TaskCall = { module, name, input };
      const outcome: TaskOutcome = await pool.run(call, { signal: end.signal }).catch((error: unknown) => {
        throw end.signal.aborted ? end.signal.reason : failureOf(error, name, memoryMb);
      });
      return resultOf(outcome) as Output;
    } finally {
      clearTimeout(timer);
      given.removeEventListener("abort", onAbort);
      admission.leave();
    }
  }

  return {
    run,
    async stop() {
      stopped.abort(new ComputeFailed("compute.stopped", "compute", "the pool is stopped"));
      await pool.destroy();
    },
  };
}

function failureOf(error: unknown, name: string, memoryMb: number): ComputeFailed {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new ComputeFailed("compute.out-of-memory", name, `needs more than ${memoryMb} MiB`, { cause: error });
  }
  return new ComputeFailed("compute.failed", name, error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
