import { json, type Queryable, sql } from "../../../migrations/index.ts";
import { projectVisibility, type Viewer } from "../../access/project-visibility.repository.ts";
import type { Page } from "../../http/pagination.ts";
import type { BootstrapView, GoalContext, JurisdictionView } from "./projects.model.ts";

export type ProjectStatus = "bootstrapping" | "ready" | "zoning_verification_required" | "failed";
/** What the caller decided about sources when the project was created. */
export interface SourceDecisions {
  readonly skipsOrdinanceDiscovery: boolean;
  readonly skipsGisDiscovery: boolean;
  readonly skipsSupplementalDiscovery: boolean;
  /** What was known of the governing ordinances when the project was created; absent from projects of earlier versions. */
  readonly ordinances?: Readonly<Record<"municipal" | "county", OrdinanceDecision>>;
}

/** What was decided about a governing ordinance when its project was created. */
export interface OrdinanceDecision {
  /** `fetch`: a source of the project says how far it is. */
  readonly status: "fetch" | "not_found" | "skipped" | "publisher_blocked" | "unavailable";
  readonly title: string | null;
  readonly url: string | null;
  /** Why it is not fetched. */
  readonly detail: string | null;
}

export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly goal_text: string;
  readonly goal_context: GoalContext;
  readonly goal_revision: number;
  readonly goal_hash: string;
  readonly setup_mode: "wizard" | "provided";
  readonly status: ProjectStatus;
  readonly jurisdiction: JurisdictionView | null;
  readonly source_decisions: SourceDecisions;
  readonly bootstrap: BootstrapView;
  readonly credits_reserved: number;
  readonly credits_charged: number;
  readonly shared_with: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Finds a project as its viewer sees it; undefined when there is none for them. */
export async function findProject(db: Queryable, viewer: Viewer, projectId: string): Promise<ProjectRow | undefined> {
  const rows = await db.query<ProjectRow>(sql`-- find_project
    select project.id, project.name, project.goal_text, project.goal_context, project.goal_revision, project.goal_hash,
      project.setup_mode, project.status, project.jurisdiction, project.source_decisions, project.bootstrap,
      project.credits_reserved, project.credits_charged, project.created_at, project.updated_at,
      array(
        select share.user_id from project_share share where share.project_id = project.id order by share.user_id
      ) as shared_with
    from project
    where project.id = ${projectId} and ${projectVisibility(viewer)}`);
  return rows[0];
}

export type ProjectListRow = Pick<ProjectRow, "id" | "name" | "status" | "created_at" | "updated_at">;

/** One page and one row more, which tells whether another page follows. */
export async function listProjects(db: Queryable, viewer: Viewer, page: Page): Promise<ProjectListRow[]> {
  const below = page.beforeId === undefined ? sql`true` : sql`project.id < ${page.beforeId}`;
  return db.query<ProjectListRow>(sql`-- list_projects
    select project.id, project.name, project.status, project.created_at, project.updated_at
    from project
    where ${projectVisibility(viewer)} and ${below}
    order by project.id desc
    limit ${page.limit + 1}::integer offset ${page.offset}::integer`);
}

/** Keeps the project's row from changing until the transaction ends; undefined when it is not to be seen. */
export async function lockVisibleProject(
  db: Queryable,
  viewer: Viewer,
  projectId: string,
): Promise<{ status: ProjectStatus; bootstrap: BootstrapView } | undefined> {
  const rows = await db.query<{ status: ProjectStatus; bootstrap: BootstrapView }>(sql`-- lock_visible_project
    select project.status, project.bootstrap
    from project
    where project.id = ${projectId} and ${projectVisibility(viewer)}
    for no key update`);
  return rows[0];
}

/** Makes creations in one organization wait for each other, so that two equal ones see one another. */
export async function lockOrganization(db: Queryable, orgId: string): Promise<void> {
  await db.query(sql`-- lock_organization_for_create
    select id from organization where id = ${orgId} for no key update`);
}

