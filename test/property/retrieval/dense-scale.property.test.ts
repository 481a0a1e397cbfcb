import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameFirstEmbedder, tendVectorIndexes } from "../../../ingest/index.ts";
import type { Database } from "../../../migrations/index.ts";
import { searchVectors } from "../../../retrieval/dense/dense-leg.ts";
import { makeLiveUnions } from "../../../retrieval/live-unions.ts";
import { addVectorDocument, makeVectorSource, supersedeVectors } from "../../support/clustered-vectors.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus } from "../../support/publish-sections.ts";

const dimensions = 16;
const embedder = { id: "clustered/16", dimensions };
const source = makeVectorSource({ dimensions, topics: 20, seed: 23 });
const unions = makeLiveUnions();
const documents = 16;
const chunks = 100;

let db: Database;
const corpusIds: string[] = [];
const documentIds: string[] = [];

const marksOf = (size: number, oneIn: number) => new Uint8Array(size).map((_, at) => (at % oneIn === 0 ? 1 : 0));
const vectorsOf = (count: number) => Array.from({ length: count }, () => source.next());

beforeAll(async () => {
  db = await openTestDatabase();
  await nameFirstEmbedder(db, embedder.id);
  for (let corpus = 0; corpus < 2; corpus++) corpusIds.push(await addCorpus(db));
  for (let document = 0; document < documents; document++) {
    const corpusId = corpusIds[document % 2] ?? "";
    const documentId = await addVectorDocument(db, { corpusId, embedder, vectors: vectorsOf(chunks) });
    if (document % 4 === 0) {
      await supersedeVectors(db, { corpusId, documentId, embedder, vectors: vectorsOf(chunks) });
    }
    documentIds.push(documentId);
  }
  await tendVectorIndexes(db, { from: 0 });
}, 300_000);
afterAll(() => db.close());

const search = fc.record({
  question: fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions }),
  searchedCorpora: fc.subarray([0, 1], { minLength: 1 }),
  searchedDocuments: fc.option(fc.subarray(Array.from({ length: documents }, (_, at) => at)), { nil: undefined }),
  admittedOneIn: fc.option(fc.integer({ min: 1, max: 80 }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 30 }),
});

describe("the dense leg of a store with an index", () => {
  it("gives as many chunks as comparing all of them, each with its similarity, whatever is searched", async () => {
    let found = 0;
    let wanted = 0;
    await fc.assert(
      fc.asyncProperty(search, async ({ question, searchedCorpora, searchedDocuments, admittedOneIn, limit }) => {
        const length = Math.hypot(...question);
        fc.pre(length > 0.1);
        const union = await unions(db, {
          corpusIds: searchedCorpora.map((at) => corpusIds[at] ?? ""),
          filters: { documentIds: searchedDocuments?.map((at) => documentIds[at] ?? "") },
        });
        const admits = admittedOneIn === undefined ? undefined : marksOf(union.size, admittedOneIn);
        const vector = Float32Array.from(question, (value) => value / length);
        const also = Array.from({ length: Math.min(union.size, 5) }, (_, at) => at);
        const asked = { embedder, vector, limit, also, admits };
        const chosen = await searchVectors(db, union, { ...asked, exactUpTo: 0 });
        const exact = await searchVectors(db, union, { ...asked, exactUpTo: Number.POSITIVE_INFINITY });
        expect(chosen === undefined).toBe(exact === undefined);
        if (!chosen || !exact) return;
        expect(chosen.nearest).toHaveLength(exact.nearest.length);
        expect(new Set(chosen.nearest).size).toBe(chosen.nearest.length);
        for (const number of [...chosen.nearest, ...also]) {
          expect(chosen.similarities[number]).toBe(exact.similarities[number]);
        }
        for (const number of chosen.nearest) expect(admits?.[number] ?? 1).toBe(1);
        expect(chosen.lowest).toBeGreaterThanOrEqual(exact.lowest);
        expect(chosen.highest).toBeLessThanOrEqual(exact.highest);
        const nearest = new Set(chosen.nearest);
        found += exact.nearest.filter((number) => nearest.has(number)).length;
        wanted += exact.nearest.length;
      }),
      { numRuns: 120 },
    );
    expect(found / wanted).toBeGreaterThanOrEqual(0.95);
  }, 120_000);
});
