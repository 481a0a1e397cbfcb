import type { PassageFeatures } from "./passage-features.ts";

/**
 * How much each feature adds to a score of the first stage, which lies between 0 and 1.
 *
 * Nearness finds the section on the subject of a question, whatever words it uses. The other features, of wording and
 * structure, order sections that are equally near. Listwise fits that leave out half of the towns agree on signs and
 * approximate sizes only, so these are round numbers. Residents seldom ask about schedules, uses and definitions; those
 * weights are set by the suites of planners' questions. See evals/README.md.
 */
export const featureWeights: Readonly<Record<keyof PassageFeatures, number>> = {
  heading: 0.04,
  pairs: 0.25,
  proximity: 0.06,
  designations: 0.3,
  measures: 0.12,
  permission: 0.08,
  schedule: 0.2,
  uses: 0.3,
  table: 0.08,
  preamble: -0.12,
  definitions: -0.4,
  elsewhere: -0.2,
  ofDistrict: -0.15,
  bare: -0.3,
  ruled: 0.1,
  nearText: 0.8,
  nearStretch: 1,
  nearHeading: 0.6,
  nearPath: 0.45,
  likelihood: 2.8,
};

/** How far one question is in everyday words, and how much of the first stage, of nearness and of the likelihood counts for it; each 0..1. */
export interface Degrees {
  readonly everyday: number;
  readonly firstStage: number;
  readonly nearness: number;
  readonly likelihood: number;
}

/**
 * The highest score of a question for which these count so much.
 *
 * A question asks for a dimension or for a use: of the two that stand for the one or the other only one can count. A rule on what is
 * asked is left out: few questions have one, and the others would all lose by it.
 */
export function highestSum(degrees: Degrees): number {
  const { schedule, ruled, nearText, nearStretch, nearHeading, nearPath, likelihood } = featureWeights;
  const positive = Object.values(featureWeights).reduce((sum, weight) => sum + Math.max(weight, 0), 0);
  const near = nearText + nearStretch + nearHeading + nearPath;
  const meant = (1 - degrees.nearness) * near + (1 - degrees.likelihood) * likelihood;
  return degrees.firstStage + positive - schedule - ruled - meant;
}
