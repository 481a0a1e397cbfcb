import type { OutlineNode, PageSpan } from "../ingest/index.ts";
import { type Queryable, sql } from "../migrations/index.ts";

/** Reads the stored pieces of a published revision's text that touch a span, in order. */
export async function findTextPieces(
  db: Queryable,
  options: { documentId: string; revision: number; charStart: number; charEnd: number },
) {
  return db.query<{ charStart: number; piece: string }>(sql`-- find_text_pieces
    select char_start as "charStart", piece as "piece"
    from document_text
    where document_id = ${options.documentId}
      and revision = ${options.revision}
      and char_start < ${options.charEnd}
      and char_end > ${options.charStart}
      and exists (
        select 1
        from document_revision
        where document_revision.document_id = document_text.document_id
          and document_revision.revision = document_text.revision
          and document_revision.published_at is not null
      )
    order by char_start`);
}

/** The structure of one published revision: what places a span on its pages and under its headings. */
export interface RevisionStructure {
  readonly documentId: string;
  readonly revision: number;
  readonly characterCount: number;
  readonly pages: PageSpan[];
  readonly outline: OutlineNode[];
}

/** Reads the page map and outline of a revision that was published; undefined when there is none. */
export async function findRevisionStructure(db: Queryable, documentId: string, revision: number) {
  const rows = await db.query<RevisionStructure>(sql`-- find_revision_structure
    select
      document_id as "documentId",
      revision as "revision",
      character_count as "characterCount",
      pages as "pages",
      outline as "outline"
    from document_revision
    where document_id = ${documentId} and revision = ${revision} and published_at is not null`);
  return rows[0];
}

/** Reads the pages of one revision that touch a span, without the rest of a long page map. */
export async function findPagesOfSpan(
  db: Queryable,
  options: { documentId: string; revision: number; charStart: number; charEnd: number },
): Promise<PageSpan[]> {
  return db.query<PageSpan>(sql`-- find_pages_of_span
    select
      (page->>'page')::integer as "page",
      page->>'printedPage' as "printedPage",
      (page->>'charStart')::integer as "charStart",
      (page->>'charEnd')::integer as "charEnd"
    from document_revision
    cross join jsonb_array_elements(document_revision.pages) as page
    where document_revision.document_id = ${options.documentId}
      and document_revision.revision = ${options.revision}
      and (page->>'charStart')::integer < ${options.charEnd}
      and (page->>'charEnd')::integer > ${options.charStart}
    order by (page->>'page')::integer`);
}
