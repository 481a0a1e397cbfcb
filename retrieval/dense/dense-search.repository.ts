import type { VectorIndexForm } from "../../ingest/index.ts";
import { type Queryable, type Statement, sql, vectorType } from "../../migrations/index.ts";
import type { ChunkPlace } from "../chunk-union.ts";
import type { RevisionKey } from "../keyword/segments.repository.ts";

/** Similarities of all searched chunks, as three lists of the same length. */
export interface ChunkSimilarities {
  /** Which of the given revisions, from 0. */
  readonly revisions: Int32Array;
  readonly ordinals: Int32Array;
  /** Cosines, -1..1. */
  readonly similarities: Float32Array;
}

/**
 * Compares the question with every vector of the given revisions; undefined where they have none.
 *
 * An exact scan: the index on (document, revision, embedder) narrows to the searched documents, then every vector is
 * compared. At the size of municipal codes that is faster than an approximate index. All similarities are returned,
 * packed: normalization needs the extremes of the union and fusion needs the similarity of every keyword hit, and
 * neither thousands of rows nor arrays written as text are cheap to read.
 * Cost    with 256 dimensions: 4 ms for 5,000 vectors on the embedded engine, 18 ms for 15,000 of 100,000 on a server
 */
export async function compareChunks(
  db: Queryable,
  options: { revisions: readonly RevisionKey[]; embedder: string; vector: string },
): Promise<ChunkSimilarities | undefined> {
  const documentIds = options.revisions.map((key) => key.documentId);
  const revisions = options.revisions.map((key) => key.revision);
  const [packed] = await db.query<{ at: string | null; ordinals: string; similarities: string }>(sql`-- compare_chunks
    select
      encode(string_agg(int4send(searched.at::integer - 1), ''), 'base64') as "at",
      encode(string_agg(int4send(found.ordinal), ''), 'base64') as "ordinals",
      -- Unit vectors: the negative inner product is the negative cosine, without computing lengths again.
      encode(
        string_agg(float4send((-(found.embedding <#> ${options.vector}::vector))::real), ''), 'base64'
      ) as "similarities"
    from unnest(${documentIds}::text[], ${revisions}::integer[]) with ordinality as searched (document_id, revision, at)
    -- "offset 0" keeps this a subquery, so each revision is read through the index. As a plain join, current statistics
    -- make the planner scan and hash the whole table as soon as a search covers more than about 12 % of it.
    cross join lateral (
      select chunk_vector.ordinal, chunk_vector.embedding
      from chunk_vector
      where chunk_vector.document_id = searched.document_id
        and chunk_vector.document_revision = searched.revision
        and chunk_vector.embedder = ${options.embedder}
      offset 0
    ) as found`);
  if (!packed || packed.at === null) return undefined;
  return {
    revisions: new Int32Array(fromNetworkOrder(packed.at)),
    ordinals: new Int32Array(fromNetworkOrder(packed.ordinals)),
    similarities: new Float32Array(fromNetworkOrder(packed.similarities)),
  };
}

/** Similarities of the chunks at given places; both lists have the same length. */
export interface PlaceSimilarities {
  /** Which of the given places, from 0; a place without a vector of the embedder is left out. */
  readonly at: Int32Array;
  readonly similarities: Float32Array;
}

