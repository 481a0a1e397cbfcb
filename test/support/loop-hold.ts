import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** The most that a request may hold the event loop, in milliseconds of the main thread's CPU time. */
export const longestHoldMs = 50;

/** Longer than the watch takes to write its file, or to notice that it is gone. */
const watchPauseMs = 500;

/** Settings of a service whose event loop is watched from inside; the measurements are in `file`. */
export function watchedSettings(file: string): Readonly<Record<string, string>> {
  return { LOOP_WATCH_FILE: file, NODE_OPTIONS: `--import ${join(import.meta.dirname, "loop-watch.ts")}` };
}

/**
 * Returns the longest time the event loop of a service was held during some work, in milliseconds of its CPU time: what
 * other processes do on the machine does not count.
 */
export async function longestHoldDuring(file: string, work: () => Promise<void>): Promise<number> {
  await rm(file, { force: true });
  await new Promise((resolve) => setTimeout(resolve, watchPauseMs));
  await work();
  await new Promise((resolve) => setTimeout(resolve, watchPauseMs));
  return JSON.parse(await readFile(file, "utf8")).longestMs;
}
