import { type Queryable, sql } from "../../migrations/index.ts";

/** Embedders by their ids: the one that searches use, and the one the store is on its way to. */
export interface EmbeddingState {
  readonly live: string;
  readonly target: string | null;
}

/** The state of the store; undefined before the first embedder was named. */
export async function findEmbeddingState(db: Queryable): Promise<EmbeddingState | undefined> {
  const rows = await db.query<EmbeddingState>(sql`-- find_embedding_state
    select live, target from embedding_state`);
  return rows[0];
}

/** Names the first embedder of a store; does nothing on a store that has one. */
export async function nameFirstEmbedder(db: Queryable, embedder: string): Promise<void> {
  await db.query(sql`-- name_first_embedder
    insert into embedding_state (live) values (${embedder})
    on conflict do nothing`);
}

/** Sets out for an embedder, or, when it is the live one, gives up being on the way to another. */
export async function setTarget(db: Queryable, embedder: string): Promise<void> {
  await db.query(sql`-- set_embedding_target
    update embedding_state
    set target = nullif(${embedder}::text, live)
    where target is distinct from nullif(${embedder}::text, live)`);
}

/** A chunk without a vector of the embedder. */
export interface UnembeddedChunk {
  readonly id: string;
  readonly heading_path: string[];
  readonly index_text: string;
}

/** The next live chunks after a chunk id that have no vector of the embedder, in the order of their ids. */
export async function unembeddedChunks(
  db: Queryable,
  embedder: string,
  afterId: string,
  limit: number,
): Promise<UnembeddedChunk[]> {
  return db.query<UnembeddedChunk>(sql`-- unembedded_chunks
    select chunk.id, chunk.heading_path, coalesce(chunk.index_text, chunk.text) as index_text
    from chunk
    join document on document.id = chunk.document_id and document.live_revision = chunk.document_revision
    where chunk.id > ${afterId}
      and not exists (
        select 1 from chunk_vector vector
        where vector.chunk_id = chunk.id and vector.embedder = ${embedder}
      )
    order by chunk.id
    limit ${limit}`);
}

/** Makes the target the live embedder; false when the store is no longer on its way to it. */
export async function flipEmbedder(db: Queryable, target: string): Promise<boolean> {
  const rows = await db.query(sql`-- flip_embedder
    update embedding_state set live = target, target = null
    where target = ${target}
    returning live`);
  return rows.length > 0;
}

/** Deletes some vectors of embedders that no search uses any more; gives how many. */
export async function dropOtherVectors(db: Queryable, state: EmbeddingState, limit: number): Promise<number> {
  const rows = await db.query(sql`-- drop_other_vectors
    delete from chunk_vector
    where (chunk_id, embedder) in (
      select chunk_id, embedder from chunk_vector
      where embedder <> ${state.live} and embedder is distinct from ${state.target}
      limit ${limit}
    )
    returning chunk_id`);
  return rows.length;
}
