import { PGlite } from "@electric-sql/pglite";
import { vector as vectorExtension } from "@electric-sql/pglite-pgvector";
import { vectorText } from "../../../ingest/index.ts";
import { type BenchChunk, legDepth, type Peer } from "./peer.ts";

const schema = `
  create extension vector;
  create table chunk (
    key text primary key, corpus text not null, text text not null, embedding vector(256),
    words tsvector generated always as (to_tsvector('english', text)) stored
  );
  create index chunk_words on chunk using gin (words);
  create index chunk_corpus on chunk (corpus);`;

const insertChunks = `
  insert into chunk (key, corpus, text, embedding)
  select key, corpus, text, embedding::vector
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given (key, corpus, text, embedding)`;

/** Both rankings and their fusion in one statement, as pgvector's example of hybrid search has it. */
const searchChunks = `
  with question as (
    select nullif(replace(plainto_tsquery('english', $1)::text, '&', '|'), '')::tsquery as words
  ), by_words as (
    select key, row_number() over (order by ts_rank_cd(chunk.words, question.words) desc) as rank
    from chunk, question
    where chunk.words @@ question.words and ($3::text[] is null or corpus = any ($3))
    order by rank limit ${legDepth}
  ), by_vector as (
    select key, row_number() over (order by embedding <=> $2::vector) as rank
    from chunk
    where $3::text[] is null or corpus = any ($3)
    order by rank limit ${legDepth}
  )
  select key, coalesce(1.0 / (60 + by_words.rank), 0) + coalesce(1.0 / (60 + by_vector.rank), 0) as score
  from by_words full join by_vector using (key)
  order by score desc limit $4`;

/** PGlite with PostgreSQL's own full-text rank and pgvector, fused by reciprocal rank. */
export const pglitePeer: Peer = {
  name: "PGlite ts_rank_cd + pgvector",
  settings: `in memory; English, any word of the question, GIN, ts_rank_cd; exact vectors, cosine; b-tree of the corpus; RRF 60 of ${legDepth} each`,
  async open(documents) {
    const db = await PGlite.create({ extensions: { vector: vectorExtension } });
    await db.exec(schema);
    for await (const { chunks } of documents) {
      for (let start = 0; start < chunks.length; start += 200) await insert(db, chunks.slice(start, start + 200));
    }
    await db.exec("analyze chunk");
    return {
      async search({ query, vector, k, corpora }) {
        const { rows } = await db.query<{ key: string }>(searchChunks, [query, vectorText(vector), corpora ?? null, k]);
        return rows.map(({ key }) => key);
      },
      close: () => db.close(),
    };
  },
};

async function insert(db: PGlite, chunks: readonly BenchChunk[]): Promise<void> {
  await db.query(insertChunks, [
    chunks.map(({ key }) => key),
    chunks.map(({ corpus }) => corpus),
    chunks.map(({ text }) => text),
    chunks.map(({ vector }) => vectorText(vector)),
  ]);
}
