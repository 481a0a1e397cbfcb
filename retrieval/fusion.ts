/** A chunk's scores in the two legs; undefined where a leg has none for it. */
export interface LegScores {
  readonly keyword: number | undefined;
  readonly dense: number | undefined;
}

/** The extremes of each leg over the whole searched union; those of the dense leg are undefined when there is none. */
export interface LegRanges {
  /** Chunks that hold no word of the question score 0, so only the highest is needed. */
  readonly highestKeyword: number;
  readonly lowestDense: number | undefined;
  readonly highestDense: number | undefined;
}

/**
 * Gives the share of the dense leg for a question whose words the best chunks cover to this degree.
 *
 * Asked in the ordinance's own words the keyword leg is nearly always right; asked in others it misses, and the dense
 * leg carries most.
 * Range   0.1 at full coverage, 0.7 at 0.4 and below
 * @see the plateau common to lay questions, project descriptions and Cranfield, see retrieval/README.md
 */
export function denseShare(coverage: number): number {
  const missing = Math.min(Math.max((1 - coverage) / 0.6, 0), 1);
  return 0.1 + 0.6 * missing;
}

/**
 * Joins the two legs by convex combination of min-max normalised scores; 0..1.
 *
 * The extremes are those of the searched union, not of a cut-off list, so a score means the same in every result list
 * and a small corpus cannot shout. A leg that found nothing at all leaves the other to stand alone.
 */
export function fuse(scores: LegScores, ranges: LegRanges, share: number): number {
  const keyword = ranges.highestKeyword > 0 ? (scores.keyword ?? 0) / ranges.highestKeyword : 0;
  const dense = normalDense(scores.dense, ranges);
  if (ranges.highestDense === undefined) return keyword;
  if (ranges.highestKeyword <= 0) return dense;
  return (1 - share) * keyword + share * dense;
}

function normalDense(similarity: number | undefined, { lowestDense, highestDense }: LegRanges): number {
  if (similarity === undefined || highestDense === undefined || lowestDense === undefined) return 0;
  // A union of one chunk has no spread; its similarity then stands for itself.
  if (highestDense === lowestDense) return Math.max(similarity, 0);
  return (similarity - lowestDense) / (highestDense - lowestDense);
}

/** Ranks far down differ little; the constant of the source. */
const rankConstant = 60;

/**
 * Joins lists of chunk numbers, best first, by reciprocal ranks: every list has one vote, whatever its scores; 0..1, and 1
 * for what leads them all. A leg that is undefined does not vote.
 *
 * @see Cormack, Clarke and Buettcher, Reciprocal Rank Fusion outperforms Condorcet (2009)
 */
export function fuseRanks(legs: readonly (readonly number[] | undefined)[]): ReadonlyMap<number, number> {
  const voting = legs.filter((leg) => leg !== undefined);
  const fused = new Map<number, number>();
  for (const leg of voting) {
    leg.forEach((number, at) => {
      const vote = (rankConstant + 1) / (rankConstant + 1 + at) / voting.length;
      fused.set(number, (fused.get(number) ?? 0) + vote);
    });
  }
  return fused;
}
