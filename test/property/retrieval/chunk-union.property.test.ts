import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highestNumbers, makeChunkUnion } from "../../../retrieval/chunk-union.ts";
import type { LiveDocument } from "../../../retrieval/live-documents.repository.ts";

function documentOf(chunkCount: number, at: number): LiveDocument {
  const documentId = `document-${at}`;
  const rest = {
    corpusId: "corpus",
    corpusKind: "ordinance",
    title: "",
    sourceUrl: null,
    keywordVersion: null,
  } as const;
  return { documentId, revision: at + 1, chunkCount, ...rest };
}

describe("the chunks of a union", () => {
  it("are numbered through, so that every number leads to one place and back", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 12 }), (counts) => {
        const union = makeChunkUnion(counts.map(documentOf));
        expect(union.size).toBe(counts.reduce((sum, count) => sum + count, 0));
        const places = Array.from({ length: union.size }, (_, number) => union.placeOf(number));
        places.forEach(({ documentId, revision, ordinal }, number) => {
          expect((union.firstOf(documentId) ?? Number.NaN) + ordinal).toBe(number);
          expect(union.documentOf(documentId)?.revision).toBe(revision);
          expect(ordinal).toBeLessThan(union.documentOf(documentId)?.chunkCount ?? 0);
        });
        expect(() => union.placeOf(union.size)).toThrow(RangeError);
      }),
    );
  });

  it("are chosen as sorting all of them would, without what the filter leaves out or has no value", () => {
    const value = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -2, max: 9 }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, fc.nat(1)), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (all, limit) => {
          const values = Float64Array.from(all, ([number]) => number);
          const admits = Uint8Array.from(all, ([, mark]) => mark);
          const expected = all
            .map(([score, mark], number) => ({ score, mark, number }))
            .filter(({ score, mark }) => score > 0 && mark === 1)
            .toSorted((a, b) => b.score - a.score || a.number - b.number)
            .slice(0, limit);
          expect(highestNumbers(values, limit, { admits, above: 0 })).toEqual(expected.map(({ number }) => number));
        },
      ),
    );
  });
});
