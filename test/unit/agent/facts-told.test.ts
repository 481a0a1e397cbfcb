import { describe, expect, it } from "vitest";
import type { Fact } from "../../../agent/facts.ts";
import { factsToTell } from "../../../agent/language-model/facts-to-tell.ts";

const fact = (statement: string, more: Partial<Fact>): { marker: number; fact: Fact } => ({
  marker: 1,
  fact: {
    ...{ id: statement, statement, value: null, unit: null, source: "flood", sourceUrl: null, retrievedAt: null },
    ...more,
  },
});
const unknown = fact("The flood hazard of the site is not known.", { isUnknown: true, about: "flood floodplain" });
const known = fact("The site has 4 acres.", { about: "area size" });

describe("the facts in a model's prompt", () => {
  it("are all known facts, and the unknown ones whose subject the question mentions", () => {
    expect(factsToTell("Is the site in a floodplain?", [unknown, known])).toEqual([unknown, known]);
    expect(factsToTell("How tall may a fence be?", [unknown, known])).toEqual([known]);
  });
});
