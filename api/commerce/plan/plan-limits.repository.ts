import { type Queryable, sql } from "../../../migrations/index.ts";

/** The plan of an organization, held against change until the transaction ends: two uploads at once are counted in turn. */
export async function lockPlan(db: Queryable, orgId: string): Promise<"standard" | "free" | undefined> {
  const rows = await db.query<{ plan: "standard" | "free" }>(sql`-- lock_plan
    select plan from organization where id = ${orgId} for no key update`);
  return rows[0]?.plan;
}

/** Counts the documents an organization has uploaded, without duplicates, failed uploads and deleted documents. */
export async function countOwnDocuments(db: Queryable, orgId: string): Promise<number> {
  const rows = await db.query<{ documents: number }>(sql`-- count_own_documents
    select count(*)::integer as documents
    from upload
    join background_job job on job.id = upload.job_id
    where upload.org_id = ${orgId}
      and upload.finalized_at is not null
      and not upload.is_duplicate
      and job.state not in ('failed', 'canceled')
      and not exists (
        select 1 from document where document.id = upload.document_id and document.removed_at is not null
      )`);
  return rows[0]?.documents ?? 0;
}

/** Sources an organization has added from addresses; those that could not be had, or were there already, do not count. */
export async function countSources(db: Queryable, orgId: string): Promise<number> {
  const rows = await db.query<{ sources: number }>(sql`-- count_sources
    select count(*)::integer as sources
    from project_source source
    join background_job job on job.id = source.job_id
    where source.org_id = ${orgId} and not source.is_duplicate and job.state not in ('failed', 'canceled')`);
  return rows[0]?.sources ?? 0;
}
