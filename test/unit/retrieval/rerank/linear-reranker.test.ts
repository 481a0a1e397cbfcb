import { describe, expect, it } from "vitest";
import { makeLinearReranker } from "../../../../retrieval/rerank/linear-reranker.ts";
import { featuresOf } from "../../../../retrieval/rerank/passage-features.ts";
import type { RerankCandidate } from "../../../../retrieval/rerank/reranker.ts";

const inDistrict = {
  query: "What is the minimum lot size in the Harbor (H-1) district?",
  idf: new Map([["harbor", 3]]),
};

function candidate(...headingPath: string[]): RerankCandidate {
  const indexText = "H-1: 2 acres; H-2: 1 acre";
  return { fused: 0.5, headingPath, indexText, text: [...headingPath, indexText].join("\n"), coverage: 0.5 };
}

describe("a question for a dimension in a district", () => {
  it.each([
    ["Area, Yard and Height Requirements"],
    ["193-28 Table of Area and Dimensional Requirements"],
    ["Chart VII Lot Size, Frontage, Setbacks: Schedule"],
    ["Bulk Regulations"],
    ["Dimensional Table", "Footnotes"],
  ])("finds a schedule of dimensions under %s", (...path) => {
    expect(featuresOf(inDistrict, candidate("Chapter 9", ...path)).schedule).toBe(1);
  });

  it.each([
    ["Permitted Uses in the Harbor District"],
    ["Parking Requirements"],
    ["Lot Lines"],
    ["Dimensional Table", "Signs", "Wall Signs"],
  ])("finds none under %s", (...path) => {
    expect(featuresOf(inDistrict, candidate("Chapter 9", ...path)).schedule).toBe(0);
  });

  it("prefers the schedule to a section that fits as well", async () => {
    const scores = await makeLinearReranker().rerank(inDistrict, [
      candidate("Harbor Uses"),
      candidate("Yard and Height Regulations"),
    ]);
    expect(scores[1]).toBeGreaterThan(scores[0] ?? 1);
  });
});

describe("schedules of dimensions", () => {
  it.each([
    "How tall can my backyard fence be?",
    "Is a bakery allowed in the H-1 district?",
    "How many parking spaces does a shop in the H-1 district need?",
  ])("are not preferred where no district's dimension is asked for: %s", (query) => {
    const schedule = candidate("Area, Yard and Height Requirements");
    expect(featuresOf({ ...inDistrict, query }, schedule).schedule).toBe(0);
  });
});
