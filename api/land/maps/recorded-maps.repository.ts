import { type Queryable, sql } from "../../../migrations/index.ts";

/** The maps that are kept for a project. */
export type KeptKind = "flood" | "wetlands" | "contours";

/** How a kept map stands. */
export interface KeptMap {
  readonly state: "asked" | "rendering" | "ready" | "failed" | "not_published";
  readonly job_id: string | null;
  readonly artifact_id: string | null;
  readonly drawn_from: string | null;
  readonly detail: string | null;
  readonly retry_after_seconds: number | null;
  /** Seconds since the state was written, and since a caller was told of a failure. */
  readonly age_seconds: number;
  readonly told_seconds: number | null;
}

/** Finds a kept map. */
export async function findKeptMap(db: Queryable, projectId: string, kind: KeptKind): Promise<KeptMap | undefined> {
  const rows = await db.query<KeptMap>(sql`-- find_kept_map
    select state, job_id, artifact_id, drawn_from, detail, retry_after_seconds,
      extract(epoch from now() - updated_at)::double precision as age_seconds,
      extract(epoch from now() - told_at)::double precision as told_seconds
    from project_map
    where project_id = ${projectId} and kind = ${kind}`);
  return rows[0];
}

/** Adds the row of a map where there is none, and holds it until the transaction ends. */
export async function holdKeptMap(transaction: Queryable, projectId: string, kind: KeptKind): Promise<void> {
  await transaction.query(sql`-- hold_kept_map
    insert into project_map (project_id, kind, state) values (${projectId}, ${kind}, 'asked')
    on conflict (project_id, kind) do update set kind = excluded.kind`);
}

/** Writes that a job draws a map. */
export async function markRendering(db: Queryable, projectId: string, kind: KeptKind, jobId: string): Promise<void> {
  await db.query(sql`-- mark_map_rendering
    update project_map
    set state = 'rendering', job_id = ${jobId}, detail = null, retry_after_seconds = null, told_at = null,
      updated_at = now()
    where project_id = ${projectId} and kind = ${kind}`);
}

/** Writes a map that was drawn, in place of an earlier one. */
export async function saveKeptMap(
  db: Queryable,
  projectId: string,
  {
    kind,
    artifactId,
    drawnFrom,
  }: { readonly kind: KeptKind; readonly artifactId: string; readonly drawnFrom: string | null },
): Promise<void> {
  await db.query(sql`-- save_kept_map
    insert into project_map (project_id, kind, state, artifact_id, drawn_from)
    values (${projectId}, ${kind}, 'ready', ${artifactId}, ${drawnFrom})
    on conflict (project_id, kind) do update set state = 'ready', artifact_id = excluded.artifact_id,
      drawn_from = excluded.drawn_from, detail = null, updated_at = now()`);
}

/** Writes why there is no map. */
export async function markWithoutMap(
  db: Queryable,
  projectId: string,
  reason: {
    readonly kind: KeptKind;
    readonly state: "failed" | "not_published";
    readonly detail: string;
    readonly retryAfterSeconds: number | null;
  },
): Promise<void> {
  await db.query(sql`-- mark_without_map
    update project_map
    set state = ${reason.state}, detail = ${reason.detail}, retry_after_seconds = ${reason.retryAfterSeconds}::integer,
      told_at = null, updated_at = now()
    where project_id = ${projectId} and kind = ${reason.kind}`);
}

/** Remembers that a caller was told of a failure. */
export async function markTold(db: Queryable, projectId: string, kind: KeptKind): Promise<void> {
  await db.query(sql`-- mark_map_told
    update project_map
    set told_at = coalesce(told_at, now())
    where project_id = ${projectId} and kind = ${kind}`);
}

/** Returns whether a project is still being set up, and when its contours were last written. */
export async function findContourState(
  db: Queryable,
  projectId: string,
): Promise<{ readonly is_building: boolean; readonly written_at: string | null }> {
  const rows = await db.query<{ is_building: boolean; written_at: string | null }>(sql`-- find_contour_state
    select project.status = 'bootstrapping' as is_building, site_layer.updated_at::text as written_at
    from project
    left join site_layer on site_layer.project_id = project.id and site_layer.layer = 'contours'
    where project.id = ${projectId}`);
  return rows[0] ?? { is_building: false, written_at: null };
}
