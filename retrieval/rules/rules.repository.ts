import type { DimensionId, DocumentRules, RevisionPlace, RuleChunk } from "../../ingest/index.ts";
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

/** What the rules of a chunk are about. */
export interface RuleSubjectsRow extends RevisionPlace {
  readonly ordinal: number;
  /** Standards that it sets; a standard of several rules once. */
  readonly dimensions: DimensionId[];
  /** Uses that it allows or prohibits, as printed. */
  readonly uses: string[];
}

/** Reads what the rules of each chunk of revisions are about; nothing of revisions without stored rules of this version. */
export async function listRuleSubjects(
  db: Queryable,
  places: readonly RevisionPlace[],
  version: number,
): Promise<RuleSubjectsRow[]> {
  const documentIds = places.map(({ documentId }) => documentId);
  const revisions = places.map(({ revision }) => revision);
  return db.query<RuleSubjectsRow>(sql`-- list_rule_subjects
    select
      rule_set.document_id as "documentId",
      rule_set.revision as "revision",
      (rule -> 'evidence' ->> 'chunk')::integer as "ordinal",
      coalesce(array_agg(distinct rule ->> 'dimension') filter (where rule ->> 'kind' = 'dimension'), '{}') as "dimensions",
      coalesce(array_agg(distinct rule ->> 'words') filter (where rule ->> 'kind' = 'use'), '{}') as "uses"
    from unnest(${documentIds}::text[], ${revisions}::integer[]) as wanted (document_id, revision)
    join document_rule_set rule_set using (document_id, revision)
    cross join jsonb_array_elements(rule_set.rules) as rule
    where rule_set.rules_version = ${version} and rule ->> 'kind' in ('dimension', 'use')
    group by rule_set.document_id, rule_set.revision, (rule -> 'evidence' ->> 'chunk')::integer`);
}
