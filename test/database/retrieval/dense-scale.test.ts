import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameFirstEmbedder, tendVectorIndexes } from "../../../ingest/index.ts";
import { type Database, type Queryable, type Statement, sql } from "../../../migrations/index.ts";
import { type DenseFindings, type DenseQuestion, searchVectors } from "../../../retrieval/dense/dense-leg.ts";
import { makeHybridRetriever } from "../../../retrieval/index.ts";
import { makeLiveUnions } from "../../../retrieval/live-unions.ts";
import type { SearchScope } from "../../../retrieval/passage.ts";
import {
  addVectorDocument,
  addVectorsOf,
  makeVectorSource,
  supersedeVectors,
} from "../../support/clustered-vectors.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus, addDocument, publishSections, section } from "../../support/publish-sections.ts";
import { makeWordEmbedder } from "../../support/word-embedder.ts";

const dimensions = 32;
const embedder = { id: "clustered/32", dimensions };
const source = makeVectorSource({ dimensions, topics: 60, seed: 11 });
const unions = makeLiveUnions();
const limit = 10;
/** So many chunks are compared one by one; a union of more goes through the index. */
const exactChunks = 1_000;

interface Town {
  readonly corpusId: string;
  readonly documentIds: readonly string[];
}

let db: Database;
let large: Town;
let small: Town;
/** Lies at the other end of the topics than the question that {@link crowd} surrounds. */
let distant: Town;
let renewed: Town;
/** Holds the question's own vector in a superseded revision, for another embedder, and beside another corpus with it. */
let copied: Town;
const copiedQuestion = source.next();
const crowdedQuestion = source.next([0, 0.01]);

const vectorsOf = (count: number, topics?: readonly [number, number]) =>
  Array.from({ length: count }, () => source.next(topics));
const copiesOf = (vector: Float32Array, count: number) => Array.from({ length: count }, () => vector);

async function addTown(documents: number, chunks: number, topics?: readonly [number, number]): Promise<Town> {
  const corpusId = await addCorpus(db);
  const documentIds: string[] = [];
  for (let document = 0; document < documents; document++) {
    documentIds.push(await addVectorDocument(db, { corpusId, embedder, vectors: vectorsOf(chunks, topics) }));
  }
  return { corpusId, documentIds };
}

async function addCopies(): Promise<Town> {
  const { corpusId, documentIds } = await addTown(12, 100);
  const vectors = copiesOf(copiedQuestion, 50);
  await addVectorDocument(db, { corpusId: await addCorpus(db), embedder, vectors });
  const documentId = await addVectorDocument(db, { corpusId, embedder, vectors });
  await supersedeVectors(db, { corpusId, documentId, embedder, vectors: vectorsOf(50, [0.8, 1]) });
  const other = { id: "other/32", dimensions };
  await addVectorsOf(db, { corpusId, documentId, revision: 2, embedder: other, vectors });
  return { corpusId, documentIds: [...documentIds, documentId] };
}

async function renew(documentIds: readonly string[]): Promise<void> {
  for (const documentId of documentIds) {
    await supersedeVectors(db, { ...renewed, documentId, embedder, vectors: vectorsOf(100) });
  }
}

beforeAll(async () => {
  db = await openTestDatabase();
  await nameFirstEmbedder(db, embedder.id);
  large = await addTown(30, 100);
  small = await addTown(4, 100);
  distant = await addTown(12, 100, [0.9, 1]);
  await addTown(3, 100, [0, 0.02]);
  copied = await addCopies();
  renewed = await addTown(12, 100);
  await renew(renewed.documentIds.slice(0, 4));
  expect(await tendVectorIndexes(db, { from: exactChunks * dimensions })).toBe(1);
  await renew(renewed.documentIds.slice(4, 6));
}, 300_000);
afterAll(() => db.close());

/** A database that remembers the statements sent through it. */
function watched(statements: Statement[]): Database {
  const throughTo = (target: Queryable): Queryable => ({
    query(statement) {
      statements.push(statement);
      return target.query(statement);
    },
  });
  return { ...db, ...throughTo(db), transaction: (work) => db.transaction((open) => work(throughTo(open))) };
}

const nameOf = (statement: Statement) => /^-- (\S+)/.exec(statement.text)?.[1];

async function search(scope: SearchScope, asked: Partial<DenseQuestion> = {}) {
  const statements: Statement[] = [];
  const union = await unions(db, scope);
  const vector = asked.vector ?? source.next();
  const standard = { embedder, vector, limit, also: [], exactUpTo: exactChunks * dimensions };
  const question = { ...standard, ...asked };
  const found = await searchVectors(watched(statements), union, question);
  const exact = await searchVectors(db, union, { ...question, exactUpTo: Number.POSITIVE_INFINITY });
  if (!found || !exact) throw new Error("there are no vectors");
  return { union, question, found, exact, statements, names: statements.map(nameOf) };
}

