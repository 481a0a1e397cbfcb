import { type Queryable, sql } from "../../migrations/index.ts";

/** What is recorded of a project itself. */
export interface RecordedProject {
  readonly goal_text: string;
  readonly jurisdiction: {
    readonly municipality?: string | null;
    readonly county?: string | null;
    readonly state?: string | null;
  } | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What is recorded of one of its parcels; the index is 0 for the first. */
export interface RecordedParcel {
  readonly parcel_index: number;
  readonly address: string | null;
  readonly apn: string | null;
  readonly area_square_feet: number | null;
  readonly zoning_code: string | null;
  readonly is_zoning_verified: boolean;
  readonly zoning_verified_by: string | null;
  readonly zoning_verified_at: Date | null;
}

/** Returns what is recorded of a project; undefined when there is none with the id. */
export async function findRecordedProject(db: Queryable, projectId: string): Promise<RecordedProject | undefined> {
  const rows = await db.query<RecordedProject>(sql`-- find_recorded_project
    select goal_text, jurisdiction, created_at, updated_at
    from project
    where id = ${projectId} and deleted_at is null`);
  return rows[0];
}

/** Lists the parcels of a project with who verified their zoning. */
export async function listRecordedParcels(db: Queryable, projectId: string): Promise<RecordedParcel[]> {
  return db.query<RecordedParcel>(sql`-- list_recorded_parcels
    select parcel_index, address, apn, area_square_feet, zoning_code, is_zoning_verified, zoning_verified_by,
      zoning_verified_at
    from project_parcel
    where project_id = ${projectId}
    order by parcel_index`);
}

/** A district that the searched law names, as it was read when the law was ingested. */
export interface SearchedDistrict {
  readonly code: string;
  readonly name: string | null;
  readonly documentTitle: string;
}

/** Lists the districts of the law that a project searches; the districts of a document that it mentions most come first. */
export async function listSearchedDistricts(db: Queryable, projectId: string): Promise<SearchedDistrict[]> {
  return db.query<SearchedDistrict>(sql`-- list_searched_districts
    select district->>'code' as "code", district->>'name' as "name", document.title as "documentTitle"
    from project_corpus searched
    join corpus on corpus.id = searched.corpus_id
    join document on document.corpus_id = corpus.id
    join document_rule_set read on read.document_id = document.id and read.revision = document.live_revision
    cross join jsonb_array_elements(read.districts) with ordinality as listed (district, place)
    where searched.project_id = ${projectId} and corpus.kind in ('ordinance', 'supplemental')
      and document.removed_at is null
    order by corpus.kind <> 'ordinance', document.id, place
    limit 500`);
}

/** Lists the documents that a project searches, ordinances first; at most 200. */
export async function listSearchedDocuments(
  db: Queryable,
  projectId: string,
): Promise<{ title: string; kind: string }[]> {
  return db.query<{ title: string; kind: string }>(sql`-- list_searched_documents
    select document.title, corpus.kind
    from project_corpus searched
    join corpus on corpus.id = searched.corpus_id
    join document on document.corpus_id = corpus.id
    where searched.project_id = ${projectId} and document.live_revision is not null and document.removed_at is null
    order by corpus.kind <> 'ordinance', document.id
    limit 200`);
}
