import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weighedBatchesOf } from "../../../ingest/batches.ts";
import { buildKeywordSegment, chunkDocument, parseDocument } from "../../../ingest/index.ts";
import { partsOfResult, ResultInParts, withoutParts } from "../../../ingest/parse/result-parts.ts";
import { rulesOfDocument } from "../../../ingest/rules/extract-rules.ts";

const cells = (rows: readonly { readonly cells: readonly unknown[] }[]) =>
  rows.reduce((sum, row) => sum + row.cells.length, 0);

describe("a document handed on in parts", () => {
  it("is the same when it is put together again, and no part is large", async () => {
    const widths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(fc.array(widths, { minLength: 1, maxLength: 4 }), async (sheets) => {
        const text = sheets
          .map((rows) => rows.map((width, at) => Array.from({ length: width }, (_, x) => `${at}.${x}`).join(",")))
          .map((rows) => rows.join("\n"))
          .join("\n\n");
        const bytes = new TextEncoder().encode(text);
        const document = await parseDocument({ bytes, mediaType: "text/csv", filename: "a.csv" });
        const chunks = chunkDocument(document);
        const rules = rulesOfDocument(document, chunks);
        const result = { document, chunks, keywordSegment: buildKeywordSegment(chunks), rules };
        const whole = new ResultInParts();
        for (const part of partsOfResult(result)) {
          if (part.of === "rows") expect(cells(part.rows)).toBeLessThanOrEqual(500);
          if (part.of === "chunks" && part.chunks.length > 1) {
            expect(part.chunks.reduce((sum, chunk) => sum + cells(chunk.rows), 0)).toBeLessThanOrEqual(500);
          }
          whole.take(part);
        }
        expect(whole.whole(withoutParts(result))).toEqual(result);
      }),
      { numRuns: 40 },
    );
  });
});

describe("batches by weight", () => {
  it("hold every item once in order, and more than one item only within the bounds", () => {
    const bounds = fc.record({ most: fc.integer({ min: 1, max: 50 }), size: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 })), bounds, (items, { most, size }) => {
        const batches = [...weighedBatchesOf(items, (item) => item, { most, size })];
        expect(batches.flat()).toEqual(items);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(size);
          if (batch.length > 1) expect(batch.reduce((sum, item) => sum + item, 0)).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
