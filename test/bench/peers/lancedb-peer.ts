import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPackage } from "./packages.ts";
import type { Peer } from "./peer.ts";

/** The members of LanceDB that are used. */
interface LanceDb {
  connect(folder: string): Promise<{ createTable(name: string, rows: readonly object[]): Promise<LanceTable> }>;
  readonly Index: { fts(options: object): object; bitmap(): object };
  readonly rerankers: { readonly RRFReranker: { create(k: number): Promise<object> } };
}

interface LanceTable {
  add(rows: readonly object[]): Promise<unknown>;
  createIndex(column: string, options: { config: object }): Promise<void>;
  query(): LanceQuery;
  close(): void;
}

interface LanceQuery {
  nearestTo(vector: Float32Array): LanceQuery;
  distanceType(type: "cosine"): LanceQuery;
  fullTextSearch(query: string, options: { columns: string[] }): LanceQuery;
  where(condition: string): LanceQuery;
  rerank(reranker: object): LanceQuery;
  select(columns: string[]): LanceQuery;
  limit(count: number): LanceQuery;
  toArray(): Promise<readonly { readonly key: string }[]>;
}

/** LanceDB's hybrid query over a table in a temporary folder. */
export const lanceDbPeer: Peer = {
  name: "LanceDB hybrid",
  settings:
    "table on disk; FTS index in English with stemming and stop words; exact vectors, cosine; bitmap index of the corpus, filtered first; RRF 60",
  async open(documents) {
    const lance = loadPackage<LanceDb>("@lancedb/lancedb");
    const folder = await mkdtemp(join(tmpdir(), "groundwork-lancedb-"));
    const store = await lance.connect(folder);
    let table: LanceTable | undefined;
    for await (const { chunks } of documents) {
      const rows = chunks.map(({ key, corpus, text, vector }) => ({ key, corpus, text, vector: [...vector] }));
      if (table) await table.add(rows);
      else table = await store.createTable("chunk", rows);
    }
    if (!table) throw new Error("the library has no documents");
    const filled = table;
    const words = { baseTokenizer: "simple", language: "English", stem: true, removeStopWords: true, lowercase: true };
    await filled.createIndex("text", { config: lance.Index.fts({ ...words, withPosition: false }) });
    await filled.createIndex("corpus", { config: lance.Index.bitmap() });
    const reranker = await lance.rerankers.RRFReranker.create(60);
    return {
      async search({ query, vector, k, corpora }) {
        const asked = filled.query().nearestTo(vector).distanceType("cosine");
        const hybrid = asked.fullTextSearch(query, { columns: ["text"] });
        const narrowed = corpora ? hybrid.where(`corpus in (${corpora.map(quoted).join(", ")})`) : hybrid;
        const rows = await narrowed.rerank(reranker).select(["key", "text"]).limit(k).toArray();
        return rows.map(({ key }) => key);
      },
      async close() {
        filled.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
