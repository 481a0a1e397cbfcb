import { type TendOptions, tendVectorIndexes } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";

export interface VectorIndexChoreDeps extends Pick<TendOptions, "from" | "embeddedUpTo"> {
  readonly db: Database;
  readonly logger: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

/**
 * Makes the chore that keeps the approximate index of vectors in order. A build takes minutes in a large store, so it
 * goes on beside the other chores; `stop` cancels it and waits until it has ended.
 */
export function makeVectorIndexChore(deps: VectorIndexChoreDeps) {
  const { db, logger, ...limits } = deps;
  const stopping = new AbortController();
  let tending: Promise<void> | undefined;

  async function tend(): Promise<void> {
    const { signal } = stopping;
    try {
      const touched = await tendVectorIndexes(db, { ...limits, signal });
      if (touched > 0) logger.info({ touched }, "indexes of vectors made or dropped");
    } catch (error) {
      if (!signal.aborted) logger.warn({ error: String(error) }, "an index of vectors was not made");
    } finally {
      tending = undefined;
    }
  }

  return {
    /** Starts looking after the indexes unless that is still under way. */
    async run(): Promise<number> {
      if (!stopping.signal.aborted) tending ??= tend();
      return 0;
    },
    async stop(): Promise<void> {
      stopping.abort(new Error("the process stops"));
      await tending;
    },
  };
}
