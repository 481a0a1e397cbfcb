import { ComputeFailed, type ComputePool, makeComputePool } from "../../ingest/index.ts";

/** The threads of this process: each loads the modules of its tasks once for all tests that run here. */
let pool: ComputePool | undefined;

/**
 * Returns a pool that computes in the threads which the tests of this process share. Stopping it ends what was asked of it,
 * as when a pool of its own is stopped, and leaves the threads to the next test.
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
