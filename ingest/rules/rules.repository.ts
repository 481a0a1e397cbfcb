import { json, type Queryable, sql } from "../../migrations/index.ts";
import type { DocumentRules } from "./rule.ts";

/** A revision of a document. */
export interface RevisionPlace {
  readonly documentId: string;
  readonly revision: number;
}

/** Stores the rules of a revision; those of an earlier version are replaced. */
export async function saveRules(
  db: Queryable,
  { documentId, revision }: RevisionPlace,
  { version, read }: { readonly version: number; readonly read: DocumentRules },
): Promise<void> {
  await db.query(sql`-- save_document_rules
    insert into document_rule_set (document_id, revision, rules_version, districts, rules, places)
    values (${documentId}, ${revision}, ${version}, ${json(read.districts)}::jsonb, ${json(read.rules)}::jsonb,
      ${json(read.places)}::jsonb)
    on conflict (document_id, revision) do update
    set rules_version = excluded.rules_version, districts = excluded.districts, rules = excluded.rules,
      places = excluded.places, read_at = now()`);
}
