import type { Database } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import type { ProjectView } from "../../knowledge/projects/projects.model.ts";
import type { DistrictCriteria } from "../design-criteria/criteria.ts";
import type { SiteDigest } from "../site-digest/site-digest.model.ts";
import type { PlanDecision } from "../site-plan/plan-decisions.repository.ts";
import type { InterviewContext } from "./interview-context.ts";
import type { GivenAnswer } from "./walk.ts";

/** Returns the standards of districts as they stand now; a district that was not read has a marker in every field. */
export type ReadCriteria = (
  principal: Principal,
  projectId: string,
  zoningCodes: readonly string[],
) => Promise<readonly DistrictCriteria[]>;

/** What the interview of a project is read from. */
export interface InterviewSources {
  readonly db: Database;
  /** @throws Problem not_found */
  getProject(principal: Principal, projectId: string): Promise<ProjectView>;
  readDigest(principal: Principal, projectId: string, sections: string): Promise<SiteDigest>;
  readonly readCriteria: ReadCriteria;
}

/** Reads what the interview knows of a site. @throws Problem not_found */
export async function readContext(
  sources: InterviewSources,
  principal: Principal,
  projectId: string,
): Promise<{ readonly context: InterviewContext; readonly project: ProjectView }> {
  const project = await sources.getProject(principal, projectId);
  const zoningCode = project.parcels.find(({ zoning }) => zoning.verified)?.zoning.code ?? null;
  const target = project.project_goal_context.target_zoning_code?.value;
  const codes = [...new Set([zoningCode, target].filter((code) => typeof code === "string"))];
  const [digest, criteria] = await Promise.all([
    sources.readDigest(principal, projectId, "flood,wetlands,feasibility"),
    codes.length === 0 ? [] : sources.readCriteria(principal, projectId, codes),
  ]);
  return {
    project,
    context: {
      ...{ goal: project.project_goal_context, parcelCount: project.parcels.length, zoningCode, criteria },
      parcelsTouch: project.parcels.length > 1,
      siteAcres: digest.feasibility?.site_area?.acres ?? 0,
      hasWetland: (digest.wetlands?.total.area_square_feet ?? 0) > 0,
      hasFlood: (digest.flood?.special_flood_hazard_area.area_square_feet ?? 0) > 0,
    },
  };
}

/** Returns the answers of a ledger that count. */
export function answersIn(decisions: readonly PlanDecision[]): (GivenAnswer & { readonly decision: PlanDecision })[] {
  return decisions
    .filter(({ kind, status }) => kind === "answer" && status === "active")
    .map((decision) => ({ questionId: decision.key, zoneId: decision.zone_id, value: decision.value, decision }));
}
