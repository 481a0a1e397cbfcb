/** The thread of the embedded engine: opens PGlite on the store named in `workerData` and answers requests in their order. */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import type { EngineMessage, EngineOptions, EngineRequest, EngineResult, PlainEngineError } from "./engine-messages.ts";

if (parentPort === null) throw new Error("engine-thread.ts runs in a worker thread only");
const port = parentPort;
const answer = (message: EngineMessage) => port.postMessage(message);
/**
 * The default, 128 MB, does not fit into the first 128 MB of the engine's memory. To grow it costs 150 MB of resident
 * memory and half a second of each start. What is read anew comes from the system's page cache: an exact search of
 * 8,000 chunks takes 14 ms instead of 13, one of 20,000 takes 40 ms instead of 29.
 */
const sharedBuffers = "32MB";
const opening = openEngine(workerData as EngineOptions);
const listening = new Map<string, () => Promise<void>>();
const nothing: EngineResult = { rows: [] };

async function openEngine({ folder, archive }: EngineOptions): Promise<PGlite> {
  const options: PGliteOptions = {
    extensions: { vector },
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
  };
  if (folder !== undefined) options.dataDir = folder;
  if (archive !== undefined) options.loadDataDir = archive;
  const engine = await PGlite.create(options);
  await engine.exec("set search_path = public, bullmq");
  return engine;
}

async function serve(request: EngineRequest): Promise<EngineResult> {
  const engine = await opening;
  switch (request.kind) {
    case "open":
      return nothing;
    case "query": {
      const { rows, affectedRows } = await engine.query(request.text, [...request.values]);
      return { rows, affectedRows };
    }
    case "exec": {
      const last = (await engine.exec(request.text)).at(-1);
      return last ? { rows: last.rows, affectedRows: last.affectedRows } : nothing;
    }
    case "listen": {
      const { channel } = request;
      listening.set(channel, await engine.listen(channel, (payload) => answer({ channel, payload })));
      return nothing;
    }
    case "unlisten":
      await listening.get(request.channel)?.();
      listening.delete(request.channel);
      return nothing;
    case "dump":
      return { rows: [], archive: await engine.dumpDataDir("none") };
    case "close":
      await engine.close();
      return nothing;
  }
}

/** Returns the plain fields of an error, without the parameters of the statement, which may be secrets. */
function plainError(error: unknown): PlainEngineError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { query: _query, ...fields } = { ...error } as Record<string, unknown>;
  const plain = Object.entries(fields).filter(
    (field): field is [string, string | number] => typeof field[1] === "string" || typeof field[1] === "number",
  );
  return { ...Object.fromEntries(plain), name: error.name, message: error.message };
}

port.on("message", ({ id, ...request }: EngineRequest & { readonly id: number }) => {
  serve(request as EngineRequest).then(
    (result) => answer({ id, result }),
    (error: unknown) => {
      // WebAssembly that trapped is in an unknown state: the thread ends, and the parent fails whatever waits for it.
      if (error instanceof Error && error.name === "RuntimeError") throw error;
      answer({ id, error: plainError(error) });
    },
  );
});
