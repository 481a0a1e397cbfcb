import { describe, expect, it } from "vitest";
import type { DocumentRules } from "../../../ingest/index.ts";
import { makeKeptRules } from "../../../retrieval/rules/kept-rules.ts";

const place = (documentId: string, revision = 1) => ({ documentId, revision });
const rulesWith = (chunks: number): DocumentRules => ({
  ...{ districts: [], rules: [] },
  places: Array.from({ length: chunks }, (_, chunk) => ({ chunk, subject: "uses" as const, districts: ["R-1"] })),
});

describe("rules in memory", () => {
  it("are those of the revision that is asked for, and of no other one", () => {
    const kept = makeKeptRules();
    const rules = rulesWith(2);
    kept.keep(place("doc_a", 1), rules);
    expect(kept.find(place("doc_a", 1))).toBe(rules);
    expect(kept.find(place("doc_a", 2))).toBeUndefined();
    expect(kept.find(place("doc_b", 1))).toBeUndefined();
  });

  it("make room by those that nobody has asked for the longest", () => {
    const kept = makeKeptRules(5);
    kept.keep(place("doc_a"), rulesWith(2));
    kept.keep(place("doc_b"), rulesWith(2));
    kept.find(place("doc_a"));
    kept.keep(place("doc_c"), rulesWith(2));
    expect(["doc_a", "doc_b", "doc_c"].filter((id) => kept.find(place(id)))).toEqual(["doc_a", "doc_c"]);
  });

  it("are kept for the latest revision even where it has more than there is room for", () => {
    const kept = makeKeptRules(5);
    kept.keep(place("doc_a"), rulesWith(2));
    kept.keep(place("doc_b"), rulesWith(9));
    expect(kept.find(place("doc_a"))).toBeUndefined();
    expect(kept.find(place("doc_b"))).toBeDefined();
  });
});
