import { withoutPlaceName } from "../place-names.ts";
import { makeAnalysedTexts } from "./analysed-texts.ts";
import { featureWeights, highestSum } from "./feature-weights.ts";
import { featuresOf, type PassageFeatures } from "./passage-features.ts";
import type { RerankCandidate, RerankQuestion } from "./reranker.ts";
import { askedFor } from "./section-kinds.ts";
import { makeWordNearness } from "./word-nearness.ts";

/** Terms of texts that were candidates before; one memory for each thread. */
const analysed = makeAnalysedTexts(500_000);

/**
 * Returns a score for each candidate, 0..1: the score of the first stage and the weighted features of its wording. `model` is
 * the address of the word vectors.
 */
export function scoreCandidates({
  question,
  candidates,
  model,
}: {
  readonly question: RerankQuestion;
  readonly candidates: readonly RerankCandidate[];
  readonly model: string;
}): number[] {
  const query = withoutPlaceName(question.query);
  const asked = askedFor(query);
  const foreign = foreignShare(candidates);
  const nearness = foreign > 0 ? makeWordNearness(query, foreign, model) : undefined;
  const highest = highestSum(foreign);
  return candidates.map((candidate) => {
    const sum = candidate.fused + weigh(featuresOf(question, candidate, analysed, asked, nearness));
    return Math.max(sum, 0) / highest;
  });
}

/** How foreign a question's words are to the candidates: 0 where one holds half of their IDF mass, 1 where none holds a fifth. */
function foreignShare(candidates: readonly RerankCandidate[]): number {
  const held = candidates.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  return Math.min(Math.max((0.5 - held) / 0.3, 0), 1);
}

function weigh(features: PassageFeatures): number {
  return Object.entries(featureWeights).reduce(
    (sum, [name, weight]) => sum + weight * features[name as keyof PassageFeatures],
    0,
  );
}
