import { describe, expect, it } from "vitest";
import { makeModelCatalogue, makeSummariser } from "../../../agent/index.ts";
import { startOpenAiServer } from "../../support/openai-server.ts";
import { citeSpanOf, passagesOf, verifierOf } from "../../support/passages.ts";

const passages = passagesOf([
  {
    headings: ["4.1 Parking"],
    page: 4,
    text: "Each dwelling unit shall have two (2) parking spaces. Parking lots of more than ten spaces shall be screened by a hedge at least four feet high. Snow may be stored on a parking lot.",
  },
  {
    headings: ["7.2 Signs"],
    page: 9,
    text: "A wall sign shall not exceed thirty square feet. Flashing signs are prohibited.",
  },
]);
const countWords = (text: string) =>
  text
    .replace(/\[\d+\]/g, "")
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;
const local = makeSummariser({
  catalogue: makeModelCatalogue(),
  citeSpan: citeSpanOf,
  verifyCitation: verifierOf(passages),
});

describe("a summary", () => {
  it("keeps to its focus, cites every sentence and stays within its words", async () => {
    const { summary, citations, wordCount } = await local({
      focus: "parking spaces and screening",
      format: "paragraph",
      maxWords: 30,
      modelId: null,
      passages,
    });
    expect(summary).toContain("two (2) parking spaces");
    expect(summary).not.toContain("Flashing");
    expect(countWords(summary)).toBeLessThanOrEqual(30);
    expect(wordCount).toBe(countWords(summary));
    expect(citations.every((citation) => citation.page === 4)).toBe(true);
    expect(summary.match(/\[\d+\]/g)?.length).toBe(citations.length);
  });

  it("is a list when a list is asked for", async () => {
    const { summary } = await local({ focus: "parking", format: "bullets", maxWords: 60, modelId: null, passages });
    expect(summary.split("\n").every((line) => line.startsWith("- "))).toBe(true);
  });

  it("says so when the passages are about something else", async () => {
    const { summary, citations } = await local({
      focus: "cemetery burial plots",
      format: "paragraph",
      maxWords: 50,
      modelId: null,
      passages,
    });
    expect(summary).toMatch(/^Not located/);
    expect(citations).toEqual([]);
  });

  it("by a remote model loses what no passage carries, and what is beyond the bound", async () => {
    const text =
      "Each dwelling unit shall have two parking spaces [1]. Garages need 400 square feet [1]. Flashing signs are prohibited [2].";
    const server = await startOpenAiServer(() => ({ kind: "text", text }));
    try {
      const catalogue = makeModelCatalogue({
        endpoint: { apiKey: "none", baseUrl: server.baseUrl },
        remoteModelIds: ["m"],
      });
      const summarise = makeSummariser({ catalogue, citeSpan: citeSpanOf, verifyCitation: verifierOf(passages) });
      const { summary } = await summarise({
        focus: "parking",
        format: "paragraph",
        maxWords: 10,
        modelId: "m",
        passages,
      });
      expect(summary).toBe("Each dwelling unit shall have two parking spaces [1].");
    } finally {
      await server.close();
    }
  });
});
