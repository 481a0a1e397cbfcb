import { withoutPlaceName } from "../place-names.ts";
import { makeAnalysedTexts } from "./analysed-texts.ts";
import { type Degrees, featureWeights, highestSum } from "./feature-weights.ts";
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

/** Returns a score for each candidate, 0..1: the score of the first stage and the weighted features of its wording and its rules. */
export function scoreCandidates(request: RerankRequest): number[] {
  const degrees = degreesOf(request);
  const highest = highestSum(degrees);
  const features = candidateFeatures(request, degrees);
  return request.candidates.map(({ fused }, at) => {
    const sum = degrees.firstStage * fused + weigh(features[at] as PassageFeatures);
    return Math.min(Math.max(sum, 0) / highest, 1);
  });
}

/** Returns the features of each candidate, in their order; those of what its words mean count more the more foreign they are. */
export function candidateFeatures(
  request: RerankRequest,
  { everyday, nearness, likelihood }: Degrees = degreesOf(request),
): PassageFeatures[] {
  const { question, candidates, model, sayings } = request;
  const query = withoutPlaceName(question.query);
  const asked = askedFor(query);
  const vector = question.meant?.model === model && query === question.query ? question.meant.vector : undefined;
  const meaning = {
    everyday,
    nearness: makeWordNearness(query, nearness, model, vector),
    likelihood: makeQuestionLikelihood(query, likelihood, sayings),
  };
  return candidates.map((candidate) => featuresOf(question, candidate, analysed, asked, meaning));
}

/** How much nearness counts where one candidate holds half of the IDF mass of a question in the law's own words, and of one in everyday words. */
const leastNearness = { ofLaw: 0.3, everyday: 0.5 };
/** How much the score of the first stage counts for a question in everyday words. */
const leastFirstStage = 0.4;

/**
 * How much the first stage and what the words mean count for a question.
 *
 * Nearness counts in full where no candidate holds a fifth of the question's IDF mass, and only as far as its words are known. A section
 * that holds everyday words seldom means by them what the question does, so for these the first stage counts less and nearness more; the
 * likelihood counts only for them.
 */
export function degreesOf({ question, candidates, model, sayings }: RerankRequest): Degrees {
  const everyday = everydayShare(withoutPlaceName(question.query), sayings);
  const held = candidates.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  const foreign = Math.min(Math.max((0.5 - held) / 0.3, 0), 1);
  const least = between(leastNearness.ofLaw, leastNearness.everyday, everyday);
  const nearness = between(least, 1, foreign) * knownShare(question.idf, model);
  return { everyday, firstStage: between(1, leastFirstStage, everyday), nearness, likelihood: nearness * everyday };
}

const between = (from: number, to: number, share: number) => from + (to - from) * share;

function weigh(features: PassageFeatures): number {
  return Object.entries(featureWeights).reduce(
    (sum, [name, weight]) => sum + weight * features[name as keyof PassageFeatures],
    0,
  );
}
