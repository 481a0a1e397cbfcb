import { startWorkerProcess } from "./boot/start-worker.ts";

await startWorkerProcess();
