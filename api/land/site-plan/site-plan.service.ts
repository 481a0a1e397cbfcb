import type { Static } from "@sinclair/typebox";
import type { Database } from "../../../migrations/index.ts";
import type { Principal } from "../../http/principal.ts";
import type { ListFacts } from "../../knowledge/project-facts.ts";
import type { GetVisibleProject } from "../../knowledge/project-gate.ts";
import { factsOfConcept } from "./concept-facts.ts";
import type { PlanObject, PlanObjectType } from "./engine/compiled-plan.ts";
import { planFeatures } from "./plan-features.ts";
import { findConceptRecord, findLatestRevision } from "./plan-revisions.repository.ts";
import { metricsView } from "./proposal-view.ts";
import type { SitePlanView } from "./site-plan.model.ts";
import type { ReadConcept } from "./stored-concept.ts";

/** Reads the compiled concept of a project. */
export interface SitePlans {
  /** Returns the concept with at most 5,000 features; without geometry, an empty collection. @throws Problem not_found */
  read(principal: Principal, projectId: string, includesGeometry: boolean): Promise<Static<typeof SitePlanView>>;
  readonly readConcept: ReadConcept;
  /** Returns what answers may cite of the current concept. */
  readonly listFacts: ListFacts;
}

/** Most features of a response. Source: decisions, section 7. */
const mostFeatures = 5000;
/** What is kept first where the cap leaves features out. Source: `siteplan.md` section 11. */
const survival: readonly (readonly PlanObjectType[])[] = [
  ["site_boundary", "parcel", "setback_line", "buildable_area"],
  ["wetland", "wetland_buffer", "floodway", "floodplain", "steep_slope", "easement"],
  ["zone"],
  ["building"],
  ["driveway", "drive_aisle", "truck_court", "loading_dock", "loading_space"],
  ["access_point"],
  ["fire_lane"],
  ["stormwater_basin"],
  ["open_space", "landscape_buffer", "sidewalk", "island", "amenity", "dumpster", "utility", "sign"],
  ["parking_field", "parking_row"],
  ["bicycle_parking"],
  ["accessible_stall", "access_aisle", "ev_stall", "parking_stall"],
];
const rankOf = new Map(survival.flatMap((types, rank) => types.map((type) => [type, rank] as const)));

/** Makes the reading of concepts. */
export function makeSitePlans({
  db,
  getVisibleProject,
}: {
  readonly db: Database;
  readonly getVisibleProject: GetVisibleProject;
}): SitePlans {
  return {
    async read(principal, projectId, includesGeometry) {
      await getVisibleProject(principal, projectId);
      const latest = await findLatestRevision(db, projectId);
      if (!latest) return noConcept;
      const { plan, revision, origin, rule_evidence: citations } = latest;
      const { label: _label, current_district: _current, ...scenario } = latest.scenario;
      const kept = includesGeometry ? survivors(plan.objects) : [];
      const features = planFeatures(kept, origin).map((feature) => ({ ...feature }));
      return {
        ...{ has_concept: true, revision, object_counts: countsOf(plan.objects) },
        ...{ metrics: metricsView(plan.metrics, citations) },
        scenario: { ...scenario, zones: [...scenario.zones] },
        features: { type: "FeatureCollection", features },
        feature_count: features.length,
        truncated: includesGeometry && plan.objects.length > features.length,
      };
    },
    async listFacts(projectId) {
      return factsOfConcept(await findConceptRecord(db, projectId));
    },
    async readConcept(projectId) {
      const latest = await findLatestRevision(db, projectId);
      if (!latest) return undefined;
      const { scenario, disclosed, rule_evidence: citations, created_at: createdAt, ...rest } = latest;
      return {
        ...{ revision: rest.revision, createdAt, origin: rest.origin, plan: rest.plan, citations },
        workflowLabel: scenario.label,
        typology: scenario.typology,
        governingDistrict: {
          ...{ zoning_code: scenario.governing_district, basis: scenario.basis },
          current_zoning_code: scenario.current_district,
        },
        decisions: disclosed.map(({ decidedAt, ...decision }) => ({ ...decision, decidedAt: new Date(decidedAt) })),
      };
    },
  };
}

const noConcept: Static<typeof SitePlanView> = {
  ...{ has_concept: false, revision: null, object_counts: {}, metrics: {}, scenario: null },
  ...{ features: { type: "FeatureCollection", features: [] }, feature_count: 0, truncated: false },
};

function survivors(objects: readonly PlanObject[]): readonly PlanObject[] {
  if (objects.length <= mostFeatures) return objects;
  const ranked = objects.map((object, at) => ({ object, at, rank: rankOf.get(object.objectType) ?? survival.length }));
  const kept = ranked.toSorted((one, other) => one.rank - other.rank || one.at - other.at).slice(0, mostFeatures);
  return kept.map(({ object }) => object);
}

/** Counts by type, most first, equal counts by name. */
function countsOf(objects: readonly PlanObject[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { objectType } of objects) counts.set(objectType, (counts.get(objectType) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1)));
}
