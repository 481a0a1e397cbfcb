import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import type {
  EngineAnswer,
  EngineMessage,
  EngineOptions,
  EngineRequest,
  EngineResult,
  PlainEngineError,
} from "./engine-messages.ts";

/** The thread of the embedded engine ended without being asked to; nothing can be read or written until a new start. */
export class EngineStopped extends DatabaseUnavailable {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(cause, `the embedded database has stopped (${reason}); start the process again`);
    this.name = "EngineStopped";
  }
}

/** PGlite in a thread of its own: one session, whose statements run in the order in which they are sent. */
export interface EmbeddedEngine {
  /** Runs one statement with parameters. @throws the error of PostgreSQL with its SQLSTATE in `code`; EngineStopped */
  query(text: string, values: readonly unknown[]): Promise<EngineResult>;
  /** Runs a script of statements without parameters and returns the result of the last one. */
  exec(text: string): Promise<EngineResult>;
  /** Calls `onPayload` for each notification on a channel; the returned function ends that. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Returns the whole store as an uncompressed archive. */
  dump(): Promise<Blob>;
  /** Shuts the store down and ends the thread. */
  close(): Promise<void>;
  /** Resolves when the thread ends without {@link close}; pending when that never happens. */
  readonly stopped: Promise<EngineStopped>;
}

interface PendingCall {
  resolve(answer: EngineAnswer): void;
  reject(error: unknown): void;
}

/**
 * Starts the thread and opens the store in it.
 *
 * Like an engine on the main thread, an idle one does not keep the process alive; a statement under way does.
 *
 * @throws the error of PGlite when the store cannot be opened
 */
export async function startEngine(options: EngineOptions): Promise<EmbeddedEngine> {
  const worker = new Worker(join(import.meta.dirname, "engine-thread.ts"), {
    name: "database",
    workerData: options,
    env: {},
    execArgv: [],
  });
  const pending = new Map<number, PendingCall>();
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const { promise: stopped, resolve: reportStop } = Promise.withResolvers<EngineStopped>();
  let lastId = 0;
  let isClosing = false;
  let failure: EngineStopped | undefined;

  function fail(cause: unknown): void {
    if (failure !== undefined) return;
    failure = new EngineStopped(cause);
    for (const call of pending.values()) call.reject(failure);
    pending.clear();
    if (isClosing) return;
    reportStop(failure);
    void worker.terminate();
  }

  async function call(request: EngineRequest): Promise<EngineResult> {
    if (failure !== undefined) throw failure;
    lastId += 1;
    const id = lastId;
    const answered = Promise.withResolvers<EngineAnswer>();
    worker.postMessage({ id, ...request });
    pending.set(id, answered);
    if (pending.size === 1) worker.ref();
    const answer = await answered.promise;
    // Made here and not where the answer arrives, so that the stack contains the caller.
    if (answer.error !== undefined) throw engineError(answer.error);
    return answer.result;
  }

  worker.on("message", (message: EngineMessage) => {
    if ("channel" in message) {
      for (const listener of listeners.get(message.channel) ?? []) listener(message.payload);
      return;
    }
    pending.get(message.id)?.resolve(message);
    pending.delete(message.id);
    if (pending.size === 0) worker.unref();
  });
  worker.on("messageerror", fail);
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`its thread ended with code ${code}`)));

  try {
    await call({ kind: "open" });
  } catch (error) {
    isClosing = true;
    await worker.terminate();
    throw error;
  }
  return {
    stopped,
    query: (text, values) => call({ kind: "query", text, values }),
    exec: (text) => call({ kind: "exec", text }),
    async listen(channel, onPayload) {
      const heard = listeners.get(channel) ?? new Set();
      heard.add(onPayload);
      listeners.set(channel, heard);
      if (heard.size === 1) await call({ kind: "listen", channel });
      return async () => {
        if (!heard.delete(onPayload) || heard.size > 0) return;
        await call({ kind: "unlisten", channel });
      };
    },
    async dump() {
      const { archive } = await call({ kind: "dump" });
      if (archive === undefined) throw new Error("the engine returned no archive");
      return archive;
    },
    async close() {
      isClosing = true;
      try {
        if (failure === undefined) await call({ kind: "close" });
      } finally {
        await worker.terminate();
      }
    },
  };
}

function engineError({ message, ...fields }: PlainEngineError): Error {
  return Object.assign(new Error(message), fields);
}
