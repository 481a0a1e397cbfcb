/**
 * The service as a process in which an error is thrown outside of every request: SIGUSR2 throws an exception that nothing
 * catches, SIGHUP rejects a promise that nobody awaits. Everything else is the product's.
 */
import { startServer } from "../../api/boot/start-server.ts";

process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new Error("a planted exception");
  });
});
process.on("SIGHUP", () => void Promise.reject(new Error("a planted rejection")));

await startServer();
