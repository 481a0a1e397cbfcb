import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { compileCacheEnvironment, makeAdmission } from "../../ingest/index.ts";
import type { LaunchAnswer, LaunchOrder, RenderAnswer, RenderedDocument, RenderOrder } from "./typst-messages.ts";

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

const usualTimeoutMs = 60_000;
const mostWaiting = 50;

/** Makes the renderer of this process; `timeoutMs` is the longest that one document may take, 60 s unless stated. */
export function makeTypstRenderer({
  timeoutMs = usualTimeoutMs,
}: {
  readonly timeoutMs?: number;
} = {}): DocumentRenderer {
  const admission = makeAdmission(Math.max(1, availableParallelism() - 1), mostWaiting);
  const launcher = makeLauncher();
  return {
    async render(order, signal) {
      if (!(await admission.enter(signal))) throw new RenderFailed("too many documents wait to be drawn");
      try {
        return await renderOnce(launcher, order, { timeoutMs, signal });
      } finally {
        admission.leave();
      }
    },
  };
}

function renderOnce(
  launcher: Launcher,
  order: RenderOrder,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<RenderedDocument> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<RenderedDocument>();
  const failed = (reason: string) => reject(new RenderFailed(reason));
  const stop = launcher.draw(order, (answer) =>
    answer.kind === "rendered" ? resolve(answer.document) : failed(answer.reason),
  );
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => failed(`it took longer than ${timeoutMs} ms`), timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    stop();
  });
}

/** Starts drawing processes by a thread of its own, which is made at the first order. */
interface Launcher {
  /** Draws a document in a process of its own; returns what ends that process. */
  draw(order: RenderOrder, onAnswer: (answer: RenderAnswer) => void): () => void;
}

function makeLauncher(): Launcher {
  const waiting = new Map<number, (answer: RenderAnswer) => void>();
  let thread: Worker | undefined;
  let lastId = 0;
  const tell = (told: LaunchOrder) => {
    thread ??= startThread();
    thread.postMessage(told);
  };
  function startThread(): Worker {
    const started = new Worker(join(import.meta.dirname, "typst-launcher.ts"), {
      ...{ name: "launcher", execArgv: [] },
      workerData: { environment: compileCacheEnvironment() },
    });
    const onEnd = (reason: string) => {
      thread = undefined;
      for (const onAnswer of waiting.values()) onAnswer({ kind: "failed", reason });
      waiting.clear();
    };
    started.on("message", ({ id, answer }: LaunchAnswer) => waiting.get(id)?.(answer));
    started.on("error", (error: Error) => onEnd(error.message));
    started.on("exit", (code) => onEnd(`the thread that starts drawing processes ended with ${code}`));
    started.unref();
    return started;
  }
  return {
    draw(order, onAnswer) {
      const id = ++lastId;
      waiting.set(id, onAnswer);
      tell({ kind: "draw", id, order });
      return () => {
        if (waiting.delete(id) && thread) tell({ kind: "stop", id });
      };
    },
  };
}
