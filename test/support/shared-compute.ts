import { ComputeFailed, type ComputePool, makeComputePool } from "../../ingest/index.ts";

/** The threads of this process: each loads the modules of its tasks once for all tests that run here. */
let pool: ComputePool | undefined;

/**
 * Returns a compute pool that uses the threads shared by the tests of this process. Stopping it cancels its own tasks, as
 * stopping a separate pool does; the threads stay available to the next test.
 */
export function shareComputePool(): ComputePool {
  pool ??= makeComputePool();
  const threads = pool;
  const stopped = new AbortController();
  return {
    run: (task, input, { signal } = {}) =>
      threads.run(task, input, { signal: signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal }),
    async stop() {
      stopped.abort(new ComputeFailed("compute.stopped", "compute", "the pool is stopped"));
    },
  };
}
