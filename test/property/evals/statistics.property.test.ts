import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateDifference, estimateMean } from "../../../evals/statistics.ts";

const few = { resamples: 400, seed: 7 };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const values = fc.array(share, { minLength: 2, maxLength: 40 });

describe("an interval of a mean", () => {
  it("lies between the least and the greatest value and is the same for the same seed", () => {
    fc.assert(
      fc.property(values, (list) => {
        const estimate = estimateMean(list, few);
        expect(estimate.low).toBeGreaterThanOrEqual(Math.min(...list) - 1e-9);
        expect(estimate.high).toBeLessThanOrEqual(Math.max(...list) + 1e-9);
        expect(estimate.low).toBeLessThanOrEqual(estimate.high);
        expect(estimateMean(list, few)).toEqual(estimate);
      }),
      { numRuns: 50 },
    );
  });

  it("moves and stretches with the values", () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 5 }), fc.integer({ min: -3, max: 3 }), (list, factor, shift) => {
        const one = estimateMean(list, few);
        const other = estimateMean(
          list.map((value) => value * factor + shift),
          few,
        );
        expect(other.low).toBeCloseTo(one.low * factor + shift, 8);
        expect(other.high).toBeCloseTo(one.high * factor + shift, 8);
      }),
      { numRuns: 50 },
    );
  });

  it("is near the normal interval for many values", () => {
    const list = Array.from({ length: 400 }, (_, at) => (at % 4 === 0 ? 1 : 0));
    const { low, high } = estimateMean(list);
    const half = 1.96 * Math.sqrt((0.25 * 0.75) / 400);
    expect(low).toBeCloseTo(0.25 - half, 2);
    expect(high).toBeCloseTo(0.25 + half, 2);
  });

  it("has no width where all values are one, and holds nothing of nothing", () => {
    expect(estimateMean([0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5, n: 3 });
    expect(estimateMean([])).toEqual({ mean: 0, low: 0, high: 0, n: 0 });
  });
});

describe("a paired difference", () => {
  it("is turned round when the runs are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { minLength: 2, maxLength: 30 }), (pairs) => {
        const before = pairs.map(([value]) => value);
        const after = pairs.map(([, value]) => value);
        const there = estimateDifference(before, after, few);
        const back = estimateDifference(after, before, few);
        expect(back.mean).toBeCloseTo(-there.mean, 10);
        expect(there.p).toBeGreaterThan(0);
        expect(there.p).toBeLessThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });

  it("has p 1 where nothing changed, and about the exact p of a sign test where all changed one way", () => {
    expect(estimateDifference([0.2, 0.4], [0.2, 0.4]).p).toBe(1);
    const before = Array.from({ length: 8 }, () => 0);
    const after = Array.from({ length: 8 }, () => 1);
    // Of 2^8 ways to flip the signs two are as far from 0.
    expect(estimateDifference(before, after).p).toBeCloseTo(2 / 256, 2);
  });

  it("refuses lists of different questions", () => {
    expect(() => estimateDifference([1], [1, 2])).toThrow(RangeError);
  });
});
