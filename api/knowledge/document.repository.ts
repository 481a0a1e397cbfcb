import type { CorpusKind, IngestReport } from "../../ingest/index.ts";
import { type Queryable, type Statement, sql } from "../../migrations/index.ts";

/** A document with its live revision. */
export interface DocumentRow {
  readonly id: string;
  readonly revision: number;
  readonly title: string;
  readonly kind: CorpusKind;
  readonly source_url: string | null;
  readonly chunk_count: number;
  readonly ingest_report: IngestReport;
  readonly published_at: Date;
}

/** The documents of a project that searches can find, narrowed by a further condition on `document`. */
export const liveDocumentsOf = (projectId: string, condition: Statement): Statement => sql`
    select document.id, live.revision, document.title, corpus.kind, document.source_url, live.chunk_count,
      live.ingest_report, live.published_at
    from project_corpus searched
    join corpus on corpus.id = searched.corpus_id
    join document on document.corpus_id = corpus.id and document.removed_at is null
    join document_revision live on live.document_id = document.id and live.revision = document.live_revision
    where searched.project_id = ${projectId} and ${condition}`;

/** Finds a document that searches of the project can find. */
export async function findLiveDocument(
  db: Queryable,
  projectId: string,
  documentId: string,
): Promise<DocumentRow | undefined> {
  const rows = await db.query<DocumentRow>(sql`-- find_live_document
    ${liveDocumentsOf(projectId, sql`document.id = ${documentId}`)}`);
  return rows[0];
}
