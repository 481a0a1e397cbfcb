import { cacheCompiledModules } from "./boot/compile-cache.ts";
import { sayProgress } from "./boot/start-progress.ts";

// Loading the modules takes a second or more, so the first line is written before them.
sayProgress("Groundwork is starting: loading modules …");
cacheCompiledModules();
const { startServer } = await import("./boot/start-server.ts");
await startServer();
