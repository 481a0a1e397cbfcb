import { Type } from "@sinclair/typebox";
import { type Embedder, reembed } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import { defineJob, growingBackoff, type JobHandler } from "../../jobs/job.ts";

/** Makes the vectors of another embedder for the whole store. */
export const reembedJob = defineJob({
  name: "corpus-reembed",
  lane: "bulk",
  payload: Type.Object({ embedder: Type.String() }),
  maxAttempts: 20,
  backoffMs: growingBackoff(5_000),
  isForgotten: true,
});

/** Makes the handler of {@link reembedJob}: it works for the embedder that the settings name, and for no other. */
export function reembedHandler(db: Database, configured: () => Promise<Embedder>): JobHandler<{ embedder: string }> {
  return {
    async process({ payload, signal, progress }) {
      const embedder = await configured();
      // The settings changed again since this was asked for; another job is on its way.
      if (embedder.id !== payload.embedder) return;
      await reembed(db, embedder, {
        signal,
        onProgress: (chunks) => progress(50, `${chunks} chunks embedded`),
      });
    },
    // What is embedded already is kept; a failed end put nothing in order that would have to be taken back.
    onRetry: async () => undefined,
  };
}
