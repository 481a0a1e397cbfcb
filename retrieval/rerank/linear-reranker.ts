import { join } from "node:path";
import { type Compute, computeTask, shippedStaticModel } from "../../ingest/index.ts";
import { featureWeights } from "./feature-weights.ts";
import type * as work from "./linear-rerank.task.ts";
import { shippedSayings } from "./question-likelihood.ts";
import type { RerankCandidate, Reranker } from "./reranker.ts";

const scoreTask = computeTask<typeof work, "scoreCandidates">({
  module: join(import.meta.dirname, "linear-rerank.task.ts"),
  name: "scoreCandidates",
  lane: "interactive",
  // A thread that has to start counts too, which takes seconds on a busy machine.
  deadlineMs: 20_000,
});

/**
 * Makes the reranker that needs no service: a few features of wording and structure, added to the score of the first stage.
 *
 * `wordVectors` is a static embedding model and `sayings` what was learned of how people ask; the shipped ones when absent.
 */
export function makeLinearReranker(
  compute: Compute,
  { wordVectors = shippedStaticModel, sayings = shippedSayings }: { wordVectors?: URL; sayings?: URL } = {},
): Reranker {
  return {
    name: "local-linear-7",
    reach: Object.values(featureWeights).reduce((sum, weight) => sum + Math.abs(weight), 0),
    rerank: (question, candidates, signal) =>
      compute.run(
        scoreTask,
        {
          question: { query: question.query, idf: question.idf, meant: question.meant },
          candidates: candidates.map(asCandidate),
          model: wordVectors.href,
          sayings: sayings.href,
        },
        { signal },
      ),
  };
}

/** What the features read of a candidate: found chunks carry much more, which need not be copied to the thread. */
function asCandidate({ text, headingPath, indexText, fused, coverage, isRuled }: RerankCandidate): RerankCandidate {
  return { text, headingPath, indexText, fused, coverage, isRuled };
}
