import { type Queryable, sql } from "../../../migrations/index.ts";

/** Returns whether the site-planning studio of an organization is on. */
export async function hasStudio(db: Queryable, orgId: string): Promise<boolean> {
  const rows = await db.query<{ is_on: boolean }>(sql`-- find_site_plan_studio
    select has_site_plan_studio as is_on
    from organization
    where id = ${orgId}`);
  return rows[0]?.is_on === true;
}
