/**
 * The service as a process in which an error occurs outside of every request: SIGUSR2 throws an exception that nothing
 * catches, SIGHUP rejects a promise that nobody awaits, SIGALRM ends the thread of the embedded database. Everything else
 * is the product's.
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
  process.on("SIGALRM", () => void database.terminate());
});
process.on("SIGHUP", () => void Promise.reject(new Error("a planted rejection")));

await startServer();
