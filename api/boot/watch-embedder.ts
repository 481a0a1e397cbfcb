import type { Embedder } from "../../ingest/index.ts";
import type { EmbeddingCall } from "../operators/service-metrics.ts";

/** Told of each call that has ended; it must not throw. */
export type OnEmbedding = (call: EmbeddingCall) => void;

/** Gives the same embedder, which tells of its calls; itself when nobody listens. */
export function watchEmbedder(embedder: Embedder, name: string, onEmbedding: OnEmbedding | undefined): Embedder {
  if (!onEmbedding) return embedder;
  return {
    ...embedder,
    async embed(texts, use) {
      const startedAt = performance.now();
      const tell = (outcome: EmbeddingCall["outcome"]) => {
        const seconds = (performance.now() - startedAt) / 1000;
        onEmbedding({ embedder: name, use, texts: texts.length, outcome, seconds });
      };
      try {
        const vectors = await embedder.embed(texts, use);
        tell("succeeded");
        return vectors;
      } catch (error) {
        tell("failed");
        throw error;
      }
    },
  };
}
