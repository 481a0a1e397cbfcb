import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeVectorIndexChore } from "../../../api/knowledge/embedding/vector-index.chore.ts";
import {
  type Embedder,
  findVectorIndex,
  nameFirstEmbedder,
  setTargetEmbedder,
  tendVectorIndexes,
  vectorIndexForm,
} from "../../../ingest/index.ts";
import { type Database, sql } from "../../../migrations/index.ts";
import { addVectorDocument, makeVectorSource } from "../../support/clustered-vectors.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus } from "../../support/publish-sections.ts";

type Named = Pick<Embedder, "id" | "dimensions">;

const dimensions = 8;
/** An id as no name may be: with quotes, a backslash, and longer than names are. */
const embedder: Named = { id: `odd "model"'; drop table chunk \\ ${"x".repeat(80)}/8`, dimensions };
const next: Named = { id: "next/8", dimensions };
const source = makeVectorSource({ dimensions, topics: 5, seed: 5 });
/** More than 40 vectors are worth an index. */
const from = 40 * dimensions;

let db: Database;
let corpusId: string;
beforeAll(async () => {
  db = await openTestDatabase();
  corpusId = await addCorpus(db);
});
beforeEach(() => nameFirstEmbedder(db, embedder.id));
afterEach(async () => {
  await db.query(sql`-- forget_embedders
    delete from embedding_state`);
  await db.query(sql`-- forget_vectors
    delete from chunk_vector`);
  await tendVectorIndexes(db);
});
afterAll(() => db.close());

const addVectors = (of: Named, count: number) =>
  addVectorDocument(db, { corpusId, embedder: of, vectors: Array.from({ length: count }, () => source.next()) });

const indexes = () =>
  db.query<{ name: string; isValid: boolean }>(sql`-- list_vector_indexes
    select indexrelid::regclass::text as name, indisvalid as "isValid"
    from pg_index where indrelid = 'chunk_vector'::regclass and indexrelid::regclass::text like '%hnsw%'
    order by 1`);

const nameOf = (of: Named) => vectorIndexForm(of)?.name;
const find = async (of: Named) => {
  const form = vectorIndexForm(of);
  return form && findVectorIndex(db, form);
};

