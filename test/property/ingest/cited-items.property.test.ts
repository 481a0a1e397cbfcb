import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../ingest/index.ts";
import { parseText } from "../../support/documents/parse.ts";

const mark = fc.oneof(
  fc.constantFrom("a", "b", "c", "d", "h", "i", "ii", "iii", "iv", "v", "1", "2", "3", "10").map((one) => `(${one})`),
  fc.constantFrom("A.", "B.", "C.", "I.", "II.", "1.", "2.", "3.", "a.", "b."),
);
const line = fc
  .tuple(
    fc.array(mark, { maxLength: 3 }),
    fc.constantFrom("A fence is low.", "Height:", "and (b) above apply.", "Yards"),
  )
  .map(([marks, words]) => [...marks, words].join(" "));
const code = fc
  .array(fc.array(line, { maxLength: 14 }), { minLength: 1, maxLength: 4 })
  .map((sections) => sections.flatMap((lines, at) => [`§ 30-4${at} Fences.`, ...lines]).join("\n\n"));

describe("the items of a document", () => {
  it("stand in the order of the text, each inside what its number begins with", async () => {
    await fc.assert(
      fc.asyncProperty(code, async (text) => {
        const document = await parseText(text);
        const { items = [], outline } = document;
        const sections = outline.flatMap(({ number, section }) => (number === null ? [] : [{ number, ...section }]));
        const open: { number: string; charStart: number; charEnd: number }[] = [];
        let before = 0;
        for (const item of items) {
          expect(item.charStart).toBeGreaterThanOrEqual(before);
          expect(item.charEnd).toBeGreaterThan(item.charStart);
          before = item.charStart;
          while ((open.at(-1)?.charEnd ?? Number.POSITIVE_INFINITY) <= item.charStart) open.pop();
          const holder =
            open.at(-1) ??
            sections.findLast((each) => each.charStart <= item.charStart && item.charEnd <= each.charEnd);
          expect(holder).toBeDefined();
          expect(item.charEnd).toBeLessThanOrEqual(holder?.charEnd ?? -1);
          expect(item.number.startsWith(holder?.number ?? "-")).toBe(true);
          expect(item.number.length).toBeGreaterThan(holder?.number.length ?? Number.POSITIVE_INFINITY);
          open.push(item);
        }
        expect(new Set(items.map((item) => item.number)).size).toBe(items.length);
        for (const chunk of chunkDocument(document)) {
          for (const { number } of chunk.items ?? []) expect(number.startsWith(chunk.section ?? "-")).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});
