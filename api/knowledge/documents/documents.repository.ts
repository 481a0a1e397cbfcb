import { type Queryable, sql } from "../../../migrations/index.ts";
import type { Page } from "../../http/pagination.ts";
import { type DocumentRow, liveDocumentsOf } from "../document.repository.ts";

/** One page and one row more, which tells whether another page follows. */
export async function listDocuments(db: Queryable, projectId: string, page: Page): Promise<DocumentRow[]> {
  const below = page.beforeId === undefined ? sql`true` : sql`document.id < ${page.beforeId}`;
  return db.query<DocumentRow>(sql`-- list_documents
    ${liveDocumentsOf(projectId, below)}
    order by document.id desc
    limit ${page.limit + 1}::integer offset ${page.offset}::integer`);
}

/** Returns the published revision to read, the live one unless a number is given; undefined for a deleted document. */
export async function findReadableRevision(
  db: Queryable,
  asked: { projectId: string; documentId: string; revision: number | null },
): Promise<number | undefined> {
  const rows = await db.query<{ revision: number }>(sql`-- find_readable_revision
    select published.revision
    from project_corpus searched
    join document on document.corpus_id = searched.corpus_id and document.removed_at is null
    join document_revision published on published.document_id = document.id and published.published_at is not null
    where searched.project_id = ${asked.projectId}
      and document.id = ${asked.documentId}
      and published.revision = coalesce(${asked.revision}::integer, document.live_revision)`);
  return rows[0]?.revision;
}