export interface NewProject {
  readonly id: string;
  readonly orgId: string;
  readonly createdBy: string;
  readonly name: string;
  readonly goalText: string;
  readonly goalContext: GoalContext;
  readonly goalHash: string;
  readonly setupMode: "wizard" | "provided";
  readonly jurisdiction: JurisdictionView | null;
  readonly sourceDecisions: SourceDecisions;
  readonly bootstrap: BootstrapView;
}

/** Adds a project that is about to be set up. */
export async function insertProject(db: Queryable, project: NewProject): Promise<void> {
  await db.query(sql`-- insert_project
    insert into project (
      id, org_id, created_by, name, goal_text, goal_context, goal_hash, setup_mode, status, jurisdiction,
      source_decisions, bootstrap
    )
    values (
      ${project.id}, ${project.orgId}, ${project.createdBy}, ${project.name}, ${project.goalText},
      ${json(project.goalContext)}::jsonb, ${project.goalHash}, ${project.setupMode}, 'bootstrapping',
      ${project.jurisdiction === null ? null : json(project.jurisdiction)}::jsonb,
      ${json(project.sourceDecisions)}::jsonb, ${json(project.bootstrap)}::jsonb
    )`);
}

/** Shares a project with a person; once is enough. */
export async function insertShare(db: Queryable, projectId: string, userId: string): Promise<void> {
  await db.query(sql`-- insert_share
    insert into project_share (project_id, user_id)
    values (${projectId}, ${userId})
    on conflict do nothing`);
}

/** Those of the users who are active members of the organization. */
export async function findActiveMembers(db: Queryable, orgId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`-- find_active_members
    select user_id
    from membership
    where org_id = ${orgId} and is_active and user_id = any(${[...userIds]}::text[])`);
  return rows.map((row) => row.user_id);
}

/** What makes an existing project the same as one that is asked for. */
export interface DuplicateQuery {
  /** Null where the name does not matter. */
  readonly name: string | null;
  /** Keys of which an existing parcel has at least one. */
  readonly matchKeys: readonly string[];
  /** Null where one common parcel is enough, otherwise how many parcels the project has, all of which must match. */
  readonly parcels: number | null;
}

/** Finds a project on the same land, among those the viewer can see; the newest one. */
export async function findDuplicate(
  db: Queryable,
  viewer: Viewer,
  { name, matchKeys, parcels }: DuplicateQuery,
): Promise<{ id: string; name: string } | undefined> {
  const rows = await db.query<{ id: string; name: string }>(sql`-- find_duplicate_project
    select project.id, project.name
    from project
    cross join lateral (
      select count(*) as total, count(*) filter (where parcel.match_keys && ${[...matchKeys]}::text[]) as matching
      from project_parcel parcel
      where parcel.project_id = project.id
    ) as land
    where ${projectVisibility(viewer)}
      and (${name}::text is null or lower(project.name) = lower(${name}::text))
      and project.status <> 'failed'
      and land.matching > 0
      and (${parcels}::integer is null
        or (land.total = ${parcels}::integer and land.matching = ${parcels}::integer))
    order by project.id desc
    limit 1`);
  return rows[0];
}

/** Returns the credits that were held when a project was created. */
export async function findReserved(db: Queryable, projectId: string): Promise<number> {
  const rows = await db.query<{ credits_reserved: number }>(sql`-- find_project_credits
    select credits_reserved from project where id = ${projectId}`);
  return Number(rows[0]?.credits_reserved ?? 0);
}