/** Compares the question with the vectors of single chunks. */
export async function compareChunksAt(
  db: Queryable,
  options: { places: readonly ChunkPlace[]; embedder: string; vector: string },
): Promise<PlaceSimilarities> {
  const documentIds = options.places.map((place) => place.documentId);
  const revisions = options.places.map((place) => place.revision);
  const ordinals = options.places.map((place) => place.ordinal);
  const [packed] = await db.query<{ at: string | null; similarities: string }>(sql`-- compare_chunks_at
    select
      encode(string_agg(int4send(asked.at::integer - 1), ''), 'base64') as "at",
      encode(
        string_agg(float4send((-(found.embedding <#> ${options.vector}::vector))::real), ''), 'base64'
      ) as "similarities"
    from unnest(${documentIds}::text[], ${revisions}::integer[], ${ordinals}::integer[])
      with ordinality as asked (document_id, revision, ordinal, at)
    -- Bounded, so that each place is looked up by keys: joined, small estimates end in a scan of all chunks.
    cross join lateral (
      select chunk_vector.embedding
      from chunk
      join chunk_vector on chunk_vector.chunk_id = chunk.id and chunk_vector.embedder = ${options.embedder}
      where chunk.document_id = asked.document_id
        and chunk.document_revision = asked.revision
        and chunk.ordinal = asked.ordinal
      limit 1
    ) as found`);
  if (!packed || packed.at === null) return { at: new Int32Array(0), similarities: new Float32Array(0) };
  return {
    at: new Int32Array(fromNetworkOrder(packed.at)),
    similarities: new Float32Array(fromNetworkOrder(packed.similarities)),
  };
}

/** How far a scan of the approximate index goes. */
export interface ScanReach {
  /** Candidates kept while the graph is walked, 1..1000. */
  readonly efSearch: number;
  /** Entries looked at before the scan gives up with what it has. */
  readonly maxScanTuples: number;
}

/** Sets up the scans of the approximate index until the end of the transaction. */
export async function tuneIndexScan(transaction: Queryable, { efSearch, maxScanTuples }: ScanReach): Promise<void> {
  // Without sorting the index is the only way to the order: the planner guesses the filter far too selective.
  // Order is relaxed because the similarities are compared again; that finds more at the same cost.
  await transaction.query(sql`-- tune_index_scan
    select
      set_config('hnsw.iterative_scan', 'relaxed_order', true),
      set_config('hnsw.ef_search', ${String(efSearch)}, true),
      set_config('hnsw.max_scan_tuples', ${String(maxScanTuples)}, true),
      set_config('hnsw.scan_mem_multiplier', '16', true),
      set_config('enable_sort', 'off', true)`);
}

export interface IndexQuestion {
  readonly revisions: readonly RevisionKey[];
  readonly embedder: string;
  readonly vector: string;
  readonly limit: number;
  readonly form: VectorIndexForm;
}

/** A chunk the approximate index found. */
export interface NearChunk {
  readonly documentId: string;
  readonly ordinal: number;
  /** Cosine in full precision, -1..1. */
  readonly similarity: number;
}

/**
 * Finds chunks of the given revisions near the question through the approximate index, nearly in order; fewer than the
 * limit when the scan ended before. To be asked after {@link tuneIndexScan}, in its transaction.
 */
export async function nearChunks(transaction: Queryable, question: IndexQuestion): Promise<NearChunk[]> {
  return transaction.query<NearChunk>(nearChunksStatement(question));
}

/** The statement of {@link nearChunks}. */
export function nearChunksStatement({ revisions, embedder, vector, limit, form }: IndexQuestion): Statement {
  const keys = revisions.map(({ documentId, revision }) => `${documentId}:${revision}`);
  // The type is part of the indexed expression.
  const type = vectorType(form.type);
  return sql`-- near_chunks
    with near as materialized (
      select document_id, ordinal, embedding
      from chunk_vector
      where embedder = ${embedder}
        -- One hashed list: each row that the index gives is looked up in it, so no scan is begun for each document.
        and document_id || ':' || document_revision = any(${keys}::text[])
      order by (embedding::${type}) <#> ${vector}::${type}
      limit ${limit}
    )
    select
      document_id as "documentId",
      ordinal as "ordinal",
      (-(embedding <#> ${vector}::vector))::real as "similarity"
    from near`;
}

function fromNetworkOrder(packed: string): ArrayBuffer {
  // A copy of its own: small buffers share one allocation, at offsets no typed array accepts.
  const bytes = new Uint8Array(Buffer.from(packed, "base64"));
  Buffer.from(bytes.buffer).swap32();
  return bytes.buffer;
}
