import { withoutPlaceName } from "../place-names.ts";
import { makeAnalysedTexts } from "./analysed-texts.ts";
import { featuresOf, type PassageFeatures } from "./passage-features.ts";
import type { Reranker } from "./reranker.ts";
import { askedFor } from "./section-kinds.ts";

/**
 * How much each feature adds to a score of the first stage, which lies between 0 and 1.
 *
 * Small on purpose: the features settle what the first stage leaves close, they never overrule it. Pairwise fits that
 * leave one town out agree on the signs and sizes up to noise, and on nothing finer; so these are round numbers,
 * and features whose sign changed from fit to fit (word coverage, tables of contents) are not here.
 */
const featureWeights: Readonly<Record<keyof PassageFeatures, number>> = {
  heading: 0.04,
  pairs: 0.03,
  proximity: 0.03,
  designations: 0.06,
  measures: 0.06,
  permission: 0.04,
  schedule: 0.1,
  uses: 0.1,
  table: 0.04,
  preamble: -0.04,
  definitions: -0.1,
  elsewhere: -0.1,
  bare: -0.1,
};

/** A question asks for a dimension or for a use: of the two that stand for the one or the other only one can count. */
const highestSum =
  1 + Object.values(featureWeights).reduce((sum, weight) => sum + Math.max(weight, 0), 0) - featureWeights.uses;

/** Makes the reranker that needs no model: a few features of wording and structure, added to the first stage. */
export function makeLinearReranker(): Reranker {
  const analysed = makeAnalysedTexts();
  return {
    name: "local-linear-2",
    reach: Object.values(featureWeights).reduce((sum, weight) => sum + Math.abs(weight), 0),
    async rerank(question, candidates) {
      const asked = askedFor(withoutPlaceName(question.query));
      return candidates.map((candidate) => {
        const sum = candidate.fused + weigh(featuresOf(question, candidate, analysed, asked));
        return Math.max(sum, 0) / highestSum;
      });
    },
  };
}

function weigh(features: PassageFeatures): number {
  return Object.entries(featureWeights).reduce(
    (sum, [name, weight]) => sum + weight * features[name as keyof PassageFeatures],
    0,
  );
}
