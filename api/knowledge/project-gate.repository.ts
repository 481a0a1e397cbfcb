import { type Queryable, sql } from "../../migrations/index.ts";
import { projectVisibility, type Viewer } from "../access/project-visibility.repository.ts";

/** What decides whether a project may be searched, and what of its land matters to a question. */
export interface GateRow {
  readonly org_id: string;
  readonly status: "bootstrapping" | "ready" | "zoning_verification_required" | "failed";
  readonly jurisdiction: { readonly municipality?: string | null } | null;
  readonly zoning_codes: string[];
  readonly corpus_ids: string[];
}

/** The project's gate as its principal sees it; undefined when there is no such project for them. */
export async function findGate(db: Queryable, viewer: Viewer, projectId: string): Promise<GateRow | undefined> {
  const rows = await db.query<GateRow>(sql`-- find_project_gate
    select project.org_id, project.status, project.jurisdiction,
      array(
        select distinct parcel.zoning_code from project_parcel parcel
        where parcel.project_id = project.id and parcel.is_zoning_verified and parcel.zoning_code is not null
        order by parcel.zoning_code
      ) as zoning_codes,
      array(
        select searched.corpus_id from project_corpus searched
        where searched.project_id = project.id
        order by searched.corpus_id
      ) as corpus_ids
    from project
    where project.id = ${projectId} and ${projectVisibility(viewer)}`);
  return rows[0];
}
