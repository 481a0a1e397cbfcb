import type { DocumentRules, RevisionPlace, RuleChunk } from "../../ingest/index.ts";
import { type Queryable, sql } from "../../migrations/index.ts";

/** Returns the stored rules of a revision; undefined where none of this version are stored. */
export async function findRules(
  db: Queryable,
  { documentId, revision }: RevisionPlace,
  version: number,
): Promise<DocumentRules | undefined> {
  const rows = await db.query<DocumentRules>(sql`-- find_document_rules
    select districts, rules, places
    from document_rule_set
    where document_id = ${documentId} and revision = ${revision} and rules_version = ${version}`);
  return rows[0];
}

/** Reads chunks of a revision from an ordinal on, in the order of the text. */
export async function listRuleChunks(
  db: Queryable,
  { documentId, revision }: RevisionPlace,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<RuleChunk[]> {
  return db.query<RuleChunk>(sql`-- list_rule_chunks
    select ordinal, section, heading_path as "headingPath", coalesce(table_rows, '[]'::jsonb) as rows,
      char_start as "charStart", char_end as "charEnd", text
    from chunk
    where document_id = ${documentId} and document_revision = ${revision} and ordinal >= ${from}::integer
    order by ordinal
    limit ${most}::integer`);
}
