import { type Embedder, vectorText } from "../../ingest/index.ts";
import { type Database, newId, type Queryable, sql } from "../../migrations/index.ts";

/** A source of vectors that lie as those of ordinances do: many near few topics, few near many. */
export interface VectorSource {
  /** The next unit vector; `topics` keeps it to the given share of topics, from 0 to 1. */
  next(topics?: readonly [from: number, to: number]): Float32Array;
  /** The next whole number from 0 and below the limit. */
  below(limit: number): number;
}

/** Makes a source that gives the same vectors for the same seed. */
export function makeVectorSource(options: { dimensions: number; topics: number; seed: number }): VectorSource {
  const random = makeRandom(options.seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  // The spread falls from dimension to dimension, as it does in trained models.
  const spreads = Array.from({ length: options.dimensions }, (_, at) => 1 / Math.sqrt(1 + at / 16));
  const centers = Array.from({ length: options.topics }, () => spreads.map((spread) => spread * normal()));
  return {
    below: (limit) => Math.floor(random() * limit),
    next([from, to] = [0, 1]) {
      const topic = Math.floor((from + (to - from) * random() * random()) * options.topics);
      const center = centers[topic] ?? spreads;
      const vector = Float32Array.from(center, (value, at) => value + 0.6 * (spreads[at] ?? 0) * normal());
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    },
  };
}

/** Adds a document whose chunks have the given vectors, live at its first revision, past the reading of any text. */
export async function addVectorDocument(
  db: Database,
  options: { corpusId: string; embedder: Pick<Embedder, "id">; vectors: readonly Float32Array[] },
): Promise<string> {
  const documentId = newId("document");
  await db.transaction(async (transaction) => {
    await transaction.query(sql`-- add_document
      insert into document (id, corpus_id, title, media_type, live_revision, last_revision)
      values (${documentId}, ${options.corpusId}, 'A document of vectors', 'text/plain', 1, 1)`);
    await addVectorRevision(transaction, { ...options, documentId, revision: 1 });
  });
  return documentId;
}

/** Makes further vectors the live revision of a document; those of the revision before stay beside them. */
export async function supersedeVectors(
  db: Database,
  options: { corpusId: string; documentId: string; embedder: Pick<Embedder, "id">; vectors: readonly Float32Array[] },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const [row] = await transaction.query<{ revision: number }>(sql`-- next_revision
      update document set live_revision = live_revision + 1, last_revision = last_revision + 1
      where id = ${options.documentId} returning live_revision as revision`);
    await addVectorRevision(transaction, { ...options, revision: row?.revision ?? 0 });
    await transaction.query(sql`-- count_corpus_revision
      update corpus set revision = revision + 1 where id = ${options.corpusId}`);
  });
}

interface VectorRevision {
  readonly corpusId: string;
  readonly documentId: string;
  readonly revision: number;
  readonly embedder: Pick<Embedder, "id">;
  readonly vectors: readonly Float32Array[];
}

async function addVectorRevision(db: Queryable, given: VectorRevision): Promise<void> {
  const { corpusId, documentId, revision, vectors } = given;
  await db.query(sql`-- add_revision
    insert into document_revision (
      document_id, revision, source_sha256, outline, pages, tables, ingest_report, character_count, chunk_count,
      published_at
    )
    values (${documentId}, ${revision}, '', '[]', '[]', '[]', '{}', 0, ${vectors.length}, now())`);
  await db.query(sql`-- add_chunks
    insert into chunk (
      id, corpus_id, document_id, document_revision, ordinal, heading_path, char_start, char_end, parent_start,
      parent_end, text, content_hash
    )
    select
      ${documentId} || '/' || ${revision}::integer || '/' || ordinal, ${corpusId}, ${documentId}, ${revision}, ordinal,
      '{}', 0, 0, 0, 0, '', ''
    from generate_series(0, ${vectors.length - 1}::integer) as ordinal`);
  await addVectorsOf(db, given);
}

/** Gives the chunks of a revision vectors of one more embedder. */
export async function addVectorsOf(db: Queryable, given: VectorRevision): Promise<void> {
  await db.query(sql`-- add_vectors
    insert into chunk_vector (
      chunk_id, embedder, corpus_id, document_id, document_revision, ordinal, content_hash, embedding
    )
    select
      ${given.documentId} || '/' || ${given.revision}::integer || '/' || (at - 1), ${given.embedder.id},
      ${given.corpusId}, ${given.documentId}, ${given.revision}, at - 1, '', vector.written::vector
    from unnest(${given.vectors.map(vectorText)}::text[]) with ordinality as vector (written, at)`);
}

/** Numbers from 0 to 1, the same for the same seed (a multiplicative generator modulo a prime). */
function makeRandom(seed: number): () => number {
  const modulus = 2_147_483_647;
  let state = (seed % (modulus - 1)) + 1;
  return () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
}
