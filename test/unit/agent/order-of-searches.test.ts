import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeAgent, makeModelCatalogue } from "../../../agent/index.ts";
import type { Retriever } from "../../../retrieval/index.ts";
import { anyScope, citeSpanOf, passagesOf, retrieverOf, verifierOf } from "../../support/passages.ts";

const question = "May I build in the floodplain on my site?";
const law = passagesOf([
  {
    headings: ["7.2 Flood Hazard"],
    text: "No building shall be constructed in the floodplain without a special permit.",
  },
  { headings: ["7.3 Wetlands"], text: "No building shall be constructed within 50 feet of a wetland." },
]);

/** Scores every search in its own way, opens sections whole, and lets the first search of a turn end first or last. */
function retrieverThatEnds(order: "first" | "last"): Retriever {
  const plain = retrieverOf(law);
  let searches = 0;
  return {
    ...plain,
    async search(query, scope, options) {
      const position = searches++;
      const found = await plain.search(query, scope, options);
      await delay(order === "first" ? position * 5 : 50 - position * 5);
      const score = query === question ? 0.4 : 0.2 + query.length / 1_000;
      return { ...found, passages: found.passages.map((passage) => ({ ...passage, score })) };
    },
    expand: async (passage) => {
      const text = law.map((one) => one.text).join("\n");
      return { ...passage, text, charStart: 0, charEnd: text.length, origins: ["parent"] };
    },
  };
}

async function answered(order: "first" | "last") {
  const agent = makeAgent({
    retriever: retrieverThatEnds(order),
    catalogue: makeModelCatalogue(),
    citeSpan: citeSpanOf,
    verifyCitation: verifierOf(law),
  });
  const { answer, citations } = await agent.answer({
    question,
    scope: anyScope,
    modelId: null,
    siteFacts: { zoningCodes: ["R-2"], jurisdiction: null },
  });
  return { answer, citations };
}

describe("a local answer", () => {
  it("is the same whichever of the searches made side by side ends first", async () => {
    const outcome = await answered("first");
    expect(outcome.answer).toContain("special permit");
    expect(outcome.citations[0]).toMatchObject({ relevanceScore: 0.4 });
    expect(await answered("last")).toEqual(outcome);
  });
});

describe("a permission for a size that the question states", () => {
  const shelves = passagesOf([
    {
      headings: ["Chapter 5", "5.3 R-3 District"],
      text: "The following uses are permitted in the R-3 district:\n(1) Poultry, subject to Section 12.4.",
    },
    { headings: ["Chapter 12", "12.4 Poultry"], text: "Poultry shall be kept on a lot of not less than three acres." },
  ]);
  const found = retrieverOf(shelves);
  const retriever: Retriever = {
    ...found,
    async search(query, scope, options) {
      const all = await found.search(query, scope, options);
      return query.includes("Section 12.4") ? all : { ...all, passages: all.passages.slice(0, 1) };
    },
  };
  const agent = makeAgent({
    retriever,
    catalogue: makeModelCatalogue(),
    citeSpan: citeSpanOf,
    verifyCitation: verifierOf(shelves),
  });

  it("is looked up in the section that its entry refers to, and denied where that sets another size", async () => {
    const asked = "Can I keep hens on our one acre lot in the R-3 district?";
    const { answer } = await agent.answer({ question: asked, scope: anyScope, modelId: null });
    expect(answer).toMatch(/^No, not at this size under [^\n]*three acres/);
  });
});
