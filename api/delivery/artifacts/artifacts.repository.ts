import { type Queryable, sql } from "../../../migrations/index.ts";
import type { Page } from "../../http/pagination.ts";

/** A file the service made. */
export interface ArtifactRow {
  readonly id: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly label: string;
  readonly doc_type: string;
  readonly filename: string;
  readonly mime_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly storage_key: string;
  readonly run_id: string | null;
  readonly tool: string | null;
  /** What else is told of the file: warnings, reference system, layers, extent. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly created_at: Date;
}

const columns = sql`id, org_id, project_id, label, doc_type, filename, mime_type, size_bytes::float8 as size_bytes, sha256,
  storage_key, run_id, tool, metadata, created_at`;

/** Stores what is known of a file whose bytes are stored. */
export async function insertArtifact(db: Queryable, artifact: Omit<ArtifactRow, "created_at">): Promise<ArtifactRow> {
  const rows = await db.query<ArtifactRow>(sql`-- insert_artifact
    insert into artifact (id, org_id, project_id, label, doc_type, filename, mime_type, size_bytes, sha256, storage_key,
      run_id, tool, metadata)
    values (${artifact.id}, ${artifact.org_id}, ${artifact.project_id}, ${artifact.label}, ${artifact.doc_type},
      ${artifact.filename}, ${artifact.mime_type}, ${artifact.size_bytes}, ${artifact.sha256}, ${artifact.storage_key},
      ${artifact.run_id}, ${artifact.tool},
      ${artifact.metadata === null ? null : JSON.stringify(artifact.metadata)}::jsonb)
    returning ${columns}`);
  const [row] = rows;
  if (!row) throw new Error("the artifact was not stored");
  return row;
}

/** One page of a project's files, newest first, and one row more, which tells whether another page follows. */
export async function listArtifacts(db: Queryable, projectId: string, page: Page): Promise<ArtifactRow[]> {
  const below = page.beforeId === undefined ? sql`true` : sql`id < ${page.beforeId}`;
  return db.query<ArtifactRow>(sql`-- list_artifacts
    select ${columns}
    from artifact
    where project_id = ${projectId} and ${below}
    order by id desc
    limit ${page.limit + 1}::integer offset ${page.offset}::integer`);
}

/** A file of a project. */
export async function findArtifact(
  db: Queryable,
  projectId: string,
  artifactId: string,
): Promise<ArtifactRow | undefined> {
  const rows = await db.query<ArtifactRow>(sql`-- find_artifact
    select ${columns} from artifact where id = ${artifactId} and project_id = ${projectId}`);
  return rows[0];
}

/** Returns those of the files that the project has. */
export async function findArtifacts(
  db: Queryable,
  projectId: string,
  artifactIds: readonly string[],
): Promise<ArtifactRow[]> {
  return db.query<ArtifactRow>(sql`-- find_artifacts
    select ${columns} from artifact
    where project_id = ${projectId} and id = any(${[...artifactIds]}::text[])`);
}

/** The file behind a download link. */
export async function findDownload(db: Queryable, artifactId: string): Promise<ArtifactRow | undefined> {
  const rows = await db.query<ArtifactRow>(sql`-- find_download
    select ${columns} from artifact where id = ${artifactId}`);
  return rows[0];
}
