import { createHash } from "node:crypto";
import type { Database } from "../../../migrations/index.ts";
import type { JobContext } from "../../jobs/job.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { oneChunk } from "../../storage/one-chunk.ts";
import * as runs from "../runs/runs.repository.ts";

/** Files that belong to a step's output. */
export interface StepFiles<Output> {
  readonly output: Output;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Keeps what the steps of a run return, so that none is repeated after a crash. */
export interface RunSteps {
  /** Returns what a step returned before for the same input, or does it and stores what it returns. */
  once<Output>(name: string, input: unknown, work: () => Promise<Output>): Promise<Output>;
  /** The same for a step that makes files, which are kept until the run has ended. */
  onceWithFiles<Output>(name: string, input: unknown, work: () => Promise<StepFiles<Output>>): Promise<Output>;
  /** Returns the bytes of a kept file. */
  readFile(name: string): Promise<Uint8Array>;
}

const mostFileBytes = 100 * 1024 * 1024;

/** Makes the memory of a run; everything it writes is fenced by the lease of its job. */
export function makeRunSteps(
  { db, files }: { readonly db: Database; readonly files: FileStore },
  { runId, context }: { readonly runId: string; readonly context: Pick<JobContext, "isStillMine" | "signal"> },
): RunSteps {
  async function onceWithFiles<Output>(name: string, input: unknown, work: () => Promise<StepFiles<Output>>) {
    context.signal.throwIfAborted();
    const inputHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
    const stored = await runs.findStep(db, runId, { name, inputHash });
    if (stored !== undefined) return stored as Output;
    const { output, files: made } = await work();
    const put: { name: string; storageKey: string }[] = [];
    for (const file of made) {
      const { key } = await files.put(oneChunk(file.bytes), { maxBytes: mostFileBytes, idleTimeoutMs: 60_000 });
      put.push({ name: file.name, storageKey: key });
    }
    await db.transaction(async (transaction) => {
      await context.isStillMine(transaction);
      for (const file of put) await runs.keepFile(transaction, runId, file);
      await runs.saveStep(transaction, runId, { name, inputHash, output });
    });
    return output;
  }

  return {
    once: (name, input, work) => onceWithFiles(name, input, async () => ({ output: await work(), files: [] })),
    onceWithFiles,
    async readFile(name) {
      const kept = (await runs.listKeptFiles(db, runId)).find((file) => file.name === name);
      if (!kept) throw new Error(`the run keeps no file ${name}`);
      return readStored(files, kept.storage_key);
    },
  };
}

/** Returns the bytes of a stored file. */
export async function readStored(files: Pick<FileStore, "open">, key: string): Promise<Uint8Array> {
  return new Uint8Array(await new Response(await files.open(key)).arrayBuffer());
}