/** Share of the nearest by exact comparison that were found. */
const recall = (found: DenseFindings, exact: DenseFindings) =>
  exact.nearest.filter((number) => found.nearest.includes(number)).length / exact.nearest.length;

async function meanRecall(scope: SearchScope, asked: () => Partial<DenseQuestion> = () => ({})) {
  let sum = 0;
  const searches = 30;
  for (let at = 0; at < searches; at++) {
    const { found, exact, names } = await search(scope, asked());
    expect(names).toContain("near_chunks");
    expect(names).not.toContain("compare_chunks");
    expect(found.nearest).toHaveLength(exact.nearest.length);
    sum += recall(found, exact);
  }
  return sum / searches;
}

describe("a search of a union above the size", () => {
  it("goes through the index, and its plan scans nothing else of the vectors", async () => {
    const { statements } = await search({ corpusIds: [large.corpusId] });
    const near = statements.find((statement) => nameOf(statement) === "near_chunks");
    const tune = statements.find((statement) => nameOf(statement) === "tune_index_scan");
    if (!near || !tune) throw new Error("the index was not asked");
    const plan = await db.transaction(async (transaction) => {
      await transaction.query(tune);
      return transaction.query<{ "QUERY PLAN": string }>(sql`explain ${near}`);
    });
    const scans = plan.map((row) => row["QUERY PLAN"]).filter((line) => line.includes("Scan"));
    expect(scans.join("\n")).toMatch(/Index Scan using chunk_vector_hnsw_[0-9a-f]{16} on chunk_vector/);
    expect(scans.filter((line) => line.includes("chunk_vector"))).toHaveLength(1);
    expect(scans.join("\n")).not.toContain("Sort");
  });

  it("finds what comparing all of them finds, but for one in twenty at most", async () => {
    expect(await meanRecall({ corpusIds: [large.corpusId, small.corpusId] })).toBeGreaterThanOrEqual(0.95);
  });

  it("finds as much in one corpus of several, and in some of its documents", async () => {
    expect(await meanRecall({ corpusIds: [large.corpusId] })).toBeGreaterThanOrEqual(0.95);
    const scope = { corpusIds: [large.corpusId], filters: { documentIds: large.documentIds.slice(0, 25) } };
    expect(await meanRecall(scope)).toBeGreaterThanOrEqual(0.95);
  });

  it("compares one by one what a filter of sections admits", async () => {
    const union = await unions(db, { corpusIds: [large.corpusId] });
    const admits = new Uint8Array(union.size).map((_, number) => (number % 29 === 3 ? 1 : 0));
    const { found, exact, names } = await search({ corpusIds: [large.corpusId] }, { admits });
    expect(names).toContain("near_chunks");
    expect(found.nearest).toEqual(exact.nearest);
  });

  it("knows the similarity of every chunk it is asked about, and the extremes of the union", async () => {
    const also = Array.from({ length: 40 }, () => source.below(3_000));
    const { found, exact } = await search({ corpusIds: [large.corpusId] }, { also });
    for (const number of also) expect(found.similarities[number]).toBe(exact.similarities[number]);
    const range = exact.highest - exact.lowest;
    expect(found.highest).toBe(exact.highest);
    expect(found.lowest - exact.lowest).toBeLessThan(range / 20);
  });

  it("leaves no setting behind", async () => {
    await search({ corpusIds: [large.corpusId] });
    const [row] = await db.query<{ scan: string; sort: string }>(sql`-- read_settings
      select current_setting('hnsw.iterative_scan') as scan, current_setting('enable_sort') as sort`);
    expect(row).toEqual({ scan: "off", sort: "on" });
  });
});

describe("a search that stays with comparing every vector", () => {
  const isExact = ({ names, found, exact }: Awaited<ReturnType<typeof search>>) => {
    expect(names).toContain("compare_chunks");
    expect(found).toEqual(exact);
  };

  it("is that of a small corpus in a large store", async () => {
    const searched = await search({ corpusIds: [small.corpusId] });
    isExact(searched);
    expect(searched.names).toEqual(["compare_chunks"]);
  });

  it("is that of a few documents of a large corpus", async () => {
    const filters = { documentIds: large.documentIds.slice(0, 3) };
    isExact(await search({ corpusIds: [large.corpusId], filters }));
  });

  it("is that of a union whose share of the store is too small for the index", async () => {
    const filters = { documentIds: large.documentIds.slice(0, 11) };
    const searched = await search({ corpusIds: [large.corpusId], filters }, { limit: 40 });
    isExact(searched);
    expect(searched.names).not.toContain("near_chunks");
  });

  it("is that of a filter that admits much of the union", async () => {
    const union = await unions(db, { corpusIds: [large.corpusId] });
    isExact(await search({ corpusIds: [large.corpusId] }, { admits: new Uint8Array(union.size).fill(1, 500) }));
  });

  it("is that of an embedder without an index", async () => {
    const other = { id: "unindexed/32", dimensions };
    const corpusId = await addCorpus(db);
    await addVectorDocument(db, { corpusId, embedder: other, vectors: vectorsOf(1_200) });
    isExact(await search({ corpusIds: [corpusId] }, { embedder: other }));
  });

  it("is that of a question around which other corpora crowd, after the index gave too few", async () => {
    const asked = { vector: crowdedQuestion, limit: 3 };
    const searched = await search({ corpusIds: [distant.corpusId] }, asked);
    expect(searched.names).toContain("near_chunks");
    isExact(searched);
    expect(searched.found.nearest).toHaveLength(3);
  });
});

