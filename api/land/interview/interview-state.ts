import { readGoalByRules } from "../../../agent/index.ts";
import type { Database, Queryable } from "../../../migrations/index.ts";
import { distanceToArea } from "../../geometry/distance-to-area.ts";
import { type AreaGeometry, polygonsOf } from "../../geometry/geojson.ts";
import type { Principal } from "../../http/principal.ts";
import type { ProjectView } from "../../knowledge/projects/projects.model.ts";
import type { DistrictCriteria } from "../design-criteria/criteria.ts";
import type { SiteDigest } from "../site-digest/site-digest.model.ts";
import { listDecisions, type PlanDecision, suspend } from "../site-plan/plan-decisions.repository.ts";
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
  const zoning = project.parcels.find((parcel) => parcel.zoning.verified)?.zoning;
  const zoningCode = zoning?.code ?? null;
  const goal = { ...statedIn(project.goal_text), ...project.project_goal_context };
  const target = goal.target_zoning_code?.value;
  const codes = [...new Set([zoningCode, target].filter((code) => typeof code === "string"))];
  const [digest, criteria] = await Promise.all([
    sources.readDigest(principal, projectId, "flood,wetlands,roads,feasibility,zoning,adjacency"),
    codes.length === 0 ? [] : sources.readCriteria(principal, projectId, codes),
  ]);
  const parcels = project.parcels.flatMap(({ geometry }) => (geometry as AreaGeometry | null) ?? []);
  return {
    project,
    context: {
      ...{ goal, parcelCount: project.parcels.length, zoningCode, zoningName: zoning?.description ?? null, criteria },
      ...{ parcels, parcelsTouch: doTouch(parcels) },
      siteAcres: digest.feasibility?.site_area?.acres ?? 0,
      hasStreets: digest.roads?.items.some(({ distance_feet: feet }) => feet <= farthestStreetFt) ?? false,
      neighborsMapped: areNeighborsMapped(digest),
      hasWetland: (digest.wetlands?.total?.area_square_feet ?? 0) > 0,
      hasFlood: (digest.flood?.special_flood_hazard_area?.area_square_feet ?? 0) > 0,
      wetlandShare: digest.wetlands?.total?.share_of_site ?? 0,
      subjects: {
        wetland: `${digest.wetlands?.total?.area_square_feet ?? 0} sq ft of mapped wetland`,
        flood: `${digest.flood?.special_flood_hazard_area?.area_square_feet ?? 0} sq ft of flood hazard area`,
        district: `district ${zoningCode}`,
      },
      flood: {
        hazardArea: digest.flood?.special_flood_hazard_area?.share_of_site ?? 0,
        floodway: digest.flood?.floodway?.share_of_site ?? 0,
      },
    },
  };
}

/** Neighbors nearer than this adjoin the site, feet. */
const adjoiningFt = 1;

/** Whether the zoning map was read, or every parcel beside the site comes with its district. */
function areNeighborsMapped({ zoning, adjacency }: SiteDigest): boolean {
  if (zoning?.state === "ready") return true;
  const beside = adjacency?.parcels.filter(({ distance_feet: feet }) => feet < adjoiningFt) ?? [];
  return adjacency?.state === "ready" && beside.every(({ zoning_code: code }) => code !== null);
}

/** A street that is farther from the site does not serve it, feet. */
const farthestStreetFt = 100;

/** What the words of the goal state: recommended, and settled by the user alone. */
function statedIn(goal: string): InterviewContext["goal"] {
  const read = Object.entries(readGoalByRules(goal));
  return Object.fromEntries(read.map(([key, { value }]) => [key, { value, provenance: "derived" }]));
}

/** Half a foot, in metres: parcels that are closer touch. Source: `siteplan.md` section 11. */
const touchingMetres = 0.1524;

/** Tells whether every parcel touches one of those before it, so that they can be one lot. */
function doTouch(parcels: readonly AreaGeometry[]): boolean {
  const [first, ...waiting] = parcels;
  if (!first || waiting.length === 0) return false;
  const lot = [first];
  for (let at = 0; at < lot.length; at++) {
    const member = lot[at];
    for (const parcel of [...waiting]) {
      if (!member || !isBeside(member, parcel)) continue;
      lot.push(parcel);
      waiting.splice(waiting.indexOf(parcel), 1);
    }
  }
  return waiting.length === 0;
}

function isBeside(one: AreaGeometry, other: AreaGeometry): boolean {
  const near = (from: AreaGeometry, to: AreaGeometry) =>
    polygonsOf(from).some(([ring]) => ring?.some((position) => distanceToArea(position, to) <= touchingMetres));
  return near(one, other) || near(other, one);
}

/** Questions by what their answers are about. */
const subjects: Readonly<Record<string, keyof InterviewContext["subjects"]>> = {
  ...{ "site.wetland_treatment": "wetland", "site.wetland_buffer": "wetland", "site.floodplain": "flood" },
  ...{ "site.governing_basis": "district", "rules.setbacks": "district", "rules.height_max": "district" },
  ...{ "parking.ratio": "district", "open.min_pct": "district" },
};

/** Returns what an answer to a question is about beside the site; null for the site alone. */
export function subjectOf(questionId: string, context: InterviewContext): string | null {
  const subject = subjects[questionId];
  return subject === undefined ? null : context.subjects[subject];
}

/** Reads the ledger; decisions whose subject has changed read as suspended, also before a write marks them so. */
export async function readDecisions(
  db: Queryable,
  projectId: string,
  context: InterviewContext,
): Promise<PlanDecision[]> {
  const decisions = await listDecisions(db, projectId);
  return decisions.map((decision) => (hasMoved(decision, context) ? { ...decision, status: "suspended" } : decision));
}

/** Marks the decisions whose subject has changed as suspended. The caller holds the row of the session. */
export async function suspendMoved(db: Queryable, projectId: string, context: InterviewContext): Promise<void> {
  const moved = (await listDecisions(db, projectId)).filter((decision) => hasMoved(decision, context));
  await suspend(
    db,
    projectId,
    moved.map(({ seq }) => seq),
  );
}

const hasMoved = ({ kind, key, status, subject }: PlanDecision, context: InterviewContext) =>
  kind === "answer" && status === "active" && subject !== null && subject !== subjectOf(key, context);

/** Returns the answers of a ledger that count. */
export function answersIn(decisions: readonly PlanDecision[]): (GivenAnswer & { readonly decision: PlanDecision })[] {
  return decisions
    .filter(({ kind, status }) => kind === "answer" && status === "active")
    .map((decision) => ({ questionId: decision.key, zoneId: decision.zone_id, value: decision.value, decision }));
}
