import type { CitedItem, RowSentence } from "../ingest/index.ts";
import { type Queryable, sql } from "../migrations/index.ts";

/** A chunk as stored. */
export interface ChunkRow {
  readonly id: string;
  readonly documentId: string;
  readonly documentRevision: number;
  readonly ordinal: number;
  readonly section: string | null;
  readonly items: CitedItem[];
  readonly headingPath: string[];
  readonly charStart: number;
  readonly charEnd: number;
  readonly parentStart: number;
  readonly parentEnd: number;
  readonly page: number | null;
  readonly pageEnd: number | null;
  readonly printedPage: string | null;
  readonly text: string;
  readonly indexText: string;
  readonly rows: RowSentence[];
}

/** Reads chunks by their place in a revision; in no particular order. */
export async function findChunks(
  db: Queryable,
  places: readonly { documentId: string; revision: number; ordinal: number }[],
): Promise<ChunkRow[]> {
  const documentIds = places.map((place) => place.documentId);
  const revisions = places.map((place) => place.revision);
  const ordinals = places.map((place) => place.ordinal);
  return db.query<ChunkRow>(sql`-- find_chunks
    select
      chunk.id as "id",
      chunk.document_id as "documentId",
      chunk.document_revision as "documentRevision",
      chunk.ordinal as "ordinal",
      chunk.section as "section",
      coalesce(chunk.items, '[]'::jsonb) as "items",
      chunk.heading_path as "headingPath",
      chunk.char_start as "charStart",
      chunk.char_end as "charEnd",
      chunk.parent_start as "parentStart",
      chunk.parent_end as "parentEnd",
      chunk.page as "page",
      chunk.page_end as "pageEnd",
      chunk.printed_page as "printedPage",
      chunk.text as "text",
      coalesce(chunk.index_text, chunk.text) as "indexText",
      coalesce(chunk.table_rows, '[]'::jsonb) as "rows"
    from unnest(${documentIds}::text[], ${revisions}::integer[], ${ordinals}::integer[])
      as wanted (document_id, revision, ordinal)
    join chunk
      on chunk.document_id = wanted.document_id
      and chunk.document_revision = wanted.revision
      and chunk.ordinal = wanted.ordinal`);
}