describe("what the index holds beside the searched chunks", () => {
  it("never comes back: other corpora, embedders and superseded revisions", async () => {
    const asked = { vector: copiedQuestion, limit: 3 };
    const { found, exact, union } = await search({ corpusIds: [copied.corpusId] }, asked);
    expect(union.size).toBe(1_250);
    expect(found.nearest).toHaveLength(3);
    expect(found.highest).toBe(exact.highest);
    expect(found.highest).toBeLessThan(0.999);
    for (const number of found.nearest) expect(found.similarities[number]).toBe(exact.similarities[number]);
  });

  it("does not eat the result when documents have superseded revisions", async () => {
    const share = await meanRecall({ corpusIds: [renewed.corpusId] }, () => ({ limit: 3 }));
    expect(share).toBeGreaterThanOrEqual(0.95);
  });
});

describe("a search for passages", () => {
  it("is the same through the index as without it", async () => {
    const ownDb = await openTestDatabase();
    try {
      const words = makeWordEmbedder();
      await nameFirstEmbedder(ownDb, words.id);
      const corpusId = await addCorpus(ownDb);
      const subjects = ["fence", "shed", "sign", "driveway", "porch", "garage", "tower", "stable", "pool", "kennel"];
      const sections = Array.from({ length: 300 }, (_, at) => {
        const subject = subjects[at % subjects.length] ?? "";
        return section(
          `${at}.1`,
          `${subject} rule ${at}`,
          `A ${subject} is at most ${at} feet high in district ${at}.`,
        );
      });
      await publishSections(ownDb, await addDocument(ownDb, corpusId), sections, words);
      expect(await tendVectorIndexes(ownDb, { from: 0 })).toBe(1);
      const settings = { legDepth: 5 };
      const exact = makeHybridRetriever({ db: ownDb, embedder: words, settings });
      const indexed = makeHybridRetriever({
        db: ownDb,
        embedder: words,
        settings: { ...settings, exactScanUpTo: 0 },
      });
      for (const query of ["height of a fence", "kennel rule 139", "how tall may a garage be", "section 42.1"]) {
        const wanted = await exact.search(query, { corpusIds: [corpusId] }, { topK: 3 });
        const found = await indexed.search(query, { corpusIds: [corpusId] }, { topK: 3 });
        expect(found.embeddingModel).toBe(words.id);
        expect(found.passages[0]?.section).toBe(wanted.passages[0]?.section);
        expect(found.passages).toHaveLength(wanted.passages.length);
      }
    } finally {
      await ownDb.close();
    }
  }, 120_000);
});

describe("vectors of more dimensions than an index holds in full precision", () => {
  it("are indexed in half precision and compared in full", async () => {
    const wide = { id: "wide/2100", dimensions: 2_100 };
    const wideSource = makeVectorSource({ dimensions: wide.dimensions, topics: 10, seed: 3 });
    const ownDb = await openTestDatabase();
    try {
      await nameFirstEmbedder(ownDb, wide.id);
      const corpusId = await addCorpus(ownDb);
      const vectors = Array.from({ length: 60 }, () => wideSource.next());
      await addVectorDocument(ownDb, { corpusId, embedder: wide, vectors });
      expect(await tendVectorIndexes(ownDb, { from: 0 })).toBe(1);
      const union = await unions(ownDb, { corpusIds: [corpusId] });
      const question = { embedder: wide, vector: wideSource.next(), limit: 1, also: [] };
      const found = await searchVectors(ownDb, union, { ...question, exactUpTo: 0 });
      const exact = await searchVectors(ownDb, union, { ...question, exactUpTo: Number.POSITIVE_INFINITY });
      expect(found?.similarities.some(Number.isNaN)).toBe(true);
      expect(found?.nearest).toEqual(exact?.nearest);
      expect(found?.highest).toBe(exact?.highest);
    } finally {
      await ownDb.close();
    }
  }, 120_000);
});
