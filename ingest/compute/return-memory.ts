import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/** Bytes of buffers and pictures that a task may leave behind before they are collected. */
const mostLeft = 4 * 1024 * 1024;

// A new context has the collector as a global; V8 offers no other way to a thread, whose flags cannot be set.
setFlagsFromString("--expose-gc");
const collect = isMainThread ? undefined : (runInNewContext("gc") as () => void);
let kept = 0;

/**
 * Collects what the last task of this thread has left, once its result has been sent. V8 sees no need to: it counts the heap
 * of a thread, not the pictures beside it, and a thread that waits for work collects nothing. The main thread is left alone.
 */
export function returnMemory(): void {
  if (collect === undefined) return;
  setImmediate(() => {
    if (getHeapStatistics().external_memory - kept < mostLeft) return;
    collect();
    kept = getHeapStatistics().external_memory;
  });
}
