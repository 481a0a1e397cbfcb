import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vectorText } from "../../../ingest/index.ts";
import { type Database, type Statement, sql } from "../../../migrations/index.ts";
import { compareChunks } from "../../../retrieval/dense/dense-search.repository.ts";
import { makeLiveUnions } from "../../../retrieval/live-unions.ts";
import { addVectorDocument, makeVectorSource } from "../../support/clustered-vectors.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addCorpus } from "../../support/publish-sections.ts";

const embedder = { id: "clustered/32", dimensions: 32 };
const source = makeVectorSource({ dimensions: embedder.dimensions, topics: 20, seed: 31 });
const corpora = 10;
const documentsInCorpus = 4;
const chunksInDocument = 100;

let db: Database;
const corpusIds: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  for (let corpus = 0; corpus < corpora; corpus++) {
    const corpusId = await addCorpus(db);
    corpusIds.push(corpusId);
    for (let document = 0; document < documentsInCorpus; document++) {
      const vectors = Array.from({ length: chunksInDocument }, () => source.next());
      await addVectorDocument(db, { corpusId, embedder, vectors });
    }
  }
  // The planner prefers a scan of the whole table only once it knows how large the table is.
  await db.script("analyze");
}, 120_000);
afterAll(() => db.close());

/** Compares a question with every chunk of so many corpora; returns the number of similarities and the plan. */
async function planOfScan(searched: number) {
  const union = await makeLiveUnions()(db, { corpusIds: corpusIds.slice(0, searched) });
  let sent: Statement | undefined;
  const watched: Pick<Database, "query"> = {
    query(statement) {
      sent = statement;
      return db.query(statement);
    },
  };
  const question = { revisions: union.documents, embedder: embedder.id, vector: vectorText(source.next()) };
  const compared = await compareChunks(watched, question);
  if (!sent) throw new Error("no statement was sent");
  const rows = await db.query<{ "QUERY PLAN": string }>(sql`explain ${sent}`);
  return { compared: compared?.similarities.length, plan: rows.map((row) => row["QUERY PLAN"]).join("\n") };
}

describe("compareChunks in a store with current statistics", () => {
  it.each([1, 3, corpora])("reads %i of 10 corpora through the index and scans no table", async (searched) => {
    const { compared, plan } = await planOfScan(searched);
    expect(compared).toBe(searched * documentsInCorpus * chunksInDocument);
    expect(plan).toContain("Index Scan using chunk_vector_revision_idx on chunk_vector");
    expect(plan).not.toMatch(/Seq Scan|Hash Join|Gather/);
  });
});
