import { type Queryable, sql } from "../migrations/index.ts";

/** Finds the chunks of revisions that stand under a heading matching one of the regular expressions, case aside. */
export async function findChunksUnder(
  db: Queryable,
  revisions: readonly { readonly documentId: string; readonly revision: number }[],
  patterns: readonly string[],
): Promise<{ documentId: string; ordinal: number }[]> {
  const documentIds = revisions.map(({ documentId }) => documentId);
  const numbers = revisions.map(({ revision }) => revision);
  return db.query<{ documentId: string; ordinal: number }>(sql`-- find_chunks_under
    select chunk.document_id as "documentId", chunk.ordinal as "ordinal"
    from unnest(${documentIds}::text[], ${numbers}::integer[]) as live (document_id, revision)
    join chunk
      on chunk.document_id = live.document_id
      and chunk.document_revision = live.revision
    where exists (
      select 1
      from unnest(chunk.heading_path) as heading
      where heading ~* any(${[...patterns]}::text[])
    )`);
}
