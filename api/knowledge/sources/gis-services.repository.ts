import { json, type Queryable, sql } from "../../../migrations/index.ts";
import type { GisServiceLayer } from "../../providers/providers.ts";

/** What an address of a GIS service led to. */
export interface RegisteredService {
  readonly restBases: readonly string[];
  readonly layers: readonly GisServiceLayer[];
}

/** The jurisdiction and address under which a service is registered. */
export interface ServiceKey {
  readonly jurisdictionKey: string;
  readonly url: string;
}

/** Finds a service that was registered in a jurisdiction. */
export async function findGisService(db: Queryable, key: ServiceKey): Promise<RegisteredService | undefined> {
  const rows = await db.query<{
    rest_bases: readonly string[];
    layers: readonly GisServiceLayer[];
  }>(sql`-- find_gis_service
    select rest_bases, layers from gis_service where jurisdiction_key = ${key.jurisdictionKey} and url = ${key.url}`);
  const [row] = rows;
  return row ? { restBases: row.rest_bases, layers: row.layers } : undefined;
}

/** Registers a service, in place of what was known of it. */
export async function saveGisService(db: Queryable, key: ServiceKey, service: RegisteredService): Promise<void> {
  await db.query(sql`-- save_gis_service
    insert into gis_service (jurisdiction_key, url, rest_bases, layers)
    values (${key.jurisdictionKey}, ${key.url}, ${json([...service.restBases])}::jsonb,
      ${JSON.stringify(service.layers)}::jsonb)
    on conflict (jurisdiction_key, url) do update
    set rest_bases = excluded.rest_bases, layers = excluded.layers, traced_at = now()`);
}
