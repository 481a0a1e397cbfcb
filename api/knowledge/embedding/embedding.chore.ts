import { dropOtherVectors, type Embedder, findEmbeddingState } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { reembedJob } from "./embedding.jobs.ts";

export interface EmbeddingChoreDeps {
  readonly db: Database;
  readonly jobs: Pick<Jobs, "enqueue" | "announce" | "counts">;
  readonly liveEmbedder: { settle(): Promise<boolean>; configured(): Promise<Embedder> };
}

const vectorsDroppedAtOnce = 2_000;

/**
 * Makes the chore that brings the store to the configured embedder: asks for its vectors once, and, when searches use
 * it, deletes those of the embedders before it.
 */
export function makeEmbeddingChore(deps: EmbeddingChoreDeps): () => Promise<number> {
  const { db, jobs, liveEmbedder } = deps;
  return async () => {
    const isSwitching = await liveEmbedder.settle();
    if (isSwitching) return askOnce();
    const state = await findEmbeddingState(db);
    return state ? dropOtherVectors(db, state, vectorsDroppedAtOnce) : 0;
  };

  async function askOnce(): Promise<number> {
    const isAsked = (await jobs.counts()).some(
      ({ name, state }) => name === reembedJob.name && (state === "queued" || state === "running"),
    );
    if (isAsked) return 0;
    const { id } = await liveEmbedder.configured();
    const jobId = await db.transaction((transaction) => jobs.enqueue(transaction, reembedJob, { embedder: id }));
    jobs.announce(jobId);
    return 1;
  }
}