/** Replaces the goal when it is still the expected one; tells whether it was. */
export async function replaceGoal(
  db: Queryable,
  viewer: Viewer,
  goal: {
    projectId: string;
    text: string;
    context: GoalContext;
    hash: string;
    expectedRevision: number | null;
    expectedHash: string | null;
  },
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`-- replace_goal
    update project
    set goal_text = ${goal.text},
        goal_context = ${json(goal.context)}::jsonb,
        goal_hash = ${goal.hash},
        goal_revision = goal_revision + 1,
        updated_at = now()
    where project.id = ${goal.projectId}
      and ${projectVisibility(viewer)}
      and (${goal.expectedRevision}::integer is null or goal_revision = ${goal.expectedRevision}::integer)
      and (${goal.expectedHash}::text is null or goal_hash = ${goal.expectedHash}::text)
    returning id`);
  return rows.length > 0;
}

/** Records how far the setting up of a project is, and what it has come to. */
export async function updateBootstrap(
  db: Queryable,
  projectId: string,
  status: ProjectStatus,
  bootstrap: BootstrapView,
): Promise<void> {
  await db.query(sql`-- update_bootstrap
    update project
    set status = ${status},
        bootstrap = ${json(bootstrap)}::jsonb,
        updated_at = now()
    where id = ${projectId}`);
}

/** Keeps the project's row from changing until the transaction ends, for work that acts for nobody in particular. */
export async function lockProject(
  db: Queryable,
  projectId: string,
): Promise<{ org_id: string; name: string; status: ProjectStatus; bootstrap: BootstrapView } | undefined> {
  const rows = await db.query<{ org_id: string; name: string; status: ProjectStatus; bootstrap: BootstrapView }>(
    sql`-- lock_project
    select org_id, name, status, bootstrap
    from project
    where id = ${projectId} and deleted_at is null
    for no key update`,
  );
  return rows[0];
}

export type Lane = "municipal" | "county" | "supplemental" | "upload" | "gis";

/** What a project searches, with what is live in it. */
export interface ProjectCorpusRow {
  readonly corpus_id: string;
  readonly lane: Lane;
  readonly kind: string;
  readonly title: string;
  readonly revision: number;
  readonly indexed_at: Date | null;
  readonly documents: number;
  readonly chunks: number;
  readonly sections: number;
  readonly latest_title: string | null;
  readonly latest_url: string | null;
}

/** Lists what a project searches, with counts over what is live; of several documents the newest names the corpus. */
export async function listProjectCorpora(db: Queryable, projectId: string): Promise<ProjectCorpusRow[]> {
  return db.query<ProjectCorpusRow>(sql`-- list_project_corpora
    select searched.corpus_id, searched.lane, corpus.kind, corpus.title, corpus.revision, corpus.indexed_at,
      count(document.id)::integer as documents,
      coalesce(sum(live.chunk_count), 0)::integer as chunks,
      coalesce(sum((live.ingest_report->>'headings')::integer), 0)::integer as sections,
      (array_agg(document.title order by document.id desc) filter (where document.id is not null))[1] as latest_title,
      (array_agg(document.source_url order by document.id desc) filter (where document.id is not null))[1] as latest_url
    from project_corpus searched
    join corpus on corpus.id = searched.corpus_id
    left join document on document.corpus_id = corpus.id
      and document.live_revision is not null
      and document.removed_at is null
    left join document_revision live on live.document_id = document.id and live.revision = document.live_revision
    where searched.project_id = ${projectId}
    group by searched.corpus_id, searched.lane, corpus.kind, corpus.title, corpus.revision, corpus.indexed_at
    order by searched.corpus_id`);
}

/** How the ingest of the ordinance uploaded last stands; undefined when none was ever finalized. */
export async function findLatestOrdinanceIngest(
  db: Queryable,
  projectId: string,
): Promise<{ state: string; title: string; error_detail: string | null } | undefined> {
  const rows = await db.query<{ state: string; title: string; error_detail: string | null }>(
    sql`-- find_latest_ordinance_ingest
    select job.state, coalesce(nullif(upload.title, ''), upload.filename) as title, job.error->>'detail' as error_detail
    from upload
    join background_job job on job.id = upload.job_id
    where upload.project_id = ${projectId} and upload.category = 'ordinance'
    order by upload.finalized_at desc
    limit 1`,
  );
  return rows[0];
}
