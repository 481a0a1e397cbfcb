import { type Queryable, sql } from "../../../migrations/index.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";

/** A parcel of a project with its boundary. */
export interface SiteParcel {
  /** 0 for the first. */
  readonly parcel_index: number;
  readonly ll_uuid: string | null;
  readonly address: string | null;
  readonly apn: string | null;
  readonly geometry: AreaGeometry | null;
  readonly area_square_feet: number | null;
  readonly zoning_code: string | null;
  readonly zoning_description: string | null;
  readonly is_zoning_verified: boolean;
  readonly jurisdiction: {
    readonly municipality?: string | null;
    readonly county?: string | null;
    readonly state?: string | null;
  } | null;
}

/** Lists the parcels of a project in their order. */
export async function listSiteParcels(db: Queryable, projectId: string): Promise<SiteParcel[]> {
  return db.query<SiteParcel>(sql`-- list_site_parcels
    select parcel_index, ll_uuid, address, apn, geometry, area_square_feet, zoning_code, zoning_description,
      is_zoning_verified, jurisdiction
    from project_parcel
    where project_id = ${projectId}
    order by parcel_index`);
}

/** Returns the name of a project. */
export async function findSiteName(db: Queryable, projectId: string): Promise<string> {
  const rows = await db.query<{ name: string }>(sql`-- find_site_name
    select name
    from project
    where id = ${projectId}`);
  return rows[0]?.name ?? projectId;
}
