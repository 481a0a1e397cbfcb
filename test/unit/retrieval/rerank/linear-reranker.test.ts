import { describe, expect, it } from "vitest";
import { analyse, inlineCompute, shippedStaticModel } from "../../../../ingest/index.ts";
import { candidateFeatures } from "../../../../retrieval/rerank/linear-rerank.task.ts";
import { makeLinearReranker } from "../../../../retrieval/rerank/linear-reranker.ts";
import { featuresOf } from "../../../../retrieval/rerank/passage-features.ts";
import { shippedSayings } from "../../../../retrieval/rerank/question-likelihood.ts";
import type { RerankCandidate } from "../../../../retrieval/rerank/reranker.ts";
import { knownShare, makeWordNearness } from "../../../../retrieval/rerank/word-nearness.ts";

const inDistrict = {
  query: "What is the minimum lot size in the Harbor (H-1) district?",
  idf: new Map([["harbor", 3]]),
};

const body = "H-1: 2 acres for each lot, of which one half stays open; H-2: 1 acre";

function candidate(...headingPath: string[]): RerankCandidate {
  return holding(body, ...headingPath);
}

function holding(text: string, ...headingPath: string[]): RerankCandidate {
  const whole = [...headingPath, text].join("\n");
  return { fused: 0.5, headingPath, indexText: text, text: whole, coverage: 0.8, isRuled: false };
}

const asking = (query: string) => ({ ...inDistrict, query });

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
    const scores = await makeLinearReranker(inlineCompute).rerank(inDistrict, [
      candidate("Harbor Uses"),
      candidate("Yard and Height Regulations"),
    ]);
    expect(scores[1]).toBeGreaterThan(scores[0] ?? 1);
  });

  it("prefers rows of a table", () => {
    const table = holding("District | Lot area\nH-1 | 2 acres | 100 feet\nH-2 | 1 acre | 80 feet", "Chapter 9");
    expect(featuresOf(inDistrict, table).table).toBe(1);
    expect(featuresOf(asking("May I open a bakery in the H-1 district?"), table).table).toBe(0);
  });
});

describe("schedules of dimensions", () => {
  it.each([
    "How tall can my backyard fence be?",
    "Is a bakery allowed in the H-1 district?",
    "How many parking spaces does a shop in the H-1 district need?",
  ])("are not preferred where no district's dimension is asked for: %s", (query) => {
    const schedule = candidate("Area, Yard and Height Requirements");
    expect(featuresOf(asking(query), schedule).schedule).toBe(0);
  });
});

describe("a question for a use in a district", () => {
  const uses = candidate("Chapter 9", "Permitted Principal Uses");

  it.each([
    "Is a bakery allowed in the H-1 district?",
    "Open a bakery on an HB lot",
    "Alder Falls, MA: Convert a barn to a bakery in the Harbor district.",
  ])("prefers the section that lists the uses: %s", (query) => {
    expect(featuresOf(asking(query), uses).uses).toBe(1);
  });

  it.each([
    "How many parking spaces does a bakery in the H-1 district need?",
    "Can I build a two-story bakery in the H-1 district?",
    "Can I keep a dog?",
    "Alder Falls, MA: Convert a barn to a bakery.",
  ])("is not: %s", (query) => {
    expect(featuresOf(asking(query), uses).uses).toBe(0);
  });

  it.each([
    [["30-402.1 Permitted principal uses"], 1],
    [["4.3.9 Uses"], 1],
    [["Article IV Use Regulations", "Footnotes"], 1],
    [["Table of Uses by Zone"], 1],
    [["Special Permit Uses"], 1],
    [["Nonconforming Structures"], 0],
    [["Reuse of Water"], 0],
  ])("takes %s for a list of uses: %d", (path, expected) => {
    expect(featuresOf(asking("Is a bakery allowed in the H-1 district?"), candidate(...path)).uses).toBe(expected);
  });
});

describe("sections that hold the words of a question and seldom its answer", () => {
  it.each([
    ["4.1 Purpose", "Is a bakery allowed in the H-1 district?", 1],
    ["§ 35.2-47.1 B-4 District purpose", "Is a bakery allowed in the H-1 district?", 1],
    ["A-101 Title", "Is a bakery allowed in the H-1 district?", 1],
    ["35.2-47.1 B-4 District purpose", "What is the purpose of the B-4 district?", 0],
    ["Multi-Purpose Rooms", "Is a bakery allowed in the H-1 district?", 0],
  ])("are preambles: %s for %s", (heading, query, expected) => {
    expect(featuresOf(asking(query), candidate(heading)).preamble).toBe(expected);
  });

  it("are definitions, unless it is asked what a word means or how something is measured", () => {
    const definitions = candidate("Article 2", "2.1 Definitions", "Bakery");
    expect(featuresOf(asking("Where may a bakery open?"), definitions).definitions).toBe(1);
    expect(featuresOf(asking("What counts as a bakery?"), definitions).definitions).toBe(0);
    expect(featuresOf(asking("How is the height of a bakery measured?"), definitions).definitions).toBe(0);
  });

  it("are rules of a particular subject that the question does not speak of", () => {
    const signs = candidate("Article 7 Signs", "7.3 Height and Setbacks");
    const overlay = candidate("Harbor Overlay District", "Height");
    expect(featuresOf(asking("How tall may a house be?"), signs).elsewhere).toBe(1);
    expect(featuresOf(asking("How tall may the sign of a bakery be?"), signs).elsewhere).toBe(0);
    expect(featuresOf({ query: "How tall may a house be?", idf: new Map([["hous", 3]]) }, overlay).elsewhere).toBe(1);
    expect(featuresOf(asking("How tall may a house in the harbor area be?"), overlay).elsewhere).toBe(0);
  });

  it("are rules of a district, where the question names none", () => {
    const ofDistrict = candidate("Chapter 9", "Harbor District", "9.4 Yards");
    const ofCode = candidate("Chapter 9", "H-1 Harbor", "9.4 Yards");
    for (const one of [ofDistrict, ofCode]) {
      expect(featuresOf(asking("How near the fence may a house stand?"), one).ofDistrict).toBe(1);
      expect(featuresOf(asking("How near the fence may a house in the harbor zone stand?"), one).ofDistrict).toBe(0);
      expect(featuresOf(asking("How near the fence may a house on an HB lot stand?"), one).ofDistrict).toBe(0);
    }
    const title = candidate("Zoning of the Harbor District", "9.4 Yards");
    expect(featuresOf(asking("How near the fence may a house stand?"), title).ofDistrict).toBe(0);
  });

  it("are headings without a text", () => {
    expect(featuresOf(inDistrict, holding("4.0 HARBOR DISTRICT (H-1)", "4.0 HARBOR DISTRICT (H-1)")).bare).toBe(1);
    expect(
      featuresOf(inDistrict, holding("One acre for each house, or as much as its well needs.", "Lot area")).bare,
    ).toBe(0);
  });
});

