/**
 * The thread that starts drawing processes and passes on their answers. To start a process takes as long as the memory of
 * this one is large, some 100 ms for a gigabyte, so it is done beside the event loop.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { LaunchAnswer, LaunchOrder, RenderAnswer, RenderOrder } from "./typst-messages.ts";

const renderProcess = join(import.meta.dirname, "typst-process.ts");
const memoryMb = 256;
const keptErrorOutput = 1_000;
/** The typesetter frees most of what it takes: glibc gives it back to the system, and keeps no arena for each thread. */
const memorySettings = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "131072" };

const children = new Map<number, ChildProcess>();

parentPort?.on("message", (told: LaunchOrder) => {
  if (told.kind === "draw") draw(told.id, told.order);
  else end(told.id);
});

function draw(id: number, order: RenderOrder): void {
  const child = startProcess();
  children.set(id, child);
  let errorOutput = "";
  const answered = (answer: RenderAnswer) => {
    if (!end(id)) return;
    const message: LaunchAnswer = { id, answer };
    parentPort?.postMessage(message);
  };
  const failed = (reason: string) => answered({ kind: "failed", reason });
  child.stderr?.on("data", (data: Buffer) => {
    errorOutput = (errorOutput + data.toString("utf8")).slice(-keptErrorOutput);
  });
  child.on("message", (answer: RenderAnswer) => answered(answer));
  child.on("error", (error) => failed(error.message));
  child.on("close", (code) => failed(`its process ended with ${code ?? "a signal"}: ${errorOutput}`));
  child.send(order, (error) => error && failed(error.message));
}

/** Ends a process; false where it has ended. */
function end(id: number): boolean {
  children.get(id)?.kill("SIGKILL");
  return children.delete(id);
}

function startProcess(): ChildProcess {
  return fork(renderProcess, [], {
    env: { ...(workerData as { environment: Readonly<Record<string, string>> }).environment, ...memorySettings },
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}
