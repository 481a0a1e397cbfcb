import { DatabaseSync } from "node:sqlite";
import { loadPackage } from "./packages.ts";
import { fuseRankings, legDepth, type Peer } from "./peer.ts";

interface SqliteVec {
  load(db: DatabaseSync): void;
}

const schema = `
  create table chunk (id integer primary key, key text not null, corpus text not null, text text not null);
  create index chunk_corpus on chunk (corpus);
  create virtual table words using fts5 (text, content = 'chunk', content_rowid = 'id', tokenize = 'porter unicode61');
  create virtual table vectors using vec0 (
    id integer primary key, corpus text partition key, embedding float[256] distance_metric=cosine
  );`;

/** SQLite's FTS5 and sqlite-vec in one database, fused by reciprocal rank as sqlite-vec's guide to hybrid search does. */
export const sqlitePeer: Peer = {
  name: "SQLite FTS5 + sqlite-vec",
  settings: `in memory; porter unicode61, any word of the question, bm25(); vec0, cosine, corpus as partition key; RRF 60 of ${legDepth} each`,
  async open(documents) {
    const db = new DatabaseSync(":memory:", { allowExtension: true });
    loadPackage<SqliteVec>("sqlite-vec").load(db);
    db.exec(schema);
    const addChunk = db.prepare("insert into chunk (id, key, corpus, text) values (?, ?, ?, ?)");
    const addVector = db.prepare("insert into vectors (id, corpus, embedding) values (?, ?, ?)");
    const keys: string[] = [];
    for await (const { chunks } of documents) {
      db.exec("begin");
      for (const { key, corpus, text, vector } of chunks) {
        addChunk.run(keys.length, key, corpus, text);
        if (vector.some((value) => value !== 0)) addVector.run(BigInt(keys.length), corpus, asBytes(vector));
        keys.push(key);
      }
      db.exec("commit");
    }
    db.exec("insert into words (words) values ('rebuild'); insert into words (words) values ('optimize')");
    const keyOf = ({ id }: Record<string, unknown>) => keys[Number(id)] ?? "";
    const byWords = (query: string, corpora: readonly string[] | undefined) => {
      const any = [...new Set(query.match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => `"${word}"`).join(" OR ");
      // A rowid list would have FTS5 asked once for each row of the corpora: the join keeps it outermost.
      const narrowed = corpora ? `and chunk.corpus in (${places(corpora)})` : "";
      const found = db.prepare(
        `select words.rowid as id from words cross join chunk on chunk.id = words.rowid
         where words match ? ${narrowed} order by bm25(words) limit ?`,
      );
      return any === "" ? [] : found.all(any, ...(corpora ?? []), legDepth).map(keyOf);
    };
    const byVector = (vector: Float32Array, corpora: readonly string[] | undefined) => {
      const found = db.prepare(
        `select id, distance from vectors where embedding match ? and k = ? ${corpora ? "and corpus = ?" : ""}`,
      );
      const rows = (corpora ?? [undefined]).flatMap((corpus) =>
        found.all(asBytes(vector), legDepth, ...(corpus === undefined ? [] : [corpus])),
      );
      return rows
        .toSorted((left, right) => Number(left.distance) - Number(right.distance))
        .slice(0, legDepth)
        .map(keyOf);
    };
    return {
      search: async ({ query, vector, k, corpora }) =>
        fuseRankings([byWords(query, corpora), byVector(vector, corpora)], k),
      close: async () => db.close(),
    };
  },
};

function places(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

function asBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
