import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readEvalFolder } from "../../../evals/eval-folder.ts";
import { mean, ndcg } from "../../../evals/metrics.ts";
import { analyse, buildKeywordSegment, type KeywordSource, openKeywordSegment } from "../../../ingest/index.ts";
import { indexChunks } from "../../../ingest/keyword/keyword-segment.ts";
import { scoreSegments, type WeightedTerm } from "../../../retrieval/keyword/keyword-search.ts";
import { makeTextbookBm25 } from "../../support/textbook-bm25.ts";

const cranfield = "../shared/data/ir-cranfield";
const oneField = { k: 1.2, b: 0.75, fields: [1, 0, 0] };

function ranking(scores: readonly number[]): { at: number; score: number }[] {
  return scores
    .map((score, at) => ({ at, score }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.at - b.at);
}

async function segmentsOf(chunks: readonly KeywordSource[], size: number) {
  const parts = Array.from({ length: Math.ceil(chunks.length / size) }, (_, at) =>
    chunks.slice(at * size, (at + 1) * size),
  );
  const opened = await Promise.all(parts.map((part) => openKeywordSegment(buildKeywordSegment(part))));
  return opened.filter((segment) => segment !== undefined);
}

const termsOf = (text: string): WeightedTerm[] => analyse(text).map((term) => ({ term, weight: 1 }));

const rules: KeywordSource[] = [
  "A fence in a front yard is at most four feet high.",
  "Fences and walls: a fence behind the front building line is at most six feet high, a wall four feet.",
  "A shed of up to 120 square feet needs no permit.",
  "In the R-2 district the front yard is at least 25 feet deep; in R-20A it is 40 feet.",
  "Signs are at most 7,000 square inches.",
].map((indexText, at) => ({ headingPath: [`${at + 1}.${at} Rule`], indexText, section: null }));

describe("the keyword leg", () => {
  it("scores as MiniSearch does once its factor for the number of words matched is undone", async () => {
    const terms = analyse("fence height in the front yard of R-2, and walls of four feet");
    const found = indexChunks(rules).search(terms.join(" "), {
      fields: ["all"],
      tokenize: () => [...new Set(terms)],
      processTerm: (term) => term,
      bm25: { k: oneField.k, b: oneField.b, d: 0 },
    });
    const [segment] = await segmentsOf(rules, rules.length);
    if (!segment) throw new Error("a segment of this version must open");
    const [scores] = scoreSegments(
      [segment],
      [...new Set(terms)].map((term) => ({ term, weight: 1 })),
      oneField,
    );
    expect(found.length).toBe(scores?.filter((score) => score > 0).length);
    for (const match of found) {
      expect(scores?.[match.id as number]).toBeCloseTo(match.score / match.queryTerms.length, 8);
    }
  });

  it.each([
    ["fence height front yard", [0, 1, 3]],
    ["R-2 front yard depth", [3, 0, 1]],
    ["R-20A", [3]],
    ["signs of 7000 square inches", [4, 2]],
  ])("ranks a small set as the formula does: %s", async (query, expected) => {
    const segments = await segmentsOf(rules, 2);
    const found = ranking(scoreSegments(segments, termsOf(query), oneField).flatMap((scores) => [...scores])).map(
      ({ at }) => at,
    );
    const textbook = ranking(makeTextbookBm25(rules, oneField)(termsOf(query)));
    expect(found).toEqual(textbook.map(({ at }) => at));
    expect(found).toEqual(expected);
  });

  it.skipIf(!existsSync(cranfield))(
    "ranks the Cranfield collection, split in seven, as exact BM25 does (skipped without ../shared/data)",
    async () => {
      const { documents, queries } = readEvalFolder(cranfield);
      const document = documents[0];
      if (!document) throw new Error("the Cranfield folder must hold documents");
      const chunks = document.sections.map(({ headingPath, text }) => ({
        headingPath,
        indexText: text,
        section: null,
      }));
      const size = 200;
      const segments = await segmentsOf(chunks, size);
      const textbook = makeTextbookBm25(chunks, oneField);
      const quality = queries.map((query) => {
        const expected = ranking(textbook(termsOf(query.text))).slice(0, 100);
        const scores = scoreSegments(segments, termsOf(query.text), oneField);
        const found = ranking(scores.flatMap((ofSegment) => [...ofSegment])).slice(0, 100);
        found.forEach((match, at) => {
          expect(match.score).toBeCloseTo(expected[at]?.score ?? Number.NaN, 6);
        });
        const ids = found.map((match) => document.ids[match.at] ?? "");
        return ndcg(ids, query.relevant, 10);
      });
      expect(mean(quality)).toBeGreaterThan(0.37);
    },
  );
});
