import { json, type Queryable, sql } from "../../../migrations/index.ts";
import type { AreaGeometry } from "../../geometry/geojson.ts";
import type { Provenance } from "../../providers/provider-result.ts";
import type { Jurisdiction } from "../../providers/providers.ts";

/** What one source states of the zoning of a parcel. */
export interface ZoningEvidence {
  readonly code: string;
  readonly description: string | null;
  /** Name of the dataset. */
  readonly source: string;
}

export interface NewParcel {
  readonly llUuid: string | null;
  readonly address: string | null;
  readonly apn: string | null;
  readonly geometry: AreaGeometry;
  readonly squareFeet: number;
  /** As the record of the parcel states it. */
  readonly recordedSquareFeet: number | null;
  readonly jurisdiction: Jurisdiction | null;
  /** As the caller stated it, which counts as verified by them. */
  readonly callerZoning: string | null;
  /** As the record of the parcel states it. */
  readonly recordedZoning: ZoningEvidence | null;
  readonly provenance: Provenance | null;
  readonly matchKeys: readonly string[];
}

/** Stores a parcel. */
export async function insertParcel(
  db: Queryable,
  projectId: string,
  index: number,
  parcel: NewParcel,
  userId: string,
): Promise<void> {
  const { callerZoning, recordedZoning } = parcel;
  const isVerified = callerZoning !== null;
  const described = recordedZoning?.code === (callerZoning ?? recordedZoning?.code) ? recordedZoning : null;
  await db.query(sql`-- insert_parcel
    insert into project_parcel (
      project_id, parcel_index, ll_uuid, address, apn, geometry, area_square_feet, recorded_square_feet, jurisdiction,
      zoning_code, zoning_description, zoning_source, zoning_candidates, zoning_evidence, is_zoning_verified, zoning_verified_by,
      zoning_verified_at, match_keys, provenance
    )
    values (
      ${projectId}, ${index}::integer, ${parcel.llUuid}, ${parcel.address}, ${parcel.apn},
      ${json(parcel.geometry)}::jsonb, ${parcel.squareFeet}::double precision,
      ${parcel.recordedSquareFeet}::double precision,
      ${parcel.jurisdiction === null ? null : json(parcel.jurisdiction)}::jsonb,
      ${callerZoning ?? recordedZoning?.code ?? null}, ${described?.description ?? null},
      ${isVerified ? "caller" : (recordedZoning?.source ?? null)},
      ${json(recordedZoning === null ? [] : [recordedZoning.code])}::jsonb,
      ${json(recordedZoning === null ? [] : [recordedZoning])}::jsonb,
      ${isVerified}, ${isVerified ? userId : null}, case when ${isVerified} then now() end,
      ${[...parcel.matchKeys]}::text[], ${parcel.provenance === null ? null : json(parcel.provenance)}::jsonb
    )`);
}

export interface ParcelRow {
  readonly parcel_index: number;
  readonly ll_uuid: string | null;
  readonly address: string | null;
  readonly apn: string | null;
  readonly geometry: AreaGeometry | null;
  readonly area_square_feet: number | null;
  readonly zoning_code: string | null;
  readonly zoning_description: string | null;
  readonly zoning_candidates: string[];
  readonly zoning_evidence: ZoningEvidence[];
  readonly is_zoning_verified: boolean;
  readonly zoning_verified_by: string | null;
  readonly provenance: (Omit<Provenance, "fetchedAt"> & { readonly fetchedAt: string }) | null;
}

/** Lists the parcels of a project in the order they were given. */
export async function listParcels(db: Queryable, projectId: string): Promise<ParcelRow[]> {
  return db.query<ParcelRow>(sql`-- list_parcels
    select parcel_index, ll_uuid, address, apn, geometry, area_square_feet, zoning_code, zoning_description,
      zoning_candidates, zoning_evidence, is_zoning_verified, zoning_verified_by, provenance
    from project_parcel
    where project_id = ${projectId}
    order by parcel_index`);
}

/** Settles a parcel's zoning; a code of null keeps the one it has. */
export async function settleZoning(
  db: Queryable,
  settled: {
    projectId: string;
    parcelIndex: number;
    code: string | null;
    /** Of the code that is settled; null where no source describes it. */
    description: string | null;
    note: string | null;
    userId: string;
  },
): Promise<void> {
  await db.query(sql`-- settle_zoning
    update project_parcel
    set zoning_code = coalesce(${settled.code}, zoning_code),
        zoning_description = ${settled.description},
        zoning_source = case when ${settled.code}::text is null then zoning_source else 'caller' end,
        zoning_note = coalesce(${settled.note}, zoning_note),
        is_zoning_verified = true,
        zoning_verified_by = ${settled.userId},
        zoning_verified_at = now()
    where project_id = ${settled.projectId} and parcel_index = ${settled.parcelIndex}::integer`);
}

/** Records what the sources state of a parcel's zoning, and whether they agree; what a person has settled stays. */
export async function recordZoning(
  db: Queryable,
  found: {
    projectId: string;
    parcelIndex: number;
    evidence: readonly ZoningEvidence[];
    candidates: readonly string[];
    /** The one the sources agree on, or the first candidate. */
    code: string | null;
    description: string | null;
    source: string | null;
    /** Who or what verified it; null where a person has to. */
    verifiedBy: string | null;
  },
): Promise<void> {
  const isVerified = found.verifiedBy !== null;
  await db.query(sql`-- record_zoning
    update project_parcel
    set zoning_evidence = ${json(found.evidence)}::jsonb,
        zoning_candidates = ${json(found.candidates)}::jsonb,
        zoning_code = case when is_zoning_verified then zoning_code else ${found.code} end,
        zoning_description = case when is_zoning_verified then zoning_description else ${found.description} end,
        zoning_source = case when is_zoning_verified then zoning_source else ${found.source} end,
        zoning_verified_by = case when is_zoning_verified then zoning_verified_by else ${found.verifiedBy} end,
        zoning_verified_at = case when is_zoning_verified or not ${isVerified} then zoning_verified_at else now() end,
        is_zoning_verified = is_zoning_verified or ${isVerified}
    where project_id = ${found.projectId} and parcel_index = ${found.parcelIndex}::integer`);
}
