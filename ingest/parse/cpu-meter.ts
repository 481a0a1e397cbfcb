/**
 * The thread of the reading process that reports how much processor time the process has used: a line of milliseconds
 * every 100 ms, also while the main thread is deep in a document and sends nothing.
 */
import { writeSync } from "node:fs";
import { cpuChannel } from "./reader-messages.ts";

const everyMs = 100;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  try {
    writeSync(cpuChannel, `${Math.round((user + system) / 1000)}\n`);
  } catch {
    // The process above is busy or gone; the next line says more than this one.
  }
}, everyMs);
