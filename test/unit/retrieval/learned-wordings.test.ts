import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { translateWords } from "../../../evals/train/word-translation.ts";
import { makeLayExpansions, makeLearnedWordings, readLayRules } from "../../../retrieval/index.ts";

const asked = (question: string, formal: string) => ({ question, formal });
const questions = [
  asked("may my shed touch the line", "May an accessory structure touch the boundary?"),
  asked("how tall is a shed", "How tall is an accessory structure?"),
  asked("how tall is a barn", "How tall is an agricultural structure?"),
  asked("paint a barn red", "Paint an agricultural structure red"),
  asked("sell a kayak", "Retail of boats"),
];

describe("words learned from questions put both ways", () => {
  const learned = translateWords(questions);

  it("stand for the terms that come with them and not for those that come with others too", () => {
    expect(learned.get("shed")?.[0]?.[0]).toBe("accessori");
    expect(learned.get("barn")?.[0]?.[0]).toBe("agricultur");
  });

  it("leave out what was said once, and terms that both wordings have", () => {
    expect(learned.has("kayak")).toBe(false);
    expect([...learned.values()].flat().map(([term]) => term)).not.toContain("tall");
  });
});

describe("learned wordings of a question", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "wordings-"));
    writeFileSync(
      join(folder, "words.json"),
      JSON.stringify({ shed: { accessori: 0.4, build: 0.02 }, "tool shed": { build: 0.18 } }),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are the likeliest terms of its words and pairs of words, without those it has itself, at most at 0.6", () => {
    const wordings = makeLearnedWordings(join(folder, "words.json"));
    const found = wordings("my tool shed");
    expect(found.map(({ term }) => term)).toEqual(["accessori", "build"]);
    expect(found[0]?.weight).toBeCloseTo(0.6 * Math.sqrt(0.8));
    expect(found[1]?.weight).toBeCloseTo(0.6 * Math.sqrt(0.4));
    expect(wordings("an accessory shed").map(({ term }) => term)).toEqual(["build"]);
  });

  it("stand beside the rules, and only where no rules of one's own are given", () => {
    expect(makeLayExpansions(readLayRules("shed => accessory"))("a barn")).toEqual([]);
    expect(makeLayExpansions()("who pays when my neighbor's tree falls").length).toBeGreaterThan(0);
  });
});
