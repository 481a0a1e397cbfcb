import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { type EmbeddedEngine, EngineStopped, startEngine } from "../../migrations/embedded-engine.ts";
import { emptyStore, noteStore, type StoreBefore } from "./empty-store.ts";

/** An engine of this process, and what its store was like when it was opened. */
interface PooledEngine {
  readonly engine: EmbeddedEngine;
  readonly before: StoreBefore;
}

/**
 * Engines that tests have given back. To open one takes five times as much as to empty its store, and V8 can fail while it
 * frees the code of one of many engines of a process.
 */
const idle: PooledEngine[] = [];

/**
 * Returns an engine on a store like the template: one that a test gave back, emptied, or a new one. Closing it gives it
 * back, and whatever is asked of it from then on fails as on an engine that has stopped.
 */
export async function takeEngine(): Promise<EmbeddedEngine> {
  for (let pooled = idle.pop(); pooled; pooled = idle.pop()) {
    if (await emptyStore(pooled.engine, pooled.before).catch(() => false)) return handleOf(pooled);
    await pooled.engine.close();
  }
  const engine = await startEngine({ archive: new Blob([await readFile(inject("templateArchive"))]) });
  return handleOf({ engine, before: await noteStore(engine) });
}

function handleOf(pooled: PooledEngine): EmbeddedEngine {
  const { engine } = pooled;
  const listening = new Set<() => Promise<void>>();
  let isOpen = true;
  const whileOpen = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    if (!isOpen) throw new EngineStopped("its test has closed it");
    return ask();
  };
  return {
    stopped: engine.stopped,
    query: (text, values) => whileOpen(() => engine.query(text, values)),
    exec: (text) => whileOpen(() => engine.exec(text)),
    dump: () => whileOpen(() => engine.dump()),
    listen: (channel, onPayload) =>
      whileOpen(async () => {
        const unlisten = await engine.listen(channel, onPayload);
        const once = async () => {
          if (listening.delete(once)) await unlisten();
        };
        listening.add(once);
        return once;
      }),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await Promise.all([...listening].map((unlisten) => unlisten()));
      idle.push(pooled);
    },
  };
}