describe("tending the index of vectors", () => {
  it("makes none for a store of the size that is compared vector by vector", async () => {
    expect(await tendVectorIndexes(db, { from })).toBe(0);
    await addVectors(embedder, 40);
    expect(await tendVectorIndexes(db, { from })).toBe(0);
    expect(await indexes()).toEqual([]);
    expect(await find(embedder)).toBeUndefined();
  });

  it("makes one for a larger store, over its embedder's vectors alone, and once", async () => {
    await addVectors(embedder, 41);
    await addVectors({ id: "past/8", dimensions }, 60);
    expect(await tendVectorIndexes(db, { from })).toBe(1);
    expect(await indexes()).toEqual([{ name: nameOf(embedder), isValid: true }]);
    expect(await find(embedder)).toMatchObject({ entries: 41 });
    expect(await tendVectorIndexes(db, { from })).toBe(0);
  });

  it("makes one index when several tend at once", async () => {
    await addVectors(embedder, 41);
    const touched = await Promise.all(Array.from({ length: 4 }, () => tendVectorIndexes(db, { from })));
    expect(touched.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await indexes()).toHaveLength(1);
  });

  it("drops what an interrupted build left, which no search used, and builds again", async () => {
    await addVectors(embedder, 41);
    await tendVectorIndexes(db, { from });
    await db.query(sql`-- spoil_index
      update pg_index set indisvalid = false where indexrelid::regclass::text = ${nameOf(embedder)}`);
    expect(await find(embedder)).toBeUndefined();
    expect(await tendVectorIndexes(db, { from })).toBe(2);
    expect(await indexes()).toEqual([{ name: nameOf(embedder), isValid: true }]);
  });

  it("makes the index of the embedder the store is on its way to, beside that of the live one", async () => {
    await addVectors(embedder, 41);
    await tendVectorIndexes(db, { from });
    await setTargetEmbedder(db, next.id);
    expect(await tendVectorIndexes(db, { from })).toBe(0);
    await addVectors(next, 41);
    expect(await tendVectorIndexes(db, { from })).toBe(1);
    expect((await indexes()).map(({ name }) => name)).toEqual([nameOf(embedder), nameOf(next)].toSorted());
  });

  it("drops the index of an embedder the store has left", async () => {
    await addVectors(embedder, 41);
    await tendVectorIndexes(db, { from });
    await db.query(sql`-- leave_embedder
      update embedding_state set live = ${next.id}`);
    expect(await tendVectorIndexes(db, { from })).toBe(1);
    expect(await indexes()).toEqual([]);
  });

  it("takes new vectors into the index as they are published, and forgets none", async () => {
    await addVectors(embedder, 41);
    await tendVectorIndexes(db, { from });
    const vector = source.next();
    await addVectorDocument(db, { corpusId, embedder, vectors: [vector] });
    const found = await db.transaction(async (transaction) => {
      await transaction.query(sql`-- force_index
        select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)`);
      return transaction.query<{ distance: number }>(sql`-- nearest_of_all
        select embedding <#> ${JSON.stringify([...vector])}::vector as distance
        from chunk_vector where embedder = ${embedder.id}
        order by (embedding::vector(8)) <#> ${JSON.stringify([...vector])}::vector(8) limit 1`);
    });
    expect(found[0]?.distance).toBeCloseTo(-1, 5);
  });

  it("does not stop a process of the embedded engine for a store that is too large at first sight", async () => {
    await addVectors(embedder, 60);
    const touched = await tendVectorIndexes(db, { from, embeddedUpTo: 50 * dimensions });
    expect(touched).toBe(db.engine === "embedded" ? 0 : 1);
  });

  it("begins nothing when the process is about to stop", async () => {
    await addVectors(embedder, 41);
    const signal = AbortSignal.abort(new Error("stopping"));
    await expect(tendVectorIndexes(db, { from, signal })).rejects.toThrow("stopping");
    expect(await indexes()).toEqual([]);
  });

  it("leaves the session's settings as they were", async () => {
    const memory = () =>
      db.query(sql`-- read_memory
      select current_setting('maintenance_work_mem') as memory, current_setting('statement_timeout') as timeout`);
    const before = await memory();
    await addVectors(embedder, 41);
    await tendVectorIndexes(db, { from });
    expect(await memory()).toEqual(before);
  });
});

describe("the chore of a process", () => {
  const told: string[] = [];
  const logger = { info: (_: object, text: string) => void told.push(text), warn: vi.fn() };

  it("makes the index without holding up the other chores, and says so", async () => {
    await addVectors(embedder, 41);
    const chore = makeVectorIndexChore({ db, logger, from });
    await chore.run();
    await chore.run();
    await expect.poll(() => find(embedder)).toBeDefined();
    await expect.poll(() => told).toHaveLength(1);
    await chore.stop();
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it("waits for a build under way when the process stops, and begins none after", async () => {
    await addVectors(embedder, 41);
    const chore = makeVectorIndexChore({ db, logger, from });
    await chore.run();
    await chore.stop();
    const before = await indexes();
    await chore.run();
    await chore.stop();
    expect(await indexes()).toEqual(before);
  });
});

describe("the form of an index", () => {
  it("reads vectors in half precision above 2,000 dimensions, and is missing above 4,000", () => {
    const typeOf = (count: number) => vectorIndexForm({ id: "any", dimensions: count })?.type;
    expect([2_000, 2_001, 4_000, 4_001, 0, 1.5].map(typeOf)).toEqual([
      "vector(2000)",
      "halfvec(2001)",
      "halfvec(4000)",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
