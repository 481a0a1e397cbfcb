import { type Queryable, sql } from "../../migrations/index.ts";

/** Names one revision of one document. */
export interface RevisionKey {
  readonly documentId: string;
  readonly revision: number;
}

/** Reads the stored keyword segments of several revisions. */
export async function findSegments(db: Queryable, keys: readonly RevisionKey[]) {
  const documentIds = keys.map((key) => key.documentId);
  const revisions = keys.map((key) => key.revision);
  // As base64: the embedded engine takes 100 ms to hand over a megabyte of bytea, and 4 ms of this.
  const rows = await db.query<RevisionKey & { packed: string | null }>(sql`-- find_segments
    select
      document_revision.document_id as "documentId",
      document_revision.revision as "revision",
      encode(document_revision.keyword_segment, 'base64') as "packed"
    from unnest(${documentIds}::text[], ${revisions}::integer[]) as wanted (document_id, revision)
    join document_revision
      on document_revision.document_id = wanted.document_id
      and document_revision.revision = wanted.revision`);
  return rows.map(({ packed, ...key }) => ({ ...key, packed: packed === null ? null : Buffer.from(packed, "base64") }));
}

/** Reads what the keyword index of a revision is built from, in the order of the chunks. */
export async function findKeywordSources(db: Queryable, key: RevisionKey) {
  return db.query<{ section: string | null; headingPath: string[]; indexText: string }>(sql`-- find_keyword_sources
    select
      section as "section",
      heading_path as "headingPath",
      coalesce(index_text, text) as "indexText"
    from chunk
    where document_id = ${key.documentId} and document_revision = ${key.revision}
    order by ordinal`);
}
