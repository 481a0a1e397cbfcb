import { type Queryable, sql } from "../migrations/index.ts";
import type { ChunkPlace } from "./chunk-union.ts";

/** Reads the numbers of the items that reach into chunks; nothing for a chunk without items. */
export async function findItemNumbers(
  db: Queryable,
  places: readonly ChunkPlace[],
): Promise<{ documentId: string; ordinal: number; numbers: string[] }[]> {
  const documentIds = places.map((place) => place.documentId);
  const revisions = places.map((place) => place.revision);
  const ordinals = places.map((place) => place.ordinal);
  return db.query<{ documentId: string; ordinal: number; numbers: string[] }>(sql`-- find_item_numbers
    select
      chunk.document_id as "documentId",
      chunk.ordinal as "ordinal",
      array(select item->>'number' from jsonb_array_elements(chunk.items) as item) as "numbers"
    from unnest(${documentIds}::text[], ${revisions}::integer[], ${ordinals}::integer[])
      as wanted (document_id, revision, ordinal)
    join chunk
      on chunk.document_id = wanted.document_id
      and chunk.document_revision = wanted.revision
      and chunk.ordinal = wanted.ordinal
    where chunk.items is not null`);
}
