import { describe, expect, it } from "vitest";
import { analyse, buildKeywordSegment, type KeywordSegment, openKeywordSegment } from "../../../ingest/index.ts";
import { makeLayExpansions, readLayRules } from "../../../retrieval/index.ts";
import { readQuestion } from "../../../retrieval/keyword/question.ts";

async function segmentOf(...texts: string[]): Promise<KeywordSegment> {
  const chunks = texts.map((indexText) => ({ headingPath: [], indexText, section: null }));
  const segment = await openKeywordSegment(buildKeywordSegment(chunks));
  if (!segment) throw new Error("a segment of this version must open");
  return segment;
}

const suggestedBy = async (query: string, ...texts: string[]) =>
  (await readQuestion(query, [await segmentOf(...texts)], () => [])).suggested.map(({ term }) => term);

describe("reading a question", () => {
  it("leaves out the words every question has, unless there are no others", async () => {
    const segment = await segmentOf("a fence");
    const own = async (query: string) => (await readQuestion(query, [segment], () => [])).own.map(({ term }) => term);
    expect(await own("How tall can I build my fence?")).toEqual(["tall", "build", "fenc"]);
    expect(await own("what can I do")).toEqual(["what", "can", "i", "do"]);
  });

  it("mends a misspelt word and a district written another way, only where the union does not know them", async () => {
    expect(await suggestedBy("setbak", "the setback is ten feet", "a fence")).toEqual(["setback"]);
    expect(await suggestedBy("R20 district", "in the R-20 district", "a fence")).toEqual(["r-20"]);
    expect(await suggestedBy("setback", "the setback is ten feet", "the setbacks")).toEqual([]);
  });

  it("suggests two words written as one, where the union knows that one", async () => {
    expect(await suggestedBy("a car port with a set back", "carports", "the setback of a car")).toEqual([
      "carport",
      "setback",
    ]);
    expect(await suggestedBy("a car port", "a port for cars")).toEqual([]);
  });

  it("suggests no word that a third of many chunks hold", async () => {
    const segment = await segmentOf(
      ...Array.from({ length: 80 }, (_, at) => `a lot with an ${at % 9 ? "oak" : "accessory"}`),
    );
    const both = () => [
      { term: "lot", weight: 0.3 },
      { term: "accessori", weight: 0.3 },
    ];
    expect((await readQuestion("outbuilding", [segment], both)).suggested).toEqual([
      { term: "accessori", weight: 0.3 },
    ]);
  });
});

describe("lay expansions", () => {
  const expand = makeLayExpansions(
    readLayRules("home => dwelling\nmobile home | trailer => manufactured park\ncan i => permitted"),
  );
  const terms = (query: string) => expand(query).map(({ term }) => term);

  it("go from what people say to what ordinances call it, never back", () => {
    expect(terms("a trailer")).toEqual(analyse("manufactured park"));
    expect(terms("a manufactured dwelling")).toEqual([]);
  });

  it("let the longest saying use up its words", () => {
    expect(terms("a mobile home")).toEqual(analyse("manufactured park"));
    expect(terms("a mobile home beside my home")).toEqual(analyse("manufactured park dwelling"));
  });

  it("have no saying that is a single word of every question, and none without terms", () => {
    for (const rule of readLayRules()) {
      expect(rule.triggers.length).toBeGreaterThan(0);
      expect(rule.terms.length).toBeGreaterThan(0);
    }
    expect(makeLayExpansions()("how what where can I")).toEqual(
      makeLayExpansions()("can I").filter(({ weight }) => weight > 0),
    );
  });
});
