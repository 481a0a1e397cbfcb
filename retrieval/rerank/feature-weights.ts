import type { PassageFeatures } from "./passage-features.ts";

/**
 * How much each feature adds to a score of the first stage, which lies between 0 and 1.
 *
 * Small on purpose but for nearness: the features decide between candidates that the first stage leaves close, and never
 * overrule it. Pairwise fits that leave one town out agree on the signs and sizes up to noise, and on nothing finer; so
 * these are round numbers, and features whose sign changed from fit to fit (word coverage, tables of contents) are not here.
 *
 * Nearness counts only as far as the question's words are foreign to all candidates: there the first stage knows least.
 * Fits on residents' questions that leave one town out give it weights of .6 to 1.5; see evals/README.md.
 */
export const featureWeights: Readonly<Record<keyof PassageFeatures, number>> = {
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
  nearStretch: 0.9,
  nearHeading: 0.2,
};

/**
 * The highest score of a question whose words are foreign to this degree, 0..1.
 *
 * A question asks for a dimension or for a use: of the two that stand for the one or the other only one can count.
 */
export function highestSum(foreign: number): number {
  const { uses, nearStretch, nearHeading } = featureWeights;
  const positive = Object.values(featureWeights).reduce((sum, weight) => sum + Math.max(weight, 0), 0);
  return 1 + positive - uses - (1 - foreign) * (nearStretch + nearHeading);
}
