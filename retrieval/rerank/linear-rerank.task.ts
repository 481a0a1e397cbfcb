import { withoutPlaceName } from "../place-names.ts";
import { makeAnalysedTexts } from "./analysed-texts.ts";
import { featureWeights, highestSum } from "./feature-weights.ts";
import { featuresOf, type PassageFeatures } from "./passage-features.ts";
import { everydayShare, makeQuestionLikelihood } from "./question-likelihood.ts";
import type { RerankCandidate, RerankQuestion } from "./reranker.ts";
import { askedFor } from "./section-kinds.ts";
import { knownShare, makeWordNearness } from "./word-nearness.ts";

/** Terms of texts that were candidates before; one memory for each thread. */
const analysed = makeAnalysedTexts(500_000);

/** A question with the candidates of its first stage. */
export interface RerankRequest {
  readonly question: RerankQuestion;
  readonly candidates: readonly RerankCandidate[];
  /** Address of the word vectors. */
  readonly model: string;
  /** Address of what was learned of how people ask. */
  readonly sayings: string;
}

/** Returns a score for each candidate, 0..1: the score of the first stage and the weighted features of its wording. */
export function scoreCandidates(request: RerankRequest): number[] {
  const nearness = nearnessScale(request);
  const highest = highestSum(
    nearness,
    nearness * everydayShare(withoutPlaceName(request.question.query), request.sayings),
  );
  const features = candidateFeatures(request);
  return request.candidates.map(
    ({ fused }, at) => Math.max(fused + weigh(features[at] as PassageFeatures), 0) / highest,
  );
}

/** Returns the features of each candidate, in their order; those of what its words mean count more the more foreign they are. */
export function candidateFeatures(request: RerankRequest): PassageFeatures[] {
  const { question, candidates, model, sayings } = request;
  const query = withoutPlaceName(question.query);
  const asked = askedFor(query);
  const scale = nearnessScale(request);
  const vector = question.meant?.model === model && query === question.query ? question.meant.vector : undefined;
  const meaning = {
    nearness: makeWordNearness(query, scale, model, vector),
    likelihood: makeQuestionLikelihood(query, scale * everydayShare(query, sayings), sayings),
  };
  return candidates.map((candidate) => featuresOf(question, candidate, analysed, asked, meaning));
}

/** How much nearness counts where one candidate holds half of the IDF mass of the question's words. */
const leastNearness = 0.3;

/**
 * How much nearness counts, as far as the question's words are known: all of it where no candidate holds a fifth of
 * their IDF mass.
 */
function nearnessScale({ question, candidates, model }: RerankRequest): number {
  const held = candidates.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  const foreign = Math.min(Math.max((0.5 - held) / 0.3, 0), 1);
  return (leastNearness + (1 - leastNearness) * foreign) * knownShare(question.idf, model);
}

function weigh(features: PassageFeatures): number {
  return Object.entries(featureWeights).reduce(
    (sum, [name, weight]) => sum + weight * features[name as keyof PassageFeatures],
    0,
  );
}
