import type { CitedItem, CorpusKind, RowSentence, Span } from "../ingest/index.ts";
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

const chunkColumns = sql`
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
  coalesce(chunk.table_rows, '[]'::jsonb) as "rows"`;

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
      ${chunkColumns}
    from unnest(${documentIds}::text[], ${revisions}::integer[], ${ordinals}::integer[])
      as wanted (document_id, revision, ordinal)
    join chunk
      on chunk.document_id = wanted.document_id
      and chunk.document_revision = wanted.revision
      and chunk.ordinal = wanted.ordinal`);
}

/** A chunk with what its document and corpus say of it. */
export interface ChunkOfDocument extends ChunkRow {
  readonly corpusId: string;
  readonly corpusKind: CorpusKind;
  readonly documentTitle: string;
  readonly sourceUrl: string | null;
}

/** Reads the chunks of a published revision that share text with a span, in the order of the text. */
export async function findChunksInSpan(
  db: Queryable,
  place: { readonly documentId: string; readonly revision: number } & Span,
): Promise<ChunkOfDocument[]> {
  return db.query<ChunkOfDocument>(sql`-- find_chunks_in_span
    select
      ${chunkColumns},
      corpus.id as "corpusId",
      corpus.kind as "corpusKind",
      document.title as "documentTitle",
      document.source_url as "sourceUrl"
    from chunk
    join document_revision published
      on published.document_id = chunk.document_id
      and published.revision = chunk.document_revision
      and published.published_at is not null
    join document on document.id = chunk.document_id
    join corpus on corpus.id = document.corpus_id
    where chunk.document_id = ${place.documentId}
      and chunk.document_revision = ${place.revision}
      and chunk.char_start < ${place.charEnd}
      and chunk.char_end > ${place.charStart}
    order by chunk.ordinal`);
}
