import { type Queryable, sql } from "../../../../migrations/index.ts";

/** What reports print of the stored records beside what the views of a project tell. */
export interface StoredRecords {
  /** Date or edition of each layer, and the SHA-256 of its stored features, by its name. */
  readonly layers: Readonly<Record<string, { readonly vintage: string | null; readonly content_hash: string | null }>>;
  /** SHA-256 of the file behind each document, by the id of the document and its revision: "doc_1:2". */
  readonly documents: Readonly<Record<string, string>>;
  /** Area of each parcel as its record states it, in square feet and in the order of the parcels. */
  readonly recorded_areas: readonly (number | null)[];
}

/** Reads the records of a project. */
export async function readStoredRecords(db: Queryable, projectId: string): Promise<StoredRecords> {
  const layers = await db.query<{ layer: string; vintage: string | null; content_hash: string | null }>(
    sql`-- report_layer_marks
    select layer, provenance->>'vintage' as vintage,
      encode(sha256(convert_to(features::text, 'UTF8')), 'hex') as content_hash
    from site_layer
    where project_id = ${projectId}`,
  );
  const documents = await db.query<{ document_id: string; revision: number; source_sha256: string }>(
    sql`-- report_document_marks
    select document_revision.document_id, document_revision.revision, document_revision.source_sha256
    from project_corpus
    join document on document.corpus_id = project_corpus.corpus_id
    join document_revision on document_revision.document_id = document.id
    where project_corpus.project_id = ${projectId} and document_revision.published_at is not null`,
  );
  const parcels = await db.query<{ recorded_square_feet: number | null }>(sql`-- report_recorded_areas
    select recorded_square_feet from project_parcel where project_id = ${projectId} order by parcel_index`);
  return {
    layers: Object.fromEntries(layers.map(({ layer, ...marks }) => [layer, marks])),
    documents: Object.fromEntries(documents.map((one) => [`${one.document_id}:${one.revision}`, one.source_sha256])),
    recorded_areas: parcels.map(({ recorded_square_feet: area }) => area),
  };
}
