import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ndcg, recall, reciprocalRank, spanRecall, success } from "../../../evals/metrics.ts";

const ids = Array.from({ length: 12 }, (_, at) => `r${at}`);
const ranking = fc.shuffledSubarray(ids);
const judgements = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    selector: ([id]) => id,
  })
  .map((pairs) => new Map(pairs));
const depth = fc.integer({ min: 1, max: 15 });

/** The definition written out: gains of the ranks one by one, over those of every possible order's best. */
function textbookNdcg(ranked: readonly string[], relevant: ReadonlyMap<string, number>, k: number): number {
  let gained = 0;
  for (let rank = 1; rank <= Math.min(k, ranked.length); rank++)
    gained += (relevant.get(ranked[rank - 1] ?? "") ?? 0) / Math.log2(rank + 1);
  const grades = [...relevant.values()].sort((a, b) => b - a);
  let best = 0;
  for (let rank = 1; rank <= Math.min(k, grades.length); rank++) best += (grades[rank - 1] ?? 0) / Math.log2(rank + 1);
  return gained / best;
}

describe("measures of a ranking", () => {
  it("give nDCG as its definition does", () => {
    fc.assert(
      fc.property(ranking, judgements, depth, (ranked, relevant, k) => {
        expect(ndcg(ranked, relevant, k)).toBeCloseTo(textbookNdcg(ranked, relevant, k), 12);
      }),
    );
  });

  it("give nDCG 1 to the records in the order of their grades, and never more", () => {
    fc.assert(
      fc.property(ranking, judgements, depth, (ranked, relevant, k) => {
        const best = [...relevant].sort((a, b) => b[1] - a[1]).map(([id]) => id);
        expect(ndcg(best, relevant, k)).toBeCloseTo(1, 12);
        expect(ndcg(ranked, relevant, k)).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it("give recall as the share of the judged records that were found", () => {
    fc.assert(
      fc.property(ranking, judgements, depth, (ranked, relevant, k) => {
        const first = new Set(ranked.slice(0, k));
        const found = [...relevant.keys()].filter((id) => first.has(id)).length;
        expect(recall(ranked, relevant, k)).toBeCloseTo(found / relevant.size, 12);
      }),
    );
  });

  it("give MRR as one over the rank of the first judged record, 0 below the depth", () => {
    fc.assert(
      fc.property(ranking, judgements, depth, (ranked, relevant, k) => {
        const ranks = ranked.flatMap((id, at) => (relevant.has(id) ? [at + 1] : []));
        const first = Math.min(...ranks, Number.POSITIVE_INFINITY);
        expect(reciprocalRank(ranked, relevant, k)).toBe(first <= k ? 1 / first : 0);
      }),
    );
  });

  it("give success exactly where recall at that depth is above 0", () => {
    fc.assert(
      fc.property(ranking, judgements, depth, (ranked, relevant, k) => {
        expect(success(ranked, relevant, k) === 1).toBe(recall(ranked, relevant, k) > 0);
      }),
    );
  });

  it("never fall when the depth grows, recall and span recall alike", () => {
    const passages = fc.array(fc.record({ text: fc.constantFrom("a b", "b c d", "e"), isRelevant: fc.boolean() }));
    fc.assert(
      fc.property(ranking, judgements, passages, depth, (ranked, relevant, found, k) => {
        expect(recall(ranked, relevant, k + 1)).toBeGreaterThanOrEqual(recall(ranked, relevant, k));
        const holds = (text: string) => text.includes("c");
        for (const bound of ["passages", "words"] as const)
          expect(spanRecall(found, holds, { [bound]: k + 1 })).toBeGreaterThanOrEqual(
            spanRecall(found, holds, { [bound]: k }),
          );
      }),
    );
  });
});

describe("answer-span recall", () => {
  const holds = (text: string) => text.includes("six feet");

  it("counts the answer only in a passage of a judged record", () => {
    expect(spanRecall([{ text: "six feet", isRelevant: false }], holds, { passages: 5 })).toBe(0);
    expect(spanRecall([{ text: "six feet", isRelevant: true }], holds, { passages: 5 })).toBe(1);
  });

  it("cuts the passage that goes over the words, and reads none after it", () => {
    const long = { text: "one two three six feet", isRelevant: true };
    expect(spanRecall([long], holds, { words: 4 })).toBe(0);
    expect(spanRecall([long], holds, { words: 5 })).toBe(1);
    expect(spanRecall([{ text: "a b c d", isRelevant: true }, long], holds, { words: 4 })).toBe(0);
  });
});
