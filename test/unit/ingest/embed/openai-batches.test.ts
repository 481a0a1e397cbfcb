import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchesOf, estimateTokens, fitText } from "../../../../ingest/embed/openai-batches.ts";

describe("estimateTokens", () => {
  it("counts four Latin letters as one token, and every digit and mark as one", () => {
    expect(estimateTokens("lots")).toBe(1);
    expect(estimateTokens("setback")).toBe(2);
    expect(estimateTokens("7,500 sq. ft.")).toBe(9);
    expect(estimateTokens("  \n\t ")).toBe(0);
  });

  it("counts letters of scripts that tokenisers split finely as two", () => {
    expect(estimateTokens("地区")).toBe(4);
  });
});

describe("fitText", () => {
  it("leaves a text that fits as it is", () => {
    expect(fitText("Minimum lot area: 7,500 square feet.", 100)).toEqual({
      text: "Minimum lot area: 7,500 square feet.",
      isShortened: false,
    });
  });

  it("ends a long text at the end of a sentence when one is near the limit", () => {
    const sentence = "The front yard shall be twenty feet deep. ";
    const fitted = fitText(sentence.repeat(20), 100);
    expect(fitted.isShortened).toBe(true);
    expect(fitted.text.endsWith("deep.")).toBe(true);
  });

  it("ends a long text without sentences between two words", () => {
    const fitted = fitText("yard ".repeat(200), 50);
    expect(fitted.text).toMatch(/yard$/);
    expect(fitted.text.length).toBeGreaterThan(150);
  });

  it("cuts a single endless word rather than dropping it", () => {
    const fitted = fitText("x".repeat(1000), 50);
    expect(fitted.text).toBe("x".repeat(200));
  });

  it("gives a start of the text that is within the limit and splits no character, for every text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.integer({ min: 1, max: 120 }), (text, limit) => {
        const fitted = fitText(text, limit);
        expect(text.startsWith(fitted.text)).toBe(true);
        expect(estimateTokens(fitted.text)).toBeLessThanOrEqual(limit);
        expect(fitted.isShortened).toBe(fitted.text !== text);
        if (text.isWellFormed()) expect(fitted.text.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("batchesOf", () => {
  const limits = fc.record({ texts: fc.integer({ min: 1, max: 7 }), tokens: fc.integer({ min: 1, max: 40 }) });

  it("keeps every text once and in order, and no batch exceeds a limit unless one text alone does", () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 12 })), limits, (texts, limit) => {
        const indexed = texts.map((text, index) => ({ index, text }));
        const batches = batchesOf(indexed, limit);
        expect(batches.flat()).toEqual(indexed);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(limit.texts);
          const tokens = batch.reduce((sum, one) => sum + estimateTokens(one.text), 0);
          if (batch.length > 1) expect(tokens).toBeLessThanOrEqual(limit.tokens);
        }
      }),
    );
  });
});
