import type { DocumentRules, RuleChunk } from "../../ingest/index.ts";
import { json, type Queryable, sql } from "../../migrations/index.ts";

/** A revision of a document. */
export interface RevisionPlace {
  readonly documentId: string;
  readonly revision: number;
}

/** Returns the stored rules of a revision; undefined where none of this version are stored. */
export async function findRules(
  db: Queryable,
  { documentId, revision }: RevisionPlace,
  version: number,
): Promise<DocumentRules | undefined> {
  const rows = await db.query<DocumentRules>(sql`-- find_document_rules
    select districts, rules
    from document_rule_set
    where document_id = ${documentId} and revision = ${revision} and rules_version = ${version}`);
  return rows[0];
}

/** Stores the rules of a revision; those of an earlier version are replaced. */
export async function saveRules(
  db: Queryable,
  { documentId, revision }: RevisionPlace,
  { version, read }: { readonly version: number; readonly read: DocumentRules },
): Promise<void> {
  await db.query(sql`-- save_document_rules
    insert into document_rule_set (document_id, revision, rules_version, districts, rules)
    values (${documentId}, ${revision}, ${version}, ${json(read.districts)}::jsonb, ${json(read.rules)}::jsonb)
    on conflict (document_id, revision) do update
    set rules_version = excluded.rules_version, districts = excluded.districts, rules = excluded.rules, read_at = now()`);
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
