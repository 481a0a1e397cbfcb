import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildKeywordSegment,
  chunkDocument,
  type DocumentTable,
  makeIngestReport,
  type PublishOptions,
  parseDocument,
  publishRevision,
  sweepUnreachable,
} from "../../ingest/index.ts";
import { type Database, type Statement, sql } from "../../migrations/index.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addCorpus, addDocument } from "../support/publish-sections.ts";
import { makeWordEmbedder } from "../support/word-embedder.ts";

const embedder = makeWordEmbedder();
/** What one statement may carry, in characters: some milliseconds of the embedded engine. */
const mostCharacters = 400_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** A register of lots with twelve columns, and a short table above it. */
function register(rows: number): string {
  const lots = Array.from({ length: rows }, (_, at) =>
    [`Lot ${at}`, ...Array.from({ length: 11 }, (_, column) => `${at + column * 7} feet`)].join(","),
  );
  const heads = Array.from({ length: 11 }, (_, column) => `Side ${column + 1}`);
  return [
    "District,Height,Yard",
    "R-1,35 feet,20 feet",
    "R-2,40 feet,15 feet",
    "",
    ["Lot", ...heads].join(","),
    ...lots,
  ].join("\n");
}

async function readSheet(text: string) {
  const bytes = new TextEncoder().encode(text);
  const document = await parseDocument({ bytes, mediaType: "text/csv", filename: "lots.csv" });
  const chunks = chunkDocument(document);
  const report = makeIngestReport(document, chunks);
  return { document, chunks, keywordSegment: buildKeywordSegment(chunks), report, sourceSha256: "0".repeat(64) };
}

type Sheet = Awaited<ReturnType<typeof readSheet>>;

const publish = (
  to: Database,
  documentId: string,
  sheet: Sheet,
  options: Omit<PublishOptions, "embedder"> = {},
): Promise<unknown> => publishRevision(to, { documentId, ...sheet }, { embedder, ...options });

/** The tables of a revision as they are stored: their heads, and their rows put together in order. */
async function storedTables(documentId: string, revision: number): Promise<DocumentTable[]> {
  const [head] = await db.query<{ tables: DocumentTable[] }>(sql`-- stored_heads
    select tables as "tables" from document_revision where document_id = ${documentId} and revision = ${revision}`);
  const parts = await db.query<{ table: number; rows: DocumentTable["rows"] }>(sql`-- stored_rows
    select table_ordinal as "table", rows as "rows" from document_table_rows
    where document_id = ${documentId} and revision = ${revision}
    order by table_ordinal, first_row`);
  return (head?.tables ?? []).map((table, at) => ({
    ...table,
    rows: parts.filter((part) => part.table === at).flatMap((part) => part.rows),
  }));
}

async function revisionsWithRows(documentId: string): Promise<number[]> {
  const found = await db.query<{ revision: number }>(sql`-- revisions_with_rows
    select distinct revision as "revision" from document_table_rows where document_id = ${documentId} order by 1`);
  return found.map((each) => each.revision);
}

/** A database that keeps the size of every statement with its values. */
function measured(inner: Database): { db: Database; sizes: number[] } {
  const sizes: number[] = [];
  const query: Database["query"] = (statement: Statement) => {
    sizes.push(JSON.stringify(statement).length);
    return inner.query(statement);
  };
  return { db: { ...inner, query }, sizes };
}

describe("publishing a sheet", () => {
  it("stores its tables whole, in parts of which each is a small statement", async () => {
    const documentId = await addDocument(db, await addCorpus(db, "upload"));
    const sheet = await readSheet(register(3_000));
    const watched = measured(db);
    await publish(watched.db, documentId, sheet);
    expect(await storedTables(documentId, 1)).toEqual(sheet.document.tables);
    expect(Math.max(...watched.sizes)).toBeLessThan(mostCharacters);
  });

  it("leaves nothing of it when it is stopped half-way and begun again, or swept", async () => {
    const documentId = await addDocument(db, await addCorpus(db, "upload"));
    const sheet = await readSheet(register(400));
    for (const steps of [2, 4]) {
      const stop = new AbortController();
      let told = 0;
      const onProgress = () => {
        told += 1;
        if (told === steps) stop.abort(new Error("stopped"));
      };
      await expect(publish(db, documentId, sheet, { signal: stop.signal, onProgress })).rejects.toThrow("stopped");
      expect((await revisionsWithRows(documentId)).length).toBeLessThanOrEqual(1);
    }
    await publish(db, documentId, sheet);
    expect(await revisionsWithRows(documentId)).toEqual([3]);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("stopped"));
    await expect(publish(db, documentId, sheet, { signal: stop.signal, onProgress })).rejects.toThrow("stopped");
    await sweepUnreachable(db, -1_000);
    expect(await revisionsWithRows(documentId)).toEqual([3]);
    expect(await storedTables(documentId, 3)).toEqual(sheet.document.tables);
  });

  it("keeps the rows of the last five revisions and drops those of older ones", async () => {
    const documentId = await addDocument(db, await addCorpus(db, "upload"));
    for (const rows of [3, 4, 5, 6, 7, 8]) await publish(db, documentId, await readSheet(register(rows)));
    expect(await revisionsWithRows(documentId)).toEqual([2, 3, 4, 5, 6]);
  });
});
