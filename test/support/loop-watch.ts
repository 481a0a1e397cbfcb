/**
 * Preloaded into a process under test: measures how long its event loop is held, in CPU time of the main thread between two
 * ticks, so that a busy machine does not count. Writes the longest time to the file named by LOOP_WATCH_FILE five times
 * a second, and starts again from zero when that file is removed.
 */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.LOOP_WATCH_FILE;
const tickMs = 2;
const writtenEveryMs = 200;

if (isMainThread && file !== undefined) {
  let longestMs = 0;
  let isFirst = true;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (user + system) / 1_000);
  }, tickMs).unref();
  setInterval(() => {
    if (!isFirst && !existsSync(file)) longestMs = 0;
    isFirst = false;
    writeFileSync(`${file}.next`, JSON.stringify({ longestMs }));
    renameSync(`${file}.next`, file);
  }, writtenEveryMs).unref();
}
