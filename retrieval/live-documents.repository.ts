import type { CorpusKind } from "../ingest/index.ts";
import { type Queryable, sql } from "../migrations/index.ts";

/** A document a search reads, at the revision that was live when the search began. */
export interface LiveDocument {
  readonly documentId: string;
  readonly revision: number;
  readonly corpusId: string;
  readonly corpusKind: CorpusKind;
  readonly title: string;
  readonly sourceUrl: string | null;
  readonly chunkCount: number;
  readonly keywordVersion: string | null;
}

/** A live document with the revision of its corpus at the moment it was read. */
export type ListedDocument = LiveDocument & { readonly corpusRevision: number };

/** Reads how often each corpus has been published to; a corpus that does not exist is left out. */
export async function findCorpusRevisions(db: Queryable, corpusIds: readonly string[]) {
  return db.query<{ corpusId: string; revision: number }>(sql`-- find_corpus_revisions
    select id as "corpusId", revision as "revision"
    from corpus
    where id = any(${[...corpusIds]}::text[])`);
}

/** Lists the live documents of corpora in a steady order, all read at one moment. */
export async function findLiveDocuments(db: Queryable, corpusIds: readonly string[]): Promise<ListedDocument[]> {
  return db.query<ListedDocument>(sql`-- find_live_documents
    select
      document.id as "documentId",
      document.live_revision as "revision",
      document.corpus_id as "corpusId",
      corpus.kind as "corpusKind",
      corpus.revision as "corpusRevision",
      document.title as "title",
      document.source_url as "sourceUrl",
      document_revision.chunk_count as "chunkCount",
      document_revision.keyword_version as "keywordVersion"
    from document
    join corpus on corpus.id = document.corpus_id
    join document_revision
      on document_revision.document_id = document.id
      and document_revision.revision = document.live_revision
    where document.corpus_id = any(${[...corpusIds]}::text[])
      and document.removed_at is null
    order by document.id`);
}
