import { mean } from "./metrics.ts";
import { makeRandom } from "./train/seeded-random.ts";

/** A mean with the interval that holds it in 95 of 100 resamplings of the questions. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Questions it is a mean of. */
  readonly n: number;
}

/** A mean of differences between two runs of the same questions. */
export interface PairedEstimate extends Estimate {
  /** Two-sided probability of so large a difference when it does not matter which run a result came from. */
  readonly p: number;
}

/** How often is resampled, and from which seed: the same values give the same interval on every machine. */
export interface Resampling {
  readonly resamples: number;
  readonly seed: number;
}

export const standardResampling: Resampling = { resamples: 10_000, seed: 20_261_121 };

/**
 * The mean of values with its 95 % percentile bootstrap interval.
 *
 * @see Efron and Tibshirani, An Introduction to the Bootstrap, chapter 13
 */
export function estimateMean(values: readonly number[], resampling: Resampling = standardResampling): Estimate {
  const centre = mean(values);
  const n = values.length;
  if (n < 2 || values.every((value) => value === values[0])) return { mean: centre, low: centre, high: centre, n };
  const random = makeRandom(resampling.seed);
  const numbers = Float64Array.from(values);
  const means = new Float64Array(resampling.resamples);
  for (let round = 0; round < means.length; round++) {
    let sum = 0;
    for (let drawn = 0; drawn < n; drawn++) sum += numbers[random.below(n)] as number;
    means[round] = sum / n;
  }
  means.sort();
  return { mean: centre, low: quantile(means, 0.025), high: quantile(means, 0.975), n };
}

/**
 * Mean of `after - before` over questions, with its bootstrap interval and the p of a sign-flip permutation test; lists
 * are by question, in the same order.
 *
 * @see Smucker, Allan and Carterette, A Comparison of Statistical Significance Tests for Information Retrieval
 * @throws RangeError when the lists differ in length
 */
export function estimateDifference(
  before: readonly number[],
  after: readonly number[],
  resampling: Resampling = standardResampling,
): PairedEstimate {
  if (before.length !== after.length) throw new RangeError("paired lists have one value for each question");
  const differences = after.map((value, at) => value - (before[at] ?? 0));
  return { ...estimateMean(differences, resampling), p: permutationP(differences, resampling) };
}

/** Share of random sign flips whose sum is at least as far from 0, the observed one counted. */
function permutationP(differences: readonly number[], { resamples, seed }: Resampling): number {
  const moved = Float64Array.from(differences.filter((difference) => difference !== 0));
  if (moved.length === 0) return 1;
  // Sums in another order differ in their last bits; that must not part equal sums.
  const observed = Math.abs(moved.reduce((sum, value) => sum + value, 0)) - 1e-12;
  const random = makeRandom(seed);
  let asFar = 1;
  for (let round = 0; round < resamples; round++) {
    let sum = 0;
    for (const value of moved) sum += random.next() < 0.5 ? value : -value;
    if (Math.abs(sum) >= observed) asFar += 1;
  }
  return asFar / (resamples + 1);
}

function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
