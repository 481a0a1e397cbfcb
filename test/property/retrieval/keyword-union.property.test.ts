import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  analyse,
  buildKeywordSegment,
  type KeywordSource,
  mergeSegments,
  openKeywordSegment,
} from "../../../ingest/index.ts";
import { scoreSegments, standardWeights, type WeightedTerm } from "../../../retrieval/keyword/keyword-search.ts";
import { makeTextbookBm25 } from "../../support/textbook-bm25.ts";

const word = fc.constantFrom(..."yard lot height setback 35 R-2 fence pool garage the of parking dwelling".split(" "));
const text = fc.array(word, { maxLength: 25 }).map((words) => words.join(" "));
const chunk: fc.Arbitrary<KeywordSource> = fc.record({
  headingPath: fc.array(text, { maxLength: 3 }),
  indexText: text,
  section: fc.constant(null),
});
const split = fc.array(fc.array(chunk, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
const query: fc.Arbitrary<WeightedTerm[]> = fc.array(
  fc.record({ term: word.map((raw) => analyse(raw)[0] ?? "none"), weight: fc.constantFrom(1, 0.3) }),
  { minLength: 1, maxLength: 6 },
);

async function open(chunks: readonly KeywordSource[]) {
  const segment = await openKeywordSegment(buildKeywordSegment(chunks));
  if (!segment) throw new Error("a segment of this version must open");
  return segment;
}

describe("keyword search over segments", () => {
  it("gives every chunk the score of a textbook BM25 over the whole corpus, however it is split", async () => {
    await fc.assert(
      fc.asyncProperty(split, query, async (parts, terms) => {
        const segments = await Promise.all(parts.map(open));
        const expected = makeTextbookBm25(parts.flat(), standardWeights)(terms);
        const found = scoreSegments(segments, terms).flatMap((scores) => [...scores]);
        expect(found.length).toBe(expected.length);
        found.forEach((score, position) => {
          expect(score).toBeCloseTo(expected[position] ?? Number.NaN, 8);
        });
      }),
      { numRuns: 150 },
    );
  });

  it("finds the same in merged segments as in the segments they were merged from", async () => {
    await fc.assert(
      fc.asyncProperty(split, query, async (parts, terms) => {
        const segments = await Promise.all(parts.map(open));
        const apart = scoreSegments(segments, terms).flatMap((scores) => [...scores]);
        const [merged] = scoreSegments([await mergeSegments(segments)], terms);
        expect(merged?.length).toBe(apart.length);
        merged?.forEach((score, position) => {
          expect(score).toBeCloseTo(apart[position] ?? Number.NaN, 8);
        });
      }),
      { numRuns: 80 },
    );
  });
});
