import { type Queryable, sql } from "../../migrations/index.ts";

/** Of some keys of the file store, those that an upload, a source, an artifact or an unfinished report still refers to. */
export async function findReferencedKeys(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = [...keys];
  const rows = await db.query<{ storage_key: string }>(sql`-- find_referenced_keys
    select storage_key from upload where storage_key = any(${wanted}::text[])
    union all
    select storage_key from project_source where storage_key = any(${wanted}::text[])
    union all
    select storage_key from artifact where storage_key = any(${wanted}::text[])
    union all
    select storage_key from report_run_file where storage_key = any(${wanted}::text[])`);
  return new Set(rows.map((row) => row.storage_key));
}
