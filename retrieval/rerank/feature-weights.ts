import type { PassageFeatures } from "./passage-features.ts";

/**
 * How much each feature adds to a score of the first stage, which lies between 0 and 1.
 *
 * Small on purpose: the features decide between candidates that the first stage leaves close, and never overrule it. Pairwise fits that
 * leave one town out agree on the signs and sizes up to noise, and on nothing finer; so these are round numbers,
 * and features whose sign changed from fit to fit (word coverage, tables of contents) are not here.
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
};

/** A question asks for a dimension or for a use: of the two that stand for the one or the other only one can count. */
export const highestSum =
  1 + Object.values(featureWeights).reduce((sum, weight) => sum + Math.max(weight, 0), 0) - featureWeights.uses;
