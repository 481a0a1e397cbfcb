import { withoutPlaceName } from "../place-names.ts";
import { makeAnalysedTexts } from "./analysed-texts.ts";
import { featureWeights, highestSum } from "./feature-weights.ts";
import { featuresOf, type PassageFeatures } from "./passage-features.ts";
import type { RerankCandidate, RerankQuestion } from "./reranker.ts";
import { askedFor } from "./section-kinds.ts";

/** Terms of texts that were candidates before; one memory for each thread. */
const analysed = makeAnalysedTexts(500_000);

/** Returns a score for each candidate, 0..1: the score of the first stage and the weighted features of its wording. */
export function scoreCandidates({
  question,
  candidates,
}: {
  readonly question: RerankQuestion;
  readonly candidates: readonly RerankCandidate[];
}): number[] {
  const asked = askedFor(withoutPlaceName(question.query));
  return candidates.map((candidate) => {
    const sum = candidate.fused + weigh(featuresOf(question, candidate, analysed, asked));
    return Math.max(sum, 0) / highestSum;
  });
}

function weigh(features: PassageFeatures): number {
  return Object.entries(featureWeights).reduce(
    (sum, [name, weight]) => sum + weight * features[name as keyof PassageFeatures],
    0,
  );
}