describe("a chunk with a rule on what is asked", () => {
  it("is preferred to one that fits as well, and its score stays below one", async () => {
    const best = { ...candidate("Yard and Height Regulations"), fused: 1, coverage: 1 };
    const scores = await makeLinearReranker(inlineCompute).rerank(inDistrict, [best, { ...best, isRuled: true }]);
    expect(scores[1]).toBeGreaterThan(scores[0] ?? 1);
    expect(scores[1]).toBeLessThanOrEqual(1);
  });
});

describe("a question in everyday words", () => {
  const question = {
    query: "can I have a few hens out back",
    idf: new Map([
      ["hen", 4],
      ["back", 1],
    ]),
  };
  const parking = holding("Vehicles shall be parked in a garage or on a paved driveway.", "Parking of Vehicles");
  const poultry = holding("Fowl shall be confined to an enclosed coop of a rear yard.", "Keeping of Poultry");
  const rank = (coverage: number) =>
    makeLinearReranker(inlineCompute).rerank(
      question,
      [parking, poultry].map((one) => ({ ...one, coverage })),
    );

  it("finds the section that says the same in other words", async () => {
    const [ofParking, ofPoultry] = await rank(0.1);
    expect(ofPoultry).toBeGreaterThan((ofParking ?? 1) + 0.05);
  });

  const featuresAt = (query: string, coverage: number, one = poultry) =>
    candidateFeatures({
      question: { query, idf: new Map(analyse(query).map((term) => [term, 1])) },
      candidates: [{ ...one, coverage }],
      model: shippedStaticModel.href,
      sayings: shippedSayings.href,
    })[0];

  it("is ranked less by what they mean where a candidate holds nearly all of them, but more than one in the law's words", () => {
    const ofLaw = "required enclosure of fowl accessory to a dwelling";
    const kept = (query: string) => (featuresAt(query, 0.9)?.nearText ?? 0) / (featuresAt(query, 0.1)?.nearText ?? 0);
    expect(kept(question.query)).toBeLessThan(0.7);
    expect(kept(ofLaw)).toBeLessThan(kept(question.query));
    expect(kept(ofLaw)).toBeGreaterThan(0);
  });

  it("is ranked by how likely it is asked of a section, as one in the law's words is not", () => {
    expect(featuresAt(question.query, 0.9)?.likelihood).toBeGreaterThan(0);
    expect(featuresAt("required enclosure of fowl accessory to a dwelling", 0.1)?.likelihood).toBe(0);
  });

  it("puts rules of a district farther behind than one in the law's words", () => {
    const ofDistrict = candidate("Chapter 9", "Harbor District", "9.4 Fowl");
    expect(featuresAt(question.query, 0.9, ofDistrict)?.ofDistrict).toBeCloseTo(1);
    expect(featuresAt("enclosure of fowl accessory to a dwelling", 0.9, ofDistrict)?.ofDistrict).toBeCloseTo(1 / 3);
  });

  it("counts by what it means as far as people are known to ask with its words, numbers included", () => {
    const idf = [
      ["hen", 2],
      ["aeroelast", 3],
      ["r-2", 1],
    ] as const;
    expect(knownShare(new Map(idf))).toBe(0.5);
    expect(knownShare(new Map())).toBe(1);
  });

  it("finds a sentence in a long section, and ranks nothing by words that no model knows", () => {
    const none = { whole: 0, stretch: 0 };
    const near = makeWordNearness(question.query, 1);
    const filler = analyse("The clerk keeps a record of every meeting and gives notice of it. ".repeat(20));
    const hidden = [...filler, ...analyse(poultry.text), ...filler];
    expect(near(hidden).stretch).toBeGreaterThan(1.3 * near(hidden).whole);
    expect(near(hidden).stretch).toBeGreaterThan(near(filler).stretch + 0.1);
    expect([near(["zzyzx"]), near([])]).toEqual([none, none]);
  });
});
