import { type Queryable, sql } from "../../../migrations/index.ts";
import type { SiteMeasures } from "./measure-site.ts";

/** Returns what the measures of a site depend on, as one text: the boundaries of its parcels and the times of its layers. */
export async function findBasis(db: Queryable, projectId: string): Promise<string> {
  const rows = await db.query<{ basis: string }>(sql`-- find_measure_basis
    select md5(
      coalesce((select string_agg(md5(coalesce(geometry::text, '')), ',' order by parcel_index)
        from project_parcel where project_id = ${projectId}), '') ||
      coalesce((select string_agg(layer || ' ' || state || ' ' || updated_at::text, ',' order by layer)
        from site_layer where project_id = ${projectId}), '')) as basis`);
  return rows[0]?.basis ?? "";
}

/** Returns the stored measures of a site that were made from a basis; undefined when there are none. */
export async function findMeasures(db: Queryable, projectId: string, basis: string): Promise<SiteMeasures | undefined> {
  const rows = await db.query<{ measures: SiteMeasures }>(sql`-- find_site_measures
    select measures
    from site_measure
    where project_id = ${projectId} and basis = ${basis}`);
  return rows[0]?.measures;
}

/** Stores the measures of a site in place of earlier ones. */
export async function saveMeasures(
  db: Queryable,
  projectId: string,
  made: { readonly basis: string; readonly measures: SiteMeasures },
): Promise<void> {
  await db.query(sql`-- save_site_measures
    insert into site_measure (project_id, basis, measures)
    select id, ${made.basis}, ${JSON.stringify(made.measures)}::jsonb
    from project
    where id = ${projectId} and deleted_at is null
    on conflict (project_id) do update
    set basis = excluded.basis, measures = excluded.measures, measured_at = now()`);
}
