import { type Statement, sql } from "../../migrations/index.ts";
import type { Principal } from "../http/principal.ts";

/** What of a principal decides which projects it sees. */
export type Viewer = Pick<Principal, "orgId" | "userId" | "seesAllProjects">;

/**
 * Returns the condition under which a principal sees a project, for a statement that names the table `project`.
 *
 * It always contains the organization, so that no statement that uses it reaches another tenant, and it leaves out
 * deleted projects, whose rows a background job removes.
 */
export function projectVisibility(principal: Viewer): Statement {
  const isLive = sql`project.org_id = ${principal.orgId} and project.deleted_at is null`;
  if (principal.seesAllProjects) return isLive;
  return sql`(${isLive} and (project.created_by = ${principal.userId} or exists (
    select 1
    from project_share
    where project_share.project_id = project.id and project_share.user_id = ${principal.userId})))`;
}
