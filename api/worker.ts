import { cacheCompiledModules } from "./boot/compile-cache.ts";

cacheCompiledModules();
// Imported after the cache is in place, so that it covers the whole service.
const { startWorkerProcess } = await import("./boot/start-worker.ts");
await startWorkerProcess();
