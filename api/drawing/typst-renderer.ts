import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { compileCacheEnvironment, makeAdmission } from "../../ingest/index.ts";
import type { RenderAnswer, RenderedDocument, RenderOrder } from "./typst-messages.ts";

/** A document could not be drawn. */
export class RenderFailed extends Error {
  readonly code = "drawing.render-failed";
  constructor(reason: string) {
    super(`the document could not be drawn: ${reason}`);
    this.name = "RenderFailed";
  }
}

/** Draws documents. */
export interface DocumentRenderer {
  /**
   * Returns a PDF made from a template and its data, each in a process of its own.
   *
   * @throws RenderFailed when it cannot be drawn, takes too long, or too many wait; the reason of the signal
   */
  render(order: RenderOrder, signal?: AbortSignal): Promise<RenderedDocument>;
}

const renderProcess = join(import.meta.dirname, "typst-process.ts");
const usualTimeoutMs = 60_000;
const mostWaiting = 50;
const memoryMb = 256;
const keptErrorOutput = 1_000;
/** The typesetter frees most of what it takes: glibc gives it back to the system, and keeps no arena for each thread. */
const memorySettings = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "131072" };

/** Makes the renderer of this process; `timeoutMs` is the longest that one document may take, 60 s unless stated. */
export function makeTypstRenderer({
  timeoutMs = usualTimeoutMs,
}: {
  readonly timeoutMs?: number;
} = {}): DocumentRenderer {
  const admission = makeAdmission(Math.max(1, availableParallelism() - 1), mostWaiting);
  return {
    async render(order, signal) {
      if (!(await admission.enter(signal))) throw new RenderFailed("too many documents wait to be drawn");
      try {
        return await renderOnce(order, { timeoutMs, signal });
      } finally {
        admission.leave();
      }
    },
  };
}

function renderOnce(
  order: RenderOrder,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<RenderedDocument> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<RenderedDocument>();
  const child = startProcess();
  let errorOutput = "";
  const failed = (reason: string) => reject(new RenderFailed(reason));
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => failed(`it took longer than ${timeoutMs} ms`), timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  child.stderr?.on("data", (data: Buffer) => {
    errorOutput = (errorOutput + data.toString("utf8")).slice(-keptErrorOutput);
  });
  child.on("message", (answer: RenderAnswer) =>
    answer.kind === "rendered" ? resolve(answer.document) : failed(answer.reason),
  );
  child.on("error", (error) => failed(error.message));
  child.on("close", (code) => failed(`its process ended with ${code ?? "a signal"}: ${errorOutput}`));
  child.send(order, (error) => error && failed(error.message));
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    child.kill("SIGKILL");
  });
}

function startProcess(): ChildProcess {
  return fork(renderProcess, [], {
    env: { ...compileCacheEnvironment(), ...memorySettings },
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}
