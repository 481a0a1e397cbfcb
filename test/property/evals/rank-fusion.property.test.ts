import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuseRanks } from "../../../retrieval/fusion.ts";

const leg = fc.shuffledSubarray(Array.from({ length: 20 }, (_, at) => at));

describe("reciprocal rank fusion, which the service's fusion is held against", () => {
  it("gives each number the sum of 1 over 60 plus its ranks, scaled so that 1 leads every leg", () => {
    fc.assert(
      fc.property(leg, leg, (one, other) => {
        const fused = fuseRanks([one, other]);
        const vote = (list: readonly number[], number: number) =>
          list.includes(number) ? 1 / (60 + list.indexOf(number) + 1) : 0;
        expect(new Set(fused.keys())).toEqual(new Set([...one, ...other]));
        for (const [number, score] of fused)
          expect(score).toBeCloseTo(((vote(one, number) + vote(other, number)) * 61) / 2, 12);
      }),
    );
  });

  it("lets a leg that is not there have no vote", () => {
    fc.assert(
      fc.property(leg, (only) => {
        const fused = fuseRanks([only, undefined]);
        expect([...fused].sort((a, b) => b[1] - a[1]).map(([number]) => number)).toEqual(only);
        if (only[0] !== undefined) expect(fused.get(only[0])).toBe(1);
      }),
    );
  });
});
