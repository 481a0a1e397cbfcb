import type { CorpusKind } from "../ingest/index.ts";
import { type Queryable, sql } from "../migrations/index.ts";
import type { SearchScope } from "./passage.ts";

/** A document that a search reads, at the revision that was live when the search began, or on the day that it asks for. */
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

/**
 * Lists the documents of corpora as they were published at a moment, in the order of {@link findLiveDocuments}: of each the
 * latest revision published by then, never one that was withdrawn. A document that came later is left out, and so is one
 * that has been removed.
 */
async function findDocumentsAsOf(db: Queryable, corpusIds: readonly string[], asOf: Date): Promise<LiveDocument[]> {
  return db.query<LiveDocument>(sql`-- find_documents_as_of
    select distinct on (document.id)
      document.id as "documentId",
      published.revision as "revision",
      document.corpus_id as "corpusId",
      corpus.kind as "corpusKind",
      document.title as "title",
      document.source_url as "sourceUrl",
      published.chunk_count as "chunkCount",
      published.keyword_version as "keywordVersion"
    from document
    join corpus on corpus.id = document.corpus_id
    join document_revision as published
      on published.document_id = document.id
      and published.withdrawn_at is null
      and published.published_at <= ${asOf}
    where document.corpus_id = any(${[...corpusIds]}::text[])
      and document.removed_at is null
    order by document.id, published.revision desc`);
}

/** A document whose text of a moment is kept for citations and can no longer be searched. */
export interface UnsearchableDocument {
  readonly title: string;
  /** From when on its texts can be searched; null where none can. */
  readonly since: Date | null;
}

/** Lists the documents of corpora whose chunks of a moment have been dropped since. */
export async function findUnsearchableAsOf(
  db: Queryable,
  corpusIds: readonly string[],
  asOf: Date,
): Promise<UnsearchableDocument[]> {
  return db.query<UnsearchableDocument>(sql`-- find_unsearchable_as_of
    select document.title as "title", kept.since as "since"
    from document
    cross join lateral (
      select min(published_at) filter (where keyword_segment is not null) as since, min(published_at) as first
      from document_revision
      where document_id = document.id
    ) as kept
    where document.corpus_id = any(${[...corpusIds]}::text[])
      and document.removed_at is null
      and kept.first <= ${asOf}
      and (kept.since is null or kept.since > ${asOf})
    order by document.title`);
}

/** Lists the documents of a scope at the revisions that a search in it reads, without its filters. */
export function findDocumentsOf(db: Queryable, { corpusIds, asOf }: SearchScope): Promise<readonly LiveDocument[]> {
  return asOf === undefined ? findLiveDocuments(db, corpusIds) : findDocumentsAsOf(db, corpusIds, asOf);
}
