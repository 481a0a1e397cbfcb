/**
 * The service as a process in which an error occurs outside of every request: SIGUSR2 throws an exception that nothing
 * catches, SIGHUP rejects a promise that nobody awaits, SIGALRM makes the thread of the embedded database end by an error of
 * its own. Everything else is the product's.
 */
import type { Worker } from "node:worker_threads";
import { startServer } from "../../api/boot/start-server.ts";

process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new Error("a planted exception");
  });
});
// Without the demo town, the database opens before anything else starts a thread.
process.once("worker", (database: Worker) => {
  // No request: reading it throws.
  process.on("SIGALRM", () => database.postMessage(null));
});
process.on("SIGHUP", () => void Promise.reject(new Error("a planted rejection")));

await startServer();
